# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Fewest actions between places on the lattice; what a policy asks at each step is one look-up."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array
from scipy.sparse.csgraph import breadth_first_order

from adhoc_teamwork.simulation.lattice.actions import ActionKind
from adhoc_teamwork.simulation.lattice.cells import Ints, Lattice
from adhoc_teamwork.simulation.lattice.config import HEADINGS
from adhoc_teamwork.teamwork.enums import StrEnum

FAR = np.iinfo(np.int16).max
"""The cost of a goal that cannot be reached."""

_KEPT = 2048
"""Fields kept for goals asked for before; about 20 kB each in a house of 6 rooms."""


class Gait(StrEnum):
    """Say which actions a way is made of: any, or no others than moves ahead and turns."""

    ANY = "any"
    AHEAD = "ahead"


MOVES = (
    ActionKind.MOVE_AHEAD,
    ActionKind.MOVE_LEFT,
    ActionKind.MOVE_BACK,
    ActionKind.MOVE_RIGHT,
)
"""The move towards heading `h + number` of a robot that faces heading `h`."""

TURNS = {ActionKind.ROTATE_LEFT: 1, ActionKind.ROTATE_RIGHT: HEADINGS - 1}
"""By how much a turn changes the heading."""


@dataclass(frozen=True)
class Field:
    """Hold how many actions a set of goals is away from each place: `cost[cell, heading]`."""

    lattice: Lattice
    gait: Gait
    cost: NDArray[np.int16]

    def actions(self, cell: int, heading: int) -> int:
        """Return the fewest actions from there to the nearest goal; FAR where there is no way."""
        return int(self.cost[cell, heading])

    def next(self, cell: int, heading: int) -> ActionKind | None:
        """Return the first action of a shortest way, or None at a goal or where there is none.

        Of several the first counts: moves (ahead, left, back, right), then turns (left, right).
        """
        here = self.cost.item(cell, heading)
        if here in (0, FAR):
            return None
        for number in range(HEADINGS if self.gait is Gait.ANY else 1):
            there = self.lattice.neighbours.item(cell, (heading + number) % HEADINGS)
            if there >= 0 and self.cost.item(there, heading) < here:
                return MOVES[number]
        for turn, by in TURNS.items():
            if self.cost.item(cell, (heading + by) % HEADINGS) < here:
                return turn
        return None


class Paths:
    """Find shortest ways on one lattice; fields without anything to avoid are kept."""

    def __init__(self, lattice: Lattice) -> None:
        self.lattice = lattice
        self._cells = Search(*_cell_moves(lattice), len(lattice))
        self._states = {
            gait: Search(*_state_actions(lattice, gait), len(lattice) * HEADINGS) for gait in Gait
        }
        self._kept: dict[tuple[str, frozenset[int]], NDArray[np.int16]] = {}

    def distances(self, goals: Iterable[int], avoid: Iterable[int] = ()) -> NDArray[np.int16]:
        """Return for each cell the fewest moves to the nearest goal cell, FAR without a way.

        With all four moves the way's length does not depend on the heading. A way may begin on a
        cell of `avoid`, but not lead over it.
        """
        wanted, shut = frozenset(goals), frozenset(avoid)
        if shut:
            return self._cells.costs(wanted, shut)
        return self._keep(("moves", wanted), lambda: self._cells.costs(wanted))

    def to_cells(
        self, goals: Iterable[int], gait: Gait = Gait.ANY, avoid: Iterable[int] = ()
    ) -> Field:
        """Return the field of goal cells at any heading; `avoid` as in `distances`."""
        if gait is Gait.ANY:
            moves = self.distances(goals, avoid)[:, None]
            return Field(self.lattice, gait, np.broadcast_to(moves, (len(moves), HEADINGS)))
        wanted, shut = frozenset(goals), _all_headings(avoid)
        search = self._states[gait]
        if shut:
            return self._field(gait, search.costs(_all_headings(wanted), shut))
        key = ("cells", wanted)
        cost = self._keep(key, lambda: search.costs(_all_headings(wanted)))
        return self._field(gait, cost)

    def to_states(self, goals: Iterable[tuple[int, int]], gait: Gait = Gait.ANY) -> Field:
        """Return the field of goals given as (cell, heading)."""
        wanted = frozenset(cell * HEADINGS + heading for cell, heading in goals)
        search = self._states[gait]
        cost = self._keep((gait.value, wanted), lambda: search.costs(wanted))
        return self._field(gait, cost)

    def _field(self, gait: Gait, cost: NDArray[np.int16]) -> Field:
        return Field(self.lattice, gait, cost.reshape(-1, HEADINGS))

    def _keep(
        self, key: tuple[str, frozenset[int]], search: Callable[[], NDArray[np.int16]]
    ) -> NDArray[np.int16]:
        found = self._kept.get(key)
        if found is None:
            if len(self._kept) >= _KEPT:
                del self._kept[next(iter(self._kept))]
            found = self._kept[key] = search()
        return found


