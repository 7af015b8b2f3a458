# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What every policy that decides without a language model must keep to."""

import copy
from dataclasses import replace

import pytest
from planner_views import (
    BED,
    COUNTER,
    LIFTER,
    LOOKER,
    STOP,
    explore,
    house,
    intending,
    mug,
    replace_,
    teammate,
    with_state,
)

from adhoc_teamwork.adhoc_planner.belief.view import PlannerView
from adhoc_teamwork.adhoc_planner.policies.heuristic import HeuristicPolicy
from adhoc_teamwork.adhoc_planner.policies.rhp import RuleHierarchy
from adhoc_teamwork.adhoc_planner.policies.rule import Rule
from adhoc_teamwork.teamwork.geometry import Point, Pose
from adhoc_teamwork.teamwork.scene import Misplaced, Presence
from adhoc_teamwork.teamwork.team.robot_state import RobotState
from adhoc_teamwork.teamwork.team.subtask import SubTaskKind

ALL_EXPLORED = ("room_0", "room_1", "room_2")


@pytest.fixture(params=[HeuristicPolicy, RuleHierarchy])
def policy(request: pytest.FixtureRequest) -> Rule:
    made: Rule = request.param()
    return made


def arm_at(name: str, x: float, y: float, **state: object):
    """Return a teammate with an arm."""
    there = RobotState(Pose(x, y), room="room_1", battery=500.0, **state)
    return teammate(name, capability=LIFTER, state=there)


def test_equal_views_give_equal_decisions_and_stay_as_they_are(policy: Rule):
    view = house()
    before = copy.deepcopy(view)
    assert policy.decide(view) == policy.decide(copy.deepcopy(view))
    assert view == before


def test_what_is_out_of_place_is_put_where_such_things_are_kept(policy: Rule):
    assert policy.decide(house()) == replace_("Mug_0", "CounterTop", "Kitchen")


def test_what_is_held_is_put_away_before_anything_else(policy: Rule):
    held = mug(status=Presence.HELD, receptacle="", receptacle_category="")
    view = house(known_objects=(COUNTER, BED, held, mug(object_id="Mug_1")))
    view = with_state(view, held_object="Mug_0", held_category="Mug")
    assert policy.decide(view) == replace_("Mug_0", "CounterTop", "Kitchen")


def test_what_is_held_goes_somewhere_even_where_nobody_knows_where(policy: Rule):
    view = house(known_objects=(COUNTER, BED))
    view = with_state(view, held_object="Gadget_0", held_category="Gadget")
    assert policy.decide(view).kind is SubTaskKind.REPLACE


def test_what_fits_nowhere_is_put_on_one_surface_after_the_other(policy: Rule):
    view = with_state(
        house(known_objects=(COUNTER, BED)),
        held_object="Gadget_0",
        held_category="Gadget",
        explored_rooms=ALL_EXPLORED,
    )
    first = policy.decide(view)
    assert first == replace_("Gadget_0", "CounterTop", "Kitchen"), "the nearest"
    second = policy.decide(view.with_rejected([(first, "no space")]))
    assert second == replace_("Gadget_0", "Bed", "Bedroom")


def test_what_can_be_put_nowhere_is_left_where_it_is(policy: Rule):
    view = with_state(house(known_objects=(BED, mug())), explored_rooms=ALL_EXPLORED)
    assert policy.decide(view) == STOP


def test_a_robot_without_an_arm_explores(policy: Rule):
    assert policy.decide(house(capability=LOOKER)) == explore("room_2")


def test_there_is_nothing_to_do_where_all_is_explored_and_in_place(policy: Rule):
    fine = mug(misplaced=Misplaced.NO)
    view = with_state(house(known_objects=(COUNTER, BED, fine)), explored_rooms=ALL_EXPLORED)
    assert policy.decide(view) == STOP


@pytest.mark.parametrize("status", [Presence.HELD, Presence.GONE])
def test_what_is_not_there_is_left_alone(policy: Rule, status: Presence):
    assert policy.decide(house(known_objects=(COUNTER, BED, mug(status=status)))) == explore(
        "room_2"
    )


def test_what_a_teammate_has_taken_up_is_left_to_it(policy: Rule):
    task = replace_("Mug_0", "CounterTop", "Kitchen")
    mate = intending(
        arm_at("tower", 11.0, 3.0), task, object_category="Mug", object_position=mug().position
    )
    assert policy.decide(house(teammates=(mate,))) == explore("room_2")


def test_what_was_refused_is_left_alone(policy: Rule):
    tried = replace_("Mug_0", "CounterTop", "Kitchen")
    assert policy.decide(house(rejected=((tried, "too heavy"),))) == explore("room_2")
    view = house(capability=LOOKER, rejected=((explore("room_2"), "no way"),))
    assert policy.decide(view) == STOP


def test_rooms_that_nobody_explores_go_first(policy: Rule):
    rooms = [replace(room, explored=0.0) for room in house().rooms]
    view = with_state(house(capability=LOOKER, rooms=tuple(rooms)), explored_rooms=())
    here = policy.decide(view)
    assert here == explore("room_0")
    busy = intending(teammate(), here)
    assert policy.decide(replace(view, teammates=(busy,))) == explore("room_1")


def nearest_of_two(view: PlannerView, policy: Rule) -> bool:
    return policy.decide(view).kind is SubTaskKind.REPLACE


def test_the_nearest_free_robot_with_an_arm_takes_it(policy: Rule):
    near, far = arm_at("tower", 6.0, 1.5), arm_at("tower", 11.0, 3.0)
    assert not nearest_of_two(house(teammates=(near,)), policy)
    assert nearest_of_two(house(teammates=(far,)), policy)
    assert nearest_of_two(house(teammates=(replace(near, left=True),)), policy)
    armless = replace(near, capability=LOOKER)
    assert nearest_of_two(house(teammates=(armless,)), policy)
    short = replace(near, capability=replace(LIFTER, reach_max_height=0.2))
    assert nearest_of_two(house(teammates=(short,)), policy)
    full = arm_at("tower", 6.0, 1.5, held_object="Pot_0", held_category="Pot")
    assert nearest_of_two(house(teammates=(full,)), policy)


def test_two_robots_that_know_the_same_share_two_objects_out(policy: Rule):
    other = mug(object_id="Mug_1", position=Point(10.0, 1.0, 0.6), room="room_2")
    objects = (COUNTER, BED, mug(), other)
    mate = arm_at("tower", 11.0, 1.0)
    mine = policy.decide(house(known_objects=objects, teammates=(mate,)))
    me = teammate("dog", capability=LIFTER, state=house().state)
    theirs = policy.decide(
        with_state(
            house(robot="tower", known_objects=objects, teammates=(me,)), pose=Pose(11.0, 1.0)
        )
    )
    assert {mine.object_id, theirs.object_id} == {"Mug_0", "Mug_1"}
    assert mine.object_id == "Mug_0"


def test_a_robot_whose_battery_does_not_last_leaves_things_to_others(policy: Rule):
    assert policy.decide(with_state(house(), battery=10.0)) == explore("room_2")
    weak = arm_at("tower", 6.0, 1.5)
    weak = replace(weak, state=replace(weak.state, battery=5.0))
    assert nearest_of_two(house(teammates=(weak,)), policy)
