# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Odometry of a robot without wheels: its own velocities, added up, errors and all."""

import math

from adhoc_teamwork.teamwork.geometry import Pose, normalize_angle

LONGEST_STEP = 0.5
"""Seconds: after a longer silence, it is taken to have stood still."""


class DeadReckoning:
    """Add up velocities; the pose begins at the origin of the odometry frame."""

    def __init__(self) -> None:
        self.pose = Pose(0.0, 0.0)
        self._last: float | None = None

    def move(self, ahead: float, left: float, turn: float, stamp: float) -> Pose:
        """Return the pose at `stamp`, having moved so since the message before.

        Args:
            ahead: Velocity along x of the robot, m/s.
            left: Velocity along its y, m/s.
            turn: Counter-clockwise, rad/s.
            stamp: Seconds. One that goes back begins anew from the same pose.
        """
        step = stamp - self._last if self._last is not None else 0.0
        self._last = stamp
        if 0.0 < step <= LONGEST_STEP:
            half = self.pose.yaw + 0.5 * turn * step
            x = self.pose.x + (ahead * math.cos(half) - left * math.sin(half)) * step
            y = self.pose.y + (ahead * math.sin(half) + left * math.cos(half)) * step
            self.pose = Pose(x, y, normalize_angle(self.pose.yaw + turn * step))
        return self.pose
