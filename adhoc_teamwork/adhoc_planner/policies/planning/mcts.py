# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The MCTS-based hierarchical planner that CoELA is compared with where goals are predicates."""

import math
import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from adhoc_teamwork.adhoc_planner.belief.progress import tally
from adhoc_teamwork.adhoc_planner.belief.view import PlannerView
from adhoc_teamwork.adhoc_planner.decisions.safe_rule import unexplored_rooms
from adhoc_teamwork.adhoc_planner.policies.assignment import too_heavy, unclaimed
from adhoc_teamwork.adhoc_planner.policies.heuristic import explore_next, one_by_one, put_away
from adhoc_teamwork.adhoc_planner.policies.planning.errand import Aim, Errand, Good, Place, SubGoal
from adhoc_teamwork.adhoc_planner.policies.planning.tree_search import best_subgoal
from adhoc_teamwork.adhoc_planner.policies.rule import SharingRule
from adhoc_teamwork.adhoc_planner.prompt_context.rooms import (
    centre_of,
    exploring_now,
    worth_exploring,
)
from adhoc_teamwork.adhoc_planner.validity.battery import DETOUR
from adhoc_teamwork.adhoc_planner.validity.subtasks import check_look, reachable
from adhoc_teamwork.teamwork.geometry import Point
from adhoc_teamwork.teamwork.scene import Detection, Room
from adhoc_teamwork.teamwork.team.goal import CountedPredicate
from adhoc_teamwork.teamwork.team.subtask import SubTask, SubTaskKind

_HANDLING = 4.0
"""Seconds that a hand is taken to need for anything."""
_LOOKING = 8.0
"""Seconds that a look through a room is taken to need, the way there aside."""
_IN_A_ROOM = 2.0
"""How much likelier a thing is in a room that nobody has seen than in one thing that is closed."""
_NEAREST = 12
"""Goods and places of each sort that are searched among; those farther away wait."""


@dataclass(frozen=True)
class _Belief:
    """Hold an errand, and what its numbers stand for: things, then rooms and closed things."""

    errand: Errand
    goods: tuple[Detection, ...]
    places: tuple[Room | Detection, ...]


class TreeSearchPlanner(SharingRule):
    """Search over sub-goals for the goal's missing things (CoELA, section 4.1.1).

    What nobody has found is somewhere: in rooms not yet explored and in what is closed. A hundred
    times a world is drawn from that belief, and the sub-goal is taken that proves best: to look
    through a room or into a closed thing, to take a thing, or to put away what the hands hold.
    What teammates announce it leaves to them. Without a goal that lists things it has nothing to
    search for, and puts right what is out of place, the nearest first.
    """

    heeds_announcements = True
    """Whether it leaves to teammates what they say they have taken up."""

    def __init__(self, seed: str = "") -> None:
        """Store the seed from which worlds are drawn."""
        super().__init__(seed)
        self._count = 0
        self._known: tuple[object, ...] = ()

    def decide(self, view: PlannerView) -> SubTask:
        """Return the sub-task to take up now."""
        seen = view if self.heeds_announcements else replace(view, teammates=())
        if not view.capability.can_manipulate or not _wishes(view):
            return one_by_one(seen, self._left)
        belief = _believe(seen)
        known = (view.state.all_held, *(thing.object_id for thing in belief.goods))
        if known == self._known and _still_open(view, belief):
            # It keeps its sub-goal until something new is known.
            return view.subtask or SubTask(SubTaskKind.STOP)
        self._known, self._count = known, self._count + 1
        rng = random.Random(f"{self.seed}/{view.robot}/{self._count}")
        subgoal = best_subgoal(belief.errand, rng)
        return explore_next(seen) if subgoal is None else _subtask(seen, belief, subgoal)


class DeafTreeSearchPlanner(TreeSearchPlanner):
    """Plan as if nobody announced anything: what one robot gains of hearing sub-goals."""

    heeds_announcements = False


def _still_open(view: PlannerView, belief: _Belief) -> bool:
    """Tell whether the robot looks for something just now, where nobody has looked yet."""
    if view.subtask is None or any(view.subtask == refused for refused, _ in view.rejected):
        return False
    return view.subtask in [_look(place) for place in belief.places]


def _look(place: Room | Detection) -> SubTask:
    if isinstance(place, Room):
        return SubTask(SubTaskKind.EXPLORE, room_id=place.room_id)
    return SubTask(SubTaskKind.CHECK, object_id=place.object_id)


def _subtask(view: PlannerView, belief: _Belief, subgoal: SubGoal) -> SubTask:
    aim, number = subgoal
    if aim is Aim.LOOK:
        return _look(belief.places[number])
    if aim is Aim.TAKE:
        thing = belief.goods[number]
        if view.capability.hands > 1 and SubTaskKind.TAKE in view.task.subtasks:
            return SubTask(SubTaskKind.TAKE, object_id=thing.object_id)
        return put_away(view, thing.object_id, thing.category)
    wishes = _wishes(view)
    state = view.state
    pairs = [(state.held_object, state.held_category), (state.other_held, state.other_category)]
    for name, category in pairs:
        if name and _destination(wishes, category) == number:
            return put_away(view, name, category)
    return put_away(view, *pairs[0])


