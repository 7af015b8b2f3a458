# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What the broker remembers for a robot that joins."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adhoc_teamwork.comm_bridge.broker.known_objects import KnownObjects
from adhoc_teamwork.comm_bridge.broker.memory import BrokerMemory
from adhoc_teamwork.teamwork.bodies.capability import Capability
from adhoc_teamwork.teamwork.geometry import Point, Pose
from adhoc_teamwork.teamwork.scene import Detection, Presence
from adhoc_teamwork.teamwork.team.message import MessageKind, TeamMessage
from adhoc_teamwork.teamwork.team.robot_state import RobotState
from adhoc_teamwork.teamwork.team.subtask import (
    Intent,
    IntentStatus,
    Reflection,
    SubTask,
    SubTaskKind,
)


def say(sender: str, sequence: int, kind: MessageKind, session: int = 1, **parts) -> TeamMessage:
    return TeamMessage(sender, session, sequence, stamp=float(sequence), kind=kind, **parts)


def state(sender: str, sequence: int, held: str = "", session: int = 1) -> TeamMessage:
    robot_state = RobotState(Pose(float(sequence), 0.0), held_category=held)
    return say(sender, sequence, MessageKind.STATE, session, state=robot_state)


def intent(sender: str, sequence: int, intent_id: int, status: IntentStatus) -> TeamMessage:
    subtask = SubTask(SubTaskKind.EXPLORE, room_id="room_1")
    return say(sender, sequence, MessageKind.INTENT, intent=Intent(intent_id, status, subtask))


def sight(
    sender: str,
    sequence: int,
    category: str,
    x: float,
    status=Presence.PRESENT,
    number: int = 0,
    seen_by: str = "",
    seen: float | None = None,
):
    detection = Detection(
        f"{category}_{number}",
        category,
        Point(x, 0.0),
        status=status,
        seen=float(sequence) if seen is None else seen,
        seen_by=seen_by,
    )
    return say(sender, sequence, MessageKind.DETECTION, detections=(detection,))


def remember(*messages: TeamMessage) -> BrokerMemory:
    memory = BrokerMemory()
    for message in messages:
        memory.add(message)
    return memory


def told_objects(memory: BrokerMemory, robot: str = "late") -> set[tuple[str, float]]:
    return {(d.category, d.position.x) for m in memory.remembered_for(robot) for d in m.detections}


def test_a_joiner_is_told_the_last_state_only() -> None:
    told = remember(state("tall", 1), state("tall", 2)).remembered_for("late")
    assert [m.sequence for m in told] == [2]
    assert all(m.remembered and m.recipient == "late" for m in told)


def test_an_older_state_that_arrives_late_changes_nothing() -> None:
    told = remember(state("tall", 2), state("tall", 1)).remembered_for("late")
    assert [m.sequence for m in told] == [2]


def test_a_restarted_robot_is_told_its_own_last_state_and_not_its_join() -> None:
    join = say("arm", 1, MessageKind.JOIN, session=2, capability=Capability("arm"),
               state=RobotState(Pose(0.0, 0.0)))  # fmt: skip
    told = remember(state("arm", 7, held="Mug"), join).remembered_for("arm")
    assert [(m.sender, m.state.held_category) for m in told if m.state] == [("arm", "Mug")]


def test_ended_intents_are_not_told() -> None:
    memory = remember(
        intent("tall", 1, 1, IntentStatus.ADOPTED),
        intent("tall", 3, 2, IntentStatus.ADOPTED),
        intent("tall", 2, 1, IntentStatus.DONE),
    )
    assert [m.intent.intent_id for m in memory.remembered_for("late") if m.intent] == [2]


def test_an_intent_that_ended_stays_ended_when_its_start_arrives_last() -> None:
    memory = remember(
        intent("tall", 2, 1, IntentStatus.DONE), intent("tall", 1, 1, IntentStatus.ADOPTED)
    )
    assert not [m for m in memory.remembered_for("late") if m.intent]


def test_intents_of_an_earlier_session_are_forgotten() -> None:
    memory = remember(intent("tall", 1, 1, IntentStatus.ADOPTED), state("tall", 1, session=2))
    assert not [m for m in memory.remembered_for("late") if m.intent]


def test_an_object_that_is_gone_is_not_told_and_does_not_come_back() -> None:
    gone = sight("small", 5, "Mug", 1.1, Presence.GONE)
    seen = sight("tall", 3, "Mug", 1.0)
    assert told_objects(remember(seen, gone)) == set()
    assert told_objects(remember(gone, seen)) == set()


def test_the_newest_sight_of_an_object_wins() -> None:
    memory = remember(sight("tall", 3, "Mug", 1.0), sight("small", 4, "Mug", 1.2))
    assert told_objects(memory) == {("Mug", 1.2)}


def test_an_object_its_finder_sees_elsewhere_has_moved() -> None:
    memory = remember(sight("tall", 1, "Mug", 1.0), sight("tall", 2, "Mug", 5.0))
    assert told_objects(memory) == {("Mug", 5.0)}


def test_two_robots_sights_at_two_places_are_two_objects() -> None:
    memory = remember(sight("tall", 1, "Mug", 1.0), sight("small", 2, "Mug", 5.0))
    assert told_objects(memory) == {("Mug", 1.0), ("Mug", 5.0)}


