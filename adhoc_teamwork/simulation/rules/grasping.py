# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What a hand can take, and what it must hold to let go of it."""

from adhoc_teamwork.simulation.rules.refusal import Refusal
from adhoc_teamwork.teamwork.team.causes import Cause


def why_no_arm(can_manipulate: bool, who: str) -> Refusal | None:
    """Return that a robot has nothing to handle things with, or None."""
    return None if can_manipulate else Refusal(Cause.NO_ARM, f"{who} has no arm")


def why_full(held: str, who: str) -> Refusal | None:
    """Return that a hand takes nothing more, or None; `held` names what is in it, if anything."""
    return Refusal(Cause.HAND_FULL, f"{who} already holds {held}") if held else None


def why_empty(held: str, who: str) -> Refusal | None:
    """Return that a hand has nothing to let go of, or None."""
    return None if held else Refusal(Cause.HAND_EMPTY, f"{who} holds nothing")


def why_too_heavy(mass: float, payload: float, what: str) -> Refusal | None:
    """Return that a thing, with all that is in it, is more than an arm lifts (kg), or None."""
    if mass <= payload:
        return None
    message = f"{what} weighs {mass:.2f} kg, the payload is {payload:.2f} kg"
    return Refusal(Cause.TOO_HEAVY, message)
