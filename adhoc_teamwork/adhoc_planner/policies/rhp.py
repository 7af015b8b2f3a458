# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The rule-based hierarchical planner that CoELA and CaPo are compared with on transport."""

import math
from collections.abc import Sequence

from adhoc_teamwork.adhoc_planner.belief.progress import contents
from adhoc_teamwork.adhoc_planner.belief.view import PlannerView
from adhoc_teamwork.adhoc_planner.decisions.safe_rule import unexplored_rooms
from adhoc_teamwork.adhoc_planner.policies.assignment import too_heavy, unclaimed
from adhoc_teamwork.adhoc_planner.policies.heuristic import explore_next, one_by_one, put_away
from adhoc_teamwork.adhoc_planner.policies.rule import SharingRule
from adhoc_teamwork.adhoc_planner.prompt_context.intentions import taken_up
from adhoc_teamwork.adhoc_planner.validity.battery import DETOUR
from adhoc_teamwork.adhoc_planner.validity.subtasks import reachable
from adhoc_teamwork.teamwork.geometry import Point, goes_through
from adhoc_teamwork.teamwork.scene import Detection, Presence
from adhoc_teamwork.teamwork.team.subtask import SubTask, SubTaskKind

_WORTH_A_CONTAINER = 2
"""Things that have to be known, or rooms not explored, for a container to save ways."""
_CONTAINER_SHARE = 1400 / 3000
"""Share of its battery down to which a robot takes a container: later it hardly fills one."""
_LAST_SHARE = 700 / 3000
"""Share of its battery from which on a robot with something in its hands looks for no more."""
_ASIDE = 5.0
"""How much longer, in metres, the way to the goal may be for what the other hand takes along."""
_AT_GOAL = 2.0
"""How near, in metres, to the edge of the goal's receptacle all that is held is put down."""


class RuleHierarchy(SharingRule):
    """Pick one of four plans: explore, pick up a thing, pick up a container, place (CoELA, 4.1.2).

    With two hands it takes a container first, unless its battery is more than half empty, and loads
    things into it as it finds them. It brings all when the container is full, when both hands are,
    when nothing more is to be found or when its battery runs low; without a container it carries a
    thing in each hand. At the goal it puts down whatever it has. With one hand it brings things one
    by one. What teammates are heard to have taken up it leaves to them, as what it could not bring
    in time. Where a task has neither containers nor a sub-task for taking, it puts things right one
    by one.
    """

    def decide(self, view: PlannerView) -> SubTask:
        """Return the sub-task to take up now."""
        if not view.capability.can_manipulate:
            return explore_next(view)
        if SubTaskKind.TAKE not in view.task.subtasks or view.capability.hands < 2:
            return one_by_one(view, self._left)
        held = [thing for name in view.state.all_held if (thing := view.object(name)) is not None]
        vessel = next((thing for thing in held if _has_room(view, thing)), None)
        loads = [thing for thing in held if not view.task.capacity(thing.category)]
        laden = [thing for thing in held if not _is_empty_container(view, thing)]
        if loads and _way_to_goal(view, view.state.pose.point) <= _AT_GOAL:
            return _bring(view, loads)
        if vessel is not None and loads and not _refused(view, SubTaskKind.LOAD, loads[0]):
            return _load(loads[0], vessel)
        if not view.has_free_hand or (laden and _share_left(view) <= _LAST_SHARE):
            return _bring(view, laden or held)
        return self._fetch(view, held, vessel) or self._with_nothing_to_take(view, held, laden)

    def _fetch(
        self, view: PlannerView, held: Sequence[Detection], vessel: Detection | None
    ) -> SubTask | None:
        """Return what takes or loads one thing more, or None where there is nothing for that."""
        things = [thing for thing in _things(view) if _lasts_for(view, thing)]
        loose = [one for one in things if not view.task.capacity(one.category)]
        if vessel is not None:
            loadable = [one for one in loose if _may_load(view, one, vessel)]
            return _load(_nearest(view, loadable), vessel) if loadable else None
        vessels = [thing for thing in held if view.task.capacity(thing.category)]
        if not vessels and _share_left(view) > _CONTAINER_SHARE:
            container = _container(view, things)
            if container is not None:
                return _take(container)
        takeable = [one for one in things if not _refused(view, SubTaskKind.TAKE, one)]
        if vessels:
            takeable = [one for one in takeable if _is_on_the_way(view, one)]
        return _take(_nearest(view, takeable)) if takeable else None

    def _with_nothing_to_take(
        self, view: PlannerView, held: Sequence[Detection], laden: Sequence[Detection]
    ) -> SubTask:
        is_full = any(view.task.capacity(one.category) and not _has_room(view, one) for one in held)
        if laden and (is_full or not unexplored_rooms(view)):
            return _bring(view, laden)
        search = explore_next(view)
        if search.kind is not SubTaskKind.STOP or not view.state.all_held:
            return search
        return _bring(view, held)


