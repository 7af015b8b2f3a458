# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What a robot does while its language model gives no usable answer: careful, useful, plain."""

from collections.abc import Callable, Collection

from adhoc_teamwork.adhoc_planner.belief.view import PlannerView
from adhoc_teamwork.adhoc_planner.prompt_context.rooms import centre_of
from adhoc_teamwork.adhoc_planner.validity.re_placing import (
    can_move,
    may_have,
    moving,
    receptacles_of,
    target_of,
)
from adhoc_teamwork.teamwork.actions.registry import load_part
from adhoc_teamwork.teamwork.geometry import Point
from adhoc_teamwork.teamwork.scene import Detection, Misplaced, Predicate, Presence, Room
from adhoc_teamwork.teamwork.team.causes import Cause
from adhoc_teamwork.teamwork.team.goal import Place
from adhoc_teamwork.teamwork.team.memory import Teammate
from adhoc_teamwork.teamwork.team.subskill import SubSkill, SubSkillKind
from adhoc_teamwork.teamwork.team.subtask import SubTask, SubTaskKind
from adhoc_teamwork.teamwork.text.quoting import plain_name

_PASSING = (Cause.BLOCKED, Cause.CANCELLED)
"""Why something failed for the time being: it says nothing of the place where it did."""
Refusal = Callable[[SubTask], str | None]
Belongs = Callable[[str], tuple[str, str] | None]
"""Returns the type of receptacle and of room where things of a category belong, or None."""


def choose_subtask(view: PlannerView, belongs: Belongs, refusal: Refusal) -> SubTask:
    """Return a sub-task without asking a model.

    In this order: put away what is held, explore the nearest room not yet explored, put right an
    object of which it was judged before where it belongs, stop.
    """
    if view.state.held_object:
        held, category = view.state.held_object, view.state.held_category
        if not can_move(view.task):
            return _putting_away(view, refusal)
        refused = view.refused_places(held)
        home = belongs(category)
        place = home if home and home not in refused else any_surface(view, refused)
        return moving(view.task, held, category, Place(*place))
    for subtask in [
        SubTask(SubTaskKind.EXPLORE, room_id=r.room_id) for r in unexplored_rooms(view)
    ]:
        if not refusal(subtask):
            return subtask
    if view.capability.can_manipulate and can_move(view.task):
        for thing in sorted(view.known_objects, key=lambda o: _distance(view, o.position)):
            putting = _putting_right(view, thing, belongs)
            if putting is not None and not refusal(putting):
                return putting
    return SubTask(SubTaskKind.STOP)


def choose_subskill(view: PlannerView, subtask: SubTask) -> SubSkill:
    """Return the next sub-skill of `subtask` by its default: of a chain such as go, pick up, put.

    What is closed is opened on the way.
    """
    if not subtask.spec.next_step:
        return SubSkill(SubSkillKind.STOP)
    step: Callable[[PlannerView, SubTask], SubSkill]
    step = load_part(subtask.kind, subtask.spec.next_step)
    return step(view, subtask)


def stop(view: PlannerView, subtask: SubTask) -> SubSkill:
    """Return what ends a sub-task."""
    del view, subtask
    return SubSkill(SubSkillKind.STOP)


def explore(view: PlannerView, subtask: SubTask) -> SubSkill:
    """Return the step that looks through a sub-task's room."""
    del view
    return SubSkill(SubSkillKind.EXPLORE, room_id=subtask.room_id)


def look_into(view: PlannerView, subtask: SubTask) -> SubSkill:
    """Return the next step to having opened a receptacle."""
    name = subtask.object_id
    return at_or_go(view, name, SubSkill(SubSkillKind.OPEN_OBJECT, name))


def visit(view: PlannerView, subtask: SubTask) -> SubSkill:
    """Return the step that leads to an object or receptacle."""
    del view
    return SubSkill(SubSkillKind.GO_TO_OBJECT, subtask.object_id)


