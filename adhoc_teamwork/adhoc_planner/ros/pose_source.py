# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Where the robot is in `map`: odometry through the transform from `map` to its frame."""

import math
from typing import Any

from adhoc_teamwork.teamwork import topics
from adhoc_teamwork.teamwork.geometry import Pose, normalize_angle
from adhoc_teamwork.teamwork.ros.conversions.geometry import pose_from_ros
from adhoc_teamwork.teamwork.ros.transforms import TransformError, Transforms


class PoseSource:
    """Keep the latest odometry, and place it in `map` when asked."""

    def __init__(self, transforms: Transforms) -> None:
        self._transforms = transforms
        self._latest: tuple[str, Pose] | None = None

    def on_odometry(self, message: Any) -> None:
        """Take in a nav_msgs/Odometry."""
        self._latest = (message.header.frame_id, pose_from_ros(message.pose.pose))

    def pose(self) -> Pose | None:
        """Return the pose of base_link in `map`, or None while it is not known."""
        if self._latest is None:
            return None
        frame, pose = self._latest
        if frame.lstrip("/") == topics.MAP_FRAME:
            return pose
        try:
            matrix = self._transforms.lookup(topics.MAP_FRAME, frame)
        except TransformError:
            return None
        yaw = math.atan2(matrix[1, 0], matrix[0, 0])
        point = Pose(float(matrix[0, 3]), float(matrix[1, 3]), yaw).transform(pose.x, pose.y)
        return Pose(point.x, point.y, normalize_angle(yaw + pose.yaw))
