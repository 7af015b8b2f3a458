# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What a thing weighs, as far as is known: no robot sees that, but who tried in vain tells it."""

from adhoc_teamwork.adhoc_planner.belief.view import PlannerView
from adhoc_teamwork.adhoc_planner.prompt_context.intentions import same_object
from adhoc_teamwork.teamwork.scene import Detection
from adhoc_teamwork.teamwork.team.causes import Cause
from adhoc_teamwork.teamwork.team.subtask import Intent, IntentStatus

MORE = 0.01
"""Kilograms by which a thing weighs at least more than what somebody lifts who does not lift it."""


def known_weight(view: PlannerView, thing: Detection) -> float:
    """Return what a thing is known to weigh at least, kg: 0 where nobody has tried it in vain."""
    own, tried = view.capability, thing.object_id
    lifted = [
        own.payload
        for outcome in view.history
        if outcome.subskill.object_id == tried and outcome.result.cause is Cause.TOO_HEAVY
    ]
    lifted += [
        teammate.capability.payload
        for teammate in view.teammates
        if teammate.capability is not None and teammate.capability.can_manipulate
        for intent in teammate.intents_that_are(IntentStatus.FAILED)
        if _found_too_heavy(intent) and _is_about(view, intent, thing)
    ]
    return max(lifted) + MORE if lifted else 0.0


def _found_too_heavy(intent: Intent) -> bool:
    return intent.subtask.moves_object and intent.cause is Cause.TOO_HEAVY


def _is_about(view: PlannerView, intent: Intent, thing: Detection) -> bool:
    of_category = view.known_of(intent.object_category)
    meant = same_object(of_category, intent.object_category, intent.object_position)
    return meant is not None and meant.object_id == thing.object_id
