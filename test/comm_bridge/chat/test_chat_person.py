# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What a person types reaches the team as a teammate's messages; what the team says is shown."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adhoc_teamwork.comm_bridge.chat.grammar import ChatError, read_line
from adhoc_teamwork.comm_bridge.chat.person import PERSON, Person
from adhoc_teamwork.teamwork.bodies.capability import Capability
from adhoc_teamwork.teamwork.geometry import Point
from adhoc_teamwork.teamwork.scene import Detection, Misplaced, Presence, Room
from adhoc_teamwork.teamwork.team.message import MessageKind, TeamMessage
from adhoc_teamwork.teamwork.team.subtask import Intent, IntentStatus, SubTask, SubTaskKind

SQUARE = ((0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0))


@pytest.fixture
def anna() -> Person:
    person = Person("anna", 9, lambda: 50.0)
    person.join()
    return person


def said(person: Person, line: str) -> TeamMessage:
    return person.enter(line).messages[-1]


def plan(
    number: int, status: IntentStatus = IntentStatus.PROPOSED, sequence: int = 1
) -> TeamMessage:
    intent = Intent(number, status, SubTask(SubTaskKind.EXPLORE, room_id="room_1"))
    return TeamMessage("small", 3, sequence, 51.0, MessageKind.INTENT, intent=intent)


def test_words_go_to_everyone_or_to_one(anna: Person) -> None:
    message = said(anna, "good morning")
    assert (message.kind, message.text, message.recipient) == (MessageKind.CHAT, "good morning", "")
    assert message.sender == "anna"
    told = anna.enter("@tall come here")
    assert (told.messages[0].recipient, told.messages[0].text) == ("tall", "come here")
    assert told.lines == ("nobody heard of tall yet",)


def test_asking_for_help_is_heard_by_all(anna: Person) -> None:
    assert said(anna, "/need a hand in room_1").text == "I need help: a hand in room_1"


def test_an_intent_is_taken_up_and_ended(anna: Person) -> None:
    reaction = anna.enter("/do explore room_1")
    intent = reaction.messages[0].intent
    assert intent is not None
    assert (intent.status, str(intent.subtask)) == (IntentStatus.ADOPTED, "Explore <room_1>")
    assert reaction.lines == ("your number 1: Explore <room_1>",)
    ended = said(anna, "/failed the door is locked").intent
    assert ended is not None
    assert (ended.intent_id, ended.status, ended.reason) == (
        1, IntentStatus.FAILED, "the door is locked",
    )  # fmt: skip
    with pytest.raises(ChatError, match="nothing of that number"):
        anna.enter("/done")


def test_a_thing_is_found_by_what_the_team_said_of_it(anna: Person) -> None:
    line = "/plan move Mug Shelf Bedroom"
    assert anna.enter(line).lines[0].startswith("nobody can tell which Mug")
    mug = Detection("Mug_3", "Mug", Point(1.0, 2.0, 0.8))
    anna.hear(TeamMessage("tall", 1, 1, 49.0, MessageKind.DETECTION, detections=(mug,)))
    intent = said(anna, "/do move Mug Shelf Bedroom").intent
    assert intent is not None
    assert intent.object_position == Point(1.0, 2.0, 0.8)
    assert str(intent.subtask) == "Re-place <Mug> <Shelf> <Bedroom>"
    placed = said(anna, "/do move Cup Shelf Bedroom at 3 4").intent
    assert placed is not None
    assert placed.object_position == Point(3.0, 4.0)


def test_what_somebody_sees_is_a_detection(anna: Person) -> None:
    message = said(anna, "/saw Mug at 1.5 -2 0.8 on Sofa in room_0 misplaced")
    (mug,) = message.detections
    assert (mug.category, mug.position) == ("Mug", Point(1.5, -2.0, 0.8))
    assert (mug.receptacle_category, mug.room) == ("Sofa", "room_0")
    assert (mug.misplaced, mug.seen, mug.seen_by) == (Misplaced.YES, 50.0, "anna")
    (gone,) = said(anna, "/gone Mug at 1.5 -2 0.8").detections
    assert gone.status is Presence.GONE
    assert gone.object_id == mug.object_id


