# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Furniture that belongs together: a table with its chairs, a bed with what stands beside it."""

import math
from collections.abc import Callable

import numpy as np

from adhoc_teamwork.simulation.generation.furniture.furniture_sizes import draw_size
from adhoc_teamwork.simulation.generation.furniture.placing import (
    FRONT,
    Piece,
    against_wall,
    beside,
    in_front,
    in_the_middle,
)
from adhoc_teamwork.simulation.generation.furniture.room_space import RoomSpace

Group = Callable[[RoomSpace, np.random.Generator], list[Piece]]

_CHAIR_FLOOR = 0.8
"""Floor around a table for chairs and whoever passes behind them, metres."""


def alone(category: str, front: float = FRONT, corner: bool = False) -> Group:
    """Return how to place one piece with its back to a wall."""

    def place(space: RoomSpace, rng: np.random.Generator) -> list[Piece]:
        size = draw_size(category, rng)
        if size is None:
            return []
        piece = against_wall(category, size, space, rng, front, corner)
        return [piece] if piece else []

    return place


def sometimes(chance: float, group: Group) -> Group:
    """Return how to place a group, or nothing, by chance."""

    def place(space: RoomSpace, rng: np.random.Generator) -> list[Piece]:
        return group(space, rng) if rng.random() < chance else []

    return place


def bed(space: RoomSpace, rng: np.random.Generator) -> list[Piece]:
    """Place a bed with its head to a wall, often with a table on one side or both."""
    size = draw_size("Bed", rng)
    piece = against_wall("Bed", size, space, rng) if size else None
    if piece is None:
        return []
    placed = [piece]
    table = draw_size("SideTable", rng)
    for left in (True, False):
        if table and rng.random() < 0.6:
            found = beside(piece, "SideTable", table, space, left)
            placed += [found] if found else []
    return placed


def desk(space: RoomSpace, rng: np.random.Generator) -> list[Piece]:
    """Place a desk with a chair before it."""
    size, chair = draw_size("Desk", rng), draw_size("Chair", rng)
    piece = against_wall("Desk", size, space, rng, front=1.0) if size else None
    if piece is None:
        return []
    found = _seat(piece, chair, space) if chair else None
    return [piece, found] if found else [piece]


def _seat(piece: Piece, chair: tuple[float, float, float], space: RoomSpace) -> Piece | None:
    """Return a chair before a desk: the floor there is kept free for it, so it may take some."""
    x, y = piece.point((piece.size[1] + chair[1]) / 2.0 + 0.03, 0.0)
    facing = (piece.facing + math.pi) % (2.0 * math.pi)
    found = Piece("Chair", x, y, chair, facing)
    if chair[0] > piece.size[0] or not found.footprint.within(space.corners):
        return None
    space.take(found.footprint, None)
    return found


def dining(space: RoomSpace, rng: np.random.Generator) -> list[Piece]:
    """Place a dining table in the room, with chairs on its long sides."""
    size, chair = draw_size("DiningTable", rng), draw_size("Chair", rng)
    if size is None or chair is None:
        return []
    table = in_the_middle("DiningTable", size, space, rng, chair[1] + 0.05, _CHAIR_FLOOR)
    if table is None:
        return []
    placed = [table]
    width, depth, _ = size
    per_side = max(1, min(2, int(width / (chair[0] + 0.12))))
    for ahead in (1.0, -1.0):
        for number in range(per_side):
            if rng.random() < 0.85:
                left = (number - (per_side - 1) / 2.0) * width / per_side
                place = ahead * ((depth + chair[1]) / 2.0 + 0.02)
                facing = table.facing + (math.pi if ahead > 0.0 else 0.0)
                placed.append(_chair(table, chair, place, left, facing))
    for piece in placed[1:]:
        space.take(piece.footprint, None)
    return placed


def _chair(
    table: Piece, size: tuple[float, float, float], ahead: float, left: float, facing: float
) -> Piece:
    x, y = table.point(ahead, left)
    return Piece("Chair", x, y, size, facing % (2.0 * math.pi))


def living(space: RoomSpace, rng: np.random.Generator) -> list[Piece]:
    """Place a television's stand, a sofa that looks at it, a low table between, an armchair."""
    placed: list[Piece] = []
    size = draw_size("TVStand", rng)
    stand = against_wall("TVStand", size, space, rng) if size else None
    placed += [stand] if stand else []
    size = draw_size("Sofa", rng)
    sofa = None
    if size:
        opposite = stand.facing + math.pi if stand else None
        sofa = against_wall("Sofa", size, space, rng, FRONT, facing=opposite)
        sofa = sofa or against_wall("Sofa", size, space, rng, FRONT)
    placed += [sofa] if sofa else []
    size = draw_size("CoffeeTable", rng)
    if sofa and size and rng.random() < 0.75:
        table = in_front(sofa, "CoffeeTable", size, space, gap=0.45)
        placed += [table] if table else []
    size = draw_size("ArmChair", rng)
    if size and rng.random() < 0.6:
        chair = against_wall("ArmChair", size, space, rng, FRONT)
        placed += [chair] if chair else []
    return placed


def counters(space: RoomSpace, rng: np.random.Generator) -> list[Piece]:
    """Place a fridge and one to three counters, in a line where a wall is long enough."""
    fridge = alone("Fridge", front=0.8, corner=True)(space, rng)
    size = draw_size("CounterTop", rng)
    if size is None:
        return fridge
    line = list(fridge)
    for _ in range(int(rng.integers(1, 4))):
        found = None
        for piece in line[-1:]:
            found = beside(piece, "CounterTop", size, space, left=True, gap=0.05)
            found = found or beside(piece, "CounterTop", size, space, left=False, gap=0.05)
        found = found or against_wall("CounterTop", size, space, rng, 0.8)
        line += [found] if found else []
        size = draw_size("CounterTop", rng) or size
    return line
