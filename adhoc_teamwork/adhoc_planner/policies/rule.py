# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Policies that decide by rule, at once and without a model; and how a planner follows one."""

import math
from abc import abstractmethod

from adhoc_teamwork.adhoc_planner.belief.action_effects import assume
from adhoc_teamwork.adhoc_planner.belief.prior_judge import Prior
from adhoc_teamwork.adhoc_planner.belief.view import PlannerView
from adhoc_teamwork.adhoc_planner.decisions.decision import Decision, Dialogue
from adhoc_teamwork.adhoc_planner.decisions.safe_rule import choose_subskill
from adhoc_teamwork.adhoc_planner.policies.announcing import announce
from adhoc_teamwork.adhoc_planner.policies.assignment import LeftLying
from adhoc_teamwork.adhoc_planner.policies.common_sense import common_sense
from adhoc_teamwork.adhoc_planner.policies.policy import Policy
from adhoc_teamwork.teamwork.scene import Detection
from adhoc_teamwork.teamwork.team.subskill import SubSkill
from adhoc_teamwork.teamwork.team.subtask import SubTask


class Rule(Prior):
    """Decide what a robot does next, and judge what is out of place.

    An instance serves one robot. Equal seeds and equal sequences of views give equal decisions: a
    rule may keep in mind what it saw before.
    """

    def __init__(self, seed: str = "", prior: Prior | None = None) -> None:
        """Store the seed for rules that draw lots; it judges by `prior`, else by common sense."""
        self.seed = seed
        self._prior = prior or common_sense()

    @classmethod
    def prepare(cls) -> None:
        """Read what all robots with this rule share.

        Raises:
            ConfigError: It is missing or broken.
        """

    @property
    def again_at(self) -> float:
        """Return when (s) it has to be asked again though nothing happens; infinite for never."""
        return math.inf

    @abstractmethod
    def decide(self, view: PlannerView) -> SubTask:
        """Return the sub-task to take up now: the present one again where it is to go on.

        `view.rejected` is left alone. Stop means that there is nothing to do for now.
        """

    def choose(self, view: PlannerView, subtask: SubTask) -> SubSkill:
        """Return the next sub-skill of `subtask`: that of the standard chain."""
        return choose_subskill(view, subtask)

    def judge(self, thing: Detection) -> Detection:
        """Return `thing` with the judgement on it and why; what cannot be told stays unknown."""
        return self._prior.judge(thing)

    def home(self, category: str) -> tuple[str, str] | None:
        """Return the types of receptacle and room where things belong, or None if not known."""
        return self._prior.home(category)


def by_rule(rule: Rule) -> Policy:
    """Return the policy that follows `rule`.

    Nothing guards it: what its author means to leave alone, the rule has to leave alone.
    """
    return Policy(
        _SubTasks(rule),
        _SubSkills(rule),
        rule,
        guarded=False,
        heeds_objections=False,
        reflects=False,
        at_once=True,
        again_at=lambda: rule.again_at,
    )


class _SubTasks:
    def __init__(self, rule: Rule) -> None:
        self._rule = rule

    async def decide(self, dialogue: Dialogue) -> Decision:
        return announce(dialogue, self._rule.decide(dialogue.view()), "That is what my rule says.")


class _SubSkills:
    def __init__(self, rule: Rule) -> None:
        self._rule = rule

    async def next(
        self, view: PlannerView, subtask: SubTask, assumed: SubSkill | None = None
    ) -> SubSkill:
        return self._rule.choose(assume(view, assumed) if assumed else view, subtask)


class SharingRule(Rule):
    """A rule that leaves things to the teammates to whom they fall, but to none for long."""

    def __init__(self, seed: str = "", prior: Prior | None = None) -> None:
        """See `Rule`."""
        super().__init__(seed, prior)
        self._left = LeftLying()

    @property
    def again_at(self) -> float:
        """See `Rule`."""
        return self._left.due
