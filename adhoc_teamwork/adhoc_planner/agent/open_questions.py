# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The questions a robot has with its model at any time: one decision, one step, one judgement."""

from collections.abc import Callable, Coroutine, Sequence
from enum import Enum
from typing import Any, NamedTuple, TypeVar

from adhoc_teamwork.adhoc_planner.belief.judge import Judge
from adhoc_teamwork.adhoc_planner.belief.view import PlannerView
from adhoc_teamwork.adhoc_planner.decisions.decision import Decision, Dialogue
from adhoc_teamwork.adhoc_planner.model_queries.question import AtOnce, Question
from adhoc_teamwork.adhoc_planner.model_queries.tracing import DECISION, UNWATCHED, Tracer
from adhoc_teamwork.adhoc_planner.policies.opinion import GraspOpinion
from adhoc_teamwork.adhoc_planner.policies.policy import Policy
from adhoc_teamwork.teamwork.scene import Detection
from adhoc_teamwork.teamwork.team.subskill import SubSkill
from adhoc_teamwork.teamwork.team.subtask import SubTask

T = TypeVar("T")


class Purpose(Enum):
    """Say why a sub-task is being decided."""

    NEXT = 1
    """There is none."""
    AHEAD = 2
    """The present one is about to be done."""
    SWITCH = 3
    """Something was found that may be more useful than the present one."""


class StepKey(NamedTuple):
    """Say for which intent a step is asked, and after which goal; 0 means from where things are.

    `is_second_thought` where the sub-skill that runs may be left for a better one.
    """

    intent_id: int
    after: int = 0
    is_second_thought: bool = False


class OpenQuestions:
    """Ask in the background, one question of each kind; `wake` is called when an answer comes.

    `tracer` is told of each question and of what came of it.
    """

    def __init__(
        self,
        policy: Policy,
        judge: Judge,
        wake: Callable[[], None],
        tracer: Tracer = UNWATCHED,
        grasps: GraspOpinion | None = None,
    ) -> None:
        self._tracer = tracer
        self._grasps = grasps
        self._subtasks, self._subskills = policy.subtasks, policy.subskills
        self._judge = judge
        self.at_once = policy.at_once
        """Whether answers are there when they are asked for, so that nothing is asked ahead."""
        self.asks_ahead = policy.asks_ahead and not policy.at_once
        """Whether what comes next is asked before it is needed."""
        self.checked = policy.checked
        """Whether rules look over what is decided, and decide where the model finds nothing."""
        self.decisions = 0
        """How many sub-tasks were decided, taken up or not."""
        waits = not policy.at_once
        self.decision: Question[Purpose, Decision] = Question(wake) if waits else AtOnce(wake)
        self.step: Question[StepKey, SubSkill] = Question(wake) if waits else AtOnce(wake)
        self.judgement: Question[float, None] = Question(wake)
        self.grasp: Question[str, bool] = Question(wake)

    def decide(self, purpose: Purpose, dialogue: Dialogue) -> None:
        """Ask for a sub-task."""
        ground = purpose.name.lower()
        self.decision.ask(purpose, self._traced("sub-task", ground, lambda: self._decide(dialogue)))

    def plan_step(
        self, key: StepKey, view: PlannerView, subtask: SubTask, assumed: SubSkill | None
    ) -> None:
        """Ask for a sub-skill."""
        ground = f"{subtask}, after {assumed}" if assumed else str(subtask)
        self.step.ask(
            key,
            self._traced("sub-skill", ground, lambda: self._subskills.next(view, subtask, assumed)),
        )

    def judge(self, now: float, view: PlannerView, items: Sequence[Detection]) -> None:
        """Ask whether `items` are out of place."""
        ground = ", ".join(item.object_id for item in items)
        self.judgement.ask(
            now, self._traced("judgement", ground, lambda: self._judge.judge(view, items))
        )

    def assess_grasp(self, view: PlannerView, thing: Detection, since: float) -> None:
        """Ask whether the hand that closed on `thing` at `since` (s) has got hold of it."""
        opinion = self._grasps
        if opinion is not None:
            self.grasp.ask(
                thing.object_id,
                self._traced("grasp", thing.object_id, lambda: opinion.grasped(view, thing, since)),
            )

    def drop(self) -> None:
        """Forget all questions."""
        for question in (self.decision, self.step, self.judgement, self.grasp):
            question.drop()

    async def _decide(self, dialogue: Dialogue) -> Decision:
        decision = await self._subtasks.decide(dialogue)
        self.decisions += 1
        return decision

    async def _traced(
        self, kind: str, ground: str, think: Callable[[], Coroutine[Any, Any, T]]
    ) -> T:
        """Return what comes of thinking, and tell the tracer."""
        number = self._tracer.begun(kind, ground)
        DECISION.set(number)
        outcome = "withdrawn"
        try:
            result = await think()
            outcome = _outcome(result)
        except Exception as error:
            outcome = f"{type(error).__name__}: {error}"
            raise
        finally:
            self._tracer.ended(number, outcome)
        return result


def _outcome(result: object) -> str:
    if isinstance(result, Decision):
        return f"{result.subtask}: {result.reason}"
    if isinstance(result, bool):
        return "grasped" if result else "not grasped"
    return "judged" if result is None else str(result)
