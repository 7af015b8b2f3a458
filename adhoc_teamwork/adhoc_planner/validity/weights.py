# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Whether a body lifts what a thing is known to weigh."""

from adhoc_teamwork.adhoc_planner.belief.view import PlannerView
from adhoc_teamwork.adhoc_planner.prompt_context.known_weight import known_weight
from adhoc_teamwork.teamwork.bodies.capability import Capability
from adhoc_teamwork.teamwork.bodies.embodiment import can_lift, told_resume
from adhoc_teamwork.teamwork.scene import Detection


def check_weight(view: PlannerView, thing: Detection) -> str | None:
    """Return why this robot does not lift a thing, with both numbers, or None."""
    weight = known_weight(view, thing)
    if lifts(view.capability, weight):
        return None
    return (
        f"{thing.object_id} weighs at least {weight:.2f} kg, as a robot found out that tried, but "
        f"your arm lifts {view.capability.payload:.2f} kg"
    )


def lifts(capability: Capability, weight: float) -> bool:
    """Tell whether an arm lifts so many kilograms; 0 where it is not known what is to be lifted."""
    return not weight or can_lift(told_resume("you", capability), weight).can
