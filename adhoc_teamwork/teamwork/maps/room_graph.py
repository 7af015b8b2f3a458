# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Which rooms lead to which, by steps and ramps of what size (EMOS section 3.2: region graph)."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

import networkx as nx

from adhoc_teamwork.teamwork.scene import Passage, Room

_STEPS_FIRST = 100.0
"""What a metre of step counts beside a radian of ramp: of two ways the one of lower steps goes."""


@dataclass(frozen=True)
class Climb:
    """Say what a way leads over: its highest step, metres, and its steepest ramp, radians."""

    step: float = 0.0
    slope: float = 0.0

    @property
    def is_level(self) -> bool:
        """Tell whether there are neither steps nor ramps."""
        return self.step <= 0.0 and self.slope <= 0.0


def room_graph(rooms: Iterable[Room]) -> nx.Graph:
    """Return the rooms as a graph: nodes are ids, edges passages with their `climb`."""
    graph = nx.Graph()
    for room in rooms:
        graph.add_node(room.room_id)
        for passage in room.passages:
            climb = Climb(passage.step, passage.slope)
            weight = _STEPS_FIRST * climb.step + climb.slope
            graph.add_edge(room.room_id, passage.room_id, climb=climb, weight=weight)
    return graph


def climb_between(rooms: Iterable[Room], start: str, goal: str) -> Climb | None:
    """Return what the way between two rooms leads over, of all ways that with the lowest steps.

    Of ways with steps alike it is the one with the gentlest ramps. None where no way is known.
    """
    return _climb_between(tuple((room.room_id, room.passages) for room in rooms), start, goal)


@lru_cache(maxsize=1024)
def _climb_between(
    plan: tuple[tuple[str, tuple[Passage, ...]], ...], start: str, goal: str
) -> Climb | None:
    """Return it for ids of rooms with their passages; a prompt asks for the same many times."""
    graph = room_graph(Room(name, (), passages=passages) for name, passages in plan)
    if start not in graph or goal not in graph or not nx.has_path(graph, start, goal):
        return None
    # Of all ways between two nodes the one in the minimum spanning tree has the lowest highest.
    tree = nx.minimum_spanning_tree(graph, weight="weight")
    way = nx.shortest_path(tree, start, goal)
    climbs = [tree.edges[edge]["climb"] for edge in nx.utils.pairwise(way)]
    return Climb(
        max((float(climb.step) for climb in climbs), default=0.0),
        max((float(climb.slope) for climb in climbs), default=0.0),
    )
