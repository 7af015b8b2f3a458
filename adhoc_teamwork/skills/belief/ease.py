# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""How easily a hand works at a place, by the robot's inverse reachability map."""

from dataclasses import replace

import numpy as np

from adhoc_teamwork.skills.belief.grid import Floats
from adhoc_teamwork.teamwork.bodies.reach_line import ReachLine
from adhoc_teamwork.teamwork.bodies.resume import GraspShares
from adhoc_teamwork.teamwork.geometry import Point, Pose, normalize_angle

EASY = 0.5
"""Where a hand has at least this share of the ways that it has at the best distance, it is easy."""

_FACED = 0.04
"""A spot so near to the line along which an arm reaches, metres, is before it."""


class Ease:
    """Compare places ahead of a robot at one height with the best one at that height.

    Args:
        grasps: In how many ways the hand takes something where; None where nobody knows: then every
            place is as easy as any other.
    """

    def __init__(self, grasps: GraspShares | None) -> None:
        is_map = grasps is not None and min(len(grasps.distances), len(grasps.heights)) > 1
        self._grasps = grasps if is_map else None

    @property
    def line(self) -> ReachLine | None:
        """Return along which line the arm reaches; None where it turns itself to what is ahead."""
        return None if self._grasps is None else self._grasps.line

    def beside(self, aside: float) -> "Ease":
        """Return the same for what is held so far to the left of the hand, metres.

        For an arm that reaches along a line, what it holds is over another line.
        """
        if self._grasps is None or self.line is None or aside == 0.0:
            return self
        line = replace(self.line, aside=self.line.aside + aside)
        return Ease(replace(self._grasps, line=line))

    def facing(self, headings: Floats, distances: Floats) -> Floats:
        """Return how a robot is turned that faces things, radians, of their shape.

        Args:
            headings: In which things are seen from the robot's axis, radians.
            distances: Of the things from there, metres.
        """
        if self.line is None:
            return headings
        return normalize_angle(headings - self.line.bearing(distances))

    def is_faced(self, base: Pose, spot: Point) -> bool:
        """Tell whether a robot that stands at a pose has a spot before its arm, m in `map`."""
        if self.line is None:
            return True
        own = base.inverse().transform(spot.x, spot.y)
        nearest = self.line.nearest(np.array([own.x, own.y]))
        return bool(np.hypot(*(nearest - (own.x, own.y))) <= _FACED)

    @property
    def is_known(self) -> bool:
        """Tell whether there is a map."""
        return self._grasps is not None

    def at(self, distances: Floats, heights: Floats) -> Floats:
        """Return how easy places are, each from 0, not at all, to 1, as easy as at its height gets.

        Where the map knows no way at a height at all, the nearest counts at which it knows any.

        Args:
            distances: From the robot's upright axis, metres, (..., n).
            heights: Above the floor, metres, (n,).
        """
        made = np.ones(distances.shape)
        if self._grasps is None:
            return made
        for height in np.unique(heights):
            there = heights == height
            parts = self._grasps.of_the_most(distances[..., there], float(height))
            if parts is not None:
                made[..., there] = parts
        return made
