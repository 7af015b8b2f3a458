# Copyright 2026 adhoc_teamwork maintainers
#
# Licensed under the Apache License, Version 2.0 (the "License");
# you may not use this file except in compliance with the License.
# You may obtain a copy of the License at
#
#     http://www.apache.org/licenses/LICENSE-2.0
#
# Unless required by applicable law or agreed to in writing, software
# distributed under the License is distributed on an "AS IS" BASIS,
# WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
# See the License for the specific language governing permissions and
# limitations under the License.

"""Where the robot is in `map`: odometry through the transform from `map` to its frame."""

import math
from typing import Any

from teamwork import topics
from teamwork.geometry import Pose, normalize_angle
from teamwork.ros.conversions.geometry import pose_from_ros
from teamwork.ros.transforms import TransformError, Transforms


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