def test_a_plan_is_answered(anna: Person) -> None:
    with pytest.raises(ChatError, match="no plan to answer"):
        anna.enter("/yes")
    assert anna.hear(plan(4)).endswith("(/yes or /no?)")
    answer = said(anna, "/no small I am there already")
    assert answer.recipient == "small"
    assert answer.reflection is not None
    assert (answer.reflection.to, answer.reflection.intent_id) == ("small", 4)
    assert (answer.reflection.conflict, answer.text) == (True, "I am there already")
    fine = said(anna, "/yes go ahead").reflection
    assert fine is not None
    assert (fine.to, fine.conflict, fine.text) == ("small", False, "go ahead")
    anna.hear(plan(4, IntentStatus.DONE, 2))
    with pytest.raises(ChatError, match="no plan to answer"):
        anna.enter("/no small")


def test_who_is_there_and_what_is_planned_are_shown(anna: Person) -> None:
    assert anna.enter("/team").lines == ("nobody has said anything yet",)
    anna.hear(plan(4))
    anna.enter("/do explore room_0")
    assert anna.enter("/team").lines[0].startswith("small: nobody knows where")
    assert anna.enter("/plans").lines == (
        "you: intent 1, adopted: Explore <room_0>",
        "small: intent 4, proposed: Explore <room_1>",
    )


def test_rooms_are_checked_against_the_floor_plan(anna: Person) -> None:
    anna.note_rooms((Room("room_0", SQUARE), Room("room_1", SQUARE)))
    assert said(anna, "/do explore 1").intent is not None
    with pytest.raises(ChatError, match="kitchen: no such room; expected one of room_0, room_1"):
        anna.enter("/do explore kitchen")


def test_states_and_repetitions_are_no_news(anna: Person) -> None:
    body = TeamMessage("tall", 1, 1, 1.0, MessageKind.CAPABILITY, capability=Capability("tall"))
    assert anna.hear(body) == ""
    assert anna.hear(plan(4)) != ""
    assert anna.hear(plan(4)) == ""
    hello = TeamMessage("tall", 1, 2, 1.0, MessageKind.CHAT, text="a\n\x1b[2Jb")
    assert anna.hear(hello) == "tall: a b"


def test_what_was_said_before_is_known_but_no_news(anna: Person) -> None:
    assert anna.hear(replace(plan(4), stamp=20.0)) == ""
    assert anna.enter("/plans").lines == ("small: intent 4, proposed: Explore <room_1>",)
    old = TeamMessage("tall", 1, 2, 1.0, MessageKind.CHAT, text="mind the step")
    assert anna.hear(old) == "tall: mind the step"


def test_quitting_frees_what_was_taken_up(anna: Person) -> None:
    anna.enter("/do explore room_1")
    reaction = anna.enter("/quit")
    assert reaction.ends
    assert [m.kind for m in reaction.messages] == [MessageKind.INTENT, MessageKind.LEAVE]


@pytest.mark.parametrize(
    "line",
    ["/fly", "/do", "/do dance", "/do move Mug", "/saw Mug", "/saw Mug at far away", "/need",
     "/here", "/wait long", "/saw Mug at 1 1000000"],
)  # fmt: skip
def test_wrong_commands_say_what_was_expected(anna: Person, line: str) -> None:
    with pytest.raises(ChatError) as caught:
        anna.enter(line)
    assert "\n" not in str(caught.value)
    assert caught.value.args[0]


@settings(max_examples=100)
@given(
    st.sampled_from(["", "/", "/do ", "/saw ", "/no ", "/done ", "@x ", "/here "]),
    st.text(max_size=80),
)
def test_nothing_typed_ends_the_chat(start: str, rest: str) -> None:
    person = Person("anna", 9, lambda: 50.0)
    try:
        reaction = person.enter(start + rest)
    except ChatError:
        return
    assert not reaction.ends or read_line(start + rest)
    assert all(message.sender == "anna" for message in reaction.messages)


def test_a_person_can_carry_things() -> None:
    assert PERSON.can_manipulate
