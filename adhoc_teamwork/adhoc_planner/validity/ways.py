# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Whether a body gets from room to room: steps or ramps that it does not climb may be between."""

import math
from collections.abc import Iterable

from adhoc_teamwork.adhoc_planner.belief.view import PlannerView
from adhoc_teamwork.teamwork.bodies.capability import Capability
from adhoc_teamwork.teamwork.bodies.embodiment import Answer, can_go, told_resume
from adhoc_teamwork.teamwork.maps.room_graph import climb_between
from adhoc_teamwork.teamwork.scene import Room


def check_steps(view: PlannerView, room_id: str) -> str | None:
    """Return which steps or ramps keep this robot from a room, with both numbers, or None."""
    answer = _climbs(view.rooms, view.capability, view.state.room, room_id)
    if answer is None or answer.can:
        return None
    climb = climb_between(view.rooms, view.state.room, room_id)
    if climb is not None and answer.value == climb.slope:
        steep, limit = (math.degrees(angle) for angle in (answer.value, answer.limit))
        only = f"a ramp of {steep:.0f} degrees only, and you get up ramps of at most {limit:.0f}"
    else:
        only = (
            f"steps of {answer.value:.2f} m only, and you get up steps of at most "
            f"{answer.limit:.2f} m"
        )
    return f"{room_id} is reached by {only}: leave it to a teammate that can"


def gets_to(rooms: Iterable[Room], capability: Capability, start: str, goal: str) -> bool:
    """Tell whether no steps or ramps are known to keep a robot in one room from another."""
    answer = _climbs(rooms, capability, start, goal)
    return answer is None or answer.can


def _climbs(rooms: Iterable[Room], capability: Capability, start: str, goal: str) -> Answer | None:
    """Return whether a body gets up what is between two rooms, None where nothing is known."""
    climb = climb_between(rooms, start, goal)
    if climb is None or climb.is_level:
        return None
    return can_go(told_resume("you", capability), step=climb.step, slope=climb.slope)
