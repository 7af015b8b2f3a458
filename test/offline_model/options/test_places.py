# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Where the stand-in would carry things: how well a place suits, and how far it is."""

from dataclasses import replace

import pytest
from planner_views import (
    BED,
    KITCHEN,
    chat,
    done,
    failed,
    furniture,
    house,
    mug,
    square,
    with_state,
)
from scripted_model import TASKS, prompts

from adhoc_teamwork.adhoc_planner.belief.view import PlannerView
from adhoc_teamwork.adhoc_planner.notation.answers import parse_candidates, parse_subskill
from adhoc_teamwork.adhoc_planner.task_config import load_task
from adhoc_teamwork.adhoc_planner.validity import check_subskill
from adhoc_teamwork.offline_model.model import answer
from adhoc_teamwork.teamwork.geometry import Point
from adhoc_teamwork.teamwork.scene import Misplaced, Predicate, Presence, Room
from adhoc_teamwork.teamwork.team.causes import Cause
from adhoc_teamwork.teamwork.team.goal import CountedPredicate, Goal
from adhoc_teamwork.teamwork.team.subskill import SubSkill, SubSkillKind
from adhoc_teamwork.teamwork.team.subtask import SubTask, SubTaskKind


def first(view: PlannerView) -> SubTask:
    return parse_candidates(answer(chat(prompts().generate(view, 3))))[0]


def test_of_homes_that_suit_alike_the_nearer_one_is_chosen() -> None:
    """The second best home right beside goes before the best one far away."""
    shelf = furniture("Shelf_0", "Shelf", 6.5, 2.0, ("room_1", "Kitchen"), 0.7)
    far = furniture("CounterTop_0", "CounterTop", 40.0, 2.0, KITCHEN, 0.9)
    near = furniture("CounterTop_0", "CounterTop", 6.5, 1.0, KITCHEN, 0.9)
    chosen = [
        first(house(known_objects=(BED, mug(), shelf, counter))).receptacle_type
        for counter in (far, near)
    ]
    assert chosen == ["Shelf", "CounterTop"]


def test_where_others_of_its_kind_are_kept_is_worth_a_more_usual_home() -> None:
    shelf = furniture("Shelf_0", "Shelf", 6.5, 2.0, ("room_1", "Kitchen"), 0.7)
    counter = furniture("CounterTop_0", "CounterTop", 14.0, 1.0, KITCHEN, 0.9)
    other = mug(
        object_id="Mug_1",
        position=Point(6.5, 2.0, 0.75),
        room="room_1",
        room_type="Kitchen",
        receptacle="Shelf_0",
        receptacle_category="Shelf",
    )
    chosen = [
        first(house(known_objects=(BED, mug(), shelf, counter, *others))).receptacle_type
        for others in ((), (replace(other, misplaced=Misplaced.NO),))
    ]
    assert chosen == ["CounterTop", "Shelf"]


@pytest.mark.parametrize(
    ("height", "in_vain", "goes_to"),
    [(0.9, 1, "CounterTop_1"), (0.9, 2, "Shelf_0"), (0.7, 2, "CounterTop_2")],
)
def test_an_arm_that_got_onto_neither_of_two_counters_does_not_try_a_third_as_high(
    height: float, in_vain: int, goes_to: str
) -> None:
    places = (
        furniture("CounterTop_0", "CounterTop", 1.0, 3.5, KITCHEN, 0.9),
        furniture("CounterTop_1", "CounterTop", 2.0, 3.5, KITCHEN, 0.9),
        furniture("CounterTop_2", "CounterTop", 3.5, 3.5, KITCHEN, height),
        furniture("Shelf_0", "Shelf", 6.5, 2.0, KITCHEN, 0.7),
    )
    went = [
        failed(SubSkillKind.GO_TO_OBJECT, place.object_id, Cause.NO_BASE_POSE)
        for place in places[:in_vain]
    ]
    view = house(
        known_objects=(*places, mug()),
        current_objects=(),
        history=(done(SubSkillKind.PICKUP_OBJECT, "Mug_0"), *went),
    )
    view = with_state(view, held_object="Mug_0", held_category="Mug")
    there = parse_subskill(answer(chat(prompts().subskill(view, first(view)))))
    assert there == SubSkill(SubSkillKind.GO_TO_OBJECT, goes_to)


