# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What a robot does while nothing is decided: one with something to do is never idle."""

from adhoc_teamwork.adhoc_planner.agent.active_task import ActiveTask
from adhoc_teamwork.adhoc_planner.agent.execution import Doing
from adhoc_teamwork.adhoc_planner.belief.view import PlannerView
from adhoc_teamwork.adhoc_planner.decisions.decision import Guard
from adhoc_teamwork.adhoc_planner.decisions.safe_rule import choose_subskill, unexplored_rooms
from adhoc_teamwork.teamwork.team.subskill import SubSkill, SubSkillKind
from adhoc_teamwork.teamwork.team.subtask import SubTask, SubTaskKind


def first_exploration(view: PlannerView, guard: Guard) -> SubSkill | None:
    """Return how to explore a room that nobody explores; None where there is none."""
    for room in unexplored_rooms(view):
        if guard(view, SubTask(SubTaskKind.EXPLORE, room_id=room.room_id)) is None:
            return SubSkill(SubSkillKind.EXPLORE, room_id=room.room_id)
    return None


def way_there(view: PlannerView, subtask: SubTask) -> SubSkill | None:
    """Return how to drive where `subtask` begins, until the model has said how it begins."""
    step = choose_subskill(view, subtask)
    return step if step.kind is SubSkillKind.GO_TO_OBJECT else None


def explores_for(doing: Doing, active: ActiveTask) -> bool:
    """Tell whether the robot explores already the room that its task is to explore."""
    exploring = SubSkill(SubSkillKind.EXPLORE, room_id=active.subtask.room_id)
    wanted = active.subtask.kind is SubTaskKind.EXPLORE
    return wanted and doing.running is not None and doing.running.subskill == exploring
