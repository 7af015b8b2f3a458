# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Policies that decide by rule, at once and without a model; and how a planner follows one."""

from abc import ABC, abstractmethod
from collections.abc import Sequence

from adhoc_teamwork.adhoc_planner.belief.action_effects import assume
from adhoc_teamwork.adhoc_planner.belief.view import PlannerView
from adhoc_teamwork.adhoc_planner.decisions.decision import Decision, Dialogue
from adhoc_teamwork.adhoc_planner.decisions.safe_rule import choose_subskill
from adhoc_teamwork.adhoc_planner.notation.answers import Placement
from adhoc_teamwork.adhoc_planner.policies.announcing import announce
from adhoc_teamwork.adhoc_planner.policies.common_sense import CommonSense, usual_places
from adhoc_teamwork.adhoc_planner.policies.policy import Policy
from adhoc_teamwork.teamwork.scene import Detection, Misplaced
from adhoc_teamwork.teamwork.team.subskill import SubSkill
from adhoc_teamwork.teamwork.team.subtask import SubTask


class Rule(ABC):
    """Decide what a robot does next.

    An instance serves one robot. Equal seeds and equal sequences of views give equal decisions: a
    rule may keep in mind what it saw before.
    """

    def __init__(self, seed: str = "") -> None:
        """Store the seed for rules that draw lots."""
        self.seed = seed
        self._sense = CommonSense()

    @classmethod  # noqa: B027 - most rules share nothing
    def prepare(cls) -> None:
        """Read what all robots with this rule share.

        Raises:
            ConfigError: It is missing or broken.
        """

    @abstractmethod
    def decide(self, view: PlannerView) -> SubTask:
        """Return the sub-task to take up now: the present one again where it is to go on.

        `view.rejected` is left alone. Stop means that there is nothing to do for now.
        """

    def judge(self, thing: Detection) -> Detection:
        """Return `thing` with the judgement on it; what cannot be judged yet stays unknown."""
        return self._sense.judge(thing)

    def home(self, category: str) -> tuple[str, str] | None:
        """Return the types of receptacle and room where things belong, or None if not known."""
        return next(iter(usual_places(category)), None)


def by_rule(rule: Rule) -> Policy:
    """Return the policy that follows `rule`, with the standard chain of sub-skills.

    Nothing guards it: what its author means to leave alone, the rule has to leave alone.
    """
    deciding = _SubTasks(rule), _SubSkills(), _Opinion(rule)
    return Policy(*deciding, guarded=False, heeds_objections=False)


class _SubTasks:
    def __init__(self, rule: Rule) -> None:
        self._rule = rule

    async def decide(self, dialogue: Dialogue) -> Decision:
        return announce(dialogue, self._rule.decide(dialogue.view()), "That is what my rule says.")


class _SubSkills:
    async def next(
        self, view: PlannerView, subtask: SubTask, assumed: SubSkill | None = None
    ) -> SubSkill:
        return choose_subskill(assume(view, assumed) if assumed else view, subtask)


class _Opinion:
    def __init__(self, rule: Rule) -> None:
        self._rule = rule

    async def judge(self, view: PlannerView, items: Sequence[Detection]) -> Sequence[Placement]:
        del view
        judged = [self._rule.judge(item) for item in items]
        return [self._placement(item) for item in judged if item.misplaced is not Misplaced.UNKNOWN]

    def _placement(self, item: Detection) -> Placement:
        if item.misplaced is Misplaced.NO:
            return Placement(item.object_id, False, "", "", item.reason)
        receptacle, room = self._rule.home(item.category) or ("", "")
        return Placement(item.object_id, True, receptacle, room, item.reason)
