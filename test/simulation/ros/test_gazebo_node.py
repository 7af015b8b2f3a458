# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The node beside Gazebo: what its bridge sends becomes what a robot's driver owes the team."""

import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

pytest.importorskip("rclpy", reason="no ROS 2: node tests need rclpy")
pytest.importorskip("adhoc_interfaces.msg", reason="interfaces not built: run ./adhoc setup")

import rclpy
from adhoc_interfaces.msg import InstanceLabels, SceneGraph
from diagnostic_msgs.msg import DiagnosticArray, DiagnosticStatus
from nav_msgs.msg import Odometry
from rclpy.executors import SingleThreadedExecutor
from rclpy.parameter import Parameter
from sensor_msgs.msg import Image, JointState, PointCloud2
from tf2_msgs.msg import TFMessage

from adhoc_teamwork.simulation.gazebo.names import FINGERS, LABELS_MAP, MOTION
from adhoc_teamwork.simulation.ros.gazebo_node import GazeboNode
from adhoc_teamwork.teamwork import topics
from adhoc_teamwork.teamwork.ros.qos import LATCHED, RELIABLE, SENSOR, TF
from adhoc_teamwork.teamwork.settings.config import ConfigError

LIMIT = 15.0


def node_of(context: Any, **given: str) -> GazeboNode:
    told = [Parameter(name, value=value) for name, value in given.items()]
    return GazeboNode(context=context, parameter_overrides=told)


class Bench:
    """The node, and a stand-in for bridges and listeners, spun in this thread."""

    def __init__(
        self, context: Any, house: str = "two_rooms", robots: str = "rex=quadruped,tiny=small"
    ) -> None:
        self.node = node_of(context, house=house, robots=robots)
        self.node.setup()
        self.outside = rclpy.create_node("outside", context=context)
        self._executor = SingleThreadedExecutor(context=context)
        for node in (self.node, self.outside):
            self._executor.add_node(node)
        self.heard: dict[str, list[Any]] = {}

    def listen(self, kind: Any, topic: str, qos: Any) -> None:
        heard = self.heard.setdefault(topic, [])
        self.outside.create_subscription(kind, topic, heard.append, qos)

    def until(self, topic: str, act: Callable[[], None] | None = None) -> Any:
        end = time.monotonic() + LIMIT
        while not self.heard[topic]:
            assert time.monotonic() < end, f"nothing on {topic} within {LIMIT} s"
            if act is not None:
                act()
            self.spin()
        return self.heard[topic][-1]

    def spin(self) -> None:
        self._executor.spin_once(timeout_sec=0.05)

    def close(self) -> None:
        self.node.shutdown()
        self._executor.shutdown(timeout_sec=1.0)
        for node in (self.node, self.outside):
            node.destroy_node()


