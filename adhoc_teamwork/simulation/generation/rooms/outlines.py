# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""From cells of a grid to rooms' outlines and to the borders between rooms."""

from collections import defaultdict

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int32]
Corner = tuple[int, int]
"""A corner of the grid: its number along x, along y."""
Stretch = tuple[Corner, Corner]


def outline(grid: Ints, room: int) -> list[Corner] | None:
    """Return a room's corners, clockwise seen from above; None where it is not in one piece.

    Rows of the grid run along y, columns along x. A room with a hole, or whose parts only touch
    at a corner, is not in one piece.
    """
    edges: dict[Corner, list[Corner]] = defaultdict(list)
    inside = np.pad(grid == room, 1)
    for row, column in np.argwhere(inside):
        x, y = int(column) - 1, int(row) - 1
        if not inside[row - 1, column]:
            edges[x + 1, y].append((x, y))
        if not inside[row, column - 1]:
            edges[x, y].append((x, y + 1))
        if not inside[row + 1, column]:
            edges[x, y + 1].append((x + 1, y + 1))
        if not inside[row, column + 1]:
            edges[x + 1, y + 1].append((x + 1, y))
    if not edges or any(len(ends) > 1 for ends in edges.values()):
        return None
    start = min(edges)
    points = [start]
    while (following := edges[points[-1]][0]) != start:
        points.append(following)
    if len(points) != len(edges):
        return None
    return [
        here
        for before, here, after in zip(
            [points[-1], *points[:-1]], points, [*points[1:], points[0]], strict=True
        )
        if (here[0] - before[0], here[1] - before[1]) != (after[0] - here[0], after[1] - here[1])
    ]


def borders(grid: Ints) -> dict[tuple[int, int], list[Stretch]]:
    """Return for each pair of neighbouring rooms the straight stretches of their border."""
    pieces: dict[tuple[int, int], list[Stretch]] = defaultdict(list)
    rows, columns = grid.shape
    for x in range(1, columns):
        _along(pieces, [(grid[y, x - 1], grid[y, x], (x, y), (x, y + 1)) for y in range(rows)])
    for y in range(1, rows):
        _along(pieces, [(grid[y - 1, x], grid[y, x], (x, y), (x + 1, y)) for x in range(columns)])
    return dict(sorted(pieces.items()))


def _along(
    pieces: dict[tuple[int, int], list[Stretch]], line: list[tuple[int, int, Corner, Corner]]
) -> None:
    """Add the stretches on one line of the grid; pieces that follow one another become one."""
    sides = None
    for one, other, start, end in line:
        pair = (int(min(one, other)), int(max(one, other)))
        if pair[0] < 0 or one == other:
            sides = None
            continue
        if sides == (one, other):
            pieces[pair][-1] = (pieces[pair][-1][0], end)
        else:
            pieces[pair].append((start, end))
        sides = (one, other)
