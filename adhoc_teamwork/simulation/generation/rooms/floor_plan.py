# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Draw floor plans: rooms of given types and sizes that fill a house and can be joined by doors."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray
from scipy import ndimage

from adhoc_teamwork.simulation.generation.rooms.outlines import Corner, Stretch, borders, outline
from adhoc_teamwork.simulation.generation.rooms.room_growth import FREE, OUTSIDE, Growth
from adhoc_teamwork.simulation.generation.rooms.room_programs import (
    BATHROOM,
    BEDROOM,
    draw_areas,
    draw_program,
)
from adhoc_teamwork.simulation.generation.rooms.room_slicing import slice_rooms

Ints = NDArray[np.int32]

SHORTEST_BORDER = 1.4
"""Least length of a border, metres, for a doorway."""

_CELL = (1.2, 1.25, 1.3, 1.35, 1.4, 1.5)
_DRAFTS = 300
_GOOD_DRAFTS = 5
_MANY = 5
_CUT_IF_FEW = 0.4
_CUT_IF_MANY = 0.85
"""How often a draft is cut rather than grown, for few and for many rooms."""

_MOST_CORNERS = 8
_CORNER = (-0.25, 0.05)
"""How little (or, below zero, how much) a house is to have rooms with more than four corners."""


@dataclass(frozen=True)
class FloorPlan:
    """Hold rooms on a grid of square cells with edge `cell`, metres; rows run along y."""

    grid: Ints
    cell: float
    types: tuple[str, ...]

    @cached_property
    def outlines(self) -> tuple[tuple[Corner, ...], ...]:
        """Return each room's corners on the grid, clockwise seen from above."""
        found = [outline(self.grid, room) for room in range(len(self.types))]
        return tuple(tuple(corners) for corners in found if corners is not None)

    @cached_property
    def all_borders(self) -> dict[tuple[int, int], list[Stretch]]:
        """Return the straight stretches of the border between each pair of rooms."""
        return borders(self.grid)

    @cached_property
    def borders(self) -> dict[tuple[int, int], list[Stretch]]:
        """Return the border's stretches on which there is room for a door, by pair of rooms."""
        found = {}
        for pair, stretches in self.all_borders.items():
            long = [s for s in stretches if math.dist(*s) * self.cell >= SHORTEST_BORDER]
            if long:
                found[pair] = long
        return found

    def point(self, corner: tuple[float, float]) -> tuple[float, float]:
        """Return a grid corner's place in `map`, metres."""
        return (round(corner[0] * self.cell, 3), round(corner[1] * self.cell, 3))


def draw_floor_plan(
    rooms: int, rng: np.random.Generator, room_types: Sequence[str] = (), spacious: float = 1.0
) -> FloorPlan | None:
    """Return the best of some floor plans with that many rooms, or None where none was good.

    Which types of rooms is drawn as well, unless they are given; rooms have `spacious` times as
    much floor as usual.
    """
    program = draw_areas(room_types, rng) if room_types else draw_program(rooms, rng)
    types = tuple(name for name, _ in program)
    cell = float(_CELL[int(rng.integers(len(_CELL)))])
    corner = float(rng.uniform(*_CORNER))
    targets = [spacious * area / cell**2 for _, area in program]
    drafts: list[tuple[float, int, FloorPlan]] = []
    for number in range(_DRAFTS):
        house = _house(sum(targets), rooms, rng)
        if rng.random() < (_CUT_IF_MANY if rooms > _MANY else _CUT_IF_FEW):
            grid = slice_rooms(house, targets, rng)
        else:
            grid = Growth(house, targets, rng).run()
        plan = FloorPlan(grid, cell, types) if grid is not None else None
        flaws = _flaws(plan, targets, corner) if plan is not None else None
        if plan is not None and flaws is not None:
            drafts.append((flaws, number, plan))
        if len(drafts) >= _GOOD_DRAFTS:
            break
    return min(drafts)[2] if drafts else None