@pytest.mark.parametrize("seen_by_team", [True, False])
def test_in_a_house_without_any_home_a_table_will_do_once_all_is_explored(
    seen_by_team: bool,
) -> None:
    desk = furniture("Desk_0", "Desk", 7.0, 1.0, ("room_1", "Bedroom"), 0.8)
    rooms = (Room("room_1", square(4, 0), "Bedroom", explored=1.0),)
    bowl = mug(object_id="Bowl_0", category="Bowl")
    view = house(known_objects=(BED, desk, bowl), current_objects=(), rooms=rooms)
    view = with_state(view, explored_rooms=("room_1",) if seen_by_team else ())
    assert (first(view).receptacle_type == "Desk") is seen_by_team


@pytest.mark.parametrize(("room", "home"), [("LivingRoom", "CounterTop"), ("Kitchen", "Shelf")])
def test_a_room_that_nobody_knows_is_no_second_kitchen(room: str, home: str) -> None:
    rooms = house().rooms
    shelf = furniture("Shelf_0", "Shelf", 6.0, 3.0, ("room_0", room), 0.8)
    view = house(
        rooms=(replace(rooms[0], room_type=room), rooms[1], replace(rooms[2], room_type="")),
        current_objects=(),
        known_objects=(BED, shelf, mug(status=Presence.HELD)),
    )
    view = with_state(view, held_object="Mug_0", held_category="Mug")
    assert first(view).receptacle_type == home


@pytest.mark.parametrize(
    ("unexplored", "home"), [("", "CounterTop"), ("Kitchen", "CounterTop"), ("Corridor", "Shelf")]
)
def test_a_home_is_sought_only_where_a_room_may_have_it(unexplored: str, home: str) -> None:
    """Where no room can be a kitchen a thing goes to a known place that will do."""
    rooms = house().rooms
    shelf = furniture("Shelf_0", "Shelf", 6.0, 3.0, ("room_0", "LivingRoom"), 0.8)
    view = house(
        rooms=(
            replace(rooms[0], room_type="LivingRoom"),
            rooms[1],
            replace(rooms[2], room_type=unexplored, type_confidence=0.9),
        ),
        current_objects=(),
        known_objects=(BED, shelf, mug(status=Presence.HELD)),
    )
    view = with_state(view, held_object="Mug_0", held_category="Mug")
    assert first(view).receptacle_type == home


@pytest.mark.parametrize(
    ("put", "to"), [("Bat_0", "CounterTop"), ("Mug_0", "Shelf")], ids=["another", "itself"]
)
def test_only_what_could_not_be_put_down_itself_goes_elsewhere(put: str, to: str) -> None:
    shelf = furniture("Shelf_0", "Shelf", 14.0, 2.0, ("room_1", "Kitchen"), 0.7)
    counter = furniture("CounterTop_0", "CounterTop", 6.5, 1.0, KITCHEN, 0.9)
    bat = mug(object_id="Bat_0", category="BaseballBat", misplaced=Misplaced.NO)
    vain = failed(SubSkillKind.PUT_OBJECT, put, receptacle_id="CounterTop_0", room_id="room_1")
    view = house(known_objects=(BED, mug(), bat, shelf, counter), history=(vain, vain))
    if put == "Mug_0":
        view = with_state(view, held_object=put, held_category="Mug")
    assert first(view).receptacle_type == to


def test_what_the_battery_may_not_last_to_carry_is_left_alone() -> None:
    far = furniture("CounterTop_0", "CounterTop", 40.0, 2.0, KITCHEN, 0.9)
    view = house(known_objects=(BED, mug(), far))
    speed = view.capability.max_speed
    assert first(with_state(view, battery=90.0 / speed)).kind is SubTaskKind.REPLACE
    assert first(with_state(view, battery=60.0 / speed)).kind is SubTaskKind.EXPLORE


