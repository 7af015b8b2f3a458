"""Fewest actions between places on the lattice; what a policy asks at each step is one look-up."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array
from scipy.sparse.csgraph import breadth_first_order

from simulation.steps.actions import ActionKind
from simulation.steps.config import HEADINGS
from simulation.steps.lattice import Lattice
from teamwork.enums import StrEnum

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

_TURNS = ((ActionKind.ROTATE_LEFT, 1), (ActionKind.ROTATE_RIGHT, 3))


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
        for turn, by in _TURNS:
            if self.cost.item(cell, (heading + by) % HEADINGS) < here:
                return turn
        return None


class Paths:
    """Find shortest ways on one lattice; fields without anything to avoid are kept."""

    def __init__(self, lattice: Lattice) -> None:
        self.lattice = lattice
        self._graphs = {gait: _graph(lattice, gait) for gait in Gait}
        self._cells = _cell_graph(lattice)
        self._kept: dict[tuple[Gait, frozenset[int]], Field] = {}
        self._distances: dict[frozenset[int], NDArray[np.int16]] = {}

    def distances(self, goals: Iterable[int], avoid: Iterable[int] = ()) -> NDArray[np.int16]:
        """Return for each cell the fewest moves to the nearest goal cell, FAR without a way.

        With all four moves the way's length does not depend on the heading.
        """
        wanted, shut = frozenset(goals), frozenset(avoid)
        found = None if shut else self._distances.get(wanted)
        if found is None:
            found = _search(self._cells, wanted, shut)
            if not shut:
                if len(self._distances) >= _KEPT:
                    del self._distances[next(iter(self._distances))]
                self._distances[wanted] = found
        return found

    def to_cells(
        self, goals: Iterable[int], gait: Gait = Gait.ANY, avoid: Iterable[int] = ()
    ) -> Field:
        """Return the field of goal cells at any heading; `avoid` are cells not to step on."""
        states = (cell * HEADINGS + heading for cell in goals for heading in range(HEADINGS))
        return self._field(frozenset(states), gait, frozenset(avoid))

    def to_states(
        self, goals: Iterable[tuple[int, int]], gait: Gait = Gait.ANY, avoid: Iterable[int] = ()
    ) -> Field:
        """Return the field of goals given as (cell, heading); `avoid` as in `to_cells`."""
        states = (cell * HEADINGS + heading for cell, heading in goals)
        return self._field(frozenset(states), gait, frozenset(avoid))

    def _field(self, goals: frozenset[int], gait: Gait, avoid: frozenset[int]) -> Field:
        if avoid:
            return Field(self.lattice, gait, self._search(goals, gait, avoid))
        key = (gait, goals)
        if key not in self._kept:
            if len(self._kept) >= _KEPT:
                del self._kept[next(iter(self._kept))]
            self._kept[key] = Field(self.lattice, gait, self._search(goals, gait, avoid))
        return self._kept[key]

    def _search(
        self, goals: frozenset[int], gait: Gait, avoid: frozenset[int]
    ) -> NDArray[np.int16]:
        shut = frozenset(cell * HEADINGS + h for cell in avoid for h in range(HEADINGS))
        return _search(self._graphs[gait], goals, shut).reshape(-1, HEADINGS)


def _search(graph: csr_array, goals: frozenset[int], avoid: frozenset[int]) -> NDArray[np.int16]:
    """Return each node's cost by a breadth-first search against the actions' direction."""
    source = graph.shape[0] - 1
    cost = np.full(source + 1, FAR, np.int16)
    if goals:
        joined = _with_source(graph, np.array(sorted(goals), np.int32), avoid)
        order, before = breadth_first_order(joined, source)
        _fill_depths(cost, order, before)
    return cost[:source]


def _cell_graph(lattice: Lattice) -> csr_array:
    """Return the moves between cells; the last row, of the source of searches, is empty."""
    start, heading = np.nonzero(lattice.neighbours >= 0)
    end = lattice.neighbours[start, heading]
    size = len(lattice) + 1
    return csr_array((np.ones(len(start)), (end, start)), shape=(size, size))


def _graph(lattice: Lattice, gait: Gait) -> csr_array:
    """Return the edges from each state to those from which one action leads to it.

    The last row, of the source of searches, is empty.
    """
    count = len(lattice)
    state = np.arange(count * HEADINGS, dtype=np.int32).reshape(count, HEADINGS)
    froms, tos = [], []
    for heading in range(HEADINGS):
        for number in range(HEADINGS if gait is Gait.ANY else 1):
            there = lattice.neighbours[:, (heading + number) % HEADINGS]
            open_there = there >= 0
            froms.append(state[open_there, heading])
            tos.append(state[there[open_there], heading])
        for by in (1, HEADINGS - 1):
            froms.append(state[:, heading])
            tos.append(state[:, (heading + by) % HEADINGS])
    start, end = np.concatenate(froms), np.concatenate(tos)
    size = count * HEADINGS + 1
    return csr_array((np.ones(len(start)), (end, start)), shape=(size, size))


def _with_source(graph: csr_array, goals: NDArray[np.int32], avoid: frozenset[int]) -> csr_array:
    """Return the graph with its last node joined to the goals, and no way over the avoided ones."""
    indices, indptr = graph.indices, graph.indptr
    if avoid:
        shut = np.zeros(graph.shape[0], np.bool_)
        shut[sorted(avoid)] = True
        # A way may start on an avoided node, not lead over it: nothing goes on from there.
        kept = ~np.repeat(shut, np.diff(indptr))
        indptr = np.concatenate([[0], np.cumsum(kept)])[indptr].astype(indptr.dtype)
        indices = indices[kept]
    joined = np.concatenate([indices, goals]).astype(indices.dtype)
    pointers = indptr.copy()
    pointers[-1] += len(goals)
    return csr_array((np.ones(len(joined)), joined, pointers), shape=graph.shape)


def _fill_depths(
    cost: NDArray[np.int16], order: NDArray[np.int32], before: NDArray[np.int32]
) -> None:
    """Write into `cost` how deep each node lies below the source's successors."""
    position = np.empty(len(cost), np.int32)
    position[order] = np.arange(len(order), dtype=np.int32)
    # In order of the search the positions of predecessors never fall.
    parents = position[before[order[1:]]]
    first, last, depth = 0, 1, 0
    while last < len(order):
        end = 1 + int(np.searchsorted(parents, last))
        first, last = last, end
        cost[order[first:last]] = depth
        depth += 1