def test_house_masks_legs_and_fingers(ros_context: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("adhoc_teamwork.simulation.ros.gazebo_node.REPORT_PERIOD", 1.0)
    bench = Bench(ros_context)
    try:
        bench.listen(SceneGraph, topics.FLOOR_PLAN, LATCHED)
        for robot in ("rex", "tiny"):
            bench.listen(InstanceLabels, f"/{robot}/{topics.INSTANCE_LABELS}", LATCHED)
        bench.listen(Image, f"/tiny/{topics.INSTANCES}", SENSOR)
        bench.listen(Odometry, f"/rex/{topics.ODOM}", RELIABLE)
        bench.listen(JointState, f"/rex/{topics.JOINT_STATES}", RELIABLE)
        bench.listen(TFMessage, "/tf", TF)
        plan = bench.until(topics.FLOOR_PLAN)
        assert len(plan.rooms) == 3
        labels = bench.until(f"/tiny/{topics.INSTANCE_LABELS}")
        assert labels.header.frame_id == "tiny/camera_optical_frame"
        assert list(labels.categories).count("Robot") == 2
        assert bench.until(f"/rex/{topics.INSTANCE_LABELS}").ids == labels.ids
        bench.listen(DiagnosticArray, topics.DIAGNOSTICS, RELIABLE)
        _masks(bench)
        _legs(bench)
        _fingers(bench)
    finally:
        bench.close()


def _masks(bench: Bench) -> None:
    camera = bench.outside.create_publisher(Image, f"/tiny/{LABELS_MAP}", RELIABLE)
    picture = np.zeros((2, 4, 3), np.uint8)
    picture[1, 3] = 231
    image = Image(height=2, width=4, encoding="rgb8", step=12, data=picture.tobytes())
    image.header.frame_id, image.header.stamp.sec = "tiny/camera_optical_frame", 7
    mask = bench.until(f"/tiny/{topics.INSTANCES}", lambda: camera.publish(image))
    reports = bench.heard[topics.DIAGNOSTICS]
    levels: dict[str, Any] = {}
    end = time.monotonic() + LIMIT
    while levels.get("tiny/gazebo") != DiagnosticStatus.OK:
        assert time.monotonic() < end, levels
        camera.publish(image)
        bench.spin()
        levels |= {one.name: one.level for report in reports for one in report.status}
    # Nothing comes for the one whose bridge is silent.
    assert levels == {"tiny/gazebo": DiagnosticStatus.OK, "rex/gazebo": DiagnosticStatus.WARN}
    assert (mask.encoding, mask.step, mask.header) == ("mono16", 8, image.header)
    assert np.frombuffer(mask.data, "<u2").reshape(2, 4).tolist() == [[0] * 4, [0, 0, 0, 231]]


def _legs(bench: Bench) -> None:
    walk = bench.outside.create_publisher(Odometry, f"/rex/{MOTION}", RELIABLE)
    told = Odometry()
    # The truth about the pose, which the robot must not pass on.
    told.pose.pose.position.x = 55.0
    told.twist.twist.linear.x = 1.0
    steps = iter(range(100000))

    def act() -> None:
        told.header.stamp.sec, told.header.stamp.nanosec = divmod(next(steps) * 10**8, 10**9)
        walk.publish(told)

    odometry = bench.until(f"/rex/{topics.ODOM}", act)
    assert odometry.header.frame_id == "rex/odom"
    assert odometry.child_frame_id == "rex/base_footprint"
    assert odometry.pose.pose.position.x < 50.0
    assert odometry.twist.twist.linear.x == 1.0
    moved = bench.until("/tf").transforms[0]
    assert (moved.header.frame_id, moved.child_frame_id) == ("rex/odom", "rex/base_footprint")


def _fingers(bench: Bench) -> None:
    joints = bench.outside.create_publisher(JointState, f"/rex/{FINGERS}", RELIABLE)
    told = JointState(
        name=["gripper_joint", "gripper_mirror_joint"], position=[0.02, 0.02], velocity=[0.0, 0.0]
    )
    topic, steps = f"/rex/{topics.JOINT_STATES}", iter(range(100000))

    def act() -> None:
        told.header.stamp.sec = next(steps)
        joints.publish(told)

    end = time.monotonic() + LIMIT
    while not any(message.effort[0] > 0.0 for message in bench.heard[topic]):
        assert time.monotonic() < end
        bench.until(topic, act)
        act()
        bench.spin()
    assert bench.heard[topic][-1].name == told.name


def test_ground_that_is_not_level_is_told(ros_context: Any) -> None:
    bench = Bench(ros_context, "split_level", "tiny=small")
    try:
        bench.listen(PointCloud2, topics.GROUND, LATCHED)
        assert bench.until(topics.GROUND).width > 0
    finally:
        bench.close()


@pytest.mark.parametrize(
    ("given", "complaint"),
    [
        ({"house": "none", "robots": "a=small"}, "no such house"),
        ({"house": "two_rooms", "robots": "a"}, "NAME=CARD"),
        ({"house": "two_rooms", "robots": "a=none"}, "no such robot card"),
    ],
)
def test_a_wrong_parameter_is_named(
    ros_context: Any, given: dict[str, str], complaint: str
) -> None:
    node = node_of(ros_context, **given)
    with pytest.raises(ConfigError, match=complaint):
        node.setup()
    node.destroy_node()
