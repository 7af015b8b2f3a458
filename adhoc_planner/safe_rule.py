"""What a robot does while its language model gives no usable answer: careful, useful, plain."""

from collections.abc import Callable

from adhoc_planner.view import PlannerView
from teamwork.geometry import Point
from teamwork.memory import Teammate
from teamwork.scene import Detection, Misplaced, Presence, Room
from teamwork.subskill import SubSkill, SubSkillKind
from teamwork.subtask import SubTask, SubTaskKind

Refusal = Callable[[SubTask], str | None]
Belongs = Callable[[str], tuple[str, str] | None]
"""Returns the type of receptacle and of room where things of a category belong, or None."""


def choose_subtask(view: PlannerView, belongs: Belongs, refusal: Refusal) -> SubTask:
    """Return a sub-task without asking a model.

    In this order: put away what is held, explore the nearest room not yet explored, put right an
    object of which it was judged before where it belongs, stop.
    """
    if view.state.held_object:
        receptacle, room = belongs(view.state.held_category) or _any_surface(view)
        held = view.state.held_object
        return SubTask(SubTaskKind.REPLACE, room=room, object_id=held, receptacle=receptacle)
    for subtask in [SubTask(SubTaskKind.EXPLORE, room=r.room_id) for r in unexplored_rooms(view)]:
        if not refusal(subtask):
            return subtask
    if view.capability.can_manipulate:
        for thing in sorted(view.known_objects, key=lambda o: _distance(view, o.position)):
            putting = _putting_right(thing, belongs)
            if putting is not None and not refusal(putting):
                return putting
    return SubTask(SubTaskKind.STOP)


def choose_subskill(view: PlannerView, subtask: SubTask) -> SubSkill:
    """Return the next sub-skill of `subtask` by the standard chain: go there, pick up, go, put."""
    if subtask.kind is SubTaskKind.EXPLORE:
        return SubSkill(SubSkillKind.EXPLORE, room_id=subtask.room)
    if subtask.kind is SubTaskKind.STOP:
        return SubSkill(SubSkillKind.STOP)
    object_id = subtask.object_id
    if view.state.held_object != object_id:
        return _at_or_go(view, object_id, SubSkill(SubSkillKind.PICKUP_OBJECT, object_id))
    receptacle = _receptacle(view, subtask)
    if receptacle is None:
        return _search(view, subtask)
    there = receptacle.object_id
    put = SubSkill(SubSkillKind.PUT_OBJECT, object_id, there, receptacle.room)
    return _at_or_go(view, there, put)


def unexplored_rooms(view: PlannerView) -> tuple[Room, ...]:
    """Return the rooms this robot has not explored: unclaimed first, then unseen, then nearest."""
    own = set(view.state.explored_rooms)
    claimed = {
        i.subtask.room
        for teammate in view.teammates
        for i in teammate.open_intents()
        if i.subtask.kind is SubTaskKind.EXPLORE
    }
    seen = {room for teammate in view.teammates for room in _explored_by(teammate)}

    def order(room: Room) -> tuple[bool, bool, float]:
        inside = room.contains(view.state.pose.point)
        distance = 0.0 if inside else _distance(view, _centre(room))
        return (room.room_id in claimed, room.room_id in seen, distance)

    return tuple(sorted((r for r in view.rooms if r.room_id not in own), key=order))


def _explored_by(teammate: Teammate) -> tuple[str, ...]:
    return teammate.state.explored_rooms if teammate.state else ()


def _putting_right(thing: Detection, belongs: Belongs) -> SubTask | None:
    target = belongs(thing.category)
    misplaced = thing.misplaced is Misplaced.YES and thing.status is Presence.PRESENT
    if target is None or not misplaced:
        return None
    receptacle, room = target
    return SubTask(SubTaskKind.REPLACE, room=room, object_id=thing.object_id, receptacle=receptacle)


def _at_or_go(view: PlannerView, place_id: str, then: SubSkill) -> SubSkill:
    """Return `then` where the robot has just gone to `place_id`, else going there."""
    last = view.history[-1] if view.history else None
    going = SubSkill(SubSkillKind.GO_TO_OBJECT, place_id)
    arrived = last is not None and last.result.success and last.subskill == going
    return then if arrived else going


def _receptacle(view: PlannerView, subtask: SubTask) -> Detection | None:
    """Return the nearest receptacle of the wanted type, in the wanted type of room if there is."""
    failed = {
        name
        for outcome in view.history
        if not outcome.result.success
        for name in (outcome.subskill.receptacle_id, outcome.subskill.object_id)
    }
    wanted = subtask.receptacle.casefold()
    fitting = [
        o
        for o in view.known_objects
        if o.is_receptacle
        and o.category.casefold() == wanted
        and o.status is Presence.PRESENT
        and o.object_id not in failed
    ]

    def order(o: Detection) -> tuple[bool, float]:
        other_room = o.room_type.casefold() != subtask.room.casefold()
        return (other_room, _distance(view, o.position))

    return min(fitting, key=order, default=None)


def _search(view: PlannerView, subtask: SubTask) -> SubSkill:
    """Return how to look for a receptacle of which none is known."""
    rooms = unexplored_rooms(view)
    wanted = subtask.room.casefold()
    likely = [r for r in rooms if r.room_type.casefold() == wanted] or list(rooms)
    return SubSkill(SubSkillKind.EXPLORE, room_id=likely[0].room_id if likely else "")


def _any_surface(view: PlannerView) -> tuple[str, str]:
    """Return type and room type of the nearest receptacle that the arm can serve."""
    low, high = view.capability.reach_min_height, view.capability.reach_max_height
    usable = [
        o
        for o in view.known_objects
        if o.is_receptacle and not o.pickupable and low <= o.support_height <= high
    ]
    best = min(usable, key=lambda o: _distance(view, o.position), default=None)
    return (best.category, best.room_type) if best else ("Table", "")


def _distance(view: PlannerView, point: Point) -> float:
    return view.state.pose.point.planar_distance_to(point)


def _centre(room: Room) -> Point:
    xs, ys = zip(*room.outline, strict=True)
    return Point(sum(xs) / len(xs), sum(ys) / len(ys))
