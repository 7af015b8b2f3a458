# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Weights made by hand, so that tests know what the networks say."""

from collections.abc import Mapping

import numpy as np

from adhoc_teamwork.adhoc_planner.policies.learned.features import INPUTS, SKILLS
from adhoc_teamwork.adhoc_planner.policies.learned.learning import DECISION
from adhoc_teamwork.adhoc_planner.policies.learned.network import Network
from adhoc_teamwork.adhoc_planner.policies.learned.placement import (
    DETECTOR,
    MISPLACED,
    PREDICTOR,
    RECEPTACLES,
    ROOMS,
    THINGS,
    TIDY,
    class_of,
)
from adhoc_teamwork.adhoc_planner.policies.learned.plastic import TEAMS, policy_of, teammate_of
from adhoc_teamwork.adhoc_planner.policies.learned.weights_file import Provenance, Weights
from adhoc_teamwork.teamwork.team.subskill import SubSkillKind

KINDS = tuple(sorted(kind.value for kind in SKILLS))
PROVENANCE = Provenance("by hand", 0, 0)
VOCABULARIES = {
    THINGS: ("Mug",),
    RECEPTACLES: ("Bed", "CounterTop"),
    ROOMS: ("Bedroom", "Kitchen"),
}
"""With the place for other names: 2, 3 and 3 inputs."""


def always(*shares: tuple[SubSkillKind, float]) -> Network:
    """Return a network that gives these probabilities whatever goes in."""
    wanted = {kind.value: share for kind, share in shares}
    bias = np.log([max(wanted.get(name, 0.0), 1e-6) for name in KINDS]).astype(np.float32)
    return Network(KINDS, (np.zeros((INPUTS, len(KINDS)), np.float32),), (bias,))


def learning_weights(decision: Network) -> Weights:
    """Return weights that hold a mug on a bed for misplaced and send it to the kitchen's counter.

    Next best is the bedroom's bed.
    """
    on_bed = np.zeros((8, 1), np.float32)
    on_bed[3, 0] = 2.0
    detector = Network((MISPLACED, TIDY), (-on_bed,), (np.ones(1, np.float32),))
    places = tuple(sorted([class_of(("CounterTop", "Kitchen")), class_of(("Bed", "Bedroom"))]))
    first = np.array([0.0 if name.startswith("Bed") else 1.0 for name in places], np.float32)
    predictor = Network(places, (np.zeros((2, 1), np.float32),), (first[1:] - first[:1],))
    networks = {DETECTOR: detector, PREDICTOR: predictor, DECISION: decision}
    return Weights(networks, VOCABULARIES, PROVENANCE, "by hand")


def plastic_weights(
    acts: Mapping[str, Network], policies: Mapping[str, Network] | None = None
) -> Weights:
    """Return weights in which teams act, and are met, as these networks say."""
    explores = always((SubSkillKind.EXPLORE, 1.0))
    networks = {policy_of(team): (policies or {}).get(team, explores) for team in TEAMS}
    networks |= {teammate_of(team): acts[team] for team in TEAMS}
    return Weights(networks, {}, PROVENANCE, "by hand")
