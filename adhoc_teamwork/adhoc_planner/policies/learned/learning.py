# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The learning-based team: the type of the next sub-skill, learned by behaviour cloning (F.2)."""

from adhoc_teamwork.adhoc_planner.belief.view import PlannerView
from adhoc_teamwork.adhoc_planner.policies.learned.acting import as_subtask, likeliest_skill
from adhoc_teamwork.adhoc_planner.policies.learned.features import INPUTS, encode
from adhoc_teamwork.adhoc_planner.policies.learned.placement import LearnedPlacement
from adhoc_teamwork.adhoc_planner.policies.learned.weights_file import (
    Weights,
    shared_weights,
    weights_folder,
)
from adhoc_teamwork.adhoc_planner.policies.rule import Rule
from adhoc_teamwork.teamwork.team.subtask import SubTask

WEIGHTS = "learning"
DECISION = "decision"


def learning_weights() -> Weights:
    """Return the weights in use; see `read_weights` for errors."""
    return shared_weights(WEIGHTS, weights_folder())


class LearningPolicy(Rule):
    """Do what the networks predict that an expert would: judge, decide, and place things."""

    def __init__(self, seed: str = "", weights: Weights | None = None) -> None:
        """Take the networks from `weights`, else from those in use.

        Raises:
            ConfigError: They are missing or broken.
        """
        weights = weights or learning_weights()
        self._placement = LearnedPlacement(weights)
        super().__init__(seed, self._placement)
        self._decision = weights.network(DECISION, INPUTS)

    @classmethod
    def prepare(cls) -> None:
        """Read the weights."""
        cls()

    def decide(self, view: PlannerView) -> SubTask:
        """Return the sub-task to take up now."""
        kind = likeliest_skill(self._decision, encode(view), view)
        return as_subtask(kind, view, self._placement)
