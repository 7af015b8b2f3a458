# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The node beside Isaac Sim: joints with what fingers feel, and the floor plan."""

import time
from collections.abc import Iterator
from typing import Any

import pytest

pytest.importorskip("rclpy", reason="no ROS 2: node tests need rclpy")
pytest.importorskip("adhoc_interfaces.msg", reason="interfaces not built: run ./adhoc setup")

import rclpy
from adhoc_interfaces.msg import SceneGraph
from rclpy.executors import SingleThreadedExecutor
from rclpy.parameter import Parameter
from sensor_msgs.msg import JointState

from adhoc_teamwork.simulation.ros.isaac_node import IsaacNode
from adhoc_teamwork.teamwork import topics
from adhoc_teamwork.teamwork.bodies.grip import felt_grip
from adhoc_teamwork.teamwork.ros.qos import LATCHED, RELIABLE
from adhoc_teamwork.teamwork.settings.config import ConfigError

LIMIT = 15.0
EMPTY, CLOSED_ON_SOMETHING = 0.0, 0.02


def node_of(context: Any, **given: str) -> IsaacNode:
    told = [Parameter(name, value=value) for name, value in given.items()]
    return IsaacNode(context=context, parameter_overrides=told)


@pytest.fixture
def node(ros_context: Any) -> Iterator[IsaacNode]:
    made = node_of(ros_context, house="two_rooms", robots="rex=quadruped,tiny=small")
    made.setup()
    yield made
    made.shutdown()
    made.destroy_node()


def test_fingers_that_rest_on_something_are_felt(ros_context: Any, node: IsaacNode) -> None:
    outside = rclpy.create_node("outside", context=ros_context)
    executor = SingleThreadedExecutor(context=ros_context)
    executor.add_node(node)
    executor.add_node(outside)
    heard: dict[str, list[Any]] = {"rex": [], "tiny": []}
    plans: list[Any] = []
    out = {}
    for robot, states in heard.items():
        topic = f"/{robot}/{topics.JOINT_STATES}"
        outside.create_subscription(JointState, topic, states.append, RELIABLE)
        topic = f"/{robot}/{topics.ISAAC_JOINTS}"
        out[robot] = outside.create_publisher(JointState, topic, RELIABLE)
    outside.create_subscription(SceneGraph, topics.FLOOR_PLAN, plans.append, LATCHED)
    end, second = time.monotonic() + LIMIT, 0
    where = EMPTY
    felt: list[Any] = []
    while time.monotonic() < end and not (
        True in felt and False in felt and heard["tiny"] and plans
    ):
        second += 1
        told = JointState(name=["arm_1_joint", "gripper_joint"], position=[0.3, where],
                          velocity=[0.0, 0.0], effort=[4.0, 0.7])  # fmt: skip
        told.header.stamp.sec = second
        out["rex"].publish(told)
        wheel = JointState(name=["front_left_wheel_joint"], position=[1.0], velocity=[2.0])
        wheel.header.stamp.sec = second
        out["tiny"].publish(wheel)
        executor.spin_once(timeout_sec=0.05)
        felt = [felt_grip(state.name, state.effort) for state in heard["rex"]]
        where = CLOSED_ON_SOMETHING if False in felt else EMPTY
    outside.destroy_node()
    assert felt[0] is False
    assert felt[-1] is True
    assert list(heard["rex"][-1].name) == ["arm_1_joint", "gripper_joint"]
    assert list(heard["rex"][-1].position) == [0.3, CLOSED_ON_SOMETHING]
    assert heard["rex"][-1].effort[0] == 0.0
    assert list(heard["tiny"][-1].effort) == [0.0]
    assert len(plans[-1].rooms) == 3


@pytest.mark.parametrize(
    ("given", "names"),
    [({"robots": ""}, "NAME=CARD"), ({"robots": "a=nobody"}, "nobody"),
     ({"robots": "a=small", "house": "no_such_house"}, "no_such_house")],
)  # fmt: skip
def test_wrong_parameters_are_named(ros_context: Any, given: dict[str, str], names: str) -> None:
    wrong = node_of(ros_context, **given)
    try:
        with pytest.raises(ConfigError, match=names):
            wrong.setup()
    finally:
        wrong.shutdown()
        wrong.destroy_node()
