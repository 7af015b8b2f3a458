# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Messages recorded with earlier definitions of our types come back in today's form."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from rosbags.serde import SerdeError
from rosbags.typesys import Stores, get_types_from_msg, get_typestore

from adhoc_teamwork.teamwork.recordings.bag_types import define, make_typestore
from adhoc_teamwork.teamwork.recordings.mcap_scan import Channel, Message
from adhoc_teamwork.teamwork.recordings.renewal import Renewal

MESSAGE = "adhoc_interfaces/msg/TeamMessage"
TODAY = make_typestore()


def without(*gone: str) -> str:
    """Return the definition of a team message with lines left out."""
    lines = define(TODAY, MESSAGE).text.splitlines(keepends=True)
    assert {line.strip() for line in lines} >= set(gone)
    return "".join(line for line in lines if line.strip() not in gone)


def said(definition: str, change: Callable[[Any, Any], None] = lambda _m, _s: None) -> Message:
    """Return a recorded message with an intent and words behind it, as its definition was."""
    store = get_typestore(Stores.EMPTY)
    store.register(get_types_from_msg(definition, MESSAGE))
    types = store.types
    intent = types["adhoc_interfaces/msg/Intent"]
    values = dict.fromkeys((f for f, _ in store.fielddefs[intent.__msgtype__][1]), "")
    argument = types["adhoc_interfaces/msg/Argument"]
    values |= {
        "intent_id": 7,
        "status": 4,
        "subtask": "Explore",
        "arguments": [argument(name="room_id", text="room_1", number=0.0, is_number=False)],
        "object_position": types["geometry_msgs/msg/Point"](x=1.0, y=2.0, z=3.0),
        "reason": "no way",
    }
    parts = {
        **{name: [] for name in ("capability", "state", "reflection", "detections")},
        "sender": "tall", "session": 3, "sequence": 4, "kind": 3, "recipient": "",
        "remembered": False, "text": "tall has failed",
        "stamp": types["builtin_interfaces/msg/Time"](sec=5, nanosec=6),
        "intent": [intent(**values)],
    }  # fmt: skip
    message = types[MESSAGE](**{name: parts[name] for name, _ in store.fielddefs[MESSAGE][1]})
    change(message, store)
    data = bytes(store.serialize_cdr(message, MESSAGE))
    return Message(Channel("/tall/team/out", MESSAGE, definition), 0, data)


def test_what_was_recorded_with_todays_definition_is_not_touched() -> None:
    message = said(define(TODAY, MESSAGE).text)
    assert Renewal()(message) is message.data


def test_an_intent_from_before_causes_has_none_and_all_else_is_as_it_was() -> None:
    message = said(without("string cause"))
    renewed = TODAY.deserialize_cdr(Renewal()(message), MESSAGE)
    (intent,) = renewed.intent
    assert (intent.cause, intent.reason, intent.intent_id) == ("", "no way", 7)
    assert intent.arguments[0].text == "room_1"
    assert (intent.object_position.x, renewed.stamp.nanosec) == (1.0, 6)
    assert (renewed.sender, renewed.text) == ("tall", "tall has failed")


def test_what_is_new_is_empty_whatever_its_kind() -> None:
    def add_state(message: Any, store: Any) -> None:
        state = store.types["adhoc_interfaces/msg/RobotState"]
        pose = store.types["geometry_msgs/msg/Pose"]
        zero = store.types["geometry_msgs/msg/Point"](x=0.0, y=0.0, z=0.0)
        level = store.types["geometry_msgs/msg/Quaternion"](x=0.0, y=0.0, z=0.0, w=1.0)
        names = ("room", "held_object", "held_category", "subtask", "subskill")
        message.state = [state(pose=pose(position=zero, orientation=level),
                               **dict.fromkeys(names, "hall"))]  # fmt: skip

    gone = (
        "float32 battery",
        "string[] explored_rooms",
        "geometry_msgs/Point[<=1] heading_for",
    )
    message = said(without(*gone, "bool remembered"), add_state)
    renewed = TODAY.deserialize_cdr(Renewal()(message), MESSAGE)
    (state,) = renewed.state
    assert (state.room, state.battery) == ("hall", 0.0)
    assert (state.explored_rooms, state.heading_for) == ([], [])
    assert renewed.remembered is False


def test_new_rows_of_numbers_are_empty_or_zero() -> None:
    kind = "adhoc_interfaces/msg/HeardRange"
    text = "string sender\nuint32 session\n"
    store = get_typestore(Stores.EMPTY)
    store.register(get_types_from_msg(text, kind))
    data = bytes(store.serialize_cdr(store.types[kind](sender="tall", session=3), kind))
    found = TODAY.deserialize_cdr(Renewal()(Message(Channel("/t", kind, text), 0, data)), kind)
    assert (found.sender, found.session) == ("tall", 3)
    assert isinstance(found.first, np.ndarray)
    assert len(found.first) == len(found.last) == 0


@pytest.mark.parametrize(
    ("kind", "definition"),
    [
        ("std_msgs/msg/String", "string text"),
        ("adhoc_interfaces/msg/Dream", "string text"),
        (MESSAGE, "@@ module in another notation {"),
    ],
)
def test_what_is_not_ours_or_says_nothing_to_us_is_not_touched(kind: str, definition: str) -> None:
    message = Message(Channel("/t", kind, definition), 0, b"anything")
    assert Renewal()(message) is message.data


def test_bytes_that_are_not_of_their_own_definition_are_refused() -> None:
    message = said(without("string cause"))
    cut = Message(message.channel, 0, message.data[:40])
    with pytest.raises(SerdeError):
        Renewal()(cut)
