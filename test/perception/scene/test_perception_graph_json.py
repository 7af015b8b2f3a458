# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The scene graph as JSON and as text."""

import math
from dataclasses import replace

import pytest
from box_rooms import Looker
from hypothesis import given, settings
from hypothesis import strategies as st

from adhoc_teamwork.perception.scene.graph_json import scene_graph_from_json, scene_graph_to_json
from adhoc_teamwork.perception.scene.graph_text import scene_graph_to_text
from adhoc_teamwork.teamwork.geometry import Point, Size
from adhoc_teamwork.teamwork.scene import (
    Detection,
    Misplaced,
    Predicate,
    Presence,
    Relation,
    Room,
    SceneGraph,
)
from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.states import read_states

number = st.floats(-1e6, 1e6)
share = st.floats(0.0, 1.0)
name = st.text(max_size=12)
detection = st.builds(
    Detection,
    object_id=name,
    category=name,
    position=st.builds(Point, number, number, number),
    size=st.builds(Size, number, number, number),
    room=name,
    room_type=name,
    receptacle=name,
    receptacle_category=name,
    relation=st.none() | st.sampled_from(Predicate),
    support_height=number,
    pickupable=st.booleans(),
    is_receptacle=st.booleans(),
    misplaced=st.sampled_from(Misplaced),
    reason=name,
    confidence=share,
    status=st.sampled_from(Presence),
    seen=number,
    seen_by=name,
    closed=st.none() | st.booleans(),
    states=st.lists(st.sampled_from(("power=on", "heat=3"))).map(read_states),
    covariance=st.just(()) | st.tuples(*[number] * 9),
)
room = st.builds(
    Room,
    room_id=name,
    outline=st.lists(st.tuples(number, number), max_size=4).map(tuple),
    room_type=name,
    type_confidence=share,
    explored=share,
)
graph = st.builds(
    SceneGraph,
    stamp=number,
    rooms=st.lists(room, max_size=2).map(tuple),
    objects=st.lists(detection, max_size=2).map(tuple),
    relations=st.lists(
        st.builds(Relation, name, st.sampled_from(Predicate), name), max_size=2
    ).map(tuple),
)  # fmt: skip


@settings(max_examples=40)
@given(graph)
def test_json_is_read_back_without_loss(before: SceneGraph) -> None:
    assert scene_graph_from_json(scene_graph_to_json(before), "test") == before


def test_a_surface_never_seen_is_null_and_read_back_as_nan() -> None:
    before = SceneGraph(objects=(Detection("Mug_0", "Mug", Point(0.0, 0.0)),))
    text = scene_graph_to_json(before)
    assert '"support_height": null' in text
    after = scene_graph_from_json(text, "test")
    assert math.isnan(after.objects[0].support_height)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{", "not valid JSON"),
        ('{"rooms": [{"room_id": "a"}]}', "outline"),
        ('{"objects": [{"object_id": "a", "category": "b", "position": {"x": 1}}]}', "position"),
        ('{"colour": 1}', "unknown key 'colour'"),
        ("[]", "top level"),
    ],
)
def test_wrong_json_is_refused_in_one_line(text: str, words: str) -> None:
    with pytest.raises(ConfigError) as error:
        scene_graph_from_json(text, "graph.json")
    assert str(error.value).startswith("graph.json: ")
    assert words in str(error.value)
    assert "\n" not in str(error.value)


def test_text_names_rooms_what_is_in_them_and_on_what(looker: Looker) -> None:
    looker.look(times=2)
    lines = scene_graph_to_text(looker.graph()).splitlines()
    assert lines[0].startswith("room_0 (type unknown; ")
    assert lines[1].startswith("  - DiningTable_0 at (")
    assert lines[2].startswith("    - Mug_0 at (")
    assert lines[2].endswith("on DiningTable_0")


def test_text_says_what_is_held_gone_and_out_of_place() -> None:
    here = Point(1.0, 2.0, 0.5)
    mug = Detection("Mug_0", "Mug", here, misplaced=Misplaced.YES, reason="mugs belong in kitchens")
    graph = SceneGraph(
        rooms=(Room("room_0", (), "Bedroom", 0.9, 0.5), Room("room_1", ())),
        objects=(
            replace(mug, room="room_0"),
            Detection("Pen_0", "Pen", here, status=Presence.HELD),
            Detection("Pen_1", "Pen", here, status=Presence.GONE),
        ),
        relations=(
            Relation("room_0", Predicate.CONNECTED, "room_1"),
            Relation("Pen_0", Predicate.NEAR, "Mug_0"),
        ),
    )
    assert scene_graph_to_text(graph) == (
        "room_0 (Bedroom, 90% sure; 50% explored; leads to room_1):\n"
        "  - Mug_0 at (1.0, 2.0, 0.5), OUT OF PLACE: mugs belong in kitchens\n"
        "room_1 (type unknown; 0% explored; leads to room_0):\n"
        "  - nothing known\n"
        "In no known room:\n"
        "  - Pen_0 at (1.0, 2.0, 0.5), held by a robot\n"
        "  - Pen_1 at (1.0, 2.0, 0.5), gone from there\n"
        "Near each other: Pen_0 - Mug_0.\n"
    )


def test_text_of_things_that_carry_each_other_ends() -> None:
    here = Point(0.0, 0.0)
    one = Detection("A", "Box", here, receptacle="B", is_receptacle=True)
    other = Detection("B", "Box", here, receptacle="A", is_receptacle=True)
    top = Detection("C", "Box", here, is_receptacle=True)
    assert "C at" in scene_graph_to_text(SceneGraph(objects=(one, other, top)))
    assert scene_graph_to_text(SceneGraph()) == "Nothing is known yet.\n"
