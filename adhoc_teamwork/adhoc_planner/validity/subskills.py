# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Check a sub-skill that a model chose against what the robot knows and can do."""

import math
from collections.abc import Callable

from adhoc_teamwork.adhoc_planner.belief.view import PlannerView
from adhoc_teamwork.adhoc_planner.prompt_context.rooms import explored_by_self, worth_exploring
from adhoc_teamwork.adhoc_planner.validity.re_placing import is_elsewhere, target_of
from adhoc_teamwork.adhoc_planner.validity.subtasks import (
    check_body_to_explore,
    check_container,
    check_fetching,
    check_object,
    reachable,
    same_type,
)
from adhoc_teamwork.teamwork.actions.registry import find_subskill, load_part
from adhoc_teamwork.teamwork.scene import Detection, Presence
from adhoc_teamwork.teamwork.team.subskill import SubSkill, SubSkillKind
from adhoc_teamwork.teamwork.team.subtask import SubTask, SubTaskKind

LONGEST_DISPLACEMENT = 10.0
"""Metres that GoToPoint may ask for at once."""

_REACH_SLACK = 0.5


def check_subskill(view: PlannerView, subskill: SubSkill, subtask: SubTask) -> str | None:
    """Return one sentence naming the rule that `subskill` breaks, or None."""
    if refused := view.task.refuses_subskill(subskill.kind):
        return refused
    target = find_subskill(subskill.kind).refusal
    if not target:
        return None
    check: Callable[[PlannerView, SubSkill, SubTask], str | None]
    check = load_part(subskill.kind, target)
    return check(view, subskill, subtask)


def check_going_to_object(view: PlannerView, subskill: SubSkill, subtask: SubTask) -> str | None:
    """Return why the robot cannot drive to that object, or None."""
    item = view.object(subskill.object_id)
    if not view.capability.can_navigate:
        return "you cannot drive"
    if item is None:
        return f"no object or receptacle with the id '{subskill.object_id}' is known"
    if item.status is Presence.GONE:
        return f"{item.object_id} is no longer where it was seen"
    if view.state.holds(item.object_id):
        return f"you hold {item.object_id} already: go to the receptacle"
    if subtask.moves_object and item.object_id == subtask.object_id:
        return check_fetching(view, subtask)
    return None


def check_going_to_point(view: PlannerView, subskill: SubSkill, subtask: SubTask) -> str | None:
    """Return why the robot cannot drive by that much, or None."""
    del subtask
    length = math.hypot(subskill.dx, subskill.dy)
    if not view.capability.can_navigate:
        return "you cannot drive"
    if not 0.0 < length <= LONGEST_DISPLACEMENT:
        return f"GoToPoint must move you by more than 0 and at most {LONGEST_DISPLACEMENT:g} m"
    return None


def check_going_to_room(view: PlannerView, subskill: SubSkill, subtask: SubTask) -> str | None:
    """Return why the robot cannot drive into that room, or None."""
    del subtask
    if not view.capability.can_navigate:
        return "you cannot drive"
    if view.room(subskill.room_id) is None:
        return f"there is no room with the id '{subskill.room_id}'"
    return None


def check_pick_up(view: PlannerView, subskill: SubSkill, subtask: SubTask) -> str | None:
    """Return why the object cannot be picked up from here, or None."""
    name = subskill.object_id
    if subtask.kind is SubTaskKind.DO:
        return _check_free_pick_up(view, name)
    if not subtask.moves_object or name != subtask.object_id:
        return f"{name} is not the object of the sub-task {subtask}"
    if view.state.holds(name):
        return f"you hold {name} already"
    refusal = check_fetching(view, subtask)
    item = view.object(name)
    if refusal or item is None:
        return refusal
    return check_near(view, item)


def _check_free_pick_up(view: PlannerView, name: str) -> str | None:
    """Check picking up for a sub-task in free words: nothing says which object it is about."""
    item = view.object(name)
    if not view.capability.can_manipulate:
        return "you have no arm"
    if not view.has_free_hand:
        return f"you hold {' and '.join(view.state.all_held)} already"
    if item is None:
        return f"no object with the id '{name}' is known"
    if not item.pickupable or item.status is not Presence.PRESENT:
        return f"{name} cannot be picked up now"
    return check_near(view, item)


