# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The line on the floor along which an arm reaches that has no joint to turn itself to a thing."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from adhoc_teamwork.teamwork.geometry import Pose

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class ReachLine:
    """Place that line in a robot's frame (x ahead, on the floor): the robot turns it to things.

    Attributes:
        yaw: Its direction, to the left of ahead, radians.
        aside: How far to its own left it passes the robot's upright axis, metres.
    """

    yaw: float
    aside: float

    def along(self, distances: Floats) -> Floats:
        """Return how far along the line its points are that are so far from the robot's axis.

        Args:
            distances: Of the points, metres, of any shape. What is nearer than the line itself is
                where the line is nearest.

        Returns:
            Metres from where the line is nearest to the axis, of the same shape.
        """
        return np.asarray(np.sqrt(np.maximum(np.square(distances) - self.aside**2, 0.0)))

    def bearing(self, distances: Floats) -> Floats:
        """Return in which direction these points are seen from the axis, radians left of ahead."""
        return self.yaw + np.arctan2(self.aside, self.along(distances))

    def points(self, distances: Floats) -> Floats:
        """Return these points in the robot's frame, metres, (n, 2)."""
        return self._foot + self.along(distances)[:, None] * self._way

    def nearest(self, points: Floats) -> Floats:
        """Return the points of the line nearest to others in the robot's frame, m, (..., 2)."""
        along = (points - self._foot) @ self._way
        return np.asarray(self._foot + along[..., None] * self._way)

    @property
    def begins(self) -> Pose:
        """Return where it is nearest to the robot's axis, along it, in the robot's frame."""
        x, y = self._foot.tolist()
        return Pose(x, y, self.yaw)

    @property
    def _way(self) -> Floats:
        return np.array([np.cos(self.yaw), np.sin(self.yaw)])

    @property
    def _foot(self) -> Floats:
        """Return where the line is nearest to the robot's axis, (2,)."""
        return self.aside * np.array([-np.sin(self.yaw), np.cos(self.yaw)])


def before_arm(base: Pose, line: ReachLine | None) -> Pose:
    """Return where a robot would stand whose arm reaches ahead from where this one's does.

    Args:
        base: Where this one stands.
        line: Along which its arm reaches; None where that is ahead.
    """
    return base if line is None else base.compose(line.begins)


AHEAD = ReachLine(0.0, 0.0)
"""Straight ahead from the robot's axis: how an arm is asked that turns itself to things."""
