# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Tree search over sub-goals: what it takes, where it looks, whom it heeds, how long it thinks."""

import random
import time
from collections.abc import Sequence
from dataclasses import replace

from planner_views import (
    KITCHEN,
    LIFTER,
    TEMPLATES,
    explore,
    furniture,
    house,
    intending,
    mug,
    teammate,
)
from planner_views import with_state as having

from adhoc_teamwork.adhoc_planner.belief.goal_judge import GoalJudge
from adhoc_teamwork.adhoc_planner.belief.view import PlannerView
from adhoc_teamwork.adhoc_planner.policies.planning.errand import Aim, Errand, Good, Place
from adhoc_teamwork.adhoc_planner.policies.planning.mcts import (
    DeafTreeSearchPlanner,
    TreeSearchPlanner,
)
from adhoc_teamwork.adhoc_planner.policies.planning.tree_search import best_subgoal
from adhoc_teamwork.adhoc_planner.task_config import load_task
from adhoc_teamwork.teamwork.actions.effects import taken
from adhoc_teamwork.teamwork.geometry import Point
from adhoc_teamwork.teamwork.scene import Detection, Predicate
from adhoc_teamwork.teamwork.team.goal import CountedPredicate, Goal
from adhoc_teamwork.teamwork.team.subtask import SubTask, SubTaskKind

K = SubTaskKind
WISH = CountedPredicate("Mug", "CounterTop", Predicate.ON, count=2)
TASK = replace(load_task(TEMPLATES.parent / "household"), goal=Goal(predicates=(WISH,)))


def cup(number: int, x: float) -> Detection:
    return mug(object_id=f"Mug_{number}", position=Point(x, 1.0, 0.6))


def shut_thing(number: int) -> Detection:
    thing = furniture(f"Cabinet_{number}", "Cabinet", 2.0 + number / 10.0, 2.0, KITCHEN)
    return replace(thing, closed=True)


def at_home(
    things: Sequence[Detection], held: Sequence[str] = (), hands: int = 2, **changes: object
) -> PlannerView:
    fixed = [o for o in house().known_objects if not o.pickupable]
    known = [taken(o) if o.object_id in held else o for o in (*fixed, *things)]
    view = house(
        task=TASK,
        capability=replace(LIFTER, hands=hands),
        known_objects=GoalJudge(TASK).apply_all(known),
        **changes,
    )
    last, other = (*held, "", "")[:2]
    kinds = ["Mug" if name else "" for name in (last, other)]
    return having(view, held_object=last, held_category=kinds[0], other_held=other,
        other_category=kinds[1])  # fmt: skip


def test_both_hands_are_filled_before_it_brings_what_it_has() -> None:
    things = (cup(0, 2.0), cup(1, 2.5))
    first = TreeSearchPlanner("s").decide(at_home(things))
    assert first.kind is K.TAKE
    left = {"Mug_0", "Mug_1"} - {first.object_id}
    second = TreeSearchPlanner("s").decide(at_home(things, [first.object_id]))
    assert second == SubTask(K.TAKE, object_id=left.pop())
    brings = TreeSearchPlanner("s").decide(at_home(things, ["Mug_0", "Mug_1"]))
    assert (brings.kind, brings.receptacle_type) == (K.PLACE_ON, "CounterTop")


def test_one_hand_fetches_by_the_sub_task_that_puts_it_there() -> None:
    found = TreeSearchPlanner("s").decide(at_home((cup(0, 2.0), cup(1, 2.5)), hands=1))
    assert (found.kind, found.receptacle_type) == (K.PLACE_ON, "CounterTop")


def test_what_is_missing_is_looked_for_and_the_search_is_kept() -> None:
    rule, view = TreeSearchPlanner("s"), at_home(())
    found = rule.decide(view)
    assert found.kind is K.EXPLORE
    assert rule.decide(replace(view, subtask=found)) == found
    # Something new is known: it thinks again.
    assert rule.decide(replace(at_home((cup(0, 2.0),)), subtask=found)).kind is not K.STOP
    shut = shut_thing(0)
    everywhere = tuple(room.room_id for room in view.rooms)
    known = having(at_home((shut,)), explored_rooms=everywhere)
    assert TreeSearchPlanner("s").decide(known) == SubTask(K.CHECK, object_id="Cabinet_0")


def test_what_teammates_announce_is_left_to_them_unless_nobody_is_heeded() -> None:
    things = (cup(0, 2.0), cup(1, 6.0))
    taking = SubTask(K.TAKE, object_id="Mug_9")
    rival = intending(teammate(), taking, object_category="Mug", object_position=things[0].position)
    view = at_home(things, teammates=(rival,))
    assert TreeSearchPlanner("s").decide(view) == SubTask(K.TAKE, object_id="Mug_1")
    assert DeafTreeSearchPlanner("s").decide(view) == SubTask(K.TAKE, object_id="Mug_0")
    looking = at_home((), teammates=(intending(teammate(), explore("room_2")),))
    looking = having(looking, explored_rooms=("room_0",))
    assert TreeSearchPlanner("s").decide(looking) == explore("room_1")


def test_the_tree_weighs_ways_that_greed_does_not() -> None:
    """From 0 the good at 1 is nearest; going there last ends at its destination."""
    spots = (0.0, 4.0, -5.0, 6.0)
    ways = tuple(tuple(abs(a - b) for b in spots) for a in spots)
    goods = (Good(1, 0), Good(2, 0))
    errand = Errand(ways, goods, {}, (), 0.0, (3,), (0.0,), (), 2, 1.0)
    assert best_subgoal(errand, random.Random(1)) == (Aim.TAKE, 1)
    # A look costs nothing where a lost good surely is, and is far elsewhere.
    places = (Place(1, 1.0, 9.0), Place(2, 1.0, 0.1))
    lost = Errand(ways, (), {0: 1}, places, 0.0, (3,), (0.0,), (), 1, 1.0)
    assert best_subgoal(lost, random.Random(1)) == (Aim.LOOK, 0)
    assert best_subgoal(replace(lost, lost={}, places=()), random.Random(1)) is None


def test_a_decision_takes_less_than_50_ms_among_many_things() -> None:
    things = [cup(number, 2.0 + number / 10.0) for number in range(12)]
    shut = [shut_thing(number) for number in range(12)]
    view, times = at_home((*things, *shut)), []
    for number in range(20):
        rule, start = TreeSearchPlanner(str(number)), time.thread_time()
        rule.decide(view)
        times.append(time.thread_time() - start)
    assert sorted(times)[18] <= 0.05
