# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What a robot will see once the sub-skill under way has succeeded: the ground for asking ahead."""

from collections.abc import Callable

from adhoc_teamwork.adhoc_planner.belief.view import PlannerView
from adhoc_teamwork.teamwork.actions import effects
from adhoc_teamwork.teamwork.actions.registry import load_part, subskills
from adhoc_teamwork.teamwork.geometry import Point, Pose
from adhoc_teamwork.teamwork.maps.rooms import room_id_at
from adhoc_teamwork.teamwork.records import changed
from adhoc_teamwork.teamwork.scene import Detection, Misplaced, Presence, Room
from adhoc_teamwork.teamwork.states import State, with_state
from adhoc_teamwork.teamwork.team.robot_state import RobotState
from adhoc_teamwork.teamwork.team.subskill import SubSkill, SubSkillKind


def assume(view: PlannerView, subskill: SubSkill) -> PlannerView:
    """Return `view` as it will be if `subskill` succeeds; what cannot be foreseen stays."""
    spec = subskills().get(subskill.kind)
    if spec is None or not spec.effect:
        return view
    effect: Callable[[PlannerView, SubSkill], PlannerView] = load_part(spec.name, spec.effect)
    return effect(view, subskill)


def at_object(view: PlannerView, subskill: SubSkill) -> PlannerView:
    """Return the view with the robot at an object or receptacle."""
    target = view.object(subskill.object_id)
    return _moved(view, target.position, target.room) if target else view


def in_room(view: PlannerView, subskill: SubSkill) -> PlannerView:
    """Return the view with the robot in a room."""
    room = view.room(subskill.room_id)
    return _moved(view, _centre(room), room.room_id) if room else view


def at_point(view: PlannerView, subskill: SubSkill) -> PlannerView:
    """Return the view with the robot as far away as GoToPoint says."""
    return _moved(view, view.state.pose.transform(subskill.dx, subskill.dy), "")


def taken(view: PlannerView, subskill: SubSkill) -> PlannerView:
    """Return the view with an object in the hand."""
    target = view.object(subskill.object_id)
    if target is None:
        return view
    held = effects.taken(target)
    state = view.state.taking(subskill.object_id, target.category)
    return _with_object(view, held, state)


def _moved(view: PlannerView, point: Point, room: str) -> PlannerView:
    yaw = view.state.pose.heading_to(point)
    pose = Pose(point.x, point.y, yaw)
    room = room or room_id_at(view.rooms, point)
    return changed(view, state=changed(view.state, pose=pose, room=room))


def put(view: PlannerView, subskill: SubSkill) -> PlannerView:
    """Return the view with what was held on or in a receptacle."""
    target = view.object(subskill.object_id)
    receptacle = view.object(subskill.receptacle_id)
    state = view.state.letting_go(subskill.object_id)
    if target is None:
        return changed(view, state=state)
    placed = changed(target, status=Presence.PRESENT, misplaced=Misplaced.NO, reason="")
    if receptacle is not None:
        placed = effects.laid(placed, receptacle, subskill.kind is SubSkillKind.PUT_IN)
    return _with_object(view, placed, state)


def opened(view: PlannerView, subskill: SubSkill) -> PlannerView:
    """Return the view with an open receptacle."""
    return _turned(view, subskill.object_id, closed=False)


def closed(view: PlannerView, subskill: SubSkill) -> PlannerView:
    """Return the view with a closed receptacle."""
    return _turned(view, subskill.object_id, closed=True)


def in_state(view: PlannerView, object_id: str, state: State) -> PlannerView:
    """Return the view with a thing in a state."""
    target = view.object(object_id)
    if target is None:
        return view
    return _with_object(view, changed(target, states=with_state(target.states, state)), view.state)


def explored(view: PlannerView, subskill: SubSkill) -> PlannerView:
    """Return the view with a room explored and the robot in it; without a room nothing is known."""
    room_id = subskill.room_id
    if not room_id:
        return view
    known = tuple(sorted({*view.state.explored_rooms, room_id}))
    rooms = tuple(changed(r, explored=1.0) if r.room_id == room_id else r for r in view.rooms)
    view = changed(view, rooms=rooms, state=changed(view.state, explored_rooms=known))
    return in_room(view, subskill)


def _turned(view: PlannerView, object_id: str, closed: bool) -> PlannerView:
    target = view.object(object_id)
    return _with_object(view, changed(target, closed=closed), view.state) if target else view


def _with_object(view: PlannerView, thing: Detection, state: RobotState) -> PlannerView:
    def swap(objects: tuple[Detection, ...]) -> tuple[Detection, ...]:
        return tuple(thing if o.object_id == thing.object_id else o for o in objects)

    return changed(
        view,
        state=state,
        known_objects=swap(view.known_objects),
        current_objects=swap(view.current_objects),
    )


def _centre(room: Room) -> Point:
    xs, ys = zip(*room.outline, strict=True)
    return Point(sum(xs) / len(xs), sum(ys) / len(ys))
