# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Typed messages and JSON of strangers become team messages, and team messages become theirs."""

import asyncio
import json
import math
from functools import lru_cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adhoc_teamwork.comm_bridge.foreign_agents.config import StrangerConfig, load_stranger
from adhoc_teamwork.comm_bridge.foreign_agents.drafts import (
    NotUnderstoodError,
    Reading,
    Said,
    make_draft,
)
from adhoc_teamwork.comm_bridge.foreign_agents.field_format import FieldFormat
from adhoc_teamwork.comm_bridge.foreign_agents.field_paths import Source, look_up
from adhoc_teamwork.teamwork.geometry import Point
from adhoc_teamwork.teamwork.scene import Detection, Presence
from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.team.message import MessageKind, TeamMessage
from adhoc_teamwork.teamwork.team.subtask import Intent, IntentStatus, SubTask, SubTaskKind

CONFIG = Path(__file__).parents[3] / "config" / "strangers"


def space(**values: Any) -> SimpleNamespace:
    return SimpleNamespace(**values)


def xyz(x: float, y: float, z: float = 0.0, **more: float) -> SimpleNamespace:
    return space(x=x, y=y, z=z, **more)


@lru_cache
def stranger(name: str) -> tuple[StrangerConfig, FieldFormat]:
    config = load_stranger(CONFIG / f"{name}.yaml")
    return config, FieldFormat(config)


def read(name: str, topic: int, published: object) -> Reading:
    return asyncio.run(stranger(name)[1].read(topic, published))


def read_json(data: object) -> Reading:
    return read("porter", 0, space(data=data if isinstance(data, str) else json.dumps(data)))


def told(message: TeamMessage, name: str = "porter") -> list[tuple[str, Any]]:
    config, speaker = stranger(name)
    return [(config.tells[t.topic].topic, t.values) for t in speaker.write(message)]


def intent(status: IntentStatus, subtask: SubTask, **parts: Any) -> TeamMessage:
    known = Intent(7, status, subtask, **parts)
    return TeamMessage("tall", 1, 1, 2.0, MessageKind.INTENT, intent=known)


def test_a_quaternion_becomes_a_heading() -> None:
    half = math.sqrt(0.5)
    pose = space(position=xyz(1.0, 2.0), orientation=xyz(0.0, 0.0, half, w=half))
    reading = read("scout", 0, space(pose=space(pose=pose)))
    assert not reading.not_understood
    state = reading.drafts[0].state
    assert state is not None
    assert (state.pose.x, state.pose.y) == (1.0, 2.0)
    assert state.pose.yaw == pytest.approx(math.pi / 2)


def test_every_marker_of_a_list_is_a_detection_and_a_wrong_one_spoils_no_other() -> None:
    markers = [
        space(ns=ns, action=action, pose=space(position=xyz(x, 0.0, 1.0)), scale=xyz(0.1, 0.1, 0.2))
        for ns, action, x in (
            ("Mug", 0, 1.0),
            ("Book", 2, 2.0),
            ("Cup", 9, 3.0),
            ("Pan", 0, math.nan),
            ("Pot", 0, 10**400),
        )
    ]
    reading = read("scout", 1, space(markers=markers))
    found = [(d.category, d.status) for d in reading.drafts[0].detections]
    assert found == [("Mug", Presence.PRESENT), ("Book", Presence.GONE)]
    assert len(reading.not_understood) == 3


def test_json_is_read_with_its_own_units_and_words() -> None:
    position = {"x_cm": 150, "y_cm": -50, "heading_deg": 180}
    reading = read_json({"type": "status", "position": position, "battery_percent": 50})
    state = reading.drafts[0].state
    assert state is not None
    assert (state.pose.x, state.pose.y, state.battery) == (1.5, -0.5, 3600.0)
    assert state.pose.yaw == pytest.approx(math.pi)
    item = {"id": "m1", "kind": "Mug", "x_cm": 100, "y_cm": 200}
    target = {"furniture": "Shelf", "room_type": "Bedroom"}
    job = {"type": "job", "task": "move", "phase": "finished", "id": 3, "item": item}
    meant = read_json({**job, "target": target}).drafts[0].intent
    assert meant is not None
    assert (meant.status, meant.intent_id) == (IntentStatus.DONE, 3)
    assert str(meant.subtask) == "Re-place <m1> <Shelf> <Bedroom>"
    assert meant.object_position == Point(1.0, 2.0)


@pytest.mark.parametrize(
    "data",
    [
        "not JSON",
        "[" * 5000,
        '{"type": "note", "text": ' + "[" * 600 + "]" * 600 + "}",
        '{"type": "note", "text": "a", "text": "b"}',
        json.dumps({"type": "dance"}),
        json.dumps({"type": "status"}),
        json.dumps({"type": "status", "position": {"x_cm": "far", "y_cm": 0, "heading_deg": 0}}),
        json.dumps({"type": "job", "task": "search", "phase": "paused", "id": 1, "room": "room_1"}),
        json.dumps({"type": "job", "task": "search", "phase": "started", "id": -1, "room": "r"}),
        json.dumps({"type": "job", "task": "search", "phase": "started", "id": 1, "room": ""}),
        json.dumps({"type": "seen", "items": "Mug"}),
        json.dumps({"type": "note", "text": " "}),
        '{"type": "status", "position": {"x_cm": 1e999, "y_cm": 0, "heading_deg": 0}}',
    ],
)
def test_what_has_no_meaning_is_kept_with_the_reason(data: str) -> None:
    reading = read_json(data)
    assert not reading.drafts
    assert reading.not_understood


