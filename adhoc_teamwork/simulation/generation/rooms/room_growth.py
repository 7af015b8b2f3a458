# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Let rooms grow on a grid until they fill a house, each towards its size.

After Lopes and others, "A constrained growth method for procedural floor plan generation" (2010),
which ProcTHOR uses: rooms grow as rectangles, then round corners, then take what is left.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

OUTSIDE = -2
FREE = -1

Ints = NDArray[np.int32]

_SEED_TRIES = 30
_DIRECTIONS = ((0, 1), (1, 0), (0, -1), (-1, 0))


@dataclass
class Growth:
    """Hold the grid while rooms grow: a room's number in each cell, `FREE`, or `OUTSIDE`."""

    grid: Ints
    targets: list[float]
    """Cells that each room wants."""
    rng: np.random.Generator

    def run(self) -> Ints:
        """Return the grid with all cells inside the house given to rooms."""
        self._sow()
        self._grow(whole_sides=True)
        self._grow(whole_sides=False)
        self._fill()
        return self.grid

    def _sow(self) -> None:
        """Put each room's first cells down, far from those of others."""
        sown: list[tuple[int, int]] = []
        for room in np.argsort([-target for target in self.targets], kind="stable"):
            free = np.argwhere(self.grid == FREE)
            best, best_distance = (0, 0), -1.0
            for _ in range(_SEED_TRIES):
                row, column = (int(v) for v in free[int(self.rng.integers(len(free)))])
                distance = min((abs(row - r) + abs(column - c) for r, c in sown), default=1.0)
                distance += float(self.rng.uniform(0.0, 3.0))
                if distance > best_distance:
                    best, best_distance = (row, column), distance
            sown.append(best)
            self.grid[best] = int(room)

    def _grow(self, whole_sides: bool) -> None:
        """Grow rooms by turns, the hungriest most often, until none can."""
        able = set(range(len(self.targets)))
        sizes = [int((self.grid == room).sum()) for room in range(len(self.targets))]
        while able:
            rooms = sorted(able)
            hunger = np.array([max(0.05, self.targets[r] - sizes[r]) for r in rooms])
            room = rooms[int(self.rng.choice(len(rooms), p=hunger / hunger.sum()))]
            full = sizes[room] >= self.targets[room] * (1.0 if whole_sides else 1.25)
            cells = None if full else self._next_cells(room, whole_sides)
            if cells is None:
                able.remove(room)
                continue
            self.grid[cells[0], cells[1]] = room
            sizes[room] += len(cells[0])
            if not whole_sides:
                able.remove(room)

    def _next_cells(self, room: int, whole_sides: bool) -> tuple[Ints, Ints] | None:
        """Return the free cells along the side on which the room can grow the most."""
        best: tuple[Ints, Ints] | None = None
        best_length = 0.0
        for rows, columns in self._sides(room):
            inside = (
                (rows >= 0)
                & (rows < self.grid.shape[0])
                & (columns >= 0)
                & (columns < self.grid.shape[1])
            )
            free = inside.copy()
            free[inside] = self.grid[rows[inside], columns[inside]] == FREE
            if whole_sides:
                chosen = free if free.all() else np.zeros_like(free)
            else:
                chosen = _longest_run(free)
            length = float(chosen.sum()) + float(self.rng.uniform(0.0, 0.9))
            if chosen.sum() >= (1 if whole_sides else 2) and length > best_length:
                best, best_length = (rows[chosen], columns[chosen]), length
        return best

    def _sides(self, room: int) -> list[tuple[Ints, Ints]]:
        """Return the lines of cells beside a room's bounding box, one per side."""
        rows, columns = np.nonzero(self.grid == room)
        r0, r1, c0, c1 = rows.min(), rows.max(), columns.min(), columns.max()
        sides: list[tuple[Ints, Ints]] = []
        for down, right in _DIRECTIONS:
            if down:
                cs = np.arange(c0, c1 + 1, dtype=np.int32)
                edge = (r1 if down > 0 else r0) + down
                sides.append((np.full(len(cs), edge, np.int32), cs))
            else:
                rs = np.arange(r0, r1 + 1, dtype=np.int32)
                edge = (c1 if right > 0 else c0) + right
                sides.append((rs, np.full(len(rs), edge, np.int32)))
        return sides

    def _fill(self) -> None:
        """Give each free cell to the neighbour with which it shares most edges."""
        while (free := np.argwhere(self.grid == FREE)).size:
            best, best_count, best_room = None, 0.0, -1
            for row, column in free:
                near = [
                    int(self.grid[row + dr, column + dc])
                    for dr, dc in _DIRECTIONS
                    if 0 <= row + dr < self.grid.shape[0] and 0 <= column + dc < self.grid.shape[1]
                ]
                for room in sorted({n for n in near if n >= 0}):
                    count = near.count(room) + 0.5 * float(self.rng.random())
                    if count > best_count:
                        best, best_count, best_room = (int(row), int(column)), count, room
            if best is None:
                return
            self.grid[best] = best_room


def _longest_run(free: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Keep only the longest stretch of true values."""
    best, start = (0, 0), None
    for index, value in enumerate([*free, False]):
        if value and start is None:
            start = index
        elif not value and start is not None:
            if index - start > best[1] - best[0]:
                best = (start, index)
            start = None
    kept = np.zeros_like(free)
    kept[best[0] : best[1]] = True
    return kept
