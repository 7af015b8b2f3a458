# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Who judges what is out of place, chosen apart from the policy (paper section IV-C)."""

from adhoc_teamwork.adhoc_planner.belief.goal_judge import GoalJudge
from adhoc_teamwork.adhoc_planner.belief.house_sense import HouseSense
from adhoc_teamwork.adhoc_planner.belief.judge import Judge, Opinion
from adhoc_teamwork.adhoc_planner.belief.prior_judge import Prior, PriorJudge
from adhoc_teamwork.adhoc_planner.judgement import Judgement
from adhoc_teamwork.adhoc_planner.policies.common_sense import common_sense
from adhoc_teamwork.adhoc_planner.policies.learned.learning import learning_weights
from adhoc_teamwork.adhoc_planner.policies.learned.placement import LearnedPlacement
from adhoc_teamwork.adhoc_planner.policies.opinion import ModelOpinion
from adhoc_teamwork.adhoc_planner.policies.policy import Policy, PolicyKit
from adhoc_teamwork.adhoc_planner.task_config import TaskConfig


def make_judge(task: TaskConfig, kit: PolicyKit, policy: Policy) -> Judge:
    """Return who judges: the goal where it says all, else whom the task chooses.

    Args:
        task: What the team is to do.
        kit: What opinions may be made of.
        policy: Whose judgements they are, as far as the task does not choose otherwise.

    Raises:
        ConfigError: The weights of the learned detector are missing or broken.
    """
    if task.goal.says_all:
        return GoalJudge(task)
    chosen = _chosen(task.judgement, kit, policy.opinion)
    if isinstance(chosen, Prior):
        return PriorJudge(chosen)
    house = HouseSense() if policy.heeds_house else None
    if chosen is not policy.opinion:
        return Judge(chosen, house)
    if policy.prior is not None:
        return PriorJudge(policy.prior, chosen, house, policy.other_opinions)
    return Judge(chosen, house, policy.other_opinions)


def _chosen(judgement: Judgement, kit: PolicyKit, own: Opinion | Prior) -> Opinion | Prior:
    if judgement is Judgement.MODEL:
        return ModelOpinion(kit.llm, kit.prompts)
    if judgement is Judgement.LEARNED:
        return LearnedPlacement(learning_weights())
    return common_sense() if judgement is Judgement.RULE else own
