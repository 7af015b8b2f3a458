# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The node between Isaac Sim's bridge and perception."""

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("rclpy", reason="no ROS 2: node tests need rclpy")

import rclpy
from adhoc_interfaces import msg as ros
from rclpy.executors import SingleThreadedExecutor
from rclpy.parameter import Parameter
from sensor_msgs.msg import Image
from std_msgs.msg import String

from adhoc_teamwork.perception.ros.isaac_masks_node import IsaacMasksNode
from adhoc_teamwork.simulation.world_command import main
from adhoc_teamwork.teamwork import topics
from adhoc_teamwork.teamwork.ros.qos import LATCHED, RELIABLE, SENSOR
from adhoc_teamwork.teamwork.settings.config import ConfigError

LIMIT = 10.0


def make_node(context: Any, namespace: str, **parameters: Any) -> Any:
    given = [Parameter(name, value=value) for name, value in parameters.items()]
    return IsaacMasksNode(namespace=namespace, context=context, parameter_overrides=given)


@pytest.fixture
def node(ros_context: Any, tmp_path: Path) -> Iterator[Any]:
    table = tmp_path / "classes.yaml"
    assert main(["two_rooms", "--classes", str(table)]) == 0
    made = make_node(ros_context, "rover", classes=str(table))
    yield made
    made.shutdown()
    made.destroy_node()


def test_masks_have_their_picture_s_header_and_ids_that_stay(ros_context: Any, node: Any) -> None:
    world = rclpy.create_node("world", namespace="rover", context=ros_context)
    executor = SingleThreadedExecutor(context=ros_context)
    executor.add_node(node)
    executor.add_node(world)
    masks: list[Any] = []
    labels: list[Any] = []
    node.setup()
    world.create_subscription(Image, topics.INSTANCES, masks.append, SENSOR)
    world.create_subscription(ros.InstanceLabels, topics.INSTANCE_LABELS, labels.append, LATCHED)
    pictures = world.create_publisher(Image, topics.ISAAC_INSTANCES, RELIABLE)
    names = world.create_publisher(String, topics.ISAAC_LABELS, RELIABLE)
    data = np.array([[1, 7, 7], [8, 1, 99]], np.int32).tobytes()
    end, second = time.monotonic() + LIMIT, 5
    while not (masks and labels) and time.monotonic() < end:
        second += 1
        picture = Image(height=2, width=3, encoding="32SC1", step=12, data=data)
        picture.header.stamp.sec, picture.header.stamp.nanosec = second, 16_666_667
        picture.header.frame_id = "rover/camera_optical_frame"
        pictures.publish(picture)
        stamp = {"sec": second, "nanosec": 16_666_666}
        said = {"7": "/World/house/Robot", "8": "/World/Robot/tall", "time_stamp": stamp}
        names.publish(String(data=json.dumps(said)))
        names.publish(String(data="not JSON"))
        executor.spin_once(timeout_sec=0.05)
    world.destroy_node()
    assert masks[-1].header.frame_id == "rover/camera_optical_frame"
    assert masks[-1].header.stamp.nanosec == 16_666_667
    shown = np.frombuffer(masks[-1].data, np.uint16).reshape(2, 3)
    assert masks[-1].encoding == "mono16"
    assert shown.tolist() == [[0, 1, 1], [2, 0, 0]]
    assert list(labels[-1].categories) == ["Robot", "Robot"]
    assert labels[-1].tracked


@pytest.mark.parametrize(
    ("namespace", "parameters", "names"),
    [
        ("rover", {}, "parameter classes"),
        ("rover", {"classes": "/nowhere.yaml"}, "nowhere.yaml"),
        ("", {"classes": "/nowhere.yaml"}, "namespace"),
    ],
)
def test_wrong_settings_are_named_in_one_line(
    ros_context: Any, namespace: str, parameters: dict[str, Any], names: str
) -> None:
    wrong = make_node(ros_context, namespace, **parameters)
    try:
        with pytest.raises(ConfigError, match=names) as error:
            wrong.setup()
        assert "\n" not in str(error.value)
    finally:
        wrong.shutdown()
        wrong.destroy_node()
