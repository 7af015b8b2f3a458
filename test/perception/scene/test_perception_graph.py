# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The scene graph as a whole, and what rooms are for."""

from dataclasses import replace

import networkx as nx
import pytest
from box_rooms import ROOM, Looker

from adhoc_teamwork.perception.config import PerceptionConfig
from adhoc_teamwork.perception.rooms.found_rooms import Rooms
from adhoc_teamwork.perception.rooms.room_types import infer_room_type
from adhoc_teamwork.perception.scene.scene_graph import HOUSE, build_scene_graph, hierarchy
from adhoc_teamwork.teamwork.scene import Predicate, Relation, Room


@pytest.mark.parametrize(
    ("categories", "room_type"),
    [
        (["Fridge", "CounterTop", "DiningTable", "Chair", "Chair", "Apple"], "Kitchen"),
        (["Bed", "Dresser", "Chair", "Mug"], "Bedroom"),
        (["Toilet", "Sink", "SoapBottle"], "Bathroom"),
        (["Sofa", "TVStand", "Television", "Bottle"], "LivingRoom"),
        ([], ""),
        (["Chair"], ""),
        (["NeverHeardOf", "Gadget"], ""),
    ],
)
def test_room_type_from_what_is_in_it(categories: list[str], room_type: str) -> None:
    found, confidence = infer_room_type(categories)
    assert found == room_type
    assert 0.0 <= confidence <= 1.0


def test_one_misplaced_thing_does_not_change_a_room() -> None:
    assert infer_room_type(["Bed", "Dresser", "Pot"])[0] == "Bedroom"


def test_more_evidence_is_more_certain() -> None:
    assert infer_room_type(["Sofa", "TVStand"])[1] > infer_room_type(["Sofa"])[1]


def test_own_table_of_evidence() -> None:
    assert infer_room_type(["Lathe"], {"Workshop": {"Lathe": 3.0}})[0] == "Workshop"


def test_graph_is_a_hierarchy_and_becomes_the_typed_message(looker: Looker) -> None:
    looker.look(times=2)
    connected = Relation("room_0", Predicate.CONNECTED, "room_1")
    other = Room("room_1", ((6.0, 0.0), (9.0, 0.0), (9.0, 4.0), (6.0, 4.0)))
    objects = list(looker.belief._store)
    rooms = Rooms((ROOM, other), (connected,), (0.5, 0.0))
    typed = build_scene_graph(objects, rooms, PerceptionConfig(), 7.0)
    assert nx.shortest_path(hierarchy(typed), HOUSE, "Mug_0") == [
        HOUSE, "room_0", "DiningTable_0", "Mug_0",
    ]  # fmt: skip
    assert typed.stamp == 7.0
    assert [room.explored for room in typed.rooms] == [0.5, 0.0]
    assert Relation("Mug_0", Predicate.ON, "DiningTable_0") in typed.relations
    assert connected in typed.relations
    near = [r for r in typed.relations if r.predicate is Predicate.NEAR]
    assert not [r for r in near if {r.subject, r.object} == {"Mug_0", "DiningTable_0"}]


def test_what_is_in_no_known_room_hangs_on_the_house(looker: Looker) -> None:
    looker.look(times=2)
    placed = looker.graph()
    lost = replace(placed, rooms=(), objects=tuple(replace(o, room="") for o in placed.objects))
    assert nx.shortest_path(hierarchy(lost), HOUSE, "Mug_0") == [HOUSE, "DiningTable_0", "Mug_0"]


def test_relations_name_only_what_the_graph_holds(looker: Looker) -> None:
    looker.look(times=2)
    graph = looker.graph()
    known = {o.object_id for o in graph.objects} | {r.room_id for r in graph.rooms} | {"Floor"}
    assert all(r.subject in known and r.object in known for r in graph.relations)


def test_without_a_floor_plan_objects_are_known_all_the_same(looker: Looker) -> None:
    from adhoc_teamwork.teamwork.scene import SceneGraph

    looker.belief.set_floor_plan(SceneGraph())
    looker.look(times=2)
    assert looker.ids() == ["DiningTable_0", "Mug_0"]
    assert looker.object("Mug_0").room == ""
