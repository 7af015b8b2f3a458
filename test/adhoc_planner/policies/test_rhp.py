# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""TDW's rules: which thing or container is taken, loaded, brought, and when rooms are explored."""

import time
from collections.abc import Sequence
from dataclasses import replace

from planner_views import LIFTER, TEMPLATES, explore, house, intending, mug, teammate, with_state

from adhoc_teamwork.adhoc_planner.belief.goal_judge import GoalJudge
from adhoc_teamwork.adhoc_planner.belief.view import PlannerView
from adhoc_teamwork.adhoc_planner.policies.rhp import RuleHierarchy
from adhoc_teamwork.adhoc_planner.policies.with_model.available_plans import available_plans
from adhoc_teamwork.adhoc_planner.task_config import load_task
from adhoc_teamwork.adhoc_planner.validity.subtasks import check_subtask
from adhoc_teamwork.teamwork.actions.effects import taken
from adhoc_teamwork.teamwork.geometry import Point
from adhoc_teamwork.teamwork.scene import Detection, Predicate
from adhoc_teamwork.teamwork.team.goal import Goal, Place
from adhoc_teamwork.teamwork.team.subtask import SubTask, SubTaskKind

K = SubTaskKind
TASK = replace(
    load_task(TEMPLATES.parent / "transport"),
    goal=Goal(objects={"Mug": 4}, place=Place("CounterTop", "Kitchen")),
)
BOWL = mug(object_id="Bowl_0", category="Bowl", position=Point(2.0, 1.0, 0.0))


def cup(number: int, x: float, **changes: object) -> Detection:
    return mug(object_id=f"Mug_{number}", position=Point(x, 1.0, 0.6), **changes)


def inside(thing: Detection) -> Detection:
    return replace(thing, receptacle="Bowl_0", receptacle_category="Bowl", relation=Predicate.IN)


def at_transport(
    things: Sequence[Detection], held: Sequence[str] = (), hands: int = 2
) -> PlannerView:
    """Return a view of what the goal makes of things; `held` has what was taken last first."""
    fixed = [o for o in house().known_objects if not o.pickupable]
    known = [taken(o) if o.object_id in held else o for o in (*fixed, *things)]
    view = house(
        task=TASK,
        capability=replace(LIFTER, hands=hands, battery=1000.0),
        known_objects=GoalJudge(TASK).apply_all(known),
    )
    last, other = (*held, "", "")[:2]
    return with_state(view, held_object=last, other_held=other)


def decided(view: PlannerView) -> SubTask:
    subtask = RuleHierarchy().decide(view)
    assert check_subtask(view, subtask) is None
    return subtask


def test_a_container_comes_first_and_is_loaded_in_the_hand() -> None:
    things = (cup(0, 6.0), cup(1, 3.0), BOWL)
    assert decided(at_transport(things)) == SubTask(K.TAKE, object_id="Bowl_0")
    load = SubTask(K.LOAD, object_id="Mug_1", receptacle_id="Bowl_0")
    assert decided(at_transport(things, ["Bowl_0"])) == load
    assert decided(at_transport(things, ["Mug_1", "Bowl_0"])) == load


def test_a_list_of_plans_brings_nothing_before_the_place_is_known() -> None:
    view = at_transport((cup(0, 6.0), cup(1, 3.0)), ["Mug_0"])
    assert K.TRANSPORT in {plan.kind for plan in available_plans(view)}
    bare = [o for o in view.known_objects if o.category != "CounterTop"]
    lost = replace(view, known_objects=tuple(bare))
    assert {plan.kind for plan in available_plans(lost)} == {K.TAKE, K.EXPLORE}
    everywhere = with_state(lost, explored_rooms=tuple(room.room_id for room in lost.rooms))
    assert K.TRANSPORT in {plan.kind for plan in available_plans(everywhere)}, "there is no other"


def test_what_is_held_is_put_down_again_where_that_failed_and_nothing_else_is_left() -> None:
    view = at_transport((cup(0, 6.0), cup(1, 3.0)), ["Mug_1", "Mug_0"])
    view = replace(view, rooms=())
    every = available_plans(view)
    refused = tuple((plan, "a robot stood in the door") for plan in every)
    left = available_plans(replace(view, rejected=refused))
    assert {plan.object_id for plan in left} == {"Mug_0", "Mug_1"}
    but_one = available_plans(replace(view, rejected=refused[1:]))
    assert but_one == every[:1], "what has failed waits while there is something else"


def test_a_full_container_is_brought_with_what_the_other_hand_holds() -> None:
    full = (inside(cup(0, 6.0)), inside(cup(1, 3.0)), BOWL)
    view = at_transport((*full, cup(2, 4.0)), ["Bowl_0"])
    assert decided(view) == SubTask(K.TAKE, object_id="Mug_2")
    view = at_transport((*full, cup(2, 4.0)), ["Mug_2", "Bowl_0"])
    assert decided(view) == SubTask(K.TRANSPORT, object_id="Mug_2")
    rooms = ("room_0", "room_1", "room_2")
    explored = with_state(at_transport(full, ["Bowl_0"]), explored_rooms=rooms)
    assert decided(explored) == SubTask(K.TRANSPORT, object_id="Bowl_0")


def test_a_half_loaded_container_is_brought_once_the_battery_runs_low() -> None:
    view = at_transport((inside(cup(0, 6.0)), BOWL), ["Bowl_0"])
    assert decided(view) == explore("room_2")
    assert decided(with_state(view, battery=200.0)) == SubTask(K.TRANSPORT, object_id="Bowl_0")


def test_without_containers_each_hand_carries_a_thing() -> None:
    things = (cup(0, 6.0), cup(1, 3.0), cup(2, 4.0))
    assert decided(at_transport(things)) == SubTask(K.TAKE, object_id="Mug_1")
    assert decided(at_transport(things, ["Mug_1"])) == SubTask(K.TAKE, object_id="Mug_2")
    both = at_transport(things, ["Mug_2", "Mug_1"])
    assert decided(both) == SubTask(K.TRANSPORT, object_id="Mug_2")


def test_one_hand_brings_one_thing_after_the_other() -> None:
    things = (cup(0, 6.0), cup(1, 3.0), BOWL)
    assert decided(at_transport(things, hands=1)) == SubTask(K.TRANSPORT, object_id="Mug_1")
    view = at_transport(things, ["Mug_1"], hands=1)
    assert decided(view) == SubTask(K.TRANSPORT, object_id="Mug_1")


def test_what_a_teammate_has_taken_up_or_what_was_tried_in_vain_is_left_alone() -> None:
    things = (cup(0, 6.0), cup(1, 3.0))
    view = at_transport(things)
    taking = SubTask(K.TAKE, object_id="Mug_9")
    rival = intending(teammate(), taking, object_category="Mug", object_position=things[1].position)
    assert decided(replace(view, teammates=(rival,))) == SubTask(K.TAKE, object_id="Mug_0")
    tried = replace(view, rejected=((SubTask(K.TAKE, object_id="Mug_1"), "too heavy"),))
    assert decided(tried) == SubTask(K.TAKE, object_id="Mug_0")


def test_a_decision_takes_less_than_50_ms_among_300_things() -> None:
    things = [cup(number, 2.0 + number / 100.0) for number in range(300)]
    view, rule, times = at_transport(things), RuleHierarchy(), []
    for _ in range(20):
        start = time.thread_time()
        rule.decide(view)
        times.append(time.thread_time() - start)
    assert sorted(times)[18] <= 0.05
