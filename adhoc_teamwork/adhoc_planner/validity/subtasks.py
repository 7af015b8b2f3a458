# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Catch what a model makes up: check its answers against what the robot knows.

Each rule is a function that returns one sentence, addressed to the model, where it is broken.
"""

import math
from collections.abc import Callable
from dataclasses import replace

from adhoc_teamwork.adhoc_planner.belief.progress import contents
from adhoc_teamwork.adhoc_planner.belief.view import PlannerView
from adhoc_teamwork.adhoc_planner.prompt_context.intentions import taken_up
from adhoc_teamwork.adhoc_planner.prompt_context.rooms import (
    covered_now,
    explored_by_self,
    explorers,
    worth_exploring,
)
from adhoc_teamwork.adhoc_planner.validity.battery import check_carrying, check_way_to_room
from adhoc_teamwork.adhoc_planner.validity.re_placing import target_of
from adhoc_teamwork.adhoc_planner.validity.ways import check_steps
from adhoc_teamwork.adhoc_planner.validity.weights import check_weight
from adhoc_teamwork.teamwork.actions.registry import load_part
from adhoc_teamwork.teamwork.bodies.capability import HEIGHT_TOLERANCE, Capability
from adhoc_teamwork.teamwork.bodies.embodiment import can_reach, told_resume
from adhoc_teamwork.teamwork.geometry import goes_through
from adhoc_teamwork.teamwork.scene import Detection, Misplaced, Presence
from adhoc_teamwork.teamwork.team.causes import OWN_LIMITS, PASSING
from adhoc_teamwork.teamwork.team.subskill import SubSkillKind
from adhoc_teamwork.teamwork.team.subtask import SubTask, SubTaskKind
from adhoc_teamwork.teamwork.text.quoting import plain_name

ATTEMPTS = 2
"""Failures in the recent history after which something is not tried again."""


def check_subtask(view: PlannerView, subtask: SubTask) -> str | None:
    """Return one sentence naming the rule that `subtask` breaks, or None."""
    if refused := view.task.refuses_subtask(subtask.kind):
        return refused
    if not subtask.spec.refusal:
        return None
    check: Callable[[PlannerView, SubTask], str | None]
    check = load_part(subtask.kind, subtask.spec.refusal)
    return check(view, subtask)


def check_names(view: PlannerView, subtask: SubTask) -> str | None:
    """Return which room or object of `subtask` there is none of, or None: nobody can do that."""
    if subtask.kind is SubTaskKind.EXPLORE and view.room(subtask.room_id) is None:
        known = ", ".join(r.room_id for r in view.rooms) or "none"
        return f"there is no room with the id '{subtask.room_id}'; known rooms: {known}"
    if subtask.is_about_object and view.object(subtask.object_id) is None:
        name = subtask.object_id
        return f"no object with the id '{name}' is known{_similar(view, name)}"
    return None


def check_exploring(view: PlannerView, subtask: SubTask) -> str | None:
    """Return why exploring the room of a sub-task is not reasonable, or None."""
    return check_explore(view, subtask.room_id)


def check_body_to_explore(view: PlannerView) -> str | None:
    """Return what the robot's body lacks to explore anything, or None."""
    if not view.capability.can_navigate:
        return "you cannot drive"
    return None if view.capability.has_camera else "you have no camera"


def check_explore(view: PlannerView, room_id: str) -> str | None:
    """Return why exploring the room is not reasonable, or None."""
    room = view.room(room_id)
    if room is None:
        return check_names(view, SubTask(SubTaskKind.EXPLORE, room_id=room_id))
    lacking = check_body_to_explore(view)
    if lacking is not None:
        return f"{lacking}, so you cannot explore"
    if explored_by_self(view, room):
        return f"you have explored {room_id} already"
    if not worth_exploring(view, room):
        names = ", ".join(t.name for t in explorers(view, room))
        return f"{room_id} has been explored by {names}, who saw there what you would see"
    busy = covered_now(view, room_id)
    if busy:
        return f"{', '.join(busy)} is exploring {room_id} already"
    return (
        _failed_often(view, SubSkillKind.EXPLORE, room_id)
        or _failed_often(view, SubSkillKind.GO_TO_ROOM, room_id)
        or check_steps(view, room_id)
        or check_way_to_room(view, room)
    )


def check_object(view: PlannerView, object_id: str) -> str | None:
    """Return why this robot cannot or should not handle the object, or None."""
    item = view.object(object_id)
    holds_it = view.state.holds(object_id)
    if not view.capability.can_manipulate:
        return "you have no arm, so you cannot re-place anything"
    if not (holds_it or view.has_free_hand):
        return f"you hold {' and '.join(view.state.all_held)}: put it where it belongs first"
    if item is None:
        return check_names(view, SubTask(SubTaskKind.REPLACE, object_id=object_id))
    if holds_it:
        return None
    return (
        _check_condition(view, item)
        or _check_reach(view.capability, item.position.z, object_id)
        or check_steps(view, item.room)
        or _limit_met(view, object_id)
        or check_weight(view, item)
        or _taken(view, item)
        or _failed_often(view, SubSkillKind.GO_TO_OBJECT, object_id)
        or _failed_often(view, SubSkillKind.PICKUP_OBJECT, object_id)
    )


