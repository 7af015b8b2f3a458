# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What an agent does next: take up, go on, fill the time, fall back on the rule, or rest."""

from adhoc_teamwork.adhoc_planner.agent.active_task import ActiveTask, Running
from adhoc_teamwork.adhoc_planner.agent.agent_context import AgentContext
from adhoc_teamwork.adhoc_planner.agent.assessment import (
    Assessment,
    Standing,
    assess,
    lost_sense,
)
from adhoc_teamwork.adhoc_planner.agent.filler import Filler
from adhoc_teamwork.adhoc_planner.agent.open_questions import Purpose, StepKey
from adhoc_teamwork.adhoc_planner.agent.query_scheduler import QueryScheduler
from adhoc_teamwork.adhoc_planner.belief.action_effects import assume
from adhoc_teamwork.adhoc_planner.decisions.decision import UNDER_WAY, Decision
from adhoc_teamwork.adhoc_planner.decisions.safe_rule import choose_subskill, choose_subtask
from adhoc_teamwork.adhoc_planner.validity import check_subskill, check_subtask
from adhoc_teamwork.adhoc_planner.validity.subtasks import check_names
from adhoc_teamwork.teamwork.clock import lately
from adhoc_teamwork.teamwork.team.causes import HELD_BY_A_PERSON, NOT_ITS_FAULT, Cause
from adhoc_teamwork.teamwork.team.subskill import SkillResult, SubSkill, SubSkillKind
from adhoc_teamwork.teamwork.team.subtask import IntentStatus, SubTask, SubTaskKind

RECALL_TIME = 2.0
"""How long, in seconds, a robot that wakes with a full hand waits to be told what it holds."""

PATIENCE = 5.0
"""How long, in seconds, a robot with an errand stands still for a model before it acts by rule."""

PAUSE = 2.0
"""How long, in seconds, nothing new is started after the robot itself was not ready."""

_ENDED = {Standing.DONE: IntentStatus.DONE, Standing.FAILED: IntentStatus.FAILED}


