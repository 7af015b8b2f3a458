# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The broker's port looks who is there without going through the whole graph for each robot."""

import time
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

pytest.importorskip("rclpy", reason="no ROS 2: node tests need rclpy")
pytest.importorskip("adhoc_interfaces", reason="adhoc_interfaces is not built")

from adhoc_interfaces.msg import TeamMessage as RosTeamMessage
from rclpy.node import Node

from adhoc_teamwork.comm_bridge.broker.relay import Relay
from adhoc_teamwork.comm_bridge.radio_link.envelope import Frame
from adhoc_teamwork.comm_bridge.ros.broker.port import COUNTED_IN, Port
from adhoc_teamwork.teamwork.ros.conversions.team import team_message_from_bytes
from adhoc_teamwork.teamwork.ros.qos import TEAM

ROBOTS = 8
TURNS = 100


class Counting(Node):
    """Count how often the publishers of each topic are counted."""

    def __init__(self, name: str, context: Any) -> None:
        super().__init__(name, context=context)
        self.counted: Counter[str] = Counter()

    def count_publishers(self, topic_name: str) -> int:
        self.counted[topic_name] += 1
        return int(super().count_publishers(topic_name))


class Nowhere:
    def tell_all(self, frame: Frame) -> None: ...

    def tell(self, robot: str, frame: Frame) -> None: ...


@pytest.fixture
def robots(ros_context: Any) -> Iterator[list[Node]]:
    nodes = [Node("planner", namespace=f"robot_{n}", context=ros_context) for n in range(ROBOTS)]
    for node in nodes:
        node.create_publisher(RosTeamMessage, "team/out", TEAM)
    yield nodes
    for node in nodes:
        node.destroy_node()


@pytest.fixture
def listener(ros_context: Any) -> Iterator[Counting]:
    node = Counting("broker", ros_context)
    yield node
    node.destroy_node()


@pytest.mark.usefixtures("robots")
def test_each_known_robot_is_counted_in_turn(listener: Counting) -> None:
    port = Port(listener, Relay(Nowhere(), team_message_from_bytes), time.time)
    port.setup()
    for _ in range(TURNS):
        port.look()
        if len(port.robots) == ROBOTS:
            break
        time.sleep(0.05)
    assert sorted(port.robots) == [f"robot_{n}" for n in range(ROBOTS)]
    listener.counted.clear()
    seen = [port.look() for _ in range(COUNTED_IN)]
    assert Counter(robot for counted in seen for robot in counted) == dict.fromkeys(port.robots, 1)
    assert {publishers for counted in seen for publishers in counted.values()} == {1}
    # Nobody passes on what others said: that is seen without counting.
    assert listener.counted == {f"/robot_{n}/team/out": 1 for n in range(ROBOTS)}


def test_who_begins_to_pass_on_what_others_said_is_heard(
    robots: list[Node], listener: Counting
) -> None:
    port = Port(listener, Relay(Nowhere(), team_message_from_bytes), time.time)
    port.setup()
    robots[0].create_publisher(RosTeamMessage, "team/passed_on", TEAM)
    for _ in range(TURNS):
        port.look()
        if listener.count_subscribers("/robot_0/team/passed_on"):
            break
        time.sleep(0.05)
    assert listener.count_subscribers("/robot_0/team/passed_on") == 1
    assert listener.count_subscribers("/robot_1/team/passed_on") == 0