@pytest.mark.parametrize(("closed", "served"), [(True, True), (False, True), (None, False)])
def test_what_opens_is_served_at_its_door_however_high_it_is(
    closed: bool | None, served: bool
) -> None:
    wish = CountedPredicate("Mug", "Fridge", Predicate.IN)
    task = replace(load_task(TASKS / "household"), goal=Goal(predicates=(wish,)))
    fridge = replace(furniture("Fridge_0", "Fridge", 1.0, 3.5, KITCHEN, 1.6), closed=closed)
    held = mug(status=Presence.HELD, receptacle="", receptacle_category="")
    view = with_state(
        house(task=task, known_objects=(fridge, held)), held_object="Mug_0", held_category="Mug"
    )
    put = SubTask(
        SubTaskKind.PLACE_IN, room_type="Kitchen", object_id="Mug_0", receptacle_type="Fridge"
    )
    said = answer(chat(prompts("household").subskill(view, put, None)))
    assert (parse_subskill(said) == SubSkill(SubSkillKind.GO_TO_OBJECT, "Fridge_0")) is served


def test_what_is_put_into_something_open_may_be_below_a_high_top() -> None:
    fridge = replace(furniture("Fridge_0", "Fridge", 1.0, 1.5, KITCHEN, 1.6), closed=False)
    view = with_state(
        house(known_objects=(fridge, mug(status=Presence.HELD))),
        held_object="Mug_0",
        held_category="Mug",
    )
    view = replace(view, history=(done(SubSkillKind.GO_TO_OBJECT, "Fridge_0"),))
    into = SubTask(
        SubTaskKind.REPLACE, room_type="Kitchen", object_id="Mug_0", receptacle_type="Fridge"
    )
    put = SubSkill(SubSkillKind.PUT_OBJECT, "Mug_0", "Fridge_0", "room_0")
    assert check_subskill(view, put, into) is None
    shelf = replace(fridge, closed=None)
    refusal = check_subskill(replace(view, known_objects=(shelf,)), put, into)
    assert refusal == "the surface of Fridge_0 is out of your arm's range of heights"


@pytest.mark.parametrize(("known", "goes"), [("Kitchen", False), ("LivingRoom", True)])
def test_a_room_of_unknown_use_serves_as_another_only_where_none_is_known(
    known: str, goes: bool
) -> None:
    rooms = house().rooms
    nowhere = ("room_1", "")
    view = house(
        rooms=(replace(rooms[0], room_type=known), replace(rooms[1], room_type=""), *rooms[2:]),
        known_objects=(
            BED,
            furniture("CounterTop_0", "CounterTop", 6.0, 3.0, nowhere, 0.8),
            mug(status=Presence.HELD),
        ),
    )
    view = with_state(view, held_object="Mug_0", held_category="Mug")
    put = SubTask(
        SubTaskKind.REPLACE, room_type="Kitchen", object_id="Mug_0", receptacle_type="CounterTop"
    )
    said = parse_subskill(answer(chat(prompts().subskill(view, put, None))))
    assert (said == SubSkill(SubSkillKind.GO_TO_OBJECT, "CounterTop_0")) is goes


@pytest.mark.parametrize("kind", ["DiningTable", "Desk", "FilingCabinet"])
def test_furniture_in_a_room_of_unknown_use_is_named_so_that_it_is_found_again(kind: str) -> None:
    """Called a kitchen's where the kitchen is known, it was none: nothing more was to be done."""
    rooms = house().rooms
    table = furniture("Table_0", kind, 6.0, 3.0, ("room_1", ""), 0.8)
    view = house(
        rooms=tuple(
            replace(room, room_type=name, explored=1.0)
            for room, name in zip(rooms, ("Kitchen", "", ""), strict=False)
        ),
        current_objects=(),
        known_objects=(table, mug(status=Presence.HELD)),
    )
    view = with_state(
        view,
        held_object="Mug_0",
        held_category="Mug",
        explored_rooms=tuple(room.room_id for room in rooms),
    )
    put = first(view)
    assert put.receptacle_type == kind
    said = parse_subskill(answer(chat(prompts().subskill(view, put, None))))
    assert said == SubSkill(SubSkillKind.GO_TO_OBJECT, "Table_0")
