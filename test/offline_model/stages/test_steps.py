# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The offline model, a rule-based stand-in, names the next sub-skill of a sub-task."""

import dataclasses

import pytest
from offline_pieces import (
    EXPLORE,
    GO,
    MUG_HOME,
    PICK,
    PROMPTS,
    PUT,
    ROOM,
    STOP_HERE,
    ask,
    candidates,
    holding,
    lacking,
    step,
)
from planner_views import (
    BED,
    BEDROOM,
    COUNTER,
    KITCHEN,
    done,
    explore,
    failed,
    furniture,
    house,
    mug,
    replace_,
    square,
    teammate,
    with_state,
)

from adhoc_teamwork.adhoc_planner.notation.answers import parse_subskill
from adhoc_teamwork.teamwork.geometry import Pose
from adhoc_teamwork.teamwork.scene import Room
from adhoc_teamwork.teamwork.team.causes import Cause
from adhoc_teamwork.teamwork.team.robot_state import RobotState
from adhoc_teamwork.teamwork.team.subskill import SubSkill, SubSkillKind


def test_the_usual_chain_of_a_replacement() -> None:
    assert step(house(), MUG_HOME) == SubSkill(GO, "Mug_0")
    there = house(history=(done(GO, "Mug_0"),))
    assert step(there, MUG_HOME) == SubSkill(PICK, "Mug_0")
    assert step(holding(house()), MUG_HOME) == SubSkill(GO, "CounterTop_0")
    at_counter = holding(house(history=(done(GO, "CounterTop_0"),)))
    assert step(at_counter, MUG_HOME) == SubSkill(PUT, "Mug_0", "CounterTop_0", "room_0")
    put = house(history=(done(PUT, "Mug_0", receptacle_id="CounterTop_0", room_id="room_0"),))
    assert step(put, MUG_HOME) == STOP_HERE


def test_each_step_can_be_asked_ahead() -> None:
    assert step(house(), MUG_HOME, SubSkill(GO, "Mug_0")) == SubSkill(PICK, "Mug_0")
    assert step(house(), MUG_HOME, SubSkill(PICK, "Mug_0")) == SubSkill(GO, "CounterTop_0")
    put = SubSkill(PUT, "Mug_0", "CounterTop_0", "room_0")
    assert step(holding(house()), MUG_HOME, SubSkill(GO, "CounterTop_0")) == put
    assert step(holding(house()), MUG_HOME, put) == STOP_HERE
    asked = PROMPTS.subskill(house(), MUG_HOME, SubSkill(GO, "Mug_0"))
    assert parse_subskill(lacking(asked, r"Suppose that [^\n]*")) == SubSkill(GO, "Mug_0")


def test_failures_change_the_next_step() -> None:
    second = furniture("CounterTop_1", "CounterTop", 3.5, 3.5, KITCHEN, 0.9)
    full = failed(PUT, "Mug_0", Cause.NO_SPACE, receptacle_id="CounterTop_0", room_id="room_0")
    view = holding(house(known_objects=(COUNTER, second, mug()), history=(full,)))
    assert step(view, MUG_HOME) == SubSkill(GO, "CounterTop_1")
    too_far = house(history=(done(GO, "Mug_0"), failed(PICK, "Mug_0", Cause.TOO_FAR)))
    assert step(too_far, MUG_HOME) == SubSkill(GO, "Mug_0")
    missed = house(history=(done(GO, "Mug_0"), failed(PICK, "Mug_0", Cause.GRASP_FAILED)))
    assert step(missed, MUG_HOME) == SubSkill(PICK, "Mug_0")
    for cause in (Cause.TOO_HEAVY, Cause.LOST_OBJECT):
        lost = house(history=(done(GO, "Mug_0"), failed(PICK, "Mug_0", cause)))
        assert step(lost, MUG_HOME) == STOP_HERE
    assert step(house(history=(failed(GO, "Mug_0", Cause.UNREACHABLE),)), MUG_HOME) == STOP_HERE


def test_the_wanted_room_goes_before_the_near_receptacle() -> None:
    near = furniture("Shelf_0", "Shelf", 1.5, 1.0, KITCHEN)
    wanted = furniture("Shelf_1", "Shelf", 7.0, 1.0, BEDROOM)
    view = holding(house(known_objects=(near, wanted, mug())))
    assert step(view, replace_("Mug_0", "Shelf", "Bedroom")) == SubSkill(GO, "Shelf_1")
    assert step(view, replace_("Mug_0", "Shelf", "Bathroom")) == SubSkill(GO, "Shelf_0")


def test_where_no_room_is_of_the_wanted_type_another_serves_only_if_the_thing_is_kept_there() -> (
    None
):
    known = (furniture("Desk_0", "Desk", 7.0, 1.0, BEDROOM), mug())
    view = holding(house(known_objects=known, current_objects=()))
    assert step(view, replace_("Mug_0", "Desk", "Office")) == SubSkill(EXPLORE)


HALL = dataclasses.replace(house().rooms[0], room_type="Hallway")
NO_KITCHEN = (HALL, *house().rooms[1:])
"""Rooms of which the last may be a kitchen."""