def same_type(one: str, other: str) -> bool:
    """Tell whether two names of types differ only in case, spaces and hyphens."""
    return plain_name(one) == plain_name(other)


def reachable(capability: Capability, height: float) -> bool:
    """Tell whether the arm reaches `height`, in metres above the floor; NaN counts as reachable.

    It is taken to the centimetre, as prompts tell it: who reads them must come to the same.
    """
    if math.isnan(height):
        return True
    body = told_resume("you", capability)
    return can_reach(body, round(height, 2), tolerance=HEIGHT_TOLERANCE).can


def _check_condition(view: PlannerView, item: Detection) -> str | None:
    name = item.object_id
    if not item.pickupable:
        return f"{name} cannot be picked up"
    if item.status is Presence.HELD:
        return f"{name} is in a teammate's hand"
    if item.status is Presence.GONE:
        return f"{name} is no longer where it was seen"
    if view.task.goal.text:
        # What is to be moved is said in words: nobody judges it.
        return None
    if item.misplaced is Misplaced.NO:
        return f"{name} is in place, so it stays there"
    if item.misplaced is Misplaced.UNKNOWN:
        return f"{name} has not been judged to be out of place"
    return None


def _check_reach(capability: Capability, height: float, name: str) -> str | None:
    if reachable(capability, height):
        return None
    return (
        f"{name} is at height {height:.2f} m, but your arm reaches "
        f"{capability.reach_min_height:.2f} to {capability.reach_max_height:.2f} m"
    )


def _limit_met(view: PlannerView, object_id: str) -> str | None:
    for outcome in view.history:
        result, skill = outcome.result, outcome.subskill
        if skill.object_id == object_id and result.cause in OWN_LIMITS:
            if skill.kind is SubSkillKind.PUT_OBJECT:
                continue
            return f"you have tried {object_id} before: {result.message or result.cause}"
    return None


def _taken(view: PlannerView, item: Detection) -> str | None:
    for intention in taken_up(view, item.category):
        own = intention.own_object
        if own is not None and own.object_id == item.object_id and intention.subtask.moves_object:
            return f"{intention.teammate} has taken up {item.object_id}"
    return None


def _failed_often(view: PlannerView, kind: SubSkillKind, name: str) -> str | None:
    failures = [
        o.result
        for o in view.history
        if o.subskill.kind is kind
        and name in (o.subskill.object_id, o.subskill.room_id)
        and not o.result.success
        and o.result.cause not in PASSING
    ]
    if len(failures) < ATTEMPTS:
        return None
    return f"{kind} of {name} has failed {len(failures)} times: {failures[-1].message}"


def check_putting(view: PlannerView, subtask: SubTask) -> str | None:
    """Return why an object is not to be put on a receptacle of those types, or None."""
    return (
        check_object(view, subtask.object_id)
        or _check_target(view, subtask)
        or _check_battery(view, subtask)
    )


def check_transport(view: PlannerView, subtask: SubTask) -> str | None:
    """Return why an object is not to be brought to the goal's place, or None."""
    return check_object(view, subtask.object_id) or _check_battery(view, subtask)


def check_load(view: PlannerView, subtask: SubTask) -> str | None:
    """Return why an object is not to be put in that container, or None."""
    container = view.object(subtask.receptacle_id)
    return check_object(view, subtask.object_id) or check_container(
        view, container, subtask.receptacle_id, subtask.object_id
    )


def check_container(
    view: PlannerView, container: Detection | None, name: str, object_id: str
) -> str | None:
    """Return why an object cannot be put in the container called `name`, or None."""
    if container is None:
        return f"no container with the id '{name}' is known{_similar(view, name)}"
    capacity = view.task.capacity(container.category)
    if not capacity or name == object_id:
        return f"{name} is no container for {object_id}"
    if container.status is not Presence.PRESENT and not view.state.holds(name):
        return f"{name} is not there to be loaded"
    item = view.object(object_id)
    if item is not None and not goes_through(item.size, container.size):
        return f"{object_id} is too large for {name}"
    inside = contents(view.known_objects, container)
    if len(inside) >= capacity:
        return f"{name} is full: it holds {capacity}"
    return None


