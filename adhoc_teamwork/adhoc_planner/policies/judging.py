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
from adhoc_teamwork.adhoc_planner.policies.policy import PolicyKit
from adhoc_teamwork.adhoc_planner.task_config import TaskConfig


def make_judge(
    task: TaskConfig,
    kit: PolicyKit,
    own: Opinion | Prior,
    heeds_house: bool = False,
    prior: Prior | None = None,
) -> Judge:
    """Return who judges: the goal where it says all, else whom the task chooses.

    Args:
        task: What the team is to do.
        kit: What opinions may be made of.
        own: The policy's opinion.
        heeds_house: Whether an opinion is held against where others of a kind stand.
        prior: Goes before the policy's opinion, where the task chooses that.

    Raises:
        ConfigError: The weights of the learned detector are missing or broken.
    """
    if task.goal.says_all:
        return GoalJudge(task)
    chosen = _chosen(task.judgement, kit, own)
    if isinstance(chosen, Prior):
        return PriorJudge(chosen)
    house = HouseSense() if heeds_house else None
    if prior is not None and chosen is own:
        return PriorJudge(prior, chosen, house)
    return Judge(chosen, house)


def _chosen(judgement: Judgement, kit: PolicyKit, own: Opinion | Prior) -> Opinion | Prior:
    if judgement is Judgement.MODEL:
        return ModelOpinion(kit.llm, kit.prompts)
    if judgement is Judgement.LEARNED:
        return LearnedPlacement(learning_weights())
    return common_sense() if judgement is Judgement.RULE else own
