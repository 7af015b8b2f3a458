# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""When an appliance can be operated, and what is so afterwards."""

from adhoc_teamwork.adhoc_planner.belief.action_effects import at_object, closed, opened
from adhoc_teamwork.adhoc_planner.belief.view import PlannerView
from adhoc_teamwork.adhoc_planner.validity.subtasks import find_object
from adhoc_teamwork.teamwork.team.subskill import SubSkill
from adhoc_teamwork.teamwork.team.subtask import SubTask


def check_press(view: PlannerView, subskill: SubSkill, subtask: SubTask) -> str | None:
    """Return why the button cannot be pressed, or None."""
    del subtask
    item = find_object(view, subskill.object_id)
    if not (view.capability.can_navigate and view.capability.can_manipulate):
        return "you need wheels or legs, and an arm, to press a button"
    if item is None or not item.opens:
        return f"no appliance with the id '{subskill.object_id}' is known"
    return None


def check_operate(view: PlannerView, subtask: SubTask) -> str | None:
    """Return why the appliance is not to be operated, or None."""
    item = find_object(view, subtask.object_id)
    if item is not None and item.closed is False:
        return f"{item.object_id} is open already"
    return check_press(view, press_it(view, subtask), subtask)


def press_it(view: PlannerView, subtask: SubTask) -> SubSkill:
    """Return the step that operates an appliance."""
    del view
    return SubSkill("Press", object_id=subtask.object_id)


def pressed(view: PlannerView, subskill: SubSkill) -> PlannerView:
    """Return the view with the robot at the appliance and its door turned."""
    item = find_object(view, subskill.object_id)
    view = at_object(view, subskill)
    return opened(view, subskill) if item and item.closed else closed(view, subskill)