def test_an_unknown_receptacle_is_looked_for() -> None:
    view = holding(house(known_objects=(BED, mug()), current_objects=(), rooms=NO_KITCHEN))
    assert step(view, MUG_HOME) == SubSkill(EXPLORE)
    done_looking = with_state(view, explored_rooms=("room_0", "room_1", "room_2"))
    assert step(done_looking, MUG_HOME) == STOP_HERE
    looked = [done(PICK, "Mug_0"), *(done(EXPLORE, room_id=r) for r in ("room_0", "room_1"))]
    once = dataclasses.replace(view, history=tuple(looked[:2]))
    assert step(once, MUG_HOME) == SubSkill(EXPLORE)
    twice = dataclasses.replace(once, history=tuple(looked))
    assert step(twice, MUG_HOME) == STOP_HERE, "a full hand is not carried through every room"


def test_a_place_is_looked_for_in_rooms_alone_that_may_have_it() -> None:
    for kind, next_step in (("", EXPLORE), ("Kitchen", EXPLORE), ("Bathroom", STOP_HERE.kind)):
        rooms = (HALL, house().rooms[1], Room("room_2", square(8, 0), kind))
        view = holding(house(known_objects=(BED, mug()), current_objects=(), rooms=rooms))
        assert step(view, MUG_HOME).kind is next_step


def test_no_second_kitchen_is_looked_for() -> None:
    view = holding(house(known_objects=(BED, mug()), current_objects=()))
    assert step(view, MUG_HOME) == STOP_HERE


@pytest.mark.parametrize(("seen", "next_step"), [(0.8, EXPLORE), (0.95, STOP_HERE.kind)])
@pytest.mark.parametrize("kind", ["", "Kitchen"])
def test_in_a_room_that_was_seen_well_no_furniture_is_looked_for(
    kind: str, seen: float, next_step: SubSkillKind
) -> None:
    rooms = (HALL, house().rooms[1], Room("room_2", square(8, 0), kind, explored=seen))
    view = holding(house(known_objects=(BED, mug()), current_objects=(), rooms=rooms))
    assert step(view, MUG_HOME).kind is next_step


@pytest.mark.parametrize(("kind", "next_step"), [("", EXPLORE), ("Kitchen", STOP_HERE.kind)])
def test_a_room_of_which_its_explorer_cannot_tell_what_it_is_is_looked_through(
    kind: str, next_step: SubSkillKind
) -> None:
    """A robot turned back one metre before a bathroom that the tall one had just explored."""
    rooms = (HALL, house().rooms[1], Room("room_2", square(8, 0), kind))
    mate = teammate(state=RobotState(Pose(9.0, 1.0), room="room_2", explored_rooms=("room_2",)))
    view = holding(
        house(known_objects=(BED, mug()), current_objects=(), rooms=rooms, teammates=(mate,))
    )
    assert step(view, MUG_HOME).kind is next_step


def test_a_lesser_known_place_will_do_once_the_better_was_looked_for() -> None:
    shelf = furniture("Shelf_0", "Shelf", 1.5, 1.0, KITCHEN)
    known = (BED, shelf, mug())
    looked = [done(PICK, "Mug_0"), *(done(EXPLORE, room_id=r) for r in ("room_0", "room_1"))]
    view = house(known_objects=known, current_objects=(), rooms=NO_KITCHEN, history=looked[:2])
    view = holding(view)
    assert step(view, MUG_HOME) == SubSkill(EXPLORE), "only some keep mugs on a shelf"
    view = dataclasses.replace(view, history=tuple(looked))
    assert step(view, MUG_HOME) == STOP_HERE
    assert candidates(view)[0] == replace_("Mug_0", "Shelf", "Kitchen")


def test_where_a_usual_place_was_tried_in_vain_a_known_lesser_one_goes_before_a_search() -> None:
    table = furniture("SideTable_0", "SideTable", 1.5, 1.0, BEDROOM, 0.7)
    taken = done(PICK, "Mug_0")
    vain = [taken, failed(GO, "CounterTop_0", Cause.NO_BASE_POSE)]
    for history, next_step in (([taken], SubSkill(EXPLORE)), (vain, STOP_HERE)):
        known = (BED, table, mug(), COUNTER) if history is vain else (BED, table, mug())
        view = house(known_objects=known, current_objects=(), rooms=NO_KITCHEN, history=history)
        view = holding(view)
        assert step(view, MUG_HOME) == next_step
    assert candidates(view)[0] == replace_("Mug_0", "SideTable", "Bedroom")


def test_the_chain_of_an_exploration() -> None:
    assert step(house(), explore("room_2")) == SubSkill(ROOM, room_id="room_2")
    inside = with_state(house(history=(done(ROOM, room_id="room_2"),)), room="room_2")
    assert step(inside, explore("room_2")) == SubSkill(EXPLORE)
    looked = dataclasses.replace(inside, history=(done(EXPLORE, room_id="room_2"),))
    assert step(looked, explore("room_2")) == STOP_HERE
    assert step(house(), explore("room_0")) == STOP_HERE
    shut = house(history=(failed(ROOM, cause=Cause.UNREACHABLE, room_id="room_2"),))
    assert step(shut, explore("room_2")) == SubSkill(EXPLORE)


def test_a_refused_step_ends_the_subtask() -> None:
    asked = PROMPTS.subskill(house(), MUG_HOME)
    again = PROMPTS.correction(asked, ask(asked), "Mug_0 cannot be reached")
    assert parse_subskill(ask(again)) == STOP_HERE
