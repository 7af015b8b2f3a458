# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Where the robot is in `map`: odometry, and the transform from `map` to its odometry frame."""

import math
import time
from collections.abc import Callable
from typing import Any

from nav_msgs.msg import Odometry
from tf2_msgs.msg import TFMessage

from adhoc_teamwork.skills.belief.world import World
from adhoc_teamwork.teamwork import topics
from adhoc_teamwork.teamwork.geometry import Pose, normalize_angle, yaw_of
from adhoc_teamwork.teamwork.ros import qos
from adhoc_teamwork.teamwork.ros.conversions.geometry import pose_from_ros
from adhoc_teamwork.teamwork.ros.conversions.stamp import seconds_now

_JUMP = 1.0
_TF_PERIOD = 1.0
_AT_REST = 0.01
"""Metres or radians by which a base that is at rest may seem to move."""


class PoseSource:
    """Keep a world's pose, speed and odometer up to date from `odom`, `/tf` and `/tf_static`.

    `/tf` carries every robot's motion, many messages a second; it is listened to only where
    `/tf_static` does not give the transform from `map` to the odometry frame.
    """

    def __init__(self, node: Any, world: World, callback_group: Any = None) -> None:
        self._node, self._world, self._group = node, world, callback_group
        self._odom_frame = ""
        self._last: Pose | None = None
        self._rest: Pose | None = None
        self._stamp: tuple[int, int] | None = None
        self._transforms: dict[str, Pose] = {}
        self._dynamic: Any = None

    def setup(self) -> None:
        """Subscribe."""
        self._subscribe(Odometry, topics.ODOM, self.on_odometry, qos.SENSOR)
        self._subscribe(TFMessage, "/tf_static", self.on_transforms, qos.TF_STATIC)
        self._node.create_timer(_TF_PERIOD, self._on_timer, callback_group=self._group)

    def on_transforms(self, message: Any) -> None:
        """Take in a tf2_msgs/TFMessage: what leads from `map` to an odometry frame counts."""
        for transform in message.transforms:
            if transform.header.frame_id.lstrip("/") != topics.MAP_FRAME:
                continue
            move = transform.transform
            q = move.rotation
            yaw = yaw_of(q.x, q.y, q.z, q.w)
            pose = Pose(move.translation.x, move.translation.y, yaw)
            self._transforms[transform.child_frame_id.lstrip("/")] = pose

    def on_odometry(self, message: Any) -> None:
        """Take in a nav_msgs/Odometry."""
        twist = message.twist.twist
        self._world.speed = math.hypot(twist.linear.x, twist.linear.y)
        self._world.turn_rate = float(twist.angular.z)
        pose = pose_from_ros(message.pose.pose)
        stamp = (message.header.stamp.sec, message.header.stamp.nanosec)
        again = stamp == self._stamp and any(stamp)
        if again or not all(map(math.isfinite, (pose.x, pose.y, pose.yaw))):
            # The same again, or no numbers: neither says where the robot is now.
            return
        self._stamp = stamp
        self._world.odometry_at = (time.monotonic(), seconds_now(self._node))
        self._odom_frame = message.header.frame_id.lstrip("/")
        if self._last is not None:
            step = pose.point.planar_distance_to(self._last.point)
            # Odometry that jumps was reset; the robot has not driven there.
            self._world.odometer += step if step < _JUMP else 0.0
        self._last = pose
        if self._rest is None or _apart(pose, self._rest):
            self._world.moved_at = time.monotonic() if self._rest is not None else -math.inf
            self._rest = pose
        base = self._base()
        if base is not None:
            self._world.pose = base.compose(pose)

    def _base(self) -> Pose | None:
        if self._odom_frame == topics.MAP_FRAME:
            return Pose(0.0, 0.0, 0.0)
        return self._transforms.get(self._odom_frame)

    def _on_timer(self) -> None:
        if self._dynamic is None and self._odom_frame and self._base() is None:
            self._dynamic = self._subscribe(TFMessage, "/tf", self.on_transforms, qos.TF)

    def _subscribe(self, kind: Any, topic: str, callback: Callable[[Any], None], qos_: Any) -> Any:
        return self._node.create_subscription(
            kind, topic, callback, qos_, callback_group=self._group
        )


def _apart(pose: Pose, rest: Pose) -> bool:
    """Tell whether a base at rest there cannot be here."""
    turned = abs(normalize_angle(pose.yaw - rest.yaw))
    return max(pose.point.planar_distance_to(rest.point), turned) > _AT_REST
