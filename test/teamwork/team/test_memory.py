# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""A robot's memory of its team takes each message once and keeps the newest word."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from adhoc_teamwork.teamwork.bodies.capability import Capability
from adhoc_teamwork.teamwork.geometry import Pose
from adhoc_teamwork.teamwork.team.memory import TeamMemory
from adhoc_teamwork.teamwork.team.message import MessageKind, TeamMessage
from adhoc_teamwork.teamwork.team.robot_state import RobotState
from adhoc_teamwork.teamwork.team.subtask import Intent, IntentStatus, SubTask, SubTaskKind

STATE = RobotState(Pose(0, 0, 0))


def state(sequence: int, room: str, session: int = 1) -> TeamMessage:
    return TeamMessage(
        "tall",
        session,
        sequence,
        float(sequence),
        MessageKind.STATE,
        state=replace(STATE, room=room),
    )


def test_takes_each_message_once() -> None:
    memory = TeamMemory("small")
    assert memory.add(state(1, "room_0"))
    assert not memory.add(state(1, "room_0"))
    assert len(memory.dialogue) == 1


def test_what_is_noted_tells_when_the_dialogue_changes() -> None:
    memory = TeamMemory("small")
    memory.add(state(1, "room_0"))
    noted, dialogue = memory.noted, memory.dialogue
    memory.add(state(2, "room_1"))
    assert (memory.noted, memory.dialogue) == (noted, dialogue), "it only goes on doing"
    memory.add(TeamMessage("tall", 1, 3, 3.0, MessageKind.CHAT, text="Hello."))
    assert memory.noted > noted
    assert len(memory.dialogue) == 2


def test_ignores_its_own_voice_and_nobodys() -> None:
    memory = TeamMemory("tall")
    assert not memory.add(state(1, "room_0"))
    assert not memory.add(replace(state(1, "room_0"), sender=""))


@given(st.permutations(list(range(1, 8))))
def test_the_newest_state_wins_in_any_order(order: list[int]) -> None:
    memory = TeamMemory("small")
    for sequence in order:
        memory.add(state(sequence, f"room_{sequence}"))
    newest = memory.teammates["tall"].state
    assert newest is not None
    assert newest.room == "room_7"


def test_a_restarted_teammate_has_no_open_intents_and_keeps_its_capability() -> None:
    memory = TeamMemory("small")
    intent = Intent(1, IntentStatus.ADOPTED, SubTask(SubTaskKind.EXPLORE, room_id="room_0"))
    memory.add(
        TeamMessage("tall", 1, 1, 0.0, MessageKind.JOIN, capability=Capability("tall robot"))
    )
    memory.add(TeamMessage("tall", 1, 2, 1.0, MessageKind.INTENT, intent=intent))
    assert memory.teammates["tall"].open_intents() == [intent]
    memory.add(state(1, "room_0", session=2))
    assert memory.teammates["tall"].open_intents() == []
    assert memory.teammates["tall"].capability is not None


@given(
    st.lists(
        st.tuples(
            st.integers(1, 4), st.sampled_from(list(IntentStatus)), st.integers(1, 2), st.booleans()
        ),
        max_size=30,
    )
)
def test_intents_by_how_they_stand_are_those_that_stand_so_whenever_that_is_asked(
    course: list[tuple[int, IntentStatus, int, bool]],
) -> None:
    memory = TeamMemory("small")
    memory.add(state(1, "room_0"))
    tall = memory.teammates["tall"]
    for sequence, (intent_id, status, session, is_asked) in enumerate(course, start=2):
        intent = Intent(intent_id, status, SubTask(SubTaskKind.EXPLORE, room_id="room_0"))
        memory.add(TeamMessage("tall", session, sequence, 1.0, MessageKind.INTENT, intent=intent))
        for asked in IntentStatus if is_asked else ():
            known = tuple(i for i in tall.intents.values() if i.status is asked)
            assert tall.intents_that_are(asked) == known
    nothing = replace(tall, intents={})
    assert not any(nothing.intents_that_are(status) for status in IntentStatus)


def test_who_left_is_not_present_until_it_speaks_again() -> None:
    memory = TeamMemory("small")
    memory.add(state(1, "room_0"))
    memory.add(TeamMessage("tall", 1, 2, 2.0, MessageKind.LEAVE, text="battery empty"))
    assert memory.present() == []
    memory.add(state(3, "room_0"))
    assert [teammate.name for teammate in memory.present()] == ["tall"]


def test_who_is_gone_is_so_until_it_is_heard_again() -> None:
    memory = TeamMemory("small")
    memory.add(state(1, "room_0"))
    memory.note_gone(frozenset({"tall", "arm"}))
    memory.add(TeamMessage("arm", 1, 1, 2.0, MessageKind.CHAT, text="an old word that came late"))
    assert [teammate.gone for teammate in memory.present()] == [True, True]
    memory.note_gone(frozenset({"arm"}))
    assert {t.name: t.gone for t in memory.present()} == {"tall": False, "arm": True}


@given(st.lists(st.sampled_from(["walks on", "turns to", "speaks"]), min_size=1, max_size=300))
def test_dialogue_is_bounded_and_keeps_what_is_said_from_what_is_done(course: list[str]) -> None:
    memory, doing = TeamMemory("small", dialogue_length=50), 0
    for sequence, what in enumerate(["walks on", *course], start=1):
        doing += what == "turns to"
        told = state(sequence, "room_0")
        assert told.state is not None
        now = replace(told.state, subtask=f"Explore <room_{doing}>")
        chat = replace(told, kind=MessageKind.CHAT, state=None, text="hello")
        memory.add(chat if what == "speaks" else replace(told, state=now))
    said = [m for m in memory.dialogue if m.kind is MessageKind.CHAT]
    assert len(said) == min(course.count("speaks"), 50)
    assert len(memory.dialogue) - len(said) == min(1 + doing, 50)
    assert [m.sequence for m in memory.dialogue] == sorted(m.sequence for m in memory.dialogue)
