# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The clocks of robots' computers, which may be ahead of the world's."""

from collections.abc import Iterable, Mapping
from typing import Any

from rclpy.node import Node
from rosgraph_msgs.msg import Clock

from adhoc_teamwork.teamwork.geometry import Pose
from adhoc_teamwork.teamwork.ros.conversions.stamp import time_to_ros
from adhoc_teamwork.teamwork.ros.qos import CLOCK
from adhoc_teamwork.teamwork.team.task import TaskRobot


class RobotClocks:
    """Say what time it is on each robot; one whose clock is ahead has a topic `clock` of its own.

    Args:
        node: Publishes.
        robots: All of the task.
    """

    def __init__(self, node: Node, robots: Iterable[TaskRobot]) -> None:
        self._ahead = {robot.name: robot.clock_ahead for robot in robots if robot.clock_ahead}
        self._topics: dict[str, Any] = {
            name: node.create_publisher(Clock, f"/{name}/clock", CLOCK) for name in self._ahead
        }

    def ahead(self, robot: str) -> float:
        """Return by how many seconds a robot's clock is ahead of the world's."""
        return self._ahead.get(robot, 0.0)

    def on(self, robot: str, now: float) -> float:
        """Return what a robot takes the time to be, s."""
        return now + self._ahead.get(robot, 0.0)

    def publish(self, now: float) -> None:
        """Publish the clocks that are ahead of the world's."""
        for name, topic in self._topics.items():
            topic.publish(Clock(clock=time_to_ros(self.on(name, now))))

    def by_time(self, poses: Mapping[str, Pose], now: float) -> dict[float, dict[str, Pose]]:
        """Return the poses of robots, by what time it is on them."""
        groups: dict[float, dict[str, Pose]] = {}
        for name, pose in poses.items():
            groups.setdefault(self.on(name, now), {})[name] = pose
        return groups
