# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The heuristic policy: put things right as they are found, explore otherwise (appendix F.1)."""

import math
from collections.abc import Collection, Sequence

from adhoc_teamwork.adhoc_planner.belief.progress import tally
from adhoc_teamwork.adhoc_planner.belief.view import PlannerView
from adhoc_teamwork.adhoc_planner.decisions.safe_rule import any_surface, unexplored_rooms
from adhoc_teamwork.adhoc_planner.policies.assignment import LeftLying, own_share
from adhoc_teamwork.adhoc_planner.policies.common_sense import Place, homes, usual_places
from adhoc_teamwork.adhoc_planner.policies.rule import SharingRule
from adhoc_teamwork.adhoc_planner.prompt_context.rooms import explorers
from adhoc_teamwork.adhoc_planner.validity.re_placing import moving
from adhoc_teamwork.adhoc_planner.validity.subtasks import check_look
from adhoc_teamwork.offline_model.knowledge.common_sense import Home
from adhoc_teamwork.teamwork.geometry import Point
from adhoc_teamwork.teamwork.scene import Detection, Presence
from adhoc_teamwork.teamwork.team import goal
from adhoc_teamwork.teamwork.team.subtask import IntentStatus, SubTask, SubTaskKind

_UNKNOWN_WAY = 5.0
"""How far, in metres, a thing is taken to be carried where its place is still to be found."""


class HeuristicPolicy(SharingRule):
    """Follow the paper's rules, for a teammate as for an ad hoc robot.

    A robot that holds something puts it away. One that manipulates and is the nearest free one to
    a misplaced object re-places it. All others explore: first what nobody has explored or is
    exploring, then what others explore, then what only others have looked at. Where a goal says
    what is to be moved and where to, that is what is misplaced, and its home; while some of it is
    not found, what is closed is looked into once all rooms are explored. A thing that a teammate
    lets lie is not left to it for long.
    """

    def decide(self, view: PlannerView) -> SubTask:
        """Return the sub-task to take up now."""
        return one_by_one(view, self._left)


def one_by_one(view: PlannerView, left: LeftLying) -> SubTask:
    """Return what puts right one thing after the other: what is held, else what falls to it.

    `left` remembers what teammates leave lying; the same for all decisions of a robot.
    """
    left.asked(view.now)
    if view.state.held_object:
        return put_away(view, view.state.held_object, view.state.held_category)
    if view.capability.can_manipulate:
        thing = own_share(view, lambda thing: way_home(view, thing), left=left)
        if thing is not None:
            return put_away(view, thing.object_id, thing.category)
    return explore_next(view)


def put_away(view: PlannerView, object_id: str, category: str) -> SubTask:
    """Return what puts an object where it belongs; on any surface where that is nowhere.

    What is in the hand has to go somewhere, as a full hand helps nobody.
    """
    place = _home(view, object_id, category) or any_surface(view, view.refused_places(object_id))
    return moving(view.task, object_id, category, goal.Place(*place))


def _home(view: PlannerView, object_id: str, category: str) -> Place | None:
    """Return where a goal wants an object; without one the best place known, else its usual one."""
    refused = view.refused_places(object_id)
    if view.task.goal.says_all:
        return _wished(view, category, refused)
    receptacles = [r for r in view.known_objects if can_take(view, r) and r.object_id != object_id]
    known = {(r.category, r.room_type) for r in receptacles} - refused
    found = [home for home in homes(category, known) if home.usual]
    if found:
        best = min(found, key=lambda home: _way(view, object_id, home, receptacles))
        return best.receptacle, best.room
    can_search = any(True for _ in unexplored_rooms(view))
    usual = [place for place in usual_places(category) if place not in refused]
    if can_search and usual:
        return usual[0]
    return next(((home.receptacle, home.room) for home in homes(category, known)), None)