def _house(cells: float, rooms: int, rng: np.random.Generator) -> Ints:
    """Return an empty grid for a house: a rectangle, at times without one or two corners."""
    cut = rooms > 2 and rng.random() < 0.6
    aspect = float(rng.uniform(1.0, 1.7))
    if rng.random() < 0.5:
        aspect = 1.0 / aspect
    rows = max(2, round(math.sqrt(cells * (1.12 if cut else 1.0) / aspect)))
    columns = max(2, round(cells * (1.12 if cut else 1.0) / rows))
    grid = np.full((rows, columns), FREE, np.int32)
    if cut and min(rows, columns) >= 5:
        for corner in rng.permutation(4)[: 1 + int(rng.random() < 0.35)]:
            high = int(rng.integers(2, max(3, rows // 2)))
            wide = int(rng.integers(2, max(3, columns // 2)))
            if high * wide > 0.18 * rows * columns:
                continue
            row = slice(0, high) if corner in (0, 1) else slice(rows - high, rows)
            column = slice(0, wide) if corner in (0, 2) else slice(columns - wide, columns)
            grid[row, column] = OUTSIDE
    return grid


def _flaws(plan: FloorPlan, targets: list[float], corner: float) -> float | None:
    """Return how far a plan is from what was wanted, or None where nobody could live there.

    `corner` is what each pair of corners beyond the fourth counts for.
    """
    if len(plan.outlines) != len(plan.types):
        return None
    flaws = 0.0
    for room, (target, corners) in enumerate(zip(targets, plan.outlines, strict=True)):
        cells = plan.grid == room
        size = int(cells.sum())
        rows, columns = np.nonzero(cells)
        high, wide = int(np.ptp(rows)) + 1, int(np.ptp(columns)) + 1
        if not two_wide(cells) or len(corners) > _MOST_CORNERS:
            return None
        if max(high, wide) / min(high, wide) > 2.4 or size < 0.62 * high * wide:
            return None
        if not 0.6 <= size / target <= 1.5:
            return None
        flaws += abs(size / target - 1.0) + corner * (len(corners) - 4) / 2.0
        if plan.types[room] == BATHROOM and len(corners) > 4:
            flaws += 0.3
    through = _rooms_passed_through(plan)
    return None if through is None else flaws + 0.8 * through


def two_wide(cells: NDArray[np.bool_]) -> bool:
    """Tell whether a room is nowhere narrower than two cells, not even between its parts."""
    blocks = cells[:-1, :-1] & cells[1:, :-1] & cells[:-1, 1:] & cells[1:, 1:]
    covered = np.zeros_like(cells)
    for down in (0, 1):
        for right in (0, 1):
            covered[down : down + blocks.shape[0], right : right + blocks.shape[1]] |= blocks
    return bool((covered == cells).all()) and ndimage.label(blocks)[1] == 1


def _rooms_passed_through(plan: FloorPlan) -> int | None:
    """Count private rooms that can only be entered through bedrooms; None if one cannot at all.

    A bathroom beside a bedroom is fine; a bedroom only beside a bedroom is counted.
    """
    public = {n for n, name in enumerate(plan.types) if name not in (BEDROOM, BATHROOM)}
    bedrooms = {n for n, name in enumerate(plan.types) if name == BEDROOM}
    neighbours: dict[int, set[int]] = {n: set() for n in range(len(plan.types))}
    for one, other in plan.borders:
        neighbours[one].add(other)
        neighbours[other].add(one)
    if not public:
        reached, count = set(sorted(bedrooms)[:1]), 0
    else:
        reached = {min(public)}
        for _ in public:
            reached |= {n for n in public if neighbours[n] & reached}
        if reached != public:
            return None
        count = 0
    entered = {n for n in bedrooms if neighbours[n] & reached}
    reached |= entered
    late = {n for n in bedrooms - reached if neighbours[n] & entered}
    count += len(late)
    reached |= late
    reached |= {n for n in range(len(plan.types)) if neighbours[n] & reached}
    return count if len(reached) == len(plan.types) else None
