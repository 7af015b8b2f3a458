# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What lies on what in a house file: surfaces under things, things coming to rest."""

import math
from collections.abc import Iterable
from dataclasses import replace

from adhoc_teamwork.simulation.houses.boxes import contains, from_local, planar_distance, to_local
from adhoc_teamwork.simulation.houses.house import Box, HouseObject, Surface

HIGHEST_GAP = 0.1
"""How far above a surface, metres, a thing may float and still be meant to lie on it."""

DEEPEST_SUNK = 0.15
"""How far into a surface, metres, a thing may reach and still be meant to lie on it."""

_EDGE = 0.05


def surface_meant(box: Box, surfaces: Iterable[Surface], beside: float = 0.0) -> Surface | None:
    """Return the surface that a box was meant to lie on: next to its bottom, else below it.

    Args:
        box: The box as the house file has it.
        surfaces: All that could carry it.
        beside: How far outside a surface its centre may be, metres.
    """
    under = [s for s in surfaces if planar_distance(s, box.x, box.y) <= beside]
    near = [s for s in under if -DEEPEST_SUNK <= box.bottom - s.z <= HIGHEST_GAP]
    below = [s for s in under if s.z <= box.bottom]
    return min(near or below, key=lambda s: abs(box.bottom - s.z), default=None)


def rest_on(box: Box, furniture: HouseObject, beside: float) -> Box | None:
    """Return a box laid on the furniture's surface that it was meant for, or None without one.

    Args:
        box: The box as the house file has it.
        furniture: What the file says that it lies on.
        beside: How far outside a surface its centre may be, metres.
    """
    surface = surface_meant(box, furniture.surfaces, beside)
    if surface is None and any(contains(s, box.x, box.y, box.z) for s in furniture.solids):
        surface = min(furniture.surfaces, key=lambda s: _shift(box, s), default=None)
    return None if surface is None else laid_on(box, surface)


def laid_on(box: Box, surface: Surface) -> Box:
    """Return a box resting on a surface, shifted sideways where its centre is beside it."""
    x, y = _clamped(surface, box.x, box.y)
    return replace(box, x=x, y=y, z=surface.z + box.size_z / 2.0)


def _shift(box: Box, surface: Surface) -> float:
    x, y = _clamped(surface, box.x, box.y)
    return math.dist((x, y, surface.z), (box.x, box.y, box.bottom))


def _clamped(surface: Surface, x: float, y: float) -> tuple[float, float]:
    """Return the nearest floor point within a surface, 5 cm from its edge if it was beside it."""
    if planar_distance(surface, x, y) <= 0.0:
        return (x, y)
    local_x, local_y = to_local(x, y, surface)
    half_x = max(0.0, surface.size_x / 2.0 - _EDGE)
    half_y = max(0.0, surface.size_y / 2.0 - _EDGE)
    local_x, local_y = min(max(local_x, -half_x), half_x), min(max(local_y, -half_y), half_y)
    return from_local(local_x, local_y, surface)
