# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What a robot does while nothing is decided: one with something to do is never idle."""

from adhoc_teamwork.adhoc_planner.agent.active_task import ActiveTask, Running
from adhoc_teamwork.adhoc_planner.agent.agent_context import AgentContext
from adhoc_teamwork.adhoc_planner.decisions.safe_rule import choose_subskill, unexplored_rooms
from adhoc_teamwork.teamwork.team.causes import NOT_ITS_FAULT
from adhoc_teamwork.teamwork.team.subskill import SkillResult, SubSkill, SubSkillKind
from adhoc_teamwork.teamwork.team.subtask import SubTask, SubTaskKind


class Filler:
    """Start sub-skills that fill the time and serve no errand yet; times in seconds."""

    def __init__(self, mind: AgentContext) -> None:
        self._mind = mind

    def explore(self, now: float) -> None:
        """Explore a room that nobody explores, where nothing else is to be done."""
        mind, course = self._mind, self._mind.course
        if course.running or course.is_resting or mind.belief.held:
            return
        view = mind.view()
        for room in unexplored_rooms(view):
            if mind.guard(view, SubTask(SubTaskKind.EXPLORE, room_id=room.room_id)) is None:
                course.run(SubSkill(SubSkillKind.EXPLORE, room_id=room.room_id), now, True)
                return

    def head_for(self, errand: ActiveTask, now: float) -> None:
        """Drive where the errand begins, until the model has said how it begins."""
        running = self._mind.course.running
        if running is not None and running.subskill.kind is not SubSkillKind.EXPLORE:
            return
        step = choose_subskill(self._mind.view(), errand.subtask)
        if step.kind is SubSkillKind.GO_TO_OBJECT:
            self._mind.course.run(step, now, is_filler=True)

    def fits(self, errand: ActiveTask) -> bool:
        """Tell whether the robot explores already, as a filler, the room that it is to explore."""
        running, subtask = self._mind.course.running, errand.subtask
        exploring = SubSkill(SubSkillKind.EXPLORE, room_id=subtask.room_id)
        wanted = subtask.kind is SubTaskKind.EXPLORE
        return wanted and running is not None and running.subskill == exploring

    def note(self, running: Running, result: SkillResult, now: float) -> None:
        """Remember what failed through its own fault, so that it is not tried again at once."""
        if not result.success and result.cause not in NOT_ITS_FAULT and running.subskill.room_id:
            subtask = SubTask(SubTaskKind.EXPLORE, room_id=running.subskill.room_id)
            self._mind.given_up.add(subtask, False, None, result.message or result.cause or "", now)