def test_values_nested_too_deeply_are_no_draft() -> None:
    nested: list[Any] = []
    for _ in range(5000):
        nested = [nested]
    with pytest.raises(NotUnderstoodError, match="nested too deeply; expected at most 100"):
        make_draft(Said.CHAT, {"text": nested})


def test_the_team_is_told_in_the_strangers_own_json() -> None:
    replace = SubTask(
        SubTaskKind.REPLACE, room_type="Bedroom", object_id="Mug_0", receptacle_type="Shelf"
    )
    said = intent(
        IntentStatus.ADOPTED, replace, object_category="Mug", object_position=Point(1.0, 2.0)
    )
    ((topic, values),) = told(said)
    assert topic == "/porter/in"
    assert json.loads(values["data"]) == {
        "type": "job_of_other", "who": "tall", "id": 7, "phase": "started", "task": "move",
        "room": "Bedroom", "item": {"kind": "Mug", "x_cm": 100.0, "y_cm": 200.0},
    }  # fmt: skip
    mug = Detection("Mug_0", "Mug", Point(0.5, 0.25))
    seen = TeamMessage("tall", 1, 2, 2.0, MessageKind.DETECTION, detections=(mug, mug))
    items = json.loads(told(seen)[0][1]["data"])["items"]
    assert items == [{"kind": "Mug", "x_cm": 50.0, "y_cm": 25.0}] * 2


def test_the_team_is_told_in_the_strangers_own_messages() -> None:
    mug = Detection("Mug_0", "Mug", Point(0.5, 0.25, 1.0))
    seen = TeamMessage("tall", 1, 2, 2.0, MessageKind.DETECTION, detections=(mug,))
    ((topic, values),) = told(seen, "scout")
    assert topic == "/scout/team_found"
    assert values["markers"][0]["ns"] == "Mug"
    assert values["markers"][0]["pose"]["position"] == {"x": 0.5, "y": 0.25, "z": 1.0}
    explore = SubTask(SubTaskKind.EXPLORE, room_id="room_0")
    assert told(intent(IntentStatus.DONE, explore), "scout") == []
    with pytest.raises(NotUnderstoodError, match="object_position"):
        told(intent(IntentStatus.ADOPTED, explore), "scout")


@pytest.mark.parametrize(
    ("changed", "complaint"),
    [
        ({"name": "a b"}, "name"),
        ({"name": "a\nb"}, "name"),
        ({"name": "a" * 300}, "name: .*; expected up to 63"),
        ({"name": "x", "hears": []}, "hears: empty"),
        ({"format": "latin"}, "format"),
        ({"gone": 3}, "unknown key 'gone'"),
        ({"hears": [{"topic": "out", "type": "a/msg/B"}]}, "topic"),
        ({"hears": [{"topic": "/an out", "type": "a/msg/B"}]}, "topic: '/an out'; expected"),
        ({"hears": [{"topic": "/a/", "type": "a/msg/B"}]}, "topic"),
        ({"hears": [{"topic": "/a/1", "type": "a/msg/B"}]}, "topic"),
        ({"hears": [{"topic": "/out\u00e9", "type": "a/msg/B"}]}, "topic"),
        ({"hears": [{"topic": "/out" * 70, "type": "a/msg/B"}]}, "topic: .*; expected"),
        ({"tells": [{"topic": "/an in", "type": "a/msg/B"}]}, "topic: '/an in'; expected"),
        ({"hears": [{"topic": "/out", "type": "a/msg/B", "at_most": 1e308}]}, "at_most: 1e.308"),
        ({"hears": [{"topic": "/out", "type": "a/msg/B", "at_most": 0}]}, "at_most: 0"),
        ({"hears": [{"topic": "/out", "type": "String"}]}, "type"),
        ({"hears": [{"topic": "/out", "type": "a/msg/B", "says": [{"kind": "song"}]}]}, "kind"),
        ({"tells": [{"topic": "/in", "type": "a/msg/B", "kinds": ["chat"]}]}, "fields: empty"),
    ],
)
def test_a_wrong_file_is_named_with_its_key(
    tmp_path: Path, changed: dict[str, Any], complaint: str
) -> None:
    said = [{"kind": "chat", "fields": {"text": "data"}}]
    data = {
        "name": "x", "format": "fields",
        "hears": [{"topic": "/out", "type": "std_msgs/msg/String", "says": said}], **changed,
    }  # fmt: skip
    path = tmp_path / "x.yaml"
    path.write_text(json.dumps(data))
    with pytest.raises(ConfigError, match=complaint) as caught:
        load_stranger(path)
    assert str(path) in str(caught.value)
    assert "\n" not in str(caught.value)


def test_private_attributes_are_out_of_reach() -> None:
    with pytest.raises(LookupError):
        look_up(space(x=1), "__class__")
    assert Source(path="x", default=3).read(space()) == 3


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(
                ["type", "position", "x_cm", "y_cm", "items", "kind", "id", "phase", "task", "room"]
            ),
            inner,
            max_size=5,
        )
    ),
    max_leaves=12,
)


@settings(max_examples=150)
@given(kind=st.sampled_from(["status", "job", "seen", "note", ""]), data=JSON)
def test_no_json_is_too_strange(kind: str, data: Any) -> None:
    body = {**data, "type": kind} if isinstance(data, dict) else data
    reading = read_json(body)
    assert reading.drafts or reading.not_understood or body.get("items") == []
    for draft in reading.drafts:
        for detection in draft.detections:
            assert math.isfinite(detection.position.x)
