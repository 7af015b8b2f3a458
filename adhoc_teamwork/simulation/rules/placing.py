# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Where things come to lie: what carries them, where they fit, what is in the way. Metres, `map`.

Whoever chooses a place keeps a gap around it. Whoever lets go of a thing somewhere is not asked for
one: two things may even push into each other a little, as what is told of a place may err.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace

from adhoc_teamwork.simulation.houses.boxes import contains, covers, footprints_overlap, moved
from adhoc_teamwork.simulation.houses.house import Box, HouseObject, Surface

GAP = 0.03
"""Free space that is kept around and above a thing where a place is chosen for it, metres."""
LAYER_SLACK = 0.05
"""How far below a surface, in metres, a thing that lies on it may seem to be."""
OVERLAP_SLACK = 0.02
"""How far, in metres, two things may push into each other when one is put down."""
_LIFT = 0.01
"""How far above its place a thing must be free, metres: surfaces and solids differ by as much."""


@dataclass(frozen=True)
class Spot:
    """Hold a place for the bottom centre of an object, metres in `map`."""

    x: float
    y: float
    z: float


def surface_below(
    things: Iterable[HouseObject], x: float, y: float, z: float, floor: float
) -> tuple[HouseObject, Surface] | None:
    """Return the highest surface at (x, y) that is not above height z, and whose; None: the floor.

    Things that are carried about carry nothing; `floor` is how high the floor is there.
    """
    found, height = None, floor
    for thing in things:
        for surface in () if thing.pickupable else thing.surfaces:
            if height < surface.z <= z + LAYER_SLACK and covers(surface, x, y):
                found, height = (thing, surface), surface.z
    return found


def fits_under(height: float, headroom: float) -> bool:
    """Tell whether something so high goes into the free height above a surface."""
    return height <= headroom + OVERLAP_SLACK


def room_on(box: Box, surface: Surface) -> tuple[float, float] | None:
    """Return how far from a surface's middle, along its axes, a box's centre may lie, or None.

    The box, which keeps its yaw, lies wholly on the surface then, with a gap above it.
    """
    turn = box.yaw - surface.yaw
    cos, sin = abs(math.cos(turn)), abs(math.sin(turn))
    half_x = surface.size_x / 2.0 - (cos * box.size_x + sin * box.size_y) / 2.0
    half_y = surface.size_y / 2.0 - (sin * box.size_x + cos * box.size_y) / 2.0
    if min(half_x, half_y) < 0.0 or surface.headroom < box.size_z + GAP:
        return None
    return half_x, half_y


def is_free(box: Box, spot: Spot, around: Iterable[Box], carrier: Iterable[Box]) -> bool:
    """Tell whether a box put at a spot keeps its gap from all around, and is not in its carrier."""
    placed = moved(box, spot.x, spot.y, spot.z + _LIFT)
    wide = replace(placed, size_x=placed.size_x + GAP, size_y=placed.size_y + GAP)
    return not any(overlap(wide, solid) for solid in around) and not any(
        overlap(placed, solid) for solid in carrier
    )


def overlap(one: Box, other: Box, slack: float = 0.0) -> bool:
    """Tell whether two boxes are in each other by more than `slack` metres, upwards and across."""
    if min(one.top, other.top) - max(one.bottom, other.bottom) <= slack:
        return False
    apart = math.dist((one.x, one.y), (other.x, other.y))
    if apart >= (math.hypot(one.size_x, one.size_y) + math.hypot(other.size_x, other.size_y)) / 2.0:
        return False
    return footprints_overlap(one, other, slack)


def lies_in(box: Box, other: Box) -> bool:
    """Tell whether a thing let go of here would be in another, or within it altogether."""
    return overlap(box, other, OVERLAP_SLACK) or contains(other, box.x, box.y, box.z)
