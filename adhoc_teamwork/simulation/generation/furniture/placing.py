# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Find places for furniture in a room: with the back to a wall, in a corner, beside, in front."""

import math
from dataclasses import dataclass

import numpy as np

from adhoc_teamwork.simulation.generation.furniture.furniture_sizes import Size
from adhoc_teamwork.simulation.generation.furniture.room_space import (
    Rectangle,
    RoomSpace,
    WallStretch,
)
from adhoc_teamwork.simulation.houses.house import Box

FRONT = 0.6
"""Free floor in front of furniture, metres."""
_FROM_WALL = 0.02
_TRIES = 50


@dataclass(frozen=True)
class Piece:
    """Hold a placed piece of furniture: its middle in `map`, size, and where its front looks."""

    category: str
    x: float
    y: float
    size: Size
    facing: float

    @property
    def box(self) -> Box:
        """Return its bounding box, standing on the floor."""
        width, depth, height = self.size
        yaw = self.facing - math.pi / 2.0
        return Box(self.x, self.y, height / 2.0, width, depth, height, yaw)

    @property
    def footprint(self) -> Rectangle:
        """Return the floor that it covers."""
        return _rectangle(self.x, self.y, self.size, self.facing)

    def point(self, ahead: float, left: float) -> tuple[float, float]:
        """Return a point in `map` given from its middle, metres ahead and to its left."""
        cos, sin = round(math.cos(self.facing)), round(math.sin(self.facing))
        return (
            round(self.x + cos * ahead - sin * left, 3),
            round(self.y + sin * ahead + cos * left, 3),
        )

    def front(self, depth: float) -> Rectangle:
        """Return the floor in front of it, as wide as itself."""
        width = self.size[0]
        x, y = self.point((self.size[1] + depth) / 2.0 + 1e-3, 0.0)
        return _rectangle(x, y, (width, depth, 0.0), self.facing)


def against_wall(
    category: str,
    size: Size,
    space: RoomSpace,
    rng: np.random.Generator,
    front: float = FRONT,
    corner: bool = False,
    facing: float | None = None,
) -> Piece | None:
    """Return furniture placed with its back to a wall, or None where no place was found.

    Args:
        category: Object type.
        size: Its size.
        space: The room, in which the place is noted as taken.
        rng: Where chance comes from.
        front: Floor kept free in front, metres; 0 for none.
        corner: Whether it goes into the end of a wall.
        facing: The one way in which it may look, radians.
    """
    walls = [w for w in space.walls if w.length >= size[0] and _looks(w, facing)]
    if not walls:
        return None
    lengths = np.array([wall.length for wall in walls])
    for _ in range(_TRIES):
        wall = walls[int(rng.choice(len(walls), p=lengths / lengths.sum()))]
        slack = wall.length - size[0] - 2.0 * _FROM_WALL
        share = float(rng.random())
        if corner or rng.random() < 0.25:
            share = float(rng.integers(2))
        along = size[0] / 2.0 + _FROM_WALL + share * max(0.0, slack)
        x, y = wall.place(along, size[1] / 2.0 + _FROM_WALL)
        piece = Piece(category, round(x, 3), round(y, 3), size, _quarter(wall.inward))
        if settle(piece, space, front):
            return piece
    return None


def beside(
    piece: Piece, category: str, size: Size, space: RoomSpace, left: bool, gap: float = 0.06
) -> Piece | None:
    """Return furniture placed beside another, backs in line, or None where there is no room."""
    across = (piece.size[0] + size[0]) / 2.0 + gap
    x, y = piece.point((size[1] - piece.size[1]) / 2.0, across if left else -across)
    found = Piece(category, x, y, size, piece.facing)
    return found if settle(found, space, FRONT) else None


def in_front(piece: Piece, category: str, size: Size, space: RoomSpace, gap: float) -> Piece | None:
    """Return furniture placed in front of another and looking at it, or None."""
    x, y = piece.point((piece.size[1] + size[1]) / 2.0 + gap, 0.0)
    found = Piece(category, x, y, size, _quarter(piece.facing + math.pi))
    rectangle = found.footprint
    if not rectangle.within(space.corners):
        return None
    if any(rectangle.overlaps(other, 0.02) for other in space.solid):
        return None
    others = [kept for kept in space.open_floor if kept != piece.front(FRONT)]
    if any(rectangle.overlaps(kept) for kept in others):
        return None
    space.take(rectangle, None)
    return found


def in_the_middle(
    category: str,
    size: Size,
    space: RoomSpace,
    rng: np.random.Generator,
    close: float,
    around: float,
) -> Piece | None:
    """Return furniture placed away from walls, or None where no place was found.

    Args:
        category: Object type.
        size: Its size.
        space: The room, in which the place is noted as taken.
        rng: Where chance comes from.
        close: Floor, metres, that what belongs to it takes before and behind it.
        around: Floor around it, metres, that is free of other furniture.
    """
    xs, ys = zip(*space.corners, strict=True)
    for _ in range(3 * _TRIES):
        facing = math.pi / 2.0 * int(rng.integers(4))
        x, y = float(rng.uniform(min(xs), max(xs))), float(rng.uniform(min(ys), max(ys)))
        piece = Piece(category, round(x, 3), round(y, 3), size, facing)
        group_size = (size[0], size[1] + 2.0 * close, 0.0)
        free_size = (size[0] + 2.0 * around, size[1] + 2.0 * around, 0.0)
        group = _rectangle(piece.x, piece.y, group_size, facing)
        free = _rectangle(piece.x, piece.y, free_size, facing)
        if space.takes(group, None) and not space.crowded(free):
            space.take(piece.footprint, None)
            return piece
    return None


def settle(piece: Piece, space: RoomSpace, front: float) -> bool:
    """Note a place as taken if it is free; tell whether it was."""
    ahead = piece.front(front) if front > 0.0 else None
    if not space.takes(piece.footprint, ahead):
        return False
    space.take(piece.footprint, ahead)
    return True


def _rectangle(x: float, y: float, size: Size, facing: float) -> Rectangle:
    along_x = abs(math.cos(facing)) > 0.5
    return Rectangle.around(x, y, *((size[1], size[0]) if along_x else (size[0], size[1])))


def _looks(wall: WallStretch, facing: float | None) -> bool:
    return facing is None or math.cos(wall.inward - facing) > 0.5


def _quarter(angle: float) -> float:
    """Return an angle as a multiple of a quarter turn from 0 to below a whole one, radians."""
    return (round(angle / (math.pi / 2.0)) % 4) * math.pi / 2.0
