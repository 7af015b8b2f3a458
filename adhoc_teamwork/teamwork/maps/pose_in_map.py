# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Where a robot is in `map`: its odometry, through the transforms from `map` to its frame."""

import math

from adhoc_teamwork.teamwork.geometry import Pose
from adhoc_teamwork.teamwork.maps.transform_buffer import (
    TransformBuffer,
    TransformError,
    planar_pose,
)
from adhoc_teamwork.teamwork.topics import MAP_FRAME


class PoseInMap:
    """Keep a robot's newest odometry, and place it in `map` when asked; metres and radians.

    The odometry's frame may hang below `map` by any chain of transforms.

    Args:
        transforms: What is known of how frames lie to each other.
    """

    def __init__(self, transforms: TransformBuffer) -> None:
        self._transforms = transforms
        self._frame, self._odometry = "", Pose(0.0, 0.0)

    def drive(self, frame: str, odometry: Pose) -> bool:
        """Take in a pose and its frame; return False where it is none, as with NaN."""
        if not frame or not all(map(math.isfinite, (odometry.x, odometry.y, odometry.yaw))):
            return False
        self._frame, self._odometry = frame.lstrip("/"), odometry
        return True

    @property
    def needs_moving(self) -> bool:
        """Tell whether static transforms alone do not place the robot."""
        return bool(self._frame) and not self._transforms.is_fixed(MAP_FRAME, self._frame)

    def pose(self) -> Pose | None:
        """Return the pose of base_link in `map`, or None while it is not known."""
        if not self._frame:
            return None
        try:
            frame = planar_pose(self._transforms.lookup(MAP_FRAME, self._frame))
        except TransformError:
            return None
        return frame.compose(self._odometry)