class Executive:
    """Turn answers and results into errands and sub-skills."""

    def __init__(self, mind: AgentContext, asking: QueryScheduler) -> None:
        self._mind = mind
        self._asking = asking
        self._idle_since: float | None = None
        self._not_before = float("-inf")
        self._filler = Filler(mind)

    def clock_set_back(self) -> None:
        """Forget pauses that hang on the clock."""
        self._not_before, self._idle_since = float("-inf"), None

    # --- results --------------------------------------------------------------------------------

    def finished(self, goal: int, result: SkillResult, now: float) -> None:
        """Assess how a sub-skill ended (paper section IV-G)."""
        mind, course = self._mind, self._mind.course
        running = course.ended(goal, result.success)
        if running is None:
            return
        if result.cause in NOT_ITS_FAULT:
            self._not_before = now + PAUSE
        self._note_effects(running.subskill, result, now)
        if running.is_filler or course.errand is None:
            self._filler.note(running, result, now)
            return
        mind.held_up = running.subskill if result.cause in HELD_BY_A_PERSON else None
        if mind.held_up is not None:
            # This says nothing of what was tried: it is tried again, and no model is asked why.
            return
        mind.belief.note_outcome(running.subskill, result)
        if not result.success:
            mind.thinking.step.drop()
            self._drop_ahead("What I did before is not done yet.")
        self._conclude(assess(course.errand, running.subskill, result), now)

    def _note_effects(self, subskill: SubSkill, result: SkillResult, now: float) -> None:
        mind = self._mind
        if not result.success:
            if result.cause is Cause.HAND_EMPTY:
                mind.hand.let_go(now)
            return
        if subskill.takes:
            mind.hand.took(subskill.object_id, now)
        elif subskill.lets_go:
            self._settle(subskill)
            mind.hand.let_go(now)
        elif subskill.kind is SubSkillKind.EXPLORE:
            mind.belief.note_explored((subskill.room_id,))

    def _settle(self, subskill: SubSkill) -> None:
        """Hold what was put down to be in place there: it was put there on purpose."""
        placed = self._mind.belief.object(subskill.object_id)
        receptacle = self._mind.belief.object(subskill.receptacle_id)
        if placed is not None and receptacle is not None:
            self._mind.judge.settle(placed, receptacle)

    def _conclude(self, assessment: Assessment, now: float) -> None:
        errand = self._mind.course.errand
        if errand is None or assessment.standing is Standing.GOES_ON:
            return
        if assessment.standing is Standing.FAILED:
            self._give_up(errand, assessment.reason, now)
        elif errand.subtask.kind is SubTaskKind.STOP:
            self._mind.course.is_resting = True
        if errand.steps == 0 and not self._mind.is_guarded:
            # Nothing keeps such a policy from the same decision again: it has to cost time.
            self._asking.pause(now)
        self._mind.course.end(_ENDED[assessment.standing], assessment.reason)

    def _give_up(self, errand: ActiveTask, reason: str, now: float) -> None:
        mind = self._mind
        thing = mind.belief.object(errand.subtask.object_id)
        held = mind.holds(errand.subtask.object_id)
        place = thing.position if thing else None
        mind.given_up.add(errand.subtask, held, place, reason, now)
        self._drop_ahead("What I did before has failed.")

    def _drop_ahead(self, reason: str) -> None:
        if self._mind.thinking.decision.key is Purpose.AHEAD:
            self._asking.withdraw(reason)

    # --- the next thing to do -------------------------------------------------------------------

    def knows_hand(self, now: float) -> bool:
        """Find out what the hand holds; False while that is worth waiting for."""
        mind = self._mind
        if mind.hand.has_dropped(now):
            mind.hand.let_go(now)
            mind.thinking.step.drop()
        if self._hand_is_at_work() or not mind.hand.is_unexplained(now):
            return True
        told = mind.recall.state is not None and mind.recall.state.held_object
        if not told and lately(mind.belief.joined_at, now, RECALL_TIME):
            return False
        mind.hand.explain(mind.recall)
        self._take_up_again()
        mind.recall.forget()
        return True

    def act(self, now: float) -> None:
        """Do what is to be done now."""
        course = self._mind.course
        self._sense(now)
        self._leave(now)
        self._take_decision(now)
        because = self._asking.must_decide_by_rule(now)
        if course.errand is None and because and not course.is_resting:
            self._decide_by_rule(because)
        if course.errand is None:
            if now >= self._not_before:
                self._filler.explore(now)
        elif course.own_running is None:
            self._start_step(course.errand, now)
        else:
            self._second_thought(course.errand, course.own_running, now)

    def _sense(self, now: float) -> None:
        """End an errand that the world has overtaken."""
        mind, errand = self._mind, self._mind.course.errand
        busy_exploring = mind.course.own_running is not None and errand and errand.can_wait
        if errand is None or busy_exploring or self._hand_is_at_work():
            return
        object_id = errand.subtask.object_id
        target = mind.belief.object(object_id) if object_id else None
        explored = mind.belief.explored_rooms()
        self._conclude(lost_sense(errand, target, mind.holds(object_id), explored), now)

    def _leave(self, now: float) -> None:
        """Give up an errand that the next sub-skill does not serve."""
        errand = self._mind.course.errand
        if errand is None or not errand.left_because or self._mind.course.own_running is not None:
            return
        if errand.steps == 0:
            self._asking.pause(now)
        self._mind.course.end(IntentStatus.ABANDONED, errand.left_because)

    def _take_decision(self, now: float) -> None:
        """Take up what was decided; what nobody can carry out fails at once, and says why."""
        mind, course, errand = self._mind, self._mind.course, self._mind.course.errand
        question = mind.thinking.decision
        decision, purpose = question.answer, question.key
        if decision is None:
            return
        if errand is not None and (purpose is not Purpose.SWITCH or not mind.may_leave(errand)):
            if purpose is not Purpose.AHEAD:
                self._asking.withdraw("I am busy with something else.")
            return
        mind.contested = 0
        objection = mind.guard(mind.view(), decision.subtask) if mind.is_guarded else None
        if objection or decision.intent_id == UNDER_WAY:
            self._asking.withdraw(objection or decision.reason)
            return
        course.end(IntentStatus.ABANDONED, f"{decision.subtask} is more useful now.")
        self._take_up(decision)
        unknown = check_names(mind.view(), decision.subtask)
        if unknown:
            self._conclude(Assessment(Standing.FAILED, unknown), now)

    def _take_up(self, decision: Decision, by_rule: bool = False) -> None:
        mind = self._mind
        target = mind.belief.object(decision.subtask.object_id)
        self._asking.decided()
        mind.course.take_up(decision.subtask, decision.intent_id, target, decision.reason, by_rule)

    def _decide_by_rule(self, because: str) -> None:
        mind = self._mind
        view, avoids = mind.view(), self._asking.rule_avoids
        subtask = choose_subtask(view, mind.belongs, lambda s: avoids.get(s) or mind.guard(view, s))
        self._claim(subtask, because, by_rule=True)

    def _take_up_again(self) -> None:
        """Go on with the Re-place of what the hand holds after a restart."""
        mind = self._mind
        subtask = mind.recall.subtask()
        if subtask is not None and mind.holds(subtask.object_id) and mind.course.errand is None:
            self._claim(subtask, "I held it when my planner was started again.", by_rule=False)

    def _claim(self, subtask: SubTask, reason: str, by_rule: bool) -> None:
        target = self._mind.belief.object(subtask.object_id)
        intent_id = self._mind.claims.propose(subtask, target, reason)
        self._take_up(Decision(subtask, intent_id, reason), by_rule)

    # --- steps ----------------------------------------------------------------------------------

    def _start_step(self, errand: ActiveTask, now: float) -> None:
        mind, course = self._mind, self._mind.course
        if now < self._not_before:
            return
        if self._filler.fits(errand):
            mind.thinking.step.drop()
            course.make_filler_own()
            return
        step = self._held_up_step(errand) or self._answered_step(errand)
        if step is not None:
            self._run(step, now)
        elif errand.subtask.kind is SubTaskKind.STOP:
            self._run(SubSkill(SubSkillKind.STOP), now)
        elif self._is_out_of_patience(now) or not mind.health.is_alive:
            mind.thinking.step.drop()
            self._run(choose_subskill(mind.view(), errand.subtask), now)
        elif errand.is_fresh:
            self._filler.head_for(errand, now)

    def _held_up_step(self, errand: ActiveTask) -> SubSkill | None:
        """Return the step that a person held up, where it still serves the errand."""
        mind = self._mind
        held_up = mind.held_up
        if held_up is not None and check_subskill(mind.view(), held_up, errand.subtask) is not None:
            mind.held_up = None
        return mind.held_up

    def _answered_step(self, errand: ActiveTask) -> SubSkill | None:
        """Return the model's step where it was asked on the ground that holds and is valid now."""
        mind, question, course = self._mind, self._mind.thinking.step, self._mind.course
        ahead = StepKey(errand.intent_id, course.last_success)
        step, key = question.answer, question.key
        if step is None or key not in (StepKey(errand.intent_id), ahead):
            return None
        question.drop()
        view = mind.view()
        if key == ahead and course.last_done is not None:
            # Odometry and scene graph may lag behind the result that says what has been done.
            view = assume(view, course.last_done)
        return step if check_subskill(view, step, errand.subtask) is None else None

    def _second_thought(self, errand: ActiveTask, running: Running, now: float) -> None:
        mind, question = self._mind, self._mind.thinking.step
        step = question.answer
        if step is None or question.key is None or not question.key.is_second_thought:
            return
        question.drop()
        fits = check_subskill(mind.view(), step, errand.subtask) is None
        if fits and step not in (running.subskill, SubSkill(SubSkillKind.STOP)):
            self._run(step, now)

    def _run(self, step: SubSkill, now: float) -> None:
        self._idle_since = None
        errand = self._mind.course.errand
        stops = step.kind is SubSkillKind.STOP
        if stops and errand is not None and errand.subtask.kind is not SubTaskKind.STOP:
            why = check_subtask(self._mind.view(), errand.subtask) or "nothing more is to be done"
            reason = f"the next sub-skill is Stop: {why}"
            # A sub-task in free words has no other end, unless nothing was done for it.
            done = errand.subtask.kind is SubTaskKind.DO and errand.steps > 0
            self._conclude(Assessment(Standing.DONE if done else Standing.FAILED, reason), now)
            return
        running = self._mind.course.running
        if running is not None and running.subskill == step:
            self._mind.course.make_filler_own()
        else:
            self._mind.course.run(step, now)

    def _hand_is_at_work(self) -> bool:
        """Tell whether the object is being taken or let go of: where it is then says nothing."""
        running = self._mind.course.running
        return running is not None and (running.subskill.takes or running.subskill.lets_go)

    def _is_out_of_patience(self, now: float) -> bool:
        """Tell whether the robot has stood still for a step for too long."""
        if self._mind.course.running is not None:
            self._idle_since = None
            return False
        if self._idle_since is None:
            self._idle_since = now
        return now - self._idle_since >= PATIENCE
