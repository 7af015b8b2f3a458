# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Interactive reflection with parts left out, as Table IV of the paper compares (section V-H)."""

from adhoc_teamwork.adhoc_planner.policies.policy import Policy, PolicyKit
from adhoc_teamwork.adhoc_planner.policies.with_model.irot import Stages, make_irot


def make_without_evaluation(kit: PolicyKit) -> Policy:
    """Return the policy that reflects on candidates in the order in which they were named."""
    return make_irot(kit, Stages(evaluation=False))


def make_without_reflection(kit: PolicyKit) -> Policy:
    """Return the policy that does what it ranks first, and waits for nobody's answer."""
    return make_irot(kit, Stages(reflection=False))


def make_without_both(kit: PolicyKit) -> Policy:
    """Return the policy that does what it names first."""
    return make_irot(kit, Stages(evaluation=False, reflection=False))
