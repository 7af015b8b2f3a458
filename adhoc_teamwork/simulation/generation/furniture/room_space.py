# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The free floor of one room while it is being furnished; rectangles along the axes, metres."""

import math
from dataclasses import dataclass, field

from adhoc_teamwork.teamwork.geometry import point_in_polygon

AT_DOOR = 1.0
"""Floor kept free on both sides of a doorway, metres deep."""
_BESIDE_DOOR = 0.1
_EPSILON = 1e-6


@dataclass(frozen=True)
class Rectangle:
    """Hold a rectangle along the axes of `map`."""

    x0: float
    y0: float
    x1: float
    y1: float

    @classmethod
    def around(cls, x: float, y: float, size_x: float, size_y: float) -> "Rectangle":
        """Return the rectangle with that middle."""
        return cls(x - size_x / 2.0, y - size_y / 2.0, x + size_x / 2.0, y + size_y / 2.0)

    def overlaps(self, other: "Rectangle", gap: float = 0.0) -> bool:
        """Tell whether two rectangles are nearer than a gap."""
        return (
            self.x0 < other.x1 + gap - _EPSILON
            and other.x0 < self.x1 + gap - _EPSILON
            and self.y0 < other.y1 + gap - _EPSILON
            and other.y0 < self.y1 + gap - _EPSILON
        )

    def within(self, corners: tuple[tuple[float, float], ...]) -> bool:
        """Tell whether the whole rectangle is inside an outline whose walls run along the axes."""
        if not point_in_polygon((self.x0 + self.x1) / 2.0, (self.y0 + self.y1) / 2.0, corners):
            return False
        for (ax, ay), (bx, by) in zip(corners, (*corners[1:], corners[0]), strict=True):
            wall = Rectangle(min(ax, bx), min(ay, by), max(ax, bx), max(ay, by))
            if self.overlaps(wall):
                return False
        return True


@dataclass(frozen=True)
class WallStretch:
    """Hold one wall of a room: its ends, and the direction into the room (radians)."""

    x0: float
    y0: float
    x1: float
    y1: float
    inward: float

    @property
    def length(self) -> float:
        """Return its length, metres."""
        return math.hypot(self.x1 - self.x0, self.y1 - self.y0)

    def place(self, along: float, off: float) -> tuple[float, float]:
        """Return the point at a distance along the wall and off it into the room."""
        share = along / self.length
        return (
            self.x0 + share * (self.x1 - self.x0) + off * math.cos(self.inward),
            self.y0 + share * (self.y1 - self.y0) + off * math.sin(self.inward),
        )


@dataclass
class RoomSpace:
    """Keep what is taken in a room: `solid` by furniture, `open_floor` to stay walkable.

    `entrances` are the middles of doorways, metres in `map`.
    """

    corners: tuple[tuple[float, float], ...]
    solid: list[Rectangle] = field(default_factory=list)
    open_floor: list[Rectangle] = field(default_factory=list)
    entrances: list[tuple[float, float]] = field(default_factory=list)
    gap: float = 0.04
    """Least distance between two pieces of furniture, metres."""

    @property
    def walls(self) -> list[WallStretch]:
        """Return the room's walls; its corners are listed clockwise seen from above."""
        found = []
        for (ax, ay), (bx, by) in zip(
            self.corners, (*self.corners[1:], self.corners[0]), strict=True
        ):
            inward = math.atan2(by - ay, bx - ax) - math.pi / 2.0
            found.append(WallStretch(ax, ay, bx, by, inward))
        return found

    @property
    def area(self) -> float:
        """Return the floor, square metres."""
        following = (*self.corners[1:], self.corners[0])
        return (
            abs(
                sum(a[0] * b[1] - a[1] * b[0] for a, b in zip(self.corners, following, strict=True))
            )
            / 2.0
        )

    def keep_open(self, x: float, y: float, width: float, along: int, depth: float) -> None:
        """Keep floor free to a depth on both sides of a gap in a wall along x (0) or y (1)."""
        wide, deep = width + 2.0 * _BESIDE_DOOR, 2.0 * depth
        size = (wide, deep) if along == 0 else (deep, wide)
        self.open_floor.append(Rectangle.around(x, y, *size))

    def takes(self, solid: Rectangle, front: Rectangle | None) -> bool:
        """Tell whether furniture fits here, and whether one can stand in front of it."""
        if not solid.within(self.corners):
            return False
        if any(solid.overlaps(other, self.gap) for other in self.solid):
            return False
        if any(solid.overlaps(kept) for kept in self.open_floor):
            return False
        if front is None:
            return True
        return not self.crowded(front)

    def crowded(self, rectangle: Rectangle) -> bool:
        """Tell whether a rectangle leaves the room or meets furniture."""
        return not rectangle.within(self.corners) or any(
            rectangle.overlaps(other) for other in self.solid
        )

    def take(self, solid: Rectangle, front: Rectangle | None) -> None:
        """Note furniture, and the floor in front of it that stays free."""
        self.solid.append(solid)
        if front is not None:
            self.open_floor.append(front)
