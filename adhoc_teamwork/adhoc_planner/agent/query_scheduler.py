# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Which question is asked of the model when: ahead of need, never twice, not of a dead model."""

import logging

from adhoc_teamwork.adhoc_planner.agent.active_task import ActiveTask, Running
from adhoc_teamwork.adhoc_planner.agent.agent_context import AgentContext
from adhoc_teamwork.adhoc_planner.agent.open_questions import Purpose, StepKey
from adhoc_teamwork.adhoc_planner.decisions.decision import (
    NoReasonableSubTaskError,
    SubTaskLeftError,
)
from adhoc_teamwork.adhoc_planner.model_queries.llm_query import AnswerRejectedError
from adhoc_teamwork.llm_port.port import ModelUnavailableError
from adhoc_teamwork.teamwork.team.subskill import SubSkill
from adhoc_teamwork.teamwork.team.subtask import IntentStatus, SubTask, SubTaskKind

PAUSE_AFTER_NONE = 5.0
"""How long, in seconds, after a decision that came to nothing the next one is begun."""

JUDGE_PERIOD = 0.5
"""How often, in seconds, it is looked for things that are to be judged."""

BY_RULE = "My language model gives no usable answer; this is the safe rule's choice."

_log = logging.getLogger(__name__)


class QueryScheduler:
    """Keep the model's answers coming just before they are needed."""

    def __init__(self, mind: AgentContext) -> None:
        self._mind = mind
        self._decide_after = float("-inf")
        self._judge_after = float("-inf")
        self.rule_because = ""
        """Why the next sub-task is chosen by rule; empty where it is not."""
        self.rule_avoids: dict[SubTask, str] = {}
        """What the rule leaves alone, with the reasons: just found unreasonable."""

    def collect(self, now: float) -> None:
        """Take note of answers and failures."""
        thinking = self._mind.thinking
        error = thinking.judgement.take_error()
        if isinstance(error, AnswerRejectedError):
            _log.warning("%s: %s", self._mind.robot, error)
            self._judge_after = now + PAUSE_AFTER_NONE
        elif error is not None:
            self._fail(error, now)
        if thinking.judgement.is_answered:
            thinking.judgement.drop()
        self._collect_decision(now)
        error = thinking.step.take_error()
        if isinstance(error, SubTaskLeftError) and self._mind.course.errand is not None:
            self._mind.course.errand.left_because = str(error)
        elif error is not None:
            self._fail(error, now)
        # An answer that waits to be used says nothing of how the model is by now.
        answers = [question.has_news() for question in (thinking.step, thinking.decision)]
        if any(answers) and self._mind.health.succeeded():
            self._mind.voice.chat("My language model answers again; I plan with it.")

    def _collect_decision(self, now: float) -> None:
        purpose = self._mind.thinking.decision.key
        error = self._mind.thinking.decision.take_error()
        if isinstance(error, NoReasonableSubTaskError):
            _log.info("%s: nothing reasonable: %s", self._mind.robot, error)
            self.pause(now)
            if purpose is not Purpose.SWITCH:
                self.rule_because = "No candidate was reasonable; this is the safe rule's choice."
                self.rule_avoids = error.rejected
        elif error is not None:
            # Steps that are answered meanwhile must not bring the same question back at once.
            self.pause(now)
            self._fail(error, now)
            self.rule_because = BY_RULE if purpose is Purpose.NEXT else ""

    def must_decide_by_rule(self, now: float) -> str:
        """Return why the next sub-task is chosen by rule, now that there is none; empty if not."""
        mind = self._mind
        if self.rule_because or mind.health.is_alive or mind.thinking.decision.is_answered:
            return self.rule_because
        waits = mind.health.may_ask(now) and mind.belief.held is None
        return "" if waits else BY_RULE

    def ask(self, now: float) -> None:
        """Ask what will be needed next."""
        if not self._mind.health.may_ask(now):
            return
        self._ask_judgement(now)
        self._ask_step()
        self._ask_decision(now)

    def pause(self, now: float) -> None:
        """Let some time pass, from `now` (s), before the next sub-task is decided."""
        self._decide_after = now + PAUSE_AFTER_NONE

    def decided(self) -> None:
        """Note that a sub-task was taken up."""
        self._mind.thinking.decision.drop()
        self.rule_because, self.rule_avoids = "", {}

    def withdraw(self, reason: str) -> None:
        """Drop the decision; where a sub-task was proposed, say that it is given up."""
        decision = self._mind.thinking.decision.answer
        if decision is not None:
            self._mind.claims.move_to(decision.intent_id, IntentStatus.ABANDONED, reason)
        self._mind.thinking.decision.drop()

    def clock_set_back(self) -> None:
        """Forget a pause that hangs on the clock."""
        self._decide_after = self._judge_after = float("-inf")

    def _ask_judgement(self, now: float) -> None:
        mind = self._mind
        if not mind.thinking.judgement.is_idle or now < self._judge_after:
            return
        self._judge_after = now + JUDGE_PERIOD
        due = mind.judge.due(mind.belief.objects(), now)
        if due:
            mind.thinking.judge(now, mind.view(), due)

    def _ask_step(self) -> None:
        mind, errand = self._mind, self._mind.course.errand
        if errand is None or errand.left_because or errand.subtask.kind is SubTaskKind.STOP:
            return
        if mind.held_up is not None:
            return
        wanted = self._wanted_step(errand)
        if wanted is None:
            return
        key, subtask, assumed = wanted
        if mind.thinking.step.key != key:
            mind.thinking.plan_step(key, mind.view(), subtask, assumed)

    def _wanted_step(self, errand: ActiveTask) -> tuple[StepKey, SubTask, SubSkill | None] | None:
        """Return the key of the step needed next, for what, and what is taken to succeed."""
        mind, course = self._mind, self._mind.course
        running, asked = course.own_running, mind.thinking.step.key
        if running is None:
            ahead = StepKey(errand.intent_id, course.last_success)
            return (ahead if asked == ahead else StepKey(errand.intent_id)), errand.subtask, None
        second = StepKey(errand.intent_id, running.goal, is_second_thought=True)
        if mind.needs_new_step or asked == second:
            mind.needs_new_step = False
            return second, errand.subtask, None
        if not errand.is_last(running.subskill):
            return StepKey(errand.intent_id, running.goal), errand.subtask, running.subskill
        decision = mind.thinking.decision.answer
        if decision is None or decision.subtask.kind is SubTaskKind.STOP:
            return None
        return StepKey(decision.intent_id, running.goal), decision.subtask, running.subskill

    def _ask_decision(self, now: float) -> None:
        mind, course = self._mind, self._mind.course
        errand, running = course.errand, course.own_running
        question = mind.thinking.decision
        if question.answer is not None and question.answer.intent_id == mind.contested != 0:
            self.withdraw("It no longer fits what a teammate says or does.")
            mind.contested = 0
        if errand is None:
            # With nothing to fill the time, what is being judged may be all there is to do.
            waits = course.running is None and mind.thinking.judgement.is_pending
            may_begin = not course.is_resting and not waits and now >= self._decide_after
            if question.is_idle and may_begin:
                mind.wants_switch = False
                mind.thinking.decide(Purpose.NEXT, mind.dialogue())
        elif mind.wants_switch and mind.may_leave(errand):
            if question.key is not Purpose.SWITCH:
                self.withdraw("I have found something that may be more useful.")
            if question.is_idle:
                mind.wants_switch = False
                mind.thinking.decide(Purpose.SWITCH, mind.dialogue())
        elif running is not None and question.is_idle and now >= self._decide_after:
            rest = self._rest_of(errand, running)
            if rest and errand.subtask.kind is not SubTaskKind.STOP:
                mind.thinking.decide(Purpose.AHEAD, mind.dialogue(rest))

    def _rest_of(self, errand: ActiveTask, running: Running) -> tuple[SubSkill, ...]:
        """Return what is left to do for `errand` where that is known; empty where it is not."""
        if errand.is_last(running.subskill):
            return (running.subskill,)
        question = self._mind.thinking.step
        then = question.answer if question.key == StepKey(errand.intent_id, running.goal) else None
        return (running.subskill, then) if then is not None and errand.is_last(then) else ()

    def _fail(self, error: BaseException, now: float) -> None:
        """Note that the model gave no usable answer, or, worse, that a question failed here."""
        mind = self._mind
        is_expected = isinstance(error, (ModelUnavailableError, AnswerRejectedError))
        reason = str(error) if is_expected else f"{type(error).__name__}: {error}"
        if mind.health.failed(reason, now):
            mind.voice.chat(f"My language model gives no usable answer ({reason}); I act by rule.")
        _log.warning("%s: %s", mind.robot, reason, exc_info=None if is_expected else error)