def _all_headings(cells: Iterable[int]) -> frozenset[int]:
    """Return the numbers of the states on cells."""
    return frozenset(cell * HEADINGS + heading for cell in cells for heading in range(HEADINGS))


class Search:
    """Search one graph breadth first, from goals against the direction of its edges."""

    def __init__(self, start: Ints, end: Ints, count: int) -> None:
        """Take the edges of a graph of so many nodes; one more node, the source, leads to goals."""
        order = np.argsort(end, kind="stable")
        self._count = count
        self._edges = len(start)
        self._pointers = np.searchsorted(end[order], np.arange(count + 2)).astype(np.int32)
        self._ends = np.concatenate([start[order], np.zeros(count, start.dtype)]).astype(np.int32)
        self._weights = np.ones(len(self._ends))

    def costs(
        self, goals: frozenset[int], avoid: frozenset[int] = frozenset()
    ) -> NDArray[np.int16]:
        """Return how many edges each node is away from the nearest goal, FAR without a way.

        Ways lead over no node of `avoid`; they may begin there.
        """
        costs = np.full(self._count + 1, FAR, np.int16)
        if goals:
            order, before = self._search(np.array(sorted(goals), np.int32), avoid)
            costs[order] = _depths(order, before)
        return costs[: self._count]

    def _search(self, goals: Ints, avoid: frozenset[int]) -> tuple[Ints, Ints]:
        """Return the nodes in the order of the search, the source first, and who led to each."""
        edges = self._edges + len(goals)
        self._ends[self._edges : edges] = goals
        self._pointers[-1] = edges
        # What is avoided leads nowhere but to itself for the time being.
        rows = [slice(*self._pointers[node : node + 2]) for node in sorted(avoid)]
        before = [self._ends[row].copy() for row in rows]
        for row, node in zip(rows, sorted(avoid), strict=True):
            self._ends[row] = node
        parts = (self._weights[:edges], self._ends[:edges], self._pointers)
        graph = csr_array(parts, shape=(self._count + 1, self._count + 1))
        order, predecessors = breadth_first_order(graph, self._count)
        for row, ends in zip(rows, before, strict=True):
            self._ends[row] = ends
        return order, predecessors


def _depths(order: Ints, before: Ints) -> NDArray[np.int16]:
    """Return how deep nodes in the order of a search lie below the source's successors."""
    position = np.empty(len(before), np.int32)
    position[order] = np.arange(len(order), dtype=np.int32)
    # In this order nobody is led to by an earlier node than the one before: levels follow.
    led_to = np.cumsum(np.bincount(position[before[order[1:]]], minlength=len(order)))
    sizes, first, last = [1], 0, 1
    while last < len(order):
        first, last = last, 1 + int(led_to[last - 1])
        sizes.append(last - first)
    return np.repeat(np.arange(-1, len(sizes) - 1, dtype=np.int16), sizes)


def _cell_moves(lattice: Lattice) -> tuple[Ints, Ints]:
    """Return the moves between cells: from which, to which."""
    start, heading = np.nonzero(lattice.neighbours >= 0)
    return start.astype(np.int32), lattice.neighbours[start, heading]


def _state_actions(lattice: Lattice, gait: Gait) -> tuple[Ints, Ints]:
    """Return the actions between states, numbered by cell, then heading: from which, to which."""
    count = len(lattice)
    state = np.arange(count * HEADINGS, dtype=np.int32).reshape(count, HEADINGS)
    starts, ends = [], []
    for heading in range(HEADINGS):
        for number in range(HEADINGS if gait is Gait.ANY else 1):
            there = lattice.neighbours[:, (heading + number) % HEADINGS]
            starts.append(state[there >= 0, heading])
            ends.append(state[there[there >= 0], heading])
        for by in (1, HEADINGS - 1):
            starts.append(state[:, heading])
            ends.append(state[:, (heading + by) % HEADINGS])
    return np.concatenate(starts), np.concatenate(ends)
