# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What a robot is doing: its active task, the sub-skill that runs, and whether it rests."""

from collections import Counter
from typing import Protocol

from adhoc_teamwork.adhoc_planner.agent.active_task import ActiveTask, Running
from adhoc_teamwork.adhoc_planner.belief.claims import Claims
from adhoc_teamwork.teamwork.scene import Detection
from adhoc_teamwork.teamwork.team.causes import Cause
from adhoc_teamwork.teamwork.team.llm_call import LlmCall
from adhoc_teamwork.teamwork.team.message import TeamMessage
from adhoc_teamwork.teamwork.team.subskill import SubSkill, SubSkillKind
from adhoc_teamwork.teamwork.team.subtask import IntentStatus, SubTask, SubTaskKind


class Body(Protocol):
    """What carries out a planner's outputs: a ROS node, or a benchmark."""

    def send(self, message: TeamMessage) -> None:
        """Send a message to the team."""

    def start(self, goal: int, subskill: SubSkill) -> None:
        """Start a sub-skill in place of the one that runs; its result comes back with `goal`."""

    def cancel(self, goal: int) -> None:
        """End a sub-skill that runs."""

    def record(self, call: LlmCall) -> None:
        """Keep the record of an exchange with a language model."""


class Doing(Protocol):
    """What all may read of what a robot is doing; the executive alone changes it."""

    @property
    def active_task(self) -> ActiveTask | None:
        """Return the sub-task under way."""

    @property
    def running(self) -> Running | None:
        """Return the sub-skill that runs."""

    @property
    def own_running(self) -> Running | None:
        """Return the sub-skill that runs for the active task, not a filler."""

    @property
    def search(self) -> Running | None:
        """Return the sub-skill that looks for where the active task's object is to go, if any."""

    @property
    def is_resting(self) -> bool:
        """Tell whether there is nothing to do."""

    @property
    def last_success(self) -> int:
        """Return the goal number of the task's latest sub-skill where it succeeded, else 0."""


class Execution:
    """Start and end tasks and sub-skills, and say so through claims and body."""

    def __init__(self, claims: Claims, body: Body) -> None:
        self._claims = claims
        self._body = body
        self._goals = 0
        self.active_task: ActiveTask | None = None
        self.running: Running | None = None
        self.is_resting = False
        self.last_success = 0
        self.last_done: SubSkill | None = None
        self.finished: Counter[str] = Counter()
        """How many sub-tasks of each kind were done."""

    @property
    def own_running(self) -> Running | None:
        """Return the sub-skill that runs for the active task, not a filler."""
        return self.running if self.running and not self.running.is_filler else None

    @property
    def search(self) -> Running | None:
        """Return the sub-skill that looks for where the active task's object is to go, if any."""
        active, running = self.active_task, self.own_running
        if active is None or running is None or not active.is_searching(running.subskill):
            return None
        return running

    def rest(self) -> None:
        """Do nothing more until something happens."""
        self.is_resting = True

    def end_rest(self) -> None:
        """Be ready again: something has happened that may need this robot."""
        self.is_resting = False

    def take_up(
        self,
        subtask: SubTask,
        intent_id: int,
        target: Detection | None,
        reason: str,
        by_rule: bool = False,
    ) -> None:
        """Adopt a proposed intent; what runs goes on as a filler until the first step."""
        if self.running is not None:
            self.running.is_filler = True
        self.is_resting = False
        self.active_task = ActiveTask(subtask, intent_id, target, by_rule)
        self._claims.move_to(intent_id, IntentStatus.ADOPTED, reason)

    def end(self, status: IntentStatus, reason: str, cause: Cause | None = None) -> None:
        """End the active task; a sub-skill that runs for it is ended too, unless it explores."""
        if self.active_task is None:
            return
        self._claims.move_to(self.active_task.intent_id, status, reason, cause)
        if status is IntentStatus.DONE and self.active_task.subtask.kind is not SubTaskKind.STOP:
            self.finished[str(self.active_task.subtask.kind)] += 1
        self.active_task = None
        if self.running is None:
            return
        if self.running.subskill.kind is SubSkillKind.EXPLORE:
            self.running.is_filler = True
        elif not self.running.is_filler:
            self.cancel()

    def run(self, subskill: SubSkill, now: float, is_filler: bool = False) -> None:
        """Start a sub-skill at `now` (s) in place of the one that runs."""
        self._goals += 1
        self.running = Running(self._goals, subskill, is_filler, now)
        self._body.start(self._goals, subskill)

    def cancel(self) -> None:
        """End the sub-skill that runs."""
        if self.running is not None:
            running, self.running = self.running, None
            self._body.cancel(running.goal)

    def ended(self, goal: int, success: bool) -> Running | None:
        """Note that a sub-skill ended; return it, or None where it had been replaced before."""
        running = self.running
        if running is None or running.goal != goal:
            return None
        self.running = None
        counts = success and not running.is_filler
        self.last_success = goal if counts else 0
        self.last_done = running.subskill if counts else None
        return running

    def make_filler_own(self) -> None:
        """Let the sub-skill that runs as a filler serve the active task: it is its next step."""
        if self.running is not None:
            self.running.is_filler = False

    def in_words(self) -> str:
        """Return in a few words what the robot does."""
        active, running = self.active_task, self.running
        if self.is_resting:
            return "resting, alert"
        task = str(active.subtask) if active else "deciding"
        rule = " by rule" if active and active.by_rule else ""
        return f"{task}{rule}" + (f": {running.subskill}" if running else "")
