# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The way between rooms whose highest step is lowest counts, then that of the gentlest ramp."""

import itertools

import networkx as nx
from hypothesis import given
from hypothesis import strategies as st

from adhoc_teamwork.teamwork.maps.room_graph import Climb, climb_between
from adhoc_teamwork.teamwork.scene import Passage, Room

SQUARE = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0))
NAMES = "abcde"


def test_a_detour_with_lower_steps_is_the_way() -> None:
    rooms = (
        Room("hall", SQUARE, passages=(Passage("attic", 0.3), Passage("ramp", 0.02))),
        Room("ramp", SQUARE, passages=(Passage("hall", 0.02), Passage("attic", 0.1))),
        Room("attic", SQUARE),
        Room("shed", SQUARE),
    )
    assert climb_between(rooms, "hall", "attic") == Climb(0.1)
    assert climb_between(rooms, "attic", "attic") == Climb()
    assert climb_between(rooms, "hall", "shed") is None
    assert climb_between(rooms, "nowhere", "hall") is None


def test_a_ramp_is_the_way_beside_stairs_and_the_gentler_one_beside_a_steep_one() -> None:
    rooms = (
        Room(
            "hall",
            SQUARE,
            passages=(
                Passage("attic", 0.18),
                Passage("steep", 0.0, 0.4),
                Passage("long", 0.0, 0.1),
            ),
        ),
        Room("steep", SQUARE, passages=(Passage("attic"),)),
        Room("long", SQUARE, passages=(Passage("attic", 0.0, 0.05),)),
        Room("attic", SQUARE),
    )
    assert climb_between(rooms, "hall", "attic") == Climb(0.0, 0.1)


@given(
    st.dictionaries(
        st.sampled_from(list(itertools.combinations(NAMES, 2))), st.floats(0.0, 1.0), min_size=1
    )
)
def test_no_way_has_a_lower_highest_step(steps: dict[tuple[str, str], float]) -> None:
    rooms = tuple(
        Room(one, SQUARE, passages=tuple(Passage(b, s) for (a, b), s in steps.items() if a == one))
        for one in NAMES
    )
    graph = nx.Graph()
    graph.add_nodes_from(NAMES)
    graph.add_edges_from((a, b, {"step": s}) for (a, b), s in steps.items())
    ways = [
        max(graph.edges[edge]["step"] for edge in nx.utils.pairwise(way))
        for way in nx.all_simple_paths(graph, "a", "e")
    ]
    climb = climb_between(rooms, "a", "e")
    assert (None if climb is None else climb.step) == min(ways, default=None)
