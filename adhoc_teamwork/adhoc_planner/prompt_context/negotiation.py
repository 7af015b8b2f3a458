# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What the negotiation is told beside the situation: plans, objections, changes (appendix F.3)."""

from collections.abc import Container
from typing import Any

from adhoc_teamwork.adhoc_planner.belief.view import PlannerView
from adhoc_teamwork.adhoc_planner.prompt_context.changes import team_changes
from adhoc_teamwork.adhoc_planner.prompt_context.objections import objection_facts
from adhoc_teamwork.adhoc_planner.prompt_context.plans import Plan, plan_facts


def negotiation_facts(view: PlannerView, objected: Container[Plan] = ()) -> dict[str, Any]:
    """Return the values that the template of the negotiation uses.

    `objected` are the plans that this robot has objected to before.
    """
    return {
        "plans": plan_facts(view, objected),
        "objections": objection_facts(view),
        "changes": team_changes(view),
    }
