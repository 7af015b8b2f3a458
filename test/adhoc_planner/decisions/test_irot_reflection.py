# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Answers to a teammate's proposal: what is said, and that two robots never both give up or go."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from adhoc_teamwork.adhoc_planner.belief.claims import Claim, Claims, same_target
from adhoc_teamwork.adhoc_planner.decisions.reflection import Knowledge, reflect
from adhoc_teamwork.teamwork.bodies.capability import Capability
from adhoc_teamwork.teamwork.geometry import Point
from adhoc_teamwork.teamwork.scene import Detection, Misplaced, Presence
from adhoc_teamwork.teamwork.team.same_object import SAME_PLACE
from adhoc_teamwork.teamwork.team.subtask import (
    Intent,
    IntentStatus,
    Reflection,
    SubTask,
    SubTaskKind,
)

PLACE = Point(1.0, 2.0, 0.5)
TALL = Capability("tall robot", camera_height=1.5)
SMALL = Capability("small robot", camera_height=0.4, camera_pitch=0.1)


def replace_intent(
    name: str = "Mug_0",
    place: Point = PLACE,
    status: IntentStatus = IntentStatus.PROPOSED,
    category: str = "Mug",
) -> Intent:
    subtask = SubTask(
        SubTaskKind.REPLACE, room_type="Kitchen", object_id=name, receptacle_type="CounterTop"
    )
    return Intent(1, status, subtask, category, place)


def explore_intent(room: str = "room_1", status: IntentStatus = IntentStatus.PROPOSED) -> Intent:
    return Intent(1, status, SubTask(SubTaskKind.EXPLORE, room_id=room))


def knowledge(
    *claims: Claim,
    robot: str = "alpha",
    explored: tuple[str, ...] = (),
    objects: tuple[Detection, ...] = (),
    proposer: Capability | None = None,
) -> Knowledge:
    return Knowledge(robot, claims, explored, objects, TALL, proposer)


def answer(known: Knowledge, proposal: Intent, stamp: float = 10.0) -> Reflection:
    return reflect(known, "beta", proposal, stamp)[0]


def test_objects_are_matched_by_category_and_place_not_by_id() -> None:
    near = Point(PLACE.x + 0.2, PLACE.y, PLACE.z)
    far = Point(PLACE.x + SAME_PLACE + 0.1, PLACE.y, PLACE.z)
    assert same_target(replace_intent("Mug_0"), replace_intent("Mug_7", near))
    assert not same_target(replace_intent("Mug_0"), replace_intent("Mug_0", far))
    assert not same_target(replace_intent(), replace_intent(category="Bowl"))
    assert not same_target(replace_intent(), explore_intent())


def test_a_room_that_was_explored_conflicts() -> None:
    reply = answer(knowledge(explored=("room_1",)), explore_intent())
    assert reply.conflict
    assert reply.explored_rooms == ("room_1",)
    assert not answer(knowledge(explored=("room_2",)), explore_intent()).conflict


def test_a_room_explored_with_other_eyes_does_not_conflict() -> None:
    reply = answer(knowledge(explored=("room_1",), proposer=SMALL), explore_intent())
    assert not reply.conflict
    assert "1.5 m" in reply.text
    assert answer(knowledge(explored=("room_1",), proposer=TALL), explore_intent()).conflict


def test_what_is_being_done_conflicts_whenever_it_was_taken_up() -> None:
    doing = Claim(replace_intent(status=IntentStatus.ADOPTED), stamp=99.0)
    assert answer(knowledge(doing), replace_intent("Mug_9")).conflict
    exploring = Claim(explore_intent(status=IntentStatus.ADOPTED), stamp=99.0)
    assert answer(knowledge(exploring), explore_intent()).conflict


def test_what_is_done_conflicts_until_it_is_out_of_place_again() -> None:
    done = Claim(replace_intent(status=IntentStatus.DONE), stamp=1.0)
    again = Detection("Mug_3", "Mug", PLACE, misplaced=Misplaced.YES)
    assert answer(knowledge(done), replace_intent()).conflict
    assert not answer(knowledge(done, objects=(again,)), replace_intent()).conflict


@given(
    st.floats(0.0, 1e6),
    st.floats(0.0, 1e6),
    st.sampled_from([("alpha", "beta"), ("beta", "alpha")]),
)
def test_of_two_equal_proposals_exactly_one_meets_a_conflict(
    one: float, other: float, names: tuple[str, str]
) -> None:
    mine, yours = Claim(replace_intent("Mug_0"), one), Claim(replace_intent("Mug_7"), other)
    me, you = names
    to_you = reflect(knowledge(mine, robot=me), you, yours.intent, other)[0]
    to_me = reflect(knowledge(yours, robot=you), me, mine.intent, one)[0]
    assert to_you.conflict != to_me.conflict


def test_what_is_known_of_the_object_and_its_target_goes_along() -> None:
    mug = Detection("Mug_3", "Mug", PLACE, misplaced=Misplaced.YES, status=Presence.GONE)
    counter = Detection("CounterTop_1", "CounterTop", Point(5.0, 5.0), is_receptacle=True)
    other = Detection("Bowl_1", "Bowl", PLACE, misplaced=Misplaced.YES)
    reply, along = reflect(
        knowledge(objects=(counter, other, mug)), "beta", replace_intent("Mug_7"), 1.0
    )
    assert [o.object_id for o in along] == ["Mug_3", "CounterTop_1"]
    assert "gone" in reply.text