def carry(view: PlannerView, subtask: SubTask) -> SubSkill:
    """Return the next step to having an object on a receptacle of the wanted type."""
    if not view.state.holds(subtask.object_id):
        return _fetch(view, subtask.object_id)
    receptacle = _receptacle(view, subtask)
    if receptacle is None:
        return SubSkill(SubSkillKind.EXPLORE, room_id=room_to_search(view, subtask))
    return _put_on(view, subtask.object_id, receptacle)


def take(view: PlannerView, subtask: SubTask) -> SubSkill:
    """Return the next step to having an object in a hand."""
    if view.state.holds(subtask.object_id):
        return SubSkill(SubSkillKind.STOP)
    return _fetch(view, subtask.object_id)


def load(view: PlannerView, subtask: SubTask) -> SubSkill:
    """Return the next step to having an object in a container."""
    if not view.state.holds(subtask.object_id):
        return _fetch(view, subtask.object_id)
    there = subtask.receptacle_id
    putting = SubSkill(SubSkillKind.PUT_IN, subtask.object_id, there)
    return putting if view.state.holds(there) else at_or_go(view, there, putting)


def _fetch(view: PlannerView, object_id: str) -> SubSkill:
    """Return the next step to having an object in the hand."""
    known = {o.object_id: o for o in view.known_objects}
    thing = known.get(object_id)
    holder = known.get(thing.receptacle) if thing is not None else None
    if holder is not None and holder.closed and thing and thing.relation is Predicate.IN:
        opening = SubSkill(SubSkillKind.OPEN_OBJECT, holder.object_id)
        return at_or_go(view, holder.object_id, opening)
    if holder is not None and view.task.capacity(holder.category):
        taking = SubSkill(SubSkillKind.TAKE_FROM, object_id, holder.object_id)
        return at_or_go(view, holder.object_id, taking)
    return at_or_go(view, object_id, SubSkill(SubSkillKind.PICKUP_OBJECT, object_id))


def _putting_away(view: PlannerView, refusal: Refusal) -> SubTask:
    """Return the sub-task in words that puts what is held on the nearest surface, or a search."""
    surfaces = _surfaces(view)
    ways = [
        SubTask(SubTaskKind.DO, text=f"Put {view.state.held_object} on {surface.object_id}")
        for surface in sorted(surfaces, key=lambda o: _distance(view, o.position))
    ]
    ways += [SubTask(SubTaskKind.EXPLORE, room_id=room.room_id) for room in unexplored_rooms(view)]
    return next((way for way in ways if not refusal(way)), SubTask(SubTaskKind.STOP))


def put_away(view: PlannerView, subtask: SubTask) -> SubSkill:
    """Return the next step to having put what is held on the surface that words name.

    Of a sub-task in free words a rule understands no more: any other is ended.
    """
    there = next((o for o in _surfaces(view) if o.object_id in subtask.named), None)
    if there is None or view.state.held_object not in subtask.named:
        return SubSkill(SubSkillKind.STOP)
    return _put_on(view, view.state.held_object, there)


def _put_on(view: PlannerView, object_id: str, receptacle: Detection) -> SubSkill:
    there = receptacle.object_id
    put = SubSkill(SubSkillKind.PUT_OBJECT, object_id, there, receptacle.room)
    if receptacle.closed:
        put = SubSkill(SubSkillKind.OPEN_OBJECT, there)
    return at_or_go(view, there, put)


def first_exploration(view: PlannerView, refusal: Refusal) -> SubSkill | None:
    """Return how to explore the nearest room that nobody explores; None where there is none."""
    for room in unexplored_rooms(view):
        if refusal(SubTask(SubTaskKind.EXPLORE, room_id=room.room_id)) is None:
            return SubSkill(SubSkillKind.EXPLORE, room_id=room.room_id)
    return None


def unexplored_rooms(view: PlannerView) -> tuple[Room, ...]:
    """Return the rooms this robot has not explored: unclaimed first, then unseen, then nearest."""
    own = set(view.state.explored_rooms)
    claimed = {
        i.subtask.room_id
        for teammate in view.teammates
        for i in teammate.open_intents()
        if i.subtask.kind is SubTaskKind.EXPLORE
    }
    seen = _explored_by_teammates(view)

    def order(room: Room) -> tuple[bool, bool, float]:
        inside = room.contains(view.state.pose.point)
        distance = 0.0 if inside else _distance(view, centre_of(room))
        return (room.room_id in claimed, room.room_id in seen, distance)

    return tuple(sorted((r for r in view.rooms if r.room_id not in own), key=order))


