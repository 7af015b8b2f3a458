# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Cut a house into rooms: straight through, again and again, then with corners moved across walls.

Houses of many rooms seldom come out well when rooms grow freely; cut ones do.
"""

import numpy as np
from numpy.typing import NDArray

from adhoc_teamwork.simulation.generation.rooms.room_growth import FREE

Ints = NDArray[np.int32]

_NARROWEST = 2
"""Least width of a room, cells."""
_MOVES = 0.6
"""Chance for each room that one of its corners goes to a neighbour."""


def slice_rooms(grid: Ints, targets: list[float], rng: np.random.Generator) -> Ints | None:
    """Return the grid with all free cells given to rooms, or None where they came out too narrow.

    Args:
        grid: `FREE` inside the house; cut-off corners are left as they are.
        targets: Cells that each room wants.
        rng: Where chance comes from.
    """
    inside = grid == FREE
    cut = np.array(grid)
    order = [int(room) for room in rng.permutation(len(targets))]
    if not _cut(cut, (0, grid.shape[0], 0, grid.shape[1]), order, targets, rng, inside):
        return None
    cut[~inside] = grid[~inside]
    if len(np.unique(cut[inside])) < len(targets):
        return None
    for room in range(len(targets)):
        if rng.random() < _MOVES:
            _move_corner(cut, room, rng)
    return cut


def _cut(
    grid: Ints,
    window: tuple[int, int, int, int],
    rooms: list[int],
    targets: list[float],
    rng: np.random.Generator,
    inside: NDArray[np.bool_],
) -> bool:
    """Give the rooms the cells of a window (rows, columns); tell whether there was room."""
    r0, r1, c0, c1 = window
    if len(rooms) == 1:
        grid[r0:r1, c0:c1] = rooms[0]
        return True
    split = _halves(rooms, targets, rng)
    share = sum(targets[room] for room in rooms[:split]) / sum(targets[room] for room in rooms)
    high, wide = r1 - r0, c1 - c0
    across_rows = high > wide if high != wide else bool(rng.random() < 0.5)
    if 0.8 < high / wide < 1.25:
        across_rows = bool(rng.random() < 0.5)
    length = high if across_rows else wide
    if length < 2 * _NARROWEST:
        return False
    floor = inside[r0:r1, c0:c1].sum(axis=1 if across_rows else 0)
    at = 1 + int(np.argmin(np.abs(np.cumsum(floor) / max(1, floor.sum()) - share)))
    at = min(max(at, _NARROWEST), length - _NARROWEST)
    first = (r0, r0 + at, c0, c1) if across_rows else (r0, r1, c0, c0 + at)
    second = (r0 + at, r1, c0, c1) if across_rows else (r0, r1, c0 + at, c1)
    return _cut(grid, first, rooms[:split], targets, rng, inside) and _cut(
        grid, second, rooms[split:], targets, rng, inside
    )


def _halves(rooms: list[int], targets: list[float], rng: np.random.Generator) -> int:
    """Return how many rooms come before the cut: about a third to two thirds of the floor."""
    sums = np.cumsum([targets[room] for room in rooms])
    wanted = float(rng.uniform(0.34, 0.66)) * sums[-1]
    return 1 + int(np.argmin(np.abs(sums[:-1] - wanted)))


def _move_corner(grid: Ints, room: int, rng: np.random.Generator) -> None:
    """Give one corner of a room to the neighbour beside it, where that leaves enough of it."""
    rows, columns = np.nonzero(grid == room)
    r0, r1, c0, c1 = rows.min(), rows.max() + 1, columns.min(), columns.max() + 1
    high, wide = int(r1 - r0), int(c1 - c0)
    upwards = bool(rng.random() < 0.5)
    deep, broad = (high, wide) if upwards else (wide, high)
    if deep <= _NARROWEST or broad < 2 * _NARROWEST or (grid[r0:r1, c0:c1] != room).any():
        return
    depth = int(rng.integers(1, deep - _NARROWEST + 1))
    breadth = int(rng.integers(_NARROWEST, broad - _NARROWEST + 1))
    if depth * breadth > 0.4 * high * wide:
        return
    down, across = (depth, breadth) if upwards else (breadth, depth)
    top, left = bool(rng.random() < 0.5), bool(rng.random() < 0.5)
    row = slice(r0, r0 + down) if top else slice(r1 - down, r1)
    column = slice(c0, c0 + across) if left else slice(c1 - across, c1)
    if upwards:
        beside = r0 - 1 if top else r1
        line = grid[beside, column] if 0 <= beside < grid.shape[0] else None
    else:
        beside = c0 - 1 if left else c1
        line = grid[row, beside] if 0 <= beside < grid.shape[1] else None
    if line is not None and line[0] >= 0 and (line == line[0]).all():
        grid[row, column] = line[0]