def test_what_stands_on_the_target_is_told_to_whose_camera_is_below_it() -> None:
    """An arm would run into it: a bottle on a counter that only the tall robot looks down on."""
    near = Detection("CounterTop_1", "CounterTop", Point(2.0, 2.0), is_receptacle=True)
    far = replace(near, object_id="CounterTop_0", position=Point(9.0, 2.0))
    cup = Detection("Cup_0", "Cup", Point(9.0, 2.0, 1.0), receptacle="CounterTop_0")
    bottle = Detection("Bottle_0", "Bottle", Point(2.0, 2.0, 1.0), receptacle="CounterTop_1")
    toaster = replace(bottle, object_id="Toaster_0", category="Toaster", seen_by="alpha")
    heard = replace(bottle, object_id="Bottle_1", seen_by="gamma")
    gone = replace(bottle, object_id="Bottle_2", status=Presence.GONE)
    elsewhere = replace(bottle, object_id="Bottle_3", receptacle="Shelf_0")
    objects = (far, near, cup, bottle, toaster, heard, gone, elsewhere)
    told = {}
    for name, proposer in (("small", SMALL), ("tall", TALL), ("unknown", None)):
        known = replace(knowledge(objects=objects, proposer=proposer), things_take_room=True)
        along = reflect(known, "beta", replace_intent(), 1.0)[1]
        told[name] = [o.object_id for o in along if not o.is_receptacle]
    assert told == {"small": ["Bottle_0", "Toaster_0", "Cup_0"], "tall": [], "unknown": []}
    where_nothing_does = knowledge(objects=objects, proposer=SMALL)
    along = reflect(where_nothing_does, "beta", replace_intent(), 1.0)[1]
    assert all(o.is_receptacle for o in along)
    full = [replace(bottle, object_id=f"Bottle_{number}") for number in range(90)]
    known = replace(knowledge(objects=(near, *full), proposer=SMALL), things_take_room=True)
    assert len(reflect(known, "beta", replace_intent(), 1.0)[1]) < 20


def test_who_only_heard_of_a_thing_does_not_say_that_it_is_in_place() -> None:
    """Whoever asks has heard the same: only eyes say more."""
    seen = Detection("Mug_3", "Mug", PLACE, misplaced=Misplaced.NO, seen_by="alpha")
    heard = replace(seen, seen_by="gamma")
    gone = replace(heard, misplaced=Misplaced.YES, status=Presence.GONE)
    for known, told in ((seen, (seen,)), (heard, ()), (gone, (gone,))):
        assert reflect(knowledge(objects=(known,)), "beta", replace_intent(), 1.0)[1] == told


def test_what_was_found_in_a_room_goes_along() -> None:
    found = Detection("Mug_3", "Mug", PLACE, room="room_1", misplaced=Misplaced.YES)
    elsewhere = Detection("Mug_4", "Mug", PLACE, room="room_2", misplaced=Misplaced.YES)
    fine = Detection("Book_1", "Book", PLACE, room="room_1", misplaced=Misplaced.NO)
    along = reflect(knowledge(objects=(found, elsewhere, fine)), "beta", explore_intent(), 1.0)[1]
    assert along == (found,)


def test_where_no_history_is_told_all_that_is_out_of_place_goes_along() -> None:
    """Who joined late cannot ask for what it does not know of."""
    found = Detection("Mug_3", "Mug", PLACE, room="room_2", misplaced=Misplaced.YES)
    gone = replace(found, object_id="Mug_4", status=Presence.GONE)
    fine = replace(found, object_id="Mug_5", misplaced=Misplaced.NO)
    shelf = Detection("Shelf_1", "Shelf", PLACE, room="room_1", is_receptacle=True)
    meant = replace(found, object_id="Teapot_9", category="Teapot")
    known = knowledge(objects=(shelf, fine, gone, found))
    for proposal in (explore_intent(), replace_intent("Teapot_1", category="Teapot")):
        assert found not in reflect(known, "beta", proposal, 1.0)[1]
        told = reflect(replace(known, in_answers_only=True), "beta", proposal, 1.0)[1]
        assert told[0] == found
        assert not {gone, fine} & set(told)
    assert told == (found,)
    known = knowledge(objects=(found, meant))
    told = reflect(replace(known, in_answers_only=True), "beta", proposal, 1.0)[1]
    assert told == (meant, found)


def test_an_intent_keeps_its_id_and_ends_once() -> None:
    said: list[Intent] = []

    def announce(intent: Intent) -> float:
        said.append(intent)
        return float(len(said))

    claims = Claims(announce)
    first = claims.propose(SubTask(SubTaskKind.EXPLORE, room_id="room_1"), None, "why")
    second = claims.propose(SubTask(SubTaskKind.STOP), None, "why")
    claims.move_to(first, IntentStatus.ADOPTED, "go")
    claims.move_to(first, IntentStatus.DONE, "done")
    claims.move_to(first, IntentStatus.FAILED, "too late")
    assert [(i.intent_id, i.status.name) for i in said] == [
        (first, "PROPOSED"),
        (second, "PROPOSED"),
        (first, "ADOPTED"),
        (first, "DONE"),
    ]
    assert [c.intent.intent_id for c in claims.open()] == [second]
    assert [c.intent.intent_id for c in claims.done()] == [first]