def _share_left(view: PlannerView) -> float:
    """Return which share of the battery is left; 1 where that is not known."""
    whole, left = view.capability.battery, view.state.battery
    return left / whole if whole > 0.0 and left > 0.0 else 1.0


def _way_to_goal(view: PlannerView, point: Point) -> float:
    """Return how far a point is from the edge of the nearest place of the goal that is known."""
    place = view.task.goal.place
    if place is None:
        return math.inf
    return min(
        (
            point.planar_distance_to(o.position) - max(o.size.x, o.size.y) / 2.0
            for o in view.known_objects
            if o.is_receptacle and place.fits(o.category, o.room_type)
        ),
        default=math.inf,
    )


def _lasts_for(view: PlannerView, thing: Detection) -> bool:
    """Tell whether the battery lasts for fetching a thing and bringing it, as far as is known."""
    way = view.state.pose.point.planar_distance_to(thing.position)
    home = _way_to_goal(view, thing.position)
    metres = DETOUR * (way + (home if math.isfinite(home) else 0.0))
    return view.range <= 0.0 or metres <= view.range


def _is_on_the_way(view: PlannerView, thing: Detection) -> bool:
    """Tell whether the way to the goal is hardly longer by way of a thing."""
    here = view.state.pose.point
    straight, home = _way_to_goal(view, here), _way_to_goal(view, thing.position)
    if not math.isfinite(straight):
        return True
    return here.planar_distance_to(thing.position) + home <= straight + _ASIDE


def _may_load(view: PlannerView, thing: Detection, vessel: Detection) -> bool:
    """Tell whether a thing goes into a container, as far as is known, and was not tried in vain."""
    return goes_through(thing.size, vessel.size) and not _refused(view, SubTaskKind.LOAD, thing)


def _things(view: PlannerView) -> list[Detection]:
    """Return what is to be brought, that no teammate has taken up and this arm can take."""
    heavy = too_heavy(view, unclaimed(view))
    return [
        thing
        for thing in unclaimed(view)
        if thing.object_id not in heavy and reachable(view.capability, thing.position.z)
    ]


def _container(view: PlannerView, things: Sequence[Detection]) -> Detection | None:
    """Return the nearest container worth taking along, or None."""
    if max(len(things), len(unexplored_rooms(view))) < _WORTH_A_CONTAINER:
        return None
    claimed = {i.own_object.object_id for i in taken_up(view) if i.own_object is not None}
    free = [
        thing
        for thing in view.known_objects
        if thing.pickupable
        and thing.status is Presence.PRESENT
        and thing.object_id not in claimed
        and _is_empty_container(view, thing)
        and reachable(view.capability, thing.position.z)
        and not _refused(view, SubTaskKind.TAKE, thing)
    ]
    return _nearest(view, free) if free else None


def _is_empty_container(view: PlannerView, thing: Detection) -> bool:
    is_container = view.task.capacity(thing.category) > 0
    return is_container and not contents(view.known_objects, thing)


def _has_room(view: PlannerView, thing: Detection) -> bool:
    return len(contents(view.known_objects, thing)) < view.task.capacity(thing.category)


def _refused(view: PlannerView, kind: SubTaskKind, thing: Detection) -> bool:
    """Tell whether that was tried with a thing lately, in vain."""
    return any(s.kind is kind and s.object_id == thing.object_id for s, _ in view.rejected)


def _bring(view: PlannerView, held: Sequence[Detection]) -> SubTask:
    """Return what puts down what is held, a container last."""
    last = [thing for thing in held if view.task.capacity(thing.category)]
    first = [thing for thing in held if thing not in last]
    for thing in (*first, *last):
        return put_away(view, thing.object_id, thing.category)
    return put_away(view, view.state.held_object, view.state.held_category)


def _nearest(view: PlannerView, things: Sequence[Detection]) -> Detection:
    here = view.state.pose.point
    return min(things, key=lambda o: (here.planar_distance_to(o.position), o.object_id))


def _take(thing: Detection) -> SubTask:
    return SubTask(SubTaskKind.TAKE, object_id=thing.object_id)


def _load(thing: Detection, container: Detection) -> SubTask:
    return SubTask(SubTaskKind.LOAD, object_id=thing.object_id, receptacle_id=container.object_id)