def check_put(view: PlannerView, subskill: SubSkill, subtask: SubTask) -> str | None:
    """Return why what is held cannot be put there from here, or None."""
    name = subskill.object_id
    receptacle = view.object(subskill.receptacle_id)
    if not view.capability.can_manipulate:
        return "you have no arm, so you cannot put anything"
    if not view.state.holds(name):
        return f"you do not hold {name}: pick it up first"
    if receptacle is None:
        return f"no receptacle with the id '{subskill.receptacle_id}' is known"
    if not receptacle.is_receptacle or receptacle.object_id == name:
        return f"nothing can be put on {receptacle.object_id}"
    wanted = target_of(view.task, subtask)
    if wanted.receptacle and not same_type(receptacle.category, wanted.receptacle):
        return f"{receptacle.object_id} is a {receptacle.category}, not a {wanted.receptacle}"
    if is_elsewhere(receptacle, wanted.room, view.rooms):
        return f"{receptacle.object_id} is in a {receptacle.room_type}, not in a {wanted.room}"
    if receptacle.closed:
        return f"{receptacle.object_id} is closed: open it first"
    if receptacle.room and receptacle.room != subskill.room_id:
        return f"{receptacle.object_id} is in {receptacle.room}, not in {subskill.room_id}"
    if not receptacle.opens and not reachable(view.capability, receptacle.support_height):
        return f"the surface of {receptacle.object_id} is out of your arm's range of heights"
    return check_near(view, receptacle)


def check_opening(view: PlannerView, subskill: SubSkill, subtask: SubTask) -> str | None:
    """Return why the receptacle cannot be opened from here, or None."""
    del subtask
    return _check_door(view, subskill.object_id, opens=True)


def check_closing(view: PlannerView, subskill: SubSkill, subtask: SubTask) -> str | None:
    """Return why the receptacle cannot be closed from here, or None."""
    del subtask
    return _check_door(view, subskill.object_id, opens=False)


def _check_door(view: PlannerView, name: str, opens: bool) -> str | None:
    item = view.object(name)
    if not view.capability.can_manipulate:
        return "you have no arm, so you cannot open or close anything"
    if item is None:
        return f"no receptacle with the id '{name}' is known"
    if not item.opens:
        return f"{name} does not open"
    if item.closed is not opens:
        return f"{name} is {'closed' if item.closed else 'open'} already"
    return check_near(view, item)


def check_put_in(view: PlannerView, subskill: SubSkill, subtask: SubTask) -> str | None:
    """Return why what is held cannot be put in the container from here, or None."""
    name = subskill.object_id
    container = view.object(subskill.receptacle_id)
    if not view.state.holds(name):
        return f"you do not hold {name}: pick it up first"
    if subtask.kind is SubTaskKind.LOAD and subskill.receptacle_id != subtask.receptacle_id:
        return f"{subskill.receptacle_id} is not the container of the sub-task {subtask}"
    refusal = check_container(view, container, subskill.receptacle_id, name)
    if refusal or container is None:
        return refusal
    return check_near(view, container)


def check_take_from(view: PlannerView, subskill: SubSkill, subtask: SubTask) -> str | None:
    """Return why the object cannot be taken out from here, or None."""
    del subtask
    item = view.object(subskill.object_id)
    container = view.object(subskill.receptacle_id)
    if not view.capability.can_manipulate:
        return "you have no arm"
    if not view.has_free_hand:
        return f"you hold {' and '.join(view.state.all_held)} already"
    if item is None or container is None or item.receptacle != container.object_id:
        return f"{subskill.object_id} is not known to be in {subskill.receptacle_id}"
    return check_near(view, container)


def check_explore_step(view: PlannerView, subskill: SubSkill, subtask: SubTask) -> str | None:
    """Return why there is nothing to explore, or None."""
    room_id = subskill.room_id or subtask.room_id
    lacking = check_body_to_explore(view)
    if lacking is not None:
        return lacking
    if room_id:
        room = view.room(room_id)
        if room is None:
            return f"there is no room with the id '{room_id}'"
        if explored_by_self(view, room):
            return f"you have explored {room_id} already"
        return None
    if all(explored_by_self(view, room) for room in view.rooms):
        return "you have explored every room already"
    return None


def check_stop_step(view: PlannerView, subskill: SubSkill, subtask: SubTask) -> str | None:
    """Return why the sub-task is not to end yet, or None."""
    del subskill
    if view.history and not view.history[-1].result.success:
        return None
    if subtask.kind is SubTaskKind.EXPLORE:
        room = view.room(subtask.room_id)
        tried = bool(view.history) and view.history[-1].subskill.kind is SubSkillKind.EXPLORE
        if room is not None and worth_exploring(view, room) and not tried:
            return f"{subtask.room_id} has not been explored yet"
    if subtask.moves_object and not view.state.holds(subtask.object_id):
        item = view.object(subtask.object_id)
        if item is not None and check_object(view, item.object_id) is None:
            return f"{item.object_id} is still out of place"
    return None


def check_near(view: PlannerView, item: Detection) -> str | None:
    """Return why `item` is out of reach from here; one of unknown extent may begin anywhere."""
    if item.is_receptacle and item.size.x == item.size.y == 0.0:
        return None
    here = view.state.pose.point
    beyond_x = max(0.0, abs(item.position.x - here.x) - item.size.x / 2.0)
    beyond_y = max(0.0, abs(item.position.y - here.y) - item.size.y / 2.0)
    if math.hypot(beyond_x, beyond_y) <= view.capability.reach + _REACH_SLACK:
        return None
    return f"{item.object_id} is too far away: GoToObject <{item.object_id}> first"
