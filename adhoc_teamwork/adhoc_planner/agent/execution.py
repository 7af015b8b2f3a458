# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What a robot is doing: its errand, the sub-skill that runs, and whether it rests."""

from typing import Protocol

from adhoc_teamwork.adhoc_planner.agent.active_task import ActiveTask, Running
from adhoc_teamwork.adhoc_planner.belief.claims import Claims
from adhoc_teamwork.teamwork.scene import Detection
from adhoc_teamwork.teamwork.team.llm_call import LlmCall
from adhoc_teamwork.teamwork.team.message import TeamMessage
from adhoc_teamwork.teamwork.team.subskill import SubSkill, SubSkillKind
from adhoc_teamwork.teamwork.team.subtask import IntentStatus, SubTask


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


class Execution:
    """Start and end errands and sub-skills, and say so through claims and body."""

    def __init__(self, claims: Claims, body: Body) -> None:
        self._claims = claims
        self._body = body
        self._goals = 0
        self.errand: ActiveTask | None = None
        self.running: Running | None = None
        self.is_resting = False
        self.last_success = 0
        """Goal number of the errand's latest sub-skill where it succeeded, else 0."""
        self.last_done: SubSkill | None = None
        """That sub-skill."""

    @property
    def own_running(self) -> Running | None:
        """Return the sub-skill that runs for the errand, not a filler."""
        return self.running if self.running and not self.running.is_filler else None

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
        self.errand = ActiveTask(subtask, intent_id, target, by_rule)
        self._claims.move_to(intent_id, IntentStatus.ADOPTED, reason)

    def end(self, status: IntentStatus, reason: str) -> None:
        """End the errand; a sub-skill that runs for it is ended too, unless it explores."""
        if self.errand is None:
            return
        self._claims.move_to(self.errand.intent_id, status, reason)
        self.errand = None
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
        """Let the sub-skill that runs as a filler serve the errand: it is its next step."""
        if self.running is not None:
            self.running.is_filler = False
