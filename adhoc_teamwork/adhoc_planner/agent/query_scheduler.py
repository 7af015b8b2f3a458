# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Which question is asked of the model when: ahead of need, never twice, not of a dead model."""

import logging
from collections.abc import Callable, Sequence

from adhoc_teamwork.adhoc_planner.agent.active_task import ActiveTask, Running
from adhoc_teamwork.adhoc_planner.agent.execution import Doing
from adhoc_teamwork.adhoc_planner.agent.message_sender import MessageSender
from adhoc_teamwork.adhoc_planner.agent.open_questions import OpenQuestions, Purpose, StepKey
from adhoc_teamwork.adhoc_planner.agent.view_builder import ViewBuilder
from adhoc_teamwork.adhoc_planner.belief.belief import Belief
from adhoc_teamwork.adhoc_planner.belief.claims import Claims
from adhoc_teamwork.adhoc_planner.belief.judge import Judge
from adhoc_teamwork.adhoc_planner.decisions.decision import (
    Decision,
    Dialogue,
    NoReasonableSubTaskError,
    SubTaskLeftError,
)
from adhoc_teamwork.adhoc_planner.model_queries.llm_query import AnswerRejectedError
from adhoc_teamwork.adhoc_planner.model_queries.model_health import ModelHealth
from adhoc_teamwork.llm_port.port import ModelUnavailableError
from adhoc_teamwork.teamwork.scene import Detection
from adhoc_teamwork.teamwork.team.subskill import SubSkill, SubSkillKind
from adhoc_teamwork.teamwork.team.subtask import IntentStatus, SubTask, SubTaskKind

PAUSE_AFTER_NONE = 5.0
"""How long, in seconds, after a decision that came to nothing the next one is begun."""

BRIEF_PAUSE = 1.0
"""The same for whoever answers at once, as it knows what failed and an equal answer costs time, and
where whatever is decided is tried: that costs a step (paper section IV-G)."""

JUDGE_PERIOD = 0.5
"""How often, in seconds, it is looked for things that are to be judged."""

BY_RULE = "My language model gives no usable answer; this is the safe rule's choice."

_log = logging.getLogger(__name__)