def room_to_search(view: PlannerView, subtask: SubTask) -> str:
    """Return the id of the room in which to look for where a sub-task takes its object.

    Those that may have it go first, of these those that no teammate has explored, as teammates tell
    of what they find, and of either those whose type is known. It is empty where
    this robot has explored all.
    """
    place, seen = target_of(view.task, subtask), _explored_by_teammates(view)

    def unlikeliness(room: Room) -> tuple[bool, bool, bool]:
        is_unknown = bool(plain_name(place.room)) and not plain_name(room.room_type)
        return (not may_have(room, place), room.room_id in seen, is_unknown)

    rooms = sorted(unexplored_rooms(view), key=unlikeliness)
    return rooms[0].room_id if rooms else ""


def _explored_by_teammates(view: PlannerView) -> set[str]:
    return {room for teammate in view.teammates for room in _explored_by(teammate)}


def _explored_by(teammate: Teammate) -> tuple[str, ...]:
    return teammate.state.explored_rooms if teammate.state else ()


def _putting_right(view: PlannerView, thing: Detection, belongs: Belongs) -> SubTask | None:
    target = belongs(thing.category)
    misplaced = thing.misplaced is Misplaced.YES and thing.status is Presence.PRESENT
    if target is None or not misplaced:
        return None
    return moving(view.task, thing.object_id, thing.category, Place(*target))


def at_or_go(view: PlannerView, place_id: str, then: SubSkill) -> SubSkill:
    """Return `then` where the robot has just gone to `place_id`, else going there."""
    last = view.history[-1] if view.history else None
    going = SubSkill(SubSkillKind.GO_TO_OBJECT, place_id)
    opened = SubSkill(SubSkillKind.OPEN_OBJECT, place_id)
    arrived = last is not None and last.result.success and last.subskill in (going, opened)
    return then if arrived else going


def _receptacle(view: PlannerView, subtask: SubTask) -> Detection | None:
    """Return the nearest receptacle of the wanted type in the wanted type of room.

    One in another room serves only where no known room is of that type, and one at which something
    failed only where no other is known or to be found; that the way was blocked says nothing of it.
    """
    failed = {
        name
        for outcome in view.history
        if not outcome.result.success and outcome.result.cause not in _PASSING
        for name in (outcome.subskill.receptacle_id, outcome.subskill.object_id)
    }
    target = target_of(view.task, subtask)
    known = receptacles_of(target, view.known_objects, view.rooms)
    fitting = [o for o in known if o.status is Presence.PRESENT]
    sound = [o for o in fitting if o.object_id not in failed]

    def order(o: Detection) -> tuple[bool, float]:
        other_room = o.room_type.casefold() != target.room.casefold()
        return (other_room, _distance(view, o.position))

    if not sound and unexplored_rooms(view):
        return None
    return min(sound or fitting, key=order, default=None)


def any_surface(view: PlannerView, refused: Collection[tuple[str, str]]) -> tuple[str, str]:
    """Return type and room type of the nearest receptacle that the arm can serve.

    Those in `refused` are left out unless there is no other.
    """

    def order(o: Detection) -> tuple[bool, float, str]:
        in_vain = (o.category, o.room_type) in refused
        return (in_vain, _distance(view, o.position), o.object_id)

    best = min(_surfaces(view), key=order, default=None)
    return (best.category, best.room_type) if best else ("Table", "")


def _surfaces(view: PlannerView) -> list[Detection]:
    """Return the receptacles that stay where they are and that the arm can serve."""
    low, high = view.capability.reach_min_height, view.capability.reach_max_height
    return [
        o
        for o in view.known_objects
        if o.is_receptacle and not o.pickupable and (o.opens or low <= o.support_height <= high)
    ]


def _distance(view: PlannerView, point: Point) -> float:
    return view.state.pose.point.planar_distance_to(point)
