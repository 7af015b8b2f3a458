# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What a button does, when it is of use to press it, and what is so afterwards."""

from adhoc_teamwork.adhoc_planner.belief.action_effects import at_object, in_state
from adhoc_teamwork.adhoc_planner.belief.view import PlannerView
from adhoc_teamwork.skills.failure import SkillFailure
from adhoc_teamwork.skills.rules.actor import Actor
from adhoc_teamwork.skills.rules.lookup import find_object
from adhoc_teamwork.skills.rules.preconditions import refuse_armless
from adhoc_teamwork.teamwork.scene import Detection
from adhoc_teamwork.teamwork.states import State, States, value_of
from adhoc_teamwork.teamwork.team.causes import Cause
from adhoc_teamwork.teamwork.team.subskill import SubSkill
from adhoc_teamwork.teamwork.team.subtask import SubTask

POWER = "power"
ON, OFF = State(POWER, "on"), State(POWER, "off")


def after_press(states: States) -> State:
    """Return the state into which the button brings a thing."""
    return OFF if ON in states else ON


def thing_to_press(actor: Actor, object_id: str) -> Detection:
    """Return the known thing whose button is to be pressed, in the step world and on a robot.

    Raises:
        SkillFailure: The robot has no arm, or the thing is unknown, not there or without power.
    """
    refuse_armless(actor, "Press")
    found = find_object(actor, object_id)
    if not value_of(found.states, POWER):
        raise SkillFailure(Cause.NO_STATE, f"{object_id} has no power.")
    return found


def check_press(view: PlannerView, subskill: SubSkill, subtask: SubTask) -> str | None:
    """Return why the button cannot be pressed, or None."""
    del subtask
    item = view.object(subskill.object_id)
    if not (view.capability.can_navigate and view.capability.can_manipulate):
        return "you need wheels or legs, and an arm, to press a button"
    if item is None or not value_of(item.states, POWER):
        return f"nothing with power and the id '{subskill.object_id}' is known"
    return None


def check_operate(view: PlannerView, subtask: SubTask) -> str | None:
    """Return why the thing is not to be operated, or None."""
    item = view.object(subtask.object_id)
    if item is not None and ON in item.states:
        return f"the power of {item.object_id} is on already"
    return check_press(view, press_it(view, subtask), subtask)


def press_it(view: PlannerView, subtask: SubTask) -> SubSkill:
    """Return the step that operates a thing."""
    del view
    return SubSkill("Press", object_id=subtask.object_id)


def pressed(view: PlannerView, subskill: SubSkill) -> PlannerView:
    """Return the view with the robot at the thing, and its power turned."""
    item = view.object(subskill.object_id)
    view = at_object(view, subskill)
    return in_state(view, item.object_id, after_press(item.states)) if item else view