class QueryScheduler:
    """Keep the model's answers coming just before they are needed; times in seconds."""

    def __init__(
        self,
        questions: OpenQuestions,
        belief: Belief,
        judge: Judge,
        views: ViewBuilder,
        doing: Doing,
        claims: Claims,
        sender: MessageSender,
        dialogue: Callable[[Sequence[SubSkill], bool], Dialogue],
    ) -> None:
        """Store what to ask through, to read, and to speak through.

        `dialogue` returns how a decision talks with the team once sub-skills have succeeded, in
        haste or not.
        """
        self._questions = questions
        self._belief, self._judge, self._views, self._doing = belief, judge, views, doing
        self._claims, self._sender, self._dialogue = claims, sender, dialogue
        self._decide_after = float("-inf")
        self._judge_after = float("-inf")
        self._wants_switch = False
        self._wants_new_step = False
        self.asks_ahead = questions.asks_ahead
        """Whether what comes next is asked before it is needed."""
        self.health = ModelHealth()
        self.rule_because = ""
        """Why the next sub-task is chosen by rule; empty where it is not."""
        self.rule_avoids: dict[SubTask, str] = {}
        """What the rule leaves alone, with the reasons: just found unreasonable."""

    # --- what came of questions -----------------------------------------------------------------

    def collect(self, now: float) -> str:
        """Take note of answers and failures; return why the active task is to be left, or ""."""
        questions = self._questions
        error = questions.judgement.take_error()
        if isinstance(error, AnswerRejectedError):
            _log.warning("%s: %s", self._belief.robot, error)
            self._judge_after = now + PAUSE_AFTER_NONE
        elif error is not None:
            self._fail(error, now)
        if questions.judgement.is_answered:
            questions.judgement.drop()
        self._collect_decision(now)
        error, left_because = questions.step.take_error(), ""
        if isinstance(error, SubTaskLeftError) and self._doing.active_task is not None:
            left_because = str(error)
        elif error is not None:
            self._fail(error, now)
        # An answer that waits to be used says nothing of how the model is by now.
        answers = [question.has_news() for question in (questions.step, questions.decision)]
        if any(answers) and self.health.succeeded():
            self._sender.chat("My language model answers again; I plan with it.")
        return left_because

    def take_missed_grasp(self) -> str:
        """Return, once, the id of what a hand closed on and, as pictures show, has not got.

        Whoever cannot be asked, or takes no pictures, leaves it at what the hand's driver says.
        """
        grasp = self._questions.grasp
        error, object_id = grasp.take_error(), grasp.key or ""
        if error is not None:
            _log.info("%s: whether it grasped is not known: %s", self._belief.robot, error)
        if not grasp.is_answered:
            return ""
        has_grasped = grasp.answer
        grasp.drop()
        return "" if has_grasped else object_id

    def _collect_decision(self, now: float) -> None:
        purpose = self._questions.decision.key
        error = self._questions.decision.take_error()
        if isinstance(error, NoReasonableSubTaskError):
            _log.info("%s: nothing reasonable: %s", self._belief.robot, error)
            self.pause(now)
            if purpose is not Purpose.SWITCH and self._questions.checked:
                self.rule_because = "No candidate was reasonable; this is the safe rule's choice."
                self.rule_avoids = error.rejected
        elif error is not None:
            # Steps that are answered meanwhile must not bring the same question back at once.
            self.pause(now)
            self._fail(error, now)
            self.rule_because = BY_RULE if purpose is Purpose.NEXT else ""

    @property
    def decision(self) -> tuple[Purpose, Decision] | None:
        """Return what was decided, and what for; None where nothing is."""
        question = self._questions.decision
        if question.answer is None or question.key is None:
            return None
        return question.key, question.answer

    @property
    def step(self) -> tuple[StepKey, SubSkill] | None:
        """Return the step that was answered, and on what ground; None where none is."""
        question = self._questions.step
        if question.answer is None or question.key is None:
            return None
        return question.key, question.answer

    def must_decide_by_rule(self, now: float) -> str:
        """Return why the next sub-task is chosen by rule, now that there is none; empty if not."""
        if self.rule_because or self.health.is_alive or self._questions.decision.is_answered:
            return self.rule_because
        waits = self.health.may_ask(now) and not self._belief.held
        return "" if waits else BY_RULE

    # --- what others want -----------------------------------------------------------------------

    @property
    def wants_switch(self) -> bool:
        """Tell whether that is to be asked."""
        return self._wants_switch

    def want_switch(self) -> None:
        """Ask soon whether something else is more useful than the active task."""
        self._wants_switch = True

    def want_new_step(self) -> None:
        """Ask soon whether another sub-skill is more useful than the one that runs."""
        self._wants_new_step = True

    def pause(self, now: float) -> None:
        """Let some time pass, from `now`, before the next sub-task is decided."""
        is_brief = not (self.asks_ahead and self._questions.checked)
        self._decide_after = now + (BRIEF_PAUSE if is_brief else PAUSE_AFTER_NONE)

    def decided(self) -> None:
        """Note that a sub-task was taken up."""
        self._questions.decision.drop()
        self.rule_because, self.rule_avoids = "", {}

    def withdraw(self, reason: str) -> None:
        """Drop the decision; where a sub-task was proposed, say that it is given up."""
        decision = self._questions.decision.answer
        if decision is not None:
            self._claims.move_to(decision.intent_id, IntentStatus.ABANDONED, reason)
        self._questions.decision.drop()

    def withdraw_ahead(self, reason: str) -> None:
        """Drop what was decided ahead of the end of the active task."""
        if self._questions.decision.key is Purpose.AHEAD:
            self.withdraw(reason)

    def drop_step(self) -> None:
        """Forget the question for a step."""
        self._questions.step.drop()

    def drop(self) -> None:
        """Forget all questions."""
        self._questions.drop()

    def clock_set_back(self) -> None:
        """Forget pauses that hang on the clock."""
        self._decide_after = self._judge_after = float("-inf")
        self.health.reset_pause()

    # --- asking ---------------------------------------------------------------------------------

    def ask_judgement(self, now: float) -> None:
        """Ask what is out of place where that is not known."""
        if not self._questions.judgement.is_idle or now < self._judge_after:
            return
        self._judge_after = now + JUDGE_PERIOD
        due = self._judge.due(self._belief.lasting_objects(), now)
        if due:
            self._questions.judge(now, self._views.view(), due)

    def ask_grasp(self, thing: Detection, since: float) -> None:
        """Ask whether the hand that closed on `thing` at `since` (s) has got hold of it."""
        self._questions.assess_grasp(self._views.view(), thing, since)

    def ask_step(self) -> None:
        """Ask for the sub-skill that will be needed next."""
        active = self._doing.active_task
        if active is None or active.left_because or active.subtask.kind is SubTaskKind.STOP:
            return
        wanted = self._wanted_step(active)
        if wanted is None:
            return
        key, subtask, assumed = wanted
        if self._questions.step.key != key:
            self._questions.plan_step(key, self._views.view(), subtask, assumed)

    def _wanted_step(self, active: ActiveTask) -> tuple[StepKey, SubTask, SubSkill | None] | None:
        """Return the key of the step needed next, for what, and what is taken to succeed."""
        running, asked = self._doing.own_running, self._questions.step.key
        if running is None:
            ahead = StepKey(active.intent_id, self._doing.last_success)
            return (ahead if asked == ahead else StepKey(active.intent_id)), active.subtask, None
        second = StepKey(active.intent_id, running.goal, is_second_thought=True)
        if self._wants_new_step or asked == second:
            self._wants_new_step = False
            return second, active.subtask, None
        if not self._questions.asks_ahead:
            return None
        if not active.is_last(running.subskill):
            if running.subskill.kind is SubSkillKind.EXPLORE:
                # What comes after a search hangs on what it finds.
                return None
            return StepKey(active.intent_id, running.goal), active.subtask, running.subskill
        decision = self._questions.decision.answer
        if decision is None or decision.subtask.kind is SubTaskKind.STOP:
            return None
        return StepKey(decision.intent_id, running.goal), decision.subtask, running.subskill

    def ask_decision(self, now: float, may_leave: bool) -> None:
        """Ask for the sub-task that will be needed next; `may_leave` the active one or not."""
        active, running = self._doing.active_task, self._doing.own_running
        question = self._questions.decision
        if active is None:
            # With nothing to fill the time, what is being judged may be all there is to do.
            waits = self._doing.running is None and self._questions.judgement.is_pending
            may_begin = not self._doing.is_resting and not waits and now >= self._decide_after
            if question.is_idle and may_begin:
                self._wants_switch = False
                stands = self._doing.running is None
                self._questions.decide(Purpose.NEXT, self._dialogue((), stands))
        elif self._wants_switch and may_leave:
            if question.key is not Purpose.SWITCH:
                self.withdraw("I have found something that may be more useful.")
            if question.is_idle:
                self._wants_switch = False
                self._questions.decide(Purpose.SWITCH, self._dialogue((), True))
        elif not self._questions.asks_ahead:
            return
        elif running is not None and question.is_idle and now >= self._decide_after:
            rest = self._rest_of(active, running)
            if rest and active.subtask.kind is not SubTaskKind.STOP:
                self._questions.decide(Purpose.AHEAD, self._dialogue(rest, False))

    def _rest_of(self, active: ActiveTask, running: Running) -> tuple[SubSkill, ...]:
        """Return what is left to do for `active` where that is known; empty where it is not."""
        if active.is_last(running.subskill):
            return (running.subskill,)
        question = self._questions.step
        then = question.answer if question.key == StepKey(active.intent_id, running.goal) else None
        return (running.subskill, then) if then is not None and active.is_last(then) else ()

    def _fail(self, error: BaseException, now: float) -> None:
        """Note that the model gave no usable answer, or, worse, that a question failed here."""
        is_expected = isinstance(error, (ModelUnavailableError, AnswerRejectedError))
        reason = str(error) if is_expected else f"{type(error).__name__}: {error}"
        if self.health.failed(reason, now):
            text = f"My language model gives no usable answer ({reason}); I act by rule."
            self._sender.chat(text)
        _log.warning("%s: %s", self._belief.robot, reason, exc_info=None if is_expected else error)
