# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Whether a body gets from room to room: steps that it does not climb may lie on every way."""

from collections.abc import Iterable

from adhoc_teamwork.adhoc_planner.belief.view import PlannerView
from adhoc_teamwork.teamwork.bodies.capability import Capability
from adhoc_teamwork.teamwork.bodies.embodiment import Answer, can_go, told_resume
from adhoc_teamwork.teamwork.maps.room_graph import highest_step
from adhoc_teamwork.teamwork.scene import Room


def check_steps(view: PlannerView, room_id: str) -> str | None:
    """Return which steps keep this robot from a room, with both heights, or None."""
    answer = _climbs(view.rooms, view.capability, view.state.room, room_id)
    if answer is None or answer.can:
        return None
    return (
        f"{room_id} is reached by steps of {answer.value:.2f} m only, and you get up steps of at "
        f"most {answer.limit:.2f} m: leave it to a teammate that can"
    )


def gets_to(rooms: Iterable[Room], capability: Capability, start: str, goal: str) -> bool:
    """Tell whether no steps are known to keep a robot in one room from another."""
    answer = _climbs(rooms, capability, start, goal)
    return answer is None or answer.can


def _climbs(rooms: Iterable[Room], capability: Capability, start: str, goal: str) -> Answer | None:
    """Return whether a body gets up the steps between two rooms, None where none are known."""
    step = highest_step(rooms, start, goal)
    return can_go(told_resume("you", capability), step=step) if step else None
