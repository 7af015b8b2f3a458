# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Which rooms lead to which, and by steps of which height (EMOS section 3.2: the region graph)."""

from collections.abc import Iterable
from functools import lru_cache

import networkx as nx

from adhoc_teamwork.teamwork.scene import Passage, Room


def room_graph(rooms: Iterable[Room]) -> nx.Graph:
    """Return the rooms as a graph: nodes are ids, edges passages with their `step`, metres."""
    graph = nx.Graph()
    for room in rooms:
        graph.add_node(room.room_id)
        for passage in room.passages:
            graph.add_edge(room.room_id, passage.room_id, step=passage.step)
    return graph


def highest_step(rooms: Iterable[Room], start: str, goal: str) -> float | None:
    """Return the highest step on the way between two rooms that has the lowest, metres.

    None where no way between them is known.
    """
    return _highest_step(tuple((room.room_id, room.passages) for room in rooms), start, goal)


@lru_cache(maxsize=1024)
def _highest_step(
    plan: tuple[tuple[str, tuple[Passage, ...]], ...], start: str, goal: str
) -> float | None:
    """Return it for ids of rooms with their passages; a prompt asks for the same many times."""
    graph = room_graph(Room(name, (), passages=passages) for name, passages in plan)
    if start not in graph or goal not in graph or not nx.has_path(graph, start, goal):
        return None
    # Of all ways between two nodes the one in the minimum spanning tree has the lowest highest.
    tree = nx.minimum_spanning_tree(graph, weight="step")
    way = nx.shortest_path(tree, start, goal)
    return max((float(tree.edges[edge]["step"]) for edge in nx.utils.pairwise(way)), default=0.0)
