# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Interactive reflection with parts left out.

Stages, as in Table IV of the paper (section V-H), and rules of ours that are not in the paper.
"""

from collections.abc import Callable
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


def make_with_learned_prior(kit: PolicyKit) -> Policy:
    """Return the policy that is told by what was learned from tidy houses where things are kept."""
    return replace(make_irot(kit), prior=TidyHouses(learning_weights()))


def _with(additions: Additions) -> Callable[[PolicyKit], Policy]:
    """Return what makes the policy with just these rules of ours."""

    def make(kit: PolicyKit) -> Policy:
        return make_irot(kit, additions=additions)

    return make


_ALL = Additions()

make_as_published = _with(NO_ADDITIONS)
"""Makes the policy of the paper, without any rule of ours."""
make_without_confirming = _with(replace(_ALL, confirms=False))
"""Makes the policy that takes its first verdict for good, whatever teammates answered."""
make_without_reconsidering = _with(replace(_ALL, reconsiders=False))
"""Makes the policy that goes on with what a teammate does by now."""
make_without_doubts = _with(replace(_ALL, doubts=False))
"""Makes the policy that holds all its judgements to be equally sure."""
make_without_house = _with(replace(_ALL, house=False))
"""Makes the policy that does not look where else in the house such things stand."""
make_without_stopping = _with(replace(_ALL, stops=False))
"""Makes the policy that gives a decision up where Stop is refused with all else."""
make_without_handing_over = _with(replace(_ALL, hands_over=False))
"""Makes the policy that keeps what it holds until its battery is empty."""
make_with_confirming_alone = _with(replace(NO_ADDITIONS, confirms=True))
"""Makes the policy of the paper, which also confirms verdicts."""
make_with_reconsidering_alone = _with(replace(NO_ADDITIONS, reconsiders=True))
"""Makes the policy of the paper, which also thinks over what a teammate does by now."""
make_with_doubts_alone = _with(replace(NO_ADDITIONS, doubts=True))
"""Makes the policy of the paper, which also leaves alone what it is not sure of."""
make_with_house_alone = _with(replace(NO_ADDITIONS, house=True))
"""Makes the policy of the paper, which also looks where else such things stand."""
make_with_stopping_alone = _with(replace(NO_ADDITIONS, stops=True))
"""Makes the policy of the paper, which also stops where Stop is refused with all else."""
make_with_handing_over_alone = _with(replace(NO_ADDITIONS, hands_over=True))
"""Makes the policy of the paper, which also puts down in time what another can go on with."""
make_with_votes = _with(replace(_ALL, votes=True))
"""Makes the policy with all rules of ours, which also asks two more opinions before it moves a
thing."""
make_with_votes_alone = _with(replace(NO_ADDITIONS, votes=True))
"""Makes the policy of the paper, which also asks two more opinions before it moves a thing."""
