# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Interactive reflection with parts left out.

Stages, as in Table IV of the paper (section V-H), and rules of ours that are not in the paper.
"""

from dataclasses import replace

from adhoc_teamwork.adhoc_planner.policies.learned.learning import learning_weights
from adhoc_teamwork.adhoc_planner.policies.learned.placement import TidyHouses
from adhoc_teamwork.adhoc_planner.policies.policy import Policy, PolicyKit
from adhoc_teamwork.adhoc_planner.policies.with_model.irot import (
    NO_ADDITIONS,
    Additions,
    Stages,
    make_irot,
)


def make_without_evaluation(kit: PolicyKit) -> Policy:
    """Return the policy that reflects on candidates in the order in which they were named."""
    return make_irot(kit, Stages(evaluation=False))


def make_without_reflection(kit: PolicyKit) -> Policy:
    """Return the policy that does what it ranks first, and waits for nobody's answer."""
    return make_irot(kit, Stages(reflection=False))


def make_without_both(kit: PolicyKit) -> Policy:
    """Return the policy that does what it names first."""
    return make_irot(kit, Stages(evaluation=False, reflection=False))


def make_as_published(kit: PolicyKit) -> Policy:
    """Return the policy of the paper, without any rule of ours."""
    return make_irot(kit, additions=NO_ADDITIONS)


def make_without_confirming(kit: PolicyKit) -> Policy:
    """Return the policy that takes its first verdict for good, whatever teammates answered."""
    return make_irot(kit, additions=Additions(confirms=False))


def make_without_reconsidering(kit: PolicyKit) -> Policy:
    """Return the policy that goes on with what a teammate does by now."""
    return make_irot(kit, additions=Additions(reconsiders=False))


def make_without_doubts(kit: PolicyKit) -> Policy:
    """Return the policy that holds all its judgements to be equally sure."""
    return make_irot(kit, additions=Additions(doubts=False))


def make_without_house(kit: PolicyKit) -> Policy:
    """Return the policy that does not look where else in the house such things stand."""
    return make_irot(kit, additions=Additions(house=False))


def make_with_learned_prior(kit: PolicyKit) -> Policy:
    """Return the policy that is told by what was learned from tidy houses where things are kept."""
    return replace(make_irot(kit), opinion=TidyHouses(learning_weights()))


def make_without_stopping(kit: PolicyKit) -> Policy:
    """Return the policy that gives a decision up where Stop is refused with all else."""
    return make_irot(kit, additions=Additions(stops=False))


def make_without_handing_over(kit: PolicyKit) -> Policy:
    """Return the policy that keeps what it holds until its battery is empty."""
    return make_irot(kit, additions=Additions(hands_over=False))


def make_with_confirming_alone(kit: PolicyKit) -> Policy:
    """Return the policy of the paper, which also confirms verdicts."""
    return make_irot(kit, additions=replace(NO_ADDITIONS, confirms=True))


def make_with_reconsidering_alone(kit: PolicyKit) -> Policy:
    """Return the policy of the paper, which also thinks over what a teammate does by now."""
    return make_irot(kit, additions=replace(NO_ADDITIONS, reconsiders=True))


def make_with_doubts_alone(kit: PolicyKit) -> Policy:
    """Return the policy of the paper, which also leaves alone what it is not sure of."""
    return make_irot(kit, additions=replace(NO_ADDITIONS, doubts=True))


def make_with_house_alone(kit: PolicyKit) -> Policy:
    """Return the policy of the paper, which also looks where else such things stand."""
    return make_irot(kit, additions=replace(NO_ADDITIONS, house=True))


def make_with_stopping_alone(kit: PolicyKit) -> Policy:
    """Return the policy of the paper, which also stops where Stop is refused with all else."""
    return make_irot(kit, additions=replace(NO_ADDITIONS, stops=True))


def make_with_handing_over_alone(kit: PolicyKit) -> Policy:
    """Return the policy of the paper, which also puts down in time what another can go on with."""
    return make_irot(kit, additions=replace(NO_ADDITIONS, hands_over=True))
