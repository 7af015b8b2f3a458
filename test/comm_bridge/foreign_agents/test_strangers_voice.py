# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""A stranger's drafts go out as a teammate's messages do."""

from dataclasses import replace
from typing import Any

import pytest

from adhoc_teamwork.comm_bridge.foreign_agents.drafts import (
    NotUnderstoodError,
    Said,
    draft,
    make_draft,
)
from adhoc_teamwork.comm_bridge.foreign_agents.sender import MOST_OPEN, StrangerSender
from adhoc_teamwork.teamwork.bodies.capability import Capability
from adhoc_teamwork.teamwork.geometry import Point, Pose
from adhoc_teamwork.teamwork.scene import Detection
from adhoc_teamwork.teamwork.team.causes import Cause
from adhoc_teamwork.teamwork.team.message import MessageKind, TeamMessage
from adhoc_teamwork.teamwork.team.robot_state import RobotState
from adhoc_teamwork.teamwork.team.subtask import IntentStatus


class Clock:
    def __init__(self) -> None:
        self.now = 10.0

    def __call__(self) -> float:
        return self.now


def speaker(clock: Clock | None = None, **options: Any) -> StrangerSender:
    return StrangerSender("guest", 5, Capability("cart"), clock or Clock(), **options)


def explore(room: str, status: str = "adopted", number: int = 0) -> TeamMessage:
    subtask = {"kind": "Explore", "room": room}
    return make_draft(Said.INTENT, {"subtask": subtask, "status": status, "intent_id": number})


def told(messages: list[TeamMessage]) -> list[tuple[int, str]]:
    return [(m.intent.intent_id, m.intent.status.name) for m in messages if m.intent]


def test_the_first_word_is_preceded_by_a_greeting_that_says_what_it_can_do() -> None:
    said = speaker().speak([draft(MessageKind.CHAT, text="hello")])
    assert [m.kind for m in said] == [MessageKind.JOIN, MessageKind.CHAT]
    assert said[0].capability == Capability("cart")
    assert [m.identity for m in said] == [("guest", 5, 1), ("guest", 5, 2)]
    assert {m.stamp for m in said} == {10.0}


def test_what_it_takes_up_ends_what_it_did_before() -> None:
    voice = speaker()
    assert told(voice.speak([explore("room_0")])) == [(1, "ADOPTED")]
    assert told(voice.speak([explore("room_0")])) == []
    assert told(voice.speak([explore("room_1")])) == [(1, "ABANDONED"), (2, "ADOPTED")]
    assert told(voice.speak([explore("room_1", "done")])) == [(2, "DONE")]
    assert voice.open_intents() == ()


def test_several_things_at_a_time_where_it_can() -> None:
    voice = speaker(one_at_a_time=False)
    said = voice.speak([explore("room_0", number=4), explore("room_1", number=9)])
    assert told(said) == [(4, "ADOPTED"), (9, "ADOPTED")]
    assert told(voice.speak([explore("room_1", "failed", 9)])) == [(9, "FAILED")]
    assert told(voice.speak([explore("room_2")])) == [(10, "ADOPTED")]


@pytest.mark.parametrize("one_at_a_time", [True, False])
def test_of_too_many_proposals_the_oldest_are_given_up(one_at_a_time: bool) -> None:
    voice = speaker(one_at_a_time=one_at_a_time)
    for number in range(1, MOST_OPEN + 1):
        said = voice.speak([explore(f"room_{number}", "proposed", number)])
        assert told(said) == [(number, "PROPOSED")]
    last = MOST_OPEN + 1
    said = voice.speak([explore(f"room_{last}", "proposed", last)])
    assert told(said) == [(1, "ABANDONED"), (last, "PROPOSED")]
    assert told(voice.speak([explore("room_3", "proposed", 3)])) == []
    ended = told(voice.leave("not heard for 30 s"))
    assert ended == [(number, "ABANDONED") for number in range(2, last + 1)]


def test_leaving_frees_what_it_had_taken_up() -> None:
    voice = speaker()
    voice.speak([explore("room_0")])
    said = voice.leave("not heard for 30 s")
    assert told(said) == [(1, "ABANDONED")]
    assert said[-1].kind is MessageKind.LEAVE
    assert voice.leave("again") == []
    back = voice.speak([draft(MessageKind.CHAT, text="back")])
    assert back[0].kind is MessageKind.JOIN


def test_a_state_is_not_repeated_until_it_matters() -> None:
    clock = Clock()
    voice = speaker(clock)
    state = draft(MessageKind.STATE, state=RobotState(Pose(1.0, 1.0)))
    near = replace(state, state=RobotState(Pose(1.01, 1.0)))
    far = replace(state, state=RobotState(Pose(3.0, 1.0)))
    assert [m.kind for m in voice.speak([state])] == [MessageKind.JOIN, MessageKind.STATE]
    assert voice.speak([near]) == []
    assert len(voice.speak([far])) == 1
    clock.now += 6.0
    assert len(voice.speak([far])) == 1


def test_one_thing_keeps_one_name() -> None:
    voice = speaker()

    def seen(x: float) -> str:
        found = Detection("", "Mug", Point(x, 0.0, 1.0))
        said = voice.speak([draft(MessageKind.DETECTION, detections=(found,))])
        assert said[-1].detections[0].seen_by == "guest"
        assert said[-1].detections[0].seen == 10.0
        return said[-1].detections[0].object_id

    assert seen(1.0) == seen(1.1) != seen(2.0)


def test_an_end_in_few_words_ends_the_whole_intent() -> None:
    voice = speaker()
    subtask = {"kind": "Re-place", "object_id": "m", "receptacle": "Shelf", "room": "Bedroom"}
    place = {"x": 1.0, "y": 2.0}
    taken = {"subtask": subtask, "object_category": "Mug", "object_position": place}
    voice.speak([make_draft(Said.INTENT, taken)])
    failed = make_draft(Said.INTENT, {"subtask": subtask, "status": "failed", "cause": "too_heavy"})
    (ended,) = [m.intent for m in voice.speak([failed]) if m.intent]
    assert (ended.status, ended.cause) == (IntentStatus.FAILED, Cause.TOO_HEAVY)
    assert ended.object_category == "Mug"
    assert ended.object_position == Point(1.0, 2.0)


def test_a_cause_that_is_a_strangers_own_is_none_and_what_is_no_word_is_not_understood() -> None:
    intent = {"subtask": {"kind": "Explore", "room": "room_1"}, "status": "failed"}
    own = make_draft(Said.INTENT, {**intent, "cause": "low_on_oil"}).intent
    assert own is not None
    assert own.cause is None
    for wrong in ("It is too heavy!", 7):
        with pytest.raises(NotUnderstoodError, match="cause"):
            make_draft(Said.INTENT, {**intent, "cause": wrong})


def test_who_was_heard_in_a_later_session_joins_again_above_it() -> None:
    voice = speaker()
    assert voice.begin_above(3) == []
    voice.speak([draft(MessageKind.CHAT, text="hello")])
    assert [(m.kind, m.session) for m in voice.begin_above(70)] == [(MessageKind.JOIN, 71)]
    assert [m.session for m in voice.speak([draft(MessageKind.CHAT, text="again")])] == [71]
    assert voice.begin_above(9)[0].session == 71