def _wished(view: PlannerView, category: str, refused: Collection[Place]) -> Place | None:
    """Return where the goal wants things of a category, first where some are missing."""
    wishes = [t for t in tally(view.task, view.known_objects) if t.wish.concerns(category)]
    wishes.sort(key=lambda t: not t.missing)
    places = ((t.wish.receptacle, t.wish.room) for t in wishes)
    return next((place for place in places if place not in refused), None)


def way_home(view: PlannerView, thing: Detection) -> float:
    """Return how far, in metres, a thing is from where it would be put; infinite if nowhere."""
    home = _home(view, thing.object_id, thing.category)
    if home is None:
        return math.inf
    place = goal.Place(*home)

    def is_such(r: Detection) -> bool:
        is_home = (r.category, r.room_type) == home
        return is_home or (view.task.goal.says_all and place.fits(r.category, r.room_type))

    found = (
        thing.position.planar_distance_to(r.position)
        for r in view.known_objects
        if r.is_receptacle and is_such(r)
    )
    return min(found, default=_UNKNOWN_WAY)


def explore_next(view: PlannerView) -> SubTask:
    """Return what is most worth looking through or into now, or Stop where nothing is left.

    A room that is being explored, and that nobody has explored meanwhile, is explored to its end:
    whoever is asked at every piece of news would go to and fro.
    """
    refused = {
        subtask.room_id for subtask, _ in view.rejected if subtask.kind is SubTaskKind.EXPLORE
    }
    rooms = [room for room in unexplored_rooms(view) if room.room_id not in refused]
    busy = _being_explored(view)
    fresh = [room for room in rooms if not explorers(view, room)]
    free = [room for room in fresh if room.room_id not in busy]
    present = view.subtask
    if present is not None and present.room_id in {room.room_id for room in fresh}:
        return present
    for room in (*free, *fresh, *rooms):
        return SubTask(SubTaskKind.EXPLORE, room_id=room.room_id)
    return _look_into(view) or SubTask(SubTaskKind.STOP)


def _look_into(view: PlannerView) -> SubTask | None:
    """Return the look into the nearest closed thing, while the goal asks for what nobody found."""
    if SubTaskKind.CHECK not in view.task.subtasks:
        return None
    if not any(wish.missing for wish in tally(view.task, view.known_objects)):
        return None
    here = view.state.pose.point
    closed = [thing for thing in view.known_objects if thing.closed]
    closed.sort(key=lambda thing: (here.planar_distance_to(thing.position), thing.object_id))
    looks = [SubTask(SubTaskKind.CHECK, object_id=thing.object_id) for thing in closed]
    refused = {subtask for subtask, _ in view.rejected}
    return next((s for s in looks if s not in refused and check_look(view, s) is None), None)


def _being_explored(view: PlannerView) -> frozenset[str]:
    return frozenset(
        intent.subtask.room_id
        for teammate in view.teammates
        if not teammate.left
        for intent in teammate.intents_that_are(IntentStatus.ADOPTED)
        if intent.subtask.kind is SubTaskKind.EXPLORE
    )


def can_take(view: PlannerView, thing: Detection) -> bool:
    """Tell whether a thing is a receptacle on which nothing has just failed to be put."""
    if not thing.is_receptacle or thing.pickupable or thing.status is not Presence.PRESENT:
        return False
    return not any(
        outcome.subskill.receptacle_id == thing.object_id and not outcome.result.success
        for outcome in view.history
    )


def _way(
    view: PlannerView, object_id: str, home: Home, receptacles: Sequence[Detection]
) -> tuple[float, int, str, str]:
    """Return what homes are compared by: how well they suit, and how far the nearest is."""
    thing = view.object(object_id)
    start: Point = thing.position if thing is not None else view.state.pose.point
    metres = min(
        start.planar_distance_to(r.position)
        for r in receptacles
        if (r.category, r.room_type) == (home.receptacle, home.room)
    )
    return (metres + home.handicap, home.rank, home.receptacle, home.room)
