# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""PLASTIC-Policy: which known team is this, and what was learned for it (section V-C.3).

After Barrett, Rosenfeld, Kraus and Stone, Making friends on the fly: cooperating with new
teammates, Artificial Intelligence 242, 2017.
"""

from collections.abc import Mapping

from adhoc_teamwork.adhoc_planner.belief.view import PlannerView
from adhoc_teamwork.adhoc_planner.policies.learned.acting import as_subtask, likeliest_skill
from adhoc_teamwork.adhoc_planner.policies.learned.features import INPUTS, encode
from adhoc_teamwork.adhoc_planner.policies.learned.learning import learning_weights
from adhoc_teamwork.adhoc_planner.policies.learned.placement import LearnedPlacement
from adhoc_teamwork.adhoc_planner.policies.learned.team_watch import TeamWatch
from adhoc_teamwork.adhoc_planner.policies.learned.weights_file import (
    Weights,
    shared_weights,
    weights_folder,
)
from adhoc_teamwork.adhoc_planner.policies.rule import Rule
from adhoc_teamwork.teamwork.team.subtask import SubTask

WEIGHTS = "plastic"
TEAMS = ("heuristic", "greedy", "learning")
"""The known teams: nearest assignment, everybody for themselves, and the learned team."""
ETA = 0.1
"""Bound on how much one surprise counts against a team (eta in the update of PLASTIC)."""


def policy_of(team: str) -> str:
    """Return the name of the network that decides with a team."""
    return f"{team}/policy"


def teammate_of(team: str) -> str:
    """Return the name of the network that predicts a team's robots."""
    return f"{team}/teammate"


class PlasticPolicy(Rule):
    """Keep a belief over known teams, and follow what was learned for the likeliest.

    The belief stays from one decision to the next: a decision depends on all views so far, and on
    nothing else. It begins even; ties go to the first of `TEAMS`.
    """

    def __init__(
        self, seed: str = "", learning: Weights | None = None, plastic: Weights | None = None
    ) -> None:
        """Take the networks from these weights, else from those in use.

        Raises:
            ConfigError: They are missing or broken.
        """
        plastic = plastic or shared_weights(WEIGHTS, weights_folder())
        self._placement = LearnedPlacement(learning or learning_weights())
        super().__init__(seed, self._placement)
        self._policies = {team: plastic.network(policy_of(team), INPUTS) for team in TEAMS}
        self._models = {team: plastic.network(teammate_of(team), INPUTS) for team in TEAMS}
        self._belief = dict.fromkeys(TEAMS, 1.0 / len(TEAMS))
        self._watch = TeamWatch()

    @classmethod
    def prepare(cls) -> None:
        """Read the weights."""
        cls()

    @property
    def belief(self) -> Mapping[str, float]:
        """Return how likely each known team is, as far as was seen."""
        return dict(self._belief)

    def decide(self, view: PlannerView) -> SubTask:
        """Return the sub-task to take up now."""
        self._learn(view)
        team = max(TEAMS, key=lambda name: self._belief[name])
        kind = likeliest_skill(self._policies[team], encode(view), view)
        return as_subtask(kind, view, self._placement)

    def _learn(self, view: PlannerView) -> None:
        """Update the belief by polynomial weights: the loss is what was thought unlikely."""
        for features, kind in self._watch.observe(view):
            for team, model in self._models.items():
                loss = 1.0 - model.distribution(features).get(kind.value, 0.0)
                self._belief[team] *= 1.0 - ETA * loss
            total = sum(self._belief.values())
            self._belief = {team: share / total for team, share in self._belief.items()}