def check_take(view: PlannerView, subtask: SubTask) -> str | None:
    """Return why an object or a container is not to be taken and kept in a hand, or None."""
    name = subtask.object_id
    if view.state.holds(name):
        return f"you hold {name} already"
    if view.capability.can_manipulate and view.capability.hands < subtask.spec.hands:
        return "you have one hand: what it takes it has to put somewhere"
    return check_fetching(view, subtask)


def check_fetching(view: PlannerView, subtask: SubTask) -> str | None:
    """Return why the object of a sub-task that moves it is not to be fetched, or None."""
    item = view.object(subtask.object_id)
    if item is not None and subtask.kind is SubTaskKind.TAKE:
        is_container = view.task.capacity(item.category) > 0
        if is_container and not contents(view.known_objects, item):
            # A container serves wherever it was in place.
            view = replace(view, known_objects=(replace(item, misplaced=Misplaced.YES),))
    return check_object(view, subtask.object_id)


def check_look(view: PlannerView, subtask: SubTask) -> str | None:
    """Return why a closed receptacle is not to be opened, or None."""
    name = subtask.object_id
    item = view.object(name)
    if not view.capability.can_manipulate:
        return "you have no arm, so you cannot open anything"
    if item is None:
        return f"no receptacle with the id '{name}' is known{_similar(view, name)}"
    if refused := check_steps(view, item.room):
        return refused
    if not item.closed:
        return f"{name} is {'open' if item.closed is False else 'nothing that opens'}"
    for intention in taken_up(view):
        if intention.subtask == SubTask(SubTaskKind.CHECK, object_id=name):
            return f"{intention.teammate} has taken up to check {name}"
    return _failed_often(view, SubSkillKind.GO_TO_OBJECT, name) or _failed_often(
        view, SubSkillKind.OPEN_OBJECT, name
    )


def check_visit(view: PlannerView, subtask: SubTask) -> str | None:
    """Return why an object or receptacle is not to be visited, or None."""
    name = subtask.object_id
    item = view.object(name)
    if not view.capability.can_navigate:
        return "you cannot drive, so you cannot go anywhere"
    if item is None:
        return f"nothing with the id '{name}' is known{_similar(view, name)}"
    return check_steps(view, item.room) or _failed_often(view, SubSkillKind.GO_TO_OBJECT, name)


def check_words(view: PlannerView, subtask: SubTask) -> str | None:
    """Return why free words do not say what to do, or None."""
    if not subtask.text.strip():
        return "say in words what to do"
    for name in subtask.named:
        if view.object(name) is None and view.room(name) is None:
            return f"nothing with the id '{name}' is known{_similar(view, name)}"
    return None


def _check_target(view: PlannerView, subtask: SubTask) -> str | None:
    item = view.object(subtask.object_id)
    fixed = [o for o in view.known_objects if o.is_receptacle and o.object_id != subtask.object_id]
    if item is not None and not view.state.holds(item.object_id):
        here = same_type(item.receptacle_category, subtask.receptacle_type)
        if here and same_type(item.room_type, subtask.room_type):
            place = f"a {subtask.receptacle_type} in a {subtask.room_type}"
            return f"{item.object_id} lies on {place} already"
    if any(not explored_by_self(view, room) for room in view.rooms):
        return None
    if not any(same_type(o.category, subtask.receptacle_type) for o in fixed):
        types = sorted({o.category for o in fixed})
        return (
            f"every room is explored and no receptacle of type '{subtask.receptacle_type}' is "
            f"known; known types: {', '.join(types) or 'none'}"
        )
    return None


def _check_battery(view: PlannerView, subtask: SubTask) -> str | None:
    """Refuse to fetch what would be lost in an empty robot's hand; what is held is put away."""
    item = view.object(subtask.object_id)
    if item is None or view.state.holds(item.object_id):
        return None
    target = target_of(view.task, subtask)
    of_type = [o for o in view.known_objects if same_type(o.category, target.receptacle)]
    in_room = [o for o in of_type if same_type(o.room_type, target.room)]
    return check_carrying(view, item, tuple(in_room or of_type))


def check_stop(view: PlannerView, subtask: SubTask) -> str | None:
    """Refuse to stop with a full hand or a room to explore.

    Whether a place for an object that is out of place can be found at all is the model's to say.
    """
    del subtask
    refused = {subtask for subtask, _ in view.rejected}
    for held in view.state.all_held:
        if not any(held in (s.object_id, *s.named) for s in refused):
            return f"you hold {held}: put it where it belongs before you stop"
    if view.state.all_held:
        return None
    for room in view.rooms:
        if SubTask(SubTaskKind.EXPLORE, room_id=room.room_id) in refused:
            continue
        if check_explore(view, room.room_id) is None:
            return f"{room.room_id} has not been explored yet"
    return None


def _similar(view: PlannerView, object_id: str) -> str:
    near = next((o for o in view.known_objects if same_type(o.object_id, object_id)), None)
    return f"; did you mean {near.object_id}?" if near else ""
