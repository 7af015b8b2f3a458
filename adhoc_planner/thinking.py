"""The questions a robot has with its model at any time: one decision, one step, one judgement."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum

from adhoc_planner.deciding import Decision, Dialogue
from adhoc_planner.judge import Judge
from adhoc_planner.policies.policy import SubSkillPlanner, SubTaskPlanner
from adhoc_planner.question import Question
from adhoc_planner.view import PlannerView
from teamwork.scene import Detection
from teamwork.subskill import SubSkill
from teamwork.subtask import SubTask


class Purpose(Enum):
    """Say why a sub-task is being decided."""

    NEXT = 1
    """There is none."""
    AHEAD = 2
    """The present one is about to be done."""
    SWITCH = 3
    """Something was found that may be more useful than the present one."""


@dataclass(frozen=True)
class StepKey:
    """Say for which intent a step is asked, and after which goal; 0 means from where things are.

    `is_second_thought` where the sub-skill that runs may be left for a better one.
    """

    intent_id: int
    after: int = 0
    is_second_thought: bool = False


class Thinking:
    """Ask in the background, one question of each kind; `wake` is called when an answer comes."""

    def __init__(
        self,
        subtasks: SubTaskPlanner,
        subskills: SubSkillPlanner,
        judge: Judge,
        wake: Callable[[], None],
    ) -> None:
        self._subtasks = subtasks
        self._subskills = subskills
        self._judge = judge
        self.decisions = 0
        """How many sub-tasks were decided, taken up or not."""
        self.decision: Question[Purpose, Decision] = Question(wake)
        self.step: Question[StepKey, SubSkill] = Question(wake)
        self.judgement: Question[float, None] = Question(wake)

    def decide(self, purpose: Purpose, dialogue: Dialogue) -> None:
        """Ask for a sub-task."""
        self.decision.ask(purpose, self._decide(dialogue))

    def plan_step(
        self, key: StepKey, view: PlannerView, subtask: SubTask, assumed: SubSkill | None
    ) -> None:
        """Ask for a sub-skill."""
        self.step.ask(key, self._subskills.next(view, subtask, assumed))

    def judge(self, now: float, view: PlannerView, items: Sequence[Detection]) -> None:
        """Ask whether `items` are out of place."""
        self.judgement.ask(now, self._judge.judge(view, items))

    def drop(self) -> None:
        """Forget all questions."""
        for question in (self.decision, self.step, self.judgement):
            question.drop()

    async def _decide(self, dialogue: Dialogue) -> Decision:
        decision = await self._subtasks.decide(dialogue)
        self.decisions += 1
        return decision