def test_what_a_teammate_passes_on_of_an_old_sight_does_not_bring_it_back() -> None:
    memory = remember(
        sight("quadruped", 10, "Sponge", 8.8),
        sight("tall", 32, "Sponge", 8.8, number=3, seen_by="quadruped", seen=10.0),
        sight("quadruped", 44, "Sponge", 8.1, Presence.HELD),
        sight("quadruped", 65, "Sponge", 2.0),
    )
    assert told_objects(memory) == {("Sponge", 2.0)}


def test_what_one_robot_found_and_another_carried_off_is_told_where_it_is_now() -> None:
    memory = remember(
        sight("small", 1, "Bottle", 1.0, number=4),
        sight("small", 2, "Bottle", 1.5, number=5),
        sight("quadruped", 3, "Bottle", 0.8, Presence.HELD),
        sight("quadruped", 4, "Bottle", 7.0),
    )
    assert told_objects(memory) == {("Bottle", 1.5), ("Bottle", 7.0)}


def test_two_things_side_by_side_that_one_robot_tells_apart_are_two() -> None:
    memory = remember(
        sight("tall", 1, "Mug", 1.0, number=1), sight("tall", 2, "Mug", 1.2, number=2)
    )
    assert told_objects(memory) == {("Mug", 1.0), ("Mug", 1.2)}


def test_the_memory_of_objects_is_bounded_and_keeps_the_newest() -> None:
    objects = KnownObjects(limit=10)
    for number in range(200):
        objects.add(sight("tall", number + 1, "Mug", float(number % 25), number=number % 25))
    told = [r for reports in objects.still_true().values() for r in reports]
    assert len(told) <= 11
    assert max(report.detection.seen for report in told) == 200.0


def test_objects_of_a_state_that_was_superseded_are_still_told() -> None:
    old = say("tall", 1, MessageKind.STATE, state=RobotState(Pose(0.0, 0.0)),
              detections=(Detection("Mug_0", "Mug", Point(1.0, 0.0)),))  # fmt: skip
    told = remember(old, state("tall", 2)).remembered_for("late")
    assert [m.state is None for m in told] == [True, False]
    assert told[0].detections


def test_dialogue_between_others_stays_between_them() -> None:
    memory = remember(
        say("tall", 1, MessageKind.CHAT, text="to all"),
        say("tall", 2, MessageKind.CHAT, text="to small", recipient="small"),
        say("tall", 3, MessageKind.REFLECTION, reflection=Reflection("late", 1, False),
            recipient="late"),
    )  # fmt: skip
    assert [m.sequence for m in memory.remembered_for("late")] == [1, 3]


def test_dialogue_is_bounded() -> None:
    memory = BrokerMemory(dialogue_length=3)
    for sequence in range(1, 10):
        memory.add(say("tall", sequence, MessageKind.CHAT, text="hello"))
    assert [m.sequence for m in memory.remembered_for("late")] == [7, 8, 9]


def test_of_a_robot_that_left_only_its_leave_and_objects_are_told() -> None:
    memory = remember(
        say("tall", 1, MessageKind.JOIN, capability=Capability("tall")),
        sight("tall", 2, "Mug", 1.0),
        state("tall", 3),
        say("tall", 4, MessageKind.LEAVE, text="battery"),
    )
    kinds = [m.kind for m in memory.remembered_for("late")]
    assert kinds == [MessageKind.DETECTION, MessageKind.LEAVE]


CATALOGUE = [
    state("tall", 1),
    sight("tall", 2, "Mug", 0.0),
    sight("small", 3, "Mug", 0.1, Presence.GONE),
    sight("small", 4, "Book", 10.0),
    sight("tall", 5, "Book", 10.1),
    sight("tall", 6, "Vase", 20.0),
    sight("small", 13, "Vase", 20.2, Presence.HELD, number=2),
    sight("small", 14, "Vase", 25.0, number=2),
    sight("tall", 15, "Vase", 20.0, seen_by="small", seen=13.0),
    intent("tall", 7, 1, IntentStatus.PROPOSED),
    intent("tall", 8, 1, IntentStatus.ADOPTED),
    intent("small", 9, 1, IntentStatus.ADOPTED),
    intent("small", 10, 1, IntentStatus.DONE),
    state("small", 11),
    say("tall", 12, MessageKind.CAPABILITY, capability=Capability("tall")),
]


@given(st.permutations(CATALOGUE), st.lists(st.sampled_from(CATALOGUE), max_size=6))
def test_any_order_and_repetition_gives_the_same_memory(order, repeats) -> None:
    memory = remember(*CATALOGUE)
    shuffled = BrokerMemory()
    assert all(shuffled.add(message) for message in order)
    assert not any(shuffled.add(message) for message in repeats)
    assert shuffled.remembered_for("late") == memory.remembered_for("late")
    identities = [m.identity for m in shuffled.remembered_for("late")]
    assert len(identities) == len(set(identities))


@pytest.mark.parametrize("robot", ["late", "tall", "small"])
def test_everything_that_stands_is_told(robot: str) -> None:
    memory = remember(*CATALOGUE)
    assert told_objects(memory, robot) == {("Book", 10.1), ("Vase", 25.0)}
