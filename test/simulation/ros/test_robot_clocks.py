# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Robots whose computers' clocks are ahead of the world's."""

from typing import Any

import pytest

pytest.importorskip("rclpy", reason="no ROS 2: node tests need rclpy")

from rclpy.node import Node

from adhoc_teamwork.simulation.ros.robot_clocks import RobotClocks
from adhoc_teamwork.teamwork.geometry import Pose
from adhoc_teamwork.teamwork.team.task import TaskRobot

HERE = Pose(0.0, 0.0)


def test_only_clocks_that_are_ahead_have_a_topic_of_their_own(ros_context: Any) -> None:
    node = Node("simulator", context=ros_context)
    robots = [TaskRobot("right", "c", HERE), TaskRobot("early", "c", HERE, clock_ahead=5.0)]
    clocks = RobotClocks(node, robots)
    assert (clocks.on("right", 2.0), clocks.on("early", 2.0)) == (2.0, 7.0)
    groups = clocks.by_time({"right": HERE, "early": HERE}, 2.0)
    assert {time: list(of) for time, of in groups.items()} == {2.0: ["right"], 7.0: ["early"]}
    assert node.count_publishers("/early/clock") == 1
    assert node.count_publishers("/right/clock") == 0
    node.destroy_node()
