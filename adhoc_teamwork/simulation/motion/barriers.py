# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Why a body does not get to another floor, in words with the number behind them."""

from adhoc_teamwork.simulation.houses.house import House
from adhoc_teamwork.teamwork.bodies.traversability import Footing
from adhoc_teamwork.teamwork.geometry import Pose
from adhoc_teamwork.teamwork.maps.ground import Patch
from adhoc_teamwork.teamwork.maps.rooms import room_id_at

_LEVEL = 0.02
"""Floors that differ by less than this, metres, are one."""


def why_not(house: House, footing: Footing, start: Pose, goal: Pose) -> str:
    """Return which steps or ramps keep a body from a place, in one clause; empty if none do.

    Args:
        house: The house.
        footing: What the body gets over.
        start: Where it is.
        goal: Where it is to go.
    """
    ground = house.ground
    if ground.is_flat or footing.flies:
        return ""
    here, there = ground.height(start.x, start.y), ground.height(goal.x, goal.y)
    place = room_id_at(house.rooms, goal.point) or "the goal"
    on = ground.patch_at(goal.x, goal.y)
    if on is not None and on.rises:
        refused = footing.refusal(on)
        return f"the goal is on {_way(on)}: {refused}" if refused else ""
    if abs(there - here) < _LEVEL:
        return ""
    higher = f"{abs(there - here):.2f} m {'higher' if there > here else 'lower'}"
    ways = [patch for patch in ground.patches if patch.rises and _reaches(patch, there)]
    refusals = [(patch, why) for patch in ways if (why := footing.refusal(patch))]
    if not ways:
        return f"{place} is {higher}, and no stairs lead there"
    if len(refusals) < len(ways):
        return ""
    patch, why = min(refusals, key=lambda entry: _far(entry[0], goal))
    way = "up" if there > here else "down"
    return f"{place} is {way} {_way(patch)}, {higher}: {why}"


def _reaches(patch: Patch, height: float) -> bool:
    return min(abs(patch.top - height), abs(patch.base - height)) < _LEVEL


def _far(patch: Patch, goal: Pose) -> float:
    return min((x - goal.x) ** 2 + (y - goal.y) ** 2 for x, y in patch.outline)


def _way(patch: Patch) -> str:
    return "stairs" if patch.steps else "a ramp"
