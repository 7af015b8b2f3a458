# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Hear up to when robots' processes have worked simulated time off, for a world that waits."""

import threading
import time
from collections.abc import Iterable
from functools import partial
from typing import Any

from builtin_interfaces.msg import Time
from rclpy.node import Node

from adhoc_teamwork.simulation.lock_step import LockStep
from adhoc_teamwork.teamwork import topics
from adhoc_teamwork.teamwork.ros.conversions.stamp import time_from_ros
from adhoc_teamwork.teamwork.ros.qos import LATCHED
from adhoc_teamwork.teamwork.team.task import TaskRobot

_LOOK = 0.1
"""Seconds of wall time between two looks at who is late, where nothing is heard."""


class RobotsWaitedFor:
    """Say whether the world has to wait for the robots that are there.

    ROS callbacks only store; `must_wait` is called by the world's thread.

    Args:
        node: Hears and logs.
        robots: All of the task.
    """

    def __init__(self, node: Node, robots: Iterable[TaskRobot]) -> None:
        self._heard = threading.Event()
        self._lock_step = LockStep(time.monotonic, node.get_logger().warning)
        processes = [(name, name, 0.0) for name in topics.WORKED_OFF_BY_TEAM]
        processes += [
            (_name(robot.name, part), f"{robot.name}/{part}", robot.clock_ahead)
            for robot in robots
            for part in topics.WORKED_OFF_BY_ROBOT
        ]
        for name, place, ahead in processes:
            node.create_subscription(
                Time, f"/{topics.worked_off(place)}", partial(self._hear, name, ahead), LATCHED
            )

    @property
    def left_behind(self) -> list[str]:
        """Return the processes that are not waited for any more."""
        return self._lock_step.left_behind

    def must_wait(self, present: Iterable[str], now: float) -> bool:
        """Tell whether time must stand at `now`; where it must, return only after a short while."""
        self._heard.clear()
        parts = topics.WORKED_OFF_BY_ROBOT
        names = [
            *topics.WORKED_OFF_BY_TEAM,
            *(_name(robot, part) for robot in present for part in parts),
        ]
        if not self._lock_step.holds(names, now):
            return False
        self._heard.wait(_LOOK)
        return True

    def _hear(self, name: str, ahead: float, message: Any) -> None:
        self._lock_step.take(name, time_from_ros(message) - ahead)
        self._heard.set()


def _name(robot: str, part: str) -> str:
    return f"{robot}.{part}"