def _believe(view: PlannerView) -> _Belief:
    """Return what is to be done, as this robot believes it to be."""
    wishes, here = _wishes(view), view.state.pose.point
    things = _things(view)
    places = _places(view)
    homes = [_nearest_home(view, wish) for wish in wishes]
    points = [here, *(thing.position for thing in things)]
    points += [centre_of(p) if isinstance(p, Room) else p.position for p in places]
    points += [home.position for home in homes if home is not None]
    first_place = 1 + len(things)
    spots = iter(range(first_place + len(places), len(points)))
    destinations = tuple(None if home is None else next(spots) for home in homes)
    goods = tuple(
        Good(1 + number, _destination(wishes, thing.category))
        for number, thing in enumerate(things)
    )
    return _Belief(
        Errand(
            ways=_ways(points, view.capability.max_speed),
            goods=goods,
            lost=_lost(view, wishes, things),
            places=tuple(
                Place(
                    first_place + number,
                    _LOOKING if isinstance(place, Room) else _HANDLING,
                    _IN_A_ROOM if isinstance(place, Room) else 1.0,
                )
                for number, place in enumerate(places)
            ),
            elsewhere=_elsewhere(view),
            destinations=destinations,
            opening=tuple(_HANDLING if home is not None and home.closed else 0.0 for home in homes),
            held=tuple(_destination(wishes, category) for category in view.state.held_categories),
            hands=view.capability.hands,
            handling=_HANDLING,
        ),
        things,
        places,
    )


def _wishes(view: PlannerView) -> tuple[CountedPredicate, ...]:
    return tuple(wish for wish in view.task.goal.wishes if not wish.state)


def _destination(wishes: Sequence[CountedPredicate], category: str) -> int:
    """Return the number of the wish that concerns a category; the first where none does."""
    return next((n for n, wish in enumerate(wishes) if wish.concerns(category)), 0)


def _things(view: PlannerView) -> tuple[Detection, ...]:
    """Return what is to be fetched, that nobody has taken up and this robot may fetch."""
    loose = unclaimed(view)
    heavy = too_heavy(view, loose)
    refused = {subtask.object_id for subtask, _ in view.rejected if subtask.moves_object}
    wishes = _wishes(view)
    able = [
        thing
        for thing in loose
        if thing.object_id not in heavy | refused
        and reachable(view.capability, thing.position.z)
        and any(wish.concerns(thing.category) for wish in wishes)
    ]
    return tuple(_nearest(view, able))


def _places(view: PlannerView) -> tuple[Room | Detection, ...]:
    """Return the rooms and closed things where this robot may find what nobody has seen."""
    if not any(wish.missing for wish in tally(view.task, view.known_objects)):
        return ()
    refused = {subtask for subtask, _ in view.rejected}
    rooms = [
        room
        for room in unexplored_rooms(view)
        if worth_exploring(view, room)
        and not exploring_now(view, room.room_id)
        and _look(room) not in refused
    ]
    closed: list[Detection] = []
    if SubTaskKind.CHECK in view.task.subtasks:
        closed = [
            thing
            for thing in view.known_objects
            if thing.closed and _look(thing) not in refused and not check_look(view, _look(thing))
        ]
    return (*rooms[:_NEAREST], *_nearest(view, closed))


def _nearest(view: PlannerView, things: Sequence[Detection]) -> list[Detection]:
    here = view.state.pose.point
    ordered = sorted(things, key=lambda o: (here.planar_distance_to(o.position), o.object_id))
    return ordered[:_NEAREST]


def _nearest_home(view: PlannerView, wish: CountedPredicate) -> Detection | None:
    """Return the nearest known place where a wish wants things, or None."""
    known = [
        thing
        for thing in view.known_of(wish.receptacle)
        if thing.is_receptacle and wish.place.fits(thing.category, thing.room_type)
    ]
    known = known or [thing for thing in view.known_of(wish.receptacle) if thing.is_receptacle]
    return next(iter(_nearest(view, known)), None)


def _lost(
    view: PlannerView, wishes: Sequence[CountedPredicate], things: Sequence[Detection]
) -> Mapping[int, int]:
    """Return how many things of each wish are missing of which no one free is known."""
    known = Counter(_destination(wishes, thing.category) for thing in things)
    missing = {t.wish: t.missing for t in tally(view.task, view.known_objects)}
    claimed = _claimed(view, wishes)
    lost = {n: missing.get(w, 0) - known[n] - claimed[n] for n, w in enumerate(wishes)}
    return {number: count for number, count in lost.items() if count > 0}


def _claimed(view: PlannerView, wishes: Sequence[CountedPredicate]) -> Counter[int]:
    """Return how many things of each wish lie where they were, taken up by teammates."""
    free = {thing.object_id for thing in unclaimed(view)}
    return Counter(
        _destination(wishes, thing.category)
        for thing in unclaimed(replace(view, teammates=()))
        if thing.object_id not in free
    )


def _elsewhere(view: PlannerView) -> float:
    """Return how likely a thing is where teammates are looking just now."""
    return _IN_A_ROOM * sum(bool(exploring_now(view, room.room_id)) for room in view.rooms)


def _ways(points: Sequence[Point], speed: float) -> tuple[tuple[float, ...], ...]:
    """Return the seconds from each point to each other, walls taken into account on average."""
    by = DETOUR / speed if speed > 0.0 else DETOUR
    return tuple(tuple(by * math.hypot(a.x - b.x, a.y - b.y) for b in points) for a in points)
