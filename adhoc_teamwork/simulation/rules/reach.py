# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""How far a hand gets: along the floor, up and down, and not past a wall. Metres, `map`."""

from collections.abc import Iterable
from dataclasses import dataclass

from adhoc_teamwork.simulation.houses.boxes import nearest_point
from adhoc_teamwork.simulation.houses.house import Box, Wall
from adhoc_teamwork.simulation.rules.refusal import Refusal
from adhoc_teamwork.teamwork.bodies.bands import Band, band_at
from adhoc_teamwork.teamwork.bodies.capability import Capability
from adhoc_teamwork.teamwork.geometry import Point
from adhoc_teamwork.teamwork.team.causes import Cause

SLACK = 0.02
"""How far beyond its stated heights a hand still gets, metres: what a target may err."""
_DIGITS = 6
"""Decimals of a metre to which distances count."""
_TOUCH = 1e-9
"""Two lines nearer than this touch, whatever digits were lost on the way."""


@dataclass(frozen=True)
class Arm:
    """Hold how far an arm reaches on the floor plane, and from which height to which, metres.

    Heights are above what its robot stands on. With `bands` it reaches another distance at each.
    """

    reach: float
    lowest: float
    highest: float
    bands: tuple[Band, ...] = ()

    @classmethod
    def of(cls, capability: Capability) -> "Arm":
        """Return the arm that a robot says it has."""
        can = capability
        return cls(can.reach, can.reach_min_height, can.reach_max_height, can.reach_bands)

    def serves(self, height: float) -> bool:
        """Tell whether the hand gets to a height."""
        return self.lowest - SLACK <= height <= self.highest + SLACK

    @property
    def farthest(self) -> float:
        """Return how far the hand gets along the floor at its best height."""
        return max((band.farthest for band in self.bands), default=self.reach)

    def reach_at(self, height: float) -> float:
        """Return how far the hand gets along the floor at a height."""
        return band_at(self.bands, height).farthest if self.bands else self.reach

    def height_for(self, box: Box) -> float:
        """Return the height at which the hand works on a thing: at its middle as far as it can."""
        return min(max(box.z, self.lowest), self.highest)


def why_out_of_reach(
    arm: Arm, base: Point, point: Point, walls: Iterable[Wall], what: str
) -> Refusal | None:
    """Return why a hand cannot get to a point, or None where it can.

    Args:
        arm: What it reaches.
        base: Where its robot stands, and how high.
        point: Where it is to get to.
        walls: What it does not get past.
        what: What is there, for the sentence.
    """
    distance = round(base.planar_distance_to(point), _DIGITS)
    if distance > arm.reach_at(point.z - base.z):
        return Refusal(Cause.TOO_FAR, f"{what} is {distance:.2f} m away")
    return why_not_at_height(arm, point.z - base.z, what) or why_behind_wall(
        walls, base, point, what
    )


def why_not_at_height(arm: Arm, height: float, what: str) -> Refusal | None:
    """Return why a hand does not get to a height above what its robot stands on, or None."""
    if arm.serves(height):
        return None
    way, end, cause = ("up", arm.highest, Cause.TOO_HIGH)
    if height < arm.lowest:
        way, end, cause = ("down", arm.lowest, Cause.TOO_LOW)
    return Refusal(cause, f"{what} is at {height:.2f} m, the arm reaches {way} to {end:.2f} m")


def why_behind_wall(walls: Iterable[Wall], base: Point, point: Point, what: str) -> Refusal | None:
    """Return that a wall is between a robot and a point, or None where there is none."""
    if any(in_the_way(wall, base, point) for wall in walls):
        return Refusal(Cause.TOO_FAR, f"{what} is behind a wall")
    return None


def in_the_way(wall: Wall, base: Point, point: Point) -> bool:
    """Tell whether a wall stands between two floor points at the height of the second.

    A wall that is only touched is in the way: where two walls meet, nothing passes between them,
    and what is in the line of a wall can be had from neither side.
    """
    if not wall.bottom <= point.z <= wall.top:
        return False
    x0, x1 = sorted((base.x, point.x))
    y0, y1 = sorted((base.y, point.y))
    if (
        max(wall.x0, wall.x1) < x0 - _TOUCH
        or min(wall.x0, wall.x1) > x1 + _TOUCH
        or max(wall.y0, wall.y1) < y0 - _TOUCH
        or min(wall.y0, wall.y1) > y1 + _TOUCH
    ):
        return False
    line, way = (wall.x0, wall.y0, wall.x1, wall.y1), (base.x, base.y, point.x, point.y)
    return _both_sides(line, *way) and _both_sides(way, *line)


def hand_point(box: Box, base: Point, height: float) -> Point:
    """Return where on a thing a hand works: nearest to its robot, at a height of the thing's."""
    return Point(*nearest_point(box, base.x, base.y), min(box.top, max(box.bottom, height)))


def _both_sides(
    line: tuple[float, float, float, float], ax: float, ay: float, bx: float, by: float
) -> bool:
    """Tell whether two points lie on different sides of a straight line, or one of them on it."""
    x0, y0, x1, y1 = line
    one, other = ((x1 - x0) * (y - y0) - (y1 - y0) * (x - x0) for x, y in ((ax, ay), (bx, by)))
    return min(one, other) <= _TOUCH and max(one, other) >= -_TOUCH
