# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Where the robot is, how fast, and how far it has driven, from its odometry."""

import math
import time
from typing import Any

from nav_msgs.msg import Odometry

from adhoc_teamwork.skills.belief.world import World
from adhoc_teamwork.teamwork import topics
from adhoc_teamwork.teamwork.geometry import Pose
from adhoc_teamwork.teamwork.ros import qos
from adhoc_teamwork.teamwork.ros.conversions.geometry import pose_from_ros
from adhoc_teamwork.teamwork.ros.conversions.stamp import seconds_now
from adhoc_teamwork.teamwork.ros.pose_source import PoseSource

_JUMP = 1.0
_AT_REST = 0.01
"""Metres or radians by which a base that is at rest may seem to move."""


class Odometer:
    """Keep a world's pose, speed and odometer up to date."""

    def __init__(self, node: Any, world: World, callback_group: Any = None) -> None:
        self._node, self._world, self._group = node, world, callback_group
        self._place = PoseSource(node, callback_group)
        self._last: Pose | None = None
        self._rest: Pose | None = None
        self._stamp: tuple[int, int] | None = None

    def setup(self) -> None:
        """Subscribe."""
        self._place.setup()
        self._node.create_subscription(
            Odometry, topics.ODOM, self.on_odometry, qos.SENSOR, callback_group=self._group
        )

    def on_odometry(self, message: Any) -> None:
        """Take in a nav_msgs/Odometry."""
        twist = message.twist.twist
        self._world.speed = math.hypot(twist.linear.x, twist.linear.y)
        self._world.turn_rate = float(twist.angular.z)
        stamp = (message.header.stamp.sec, message.header.stamp.nanosec)
        again = stamp == self._stamp and any(stamp)
        if again or not self._place.on_odometry(message):
            # The same again, or no numbers: neither says where the robot is now.
            return
        self._stamp = stamp
        self._world.odometry_at = (time.monotonic(), seconds_now(self._node))
        pose = pose_from_ros(message.pose.pose)
        if self._last is not None:
            step = pose.point.planar_distance_to(self._last.point)
            # Odometry that jumps was reset; the robot has not driven there.
            self._world.odometer += step if step < _JUMP else 0.0
        self._last = self._world.odometry = pose
        if self._rest is None or pose.is_apart(self._rest, _AT_REST, _AT_REST):
            self._world.moved_at = time.monotonic() if self._rest is not None else -math.inf
            self._rest = pose
        self._world.pose = self._place.pose() or self._world.pose
