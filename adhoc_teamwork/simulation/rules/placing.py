# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Where things come to lie: what carries them, where they fit, what is in the way. Metres, `map`.

Whoever chooses a place keeps a gap around it. Whoever lets go of a thing somewhere is not asked for
one: two things may even push into each other a little, as what is told of a place may err.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from adhoc_teamwork.simulation.houses.boxes import (
    contains,
    covers,
    footprints_overlap,
    moved,
    planar_distance,
)
from adhoc_teamwork.simulation.houses.house import Box, HouseObject, Surface, Wall
from adhoc_teamwork.simulation.rules.refusal import Refusal
from adhoc_teamwork.teamwork.geometry import Point
from adhoc_teamwork.teamwork.team.causes import Cause

GAP = 0.03
"""Free space that is kept around and above a thing where a place is chosen for it, metres."""
LAYER_SLACK = 0.05
"""How far below a surface, in metres, a thing that lies on it may seem to be."""
OVERLAP_SLACK = 0.02
"""How far, in metres, two things may push into each other when one is put down."""
DROP_DISTANCES = (0.35, 0.5, 0.25)
"""How far from its robot a dropped thing comes to lie, metres, the first free one."""
_OFF_WALLS = 0.05
"""How far from a wall, in metres, the middle of a thing on the floor must be."""
LIFT = 0.01
"""How far above its place a thing must be free, metres: surfaces and solids differ by as much."""


@dataclass(frozen=True)
class Carrier:
    """Hold what is below a place: whether anything is, and is the floor; metres of free height."""

    category: str
    is_floor: bool
    is_there: bool = True
    headroom: float = math.inf


@dataclass(frozen=True)
class Lying:
    """Hold a thing that may be in the way."""

    category: str
    pickupable: bool
    box: Box
    solids: Sequence[Box]


@dataclass(frozen=True)
class Standing:
    """Hold a robot that may be in the way: a disc on the floor."""

    name: str
    x: float
    y: float
    radius: float


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
    placed = moved(box, spot.x, spot.y, spot.z + LIFT)
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


def drop_spots(base: Point, yaw: float) -> Iterator[Spot]:
    """Yield where on the floor a robot lets go of a thing, the best first: ahead, aside, behind."""
    for turn in (0.0, math.pi / 2.0, -math.pi / 2.0, math.pi):
        for away in DROP_DISTANCES:
            x, y = base.x + away * math.cos(yaw + turn), base.y + away * math.sin(yaw + turn)
            yield Spot(round(x, 3), round(y, 3), base.z)


def why_not_let_go(
    placed: Box,
    what: str,
    carrier: Carrier,
    things: Iterable[Lying],
    bodies: Iterable[Standing],
    walls: Iterable[Wall],
) -> Refusal | None:
    """Return why a thing cannot be let go of at a place, or None where it comes to lie there.

    Args:
        placed: The thing as it would lie.
        what: It, for the sentence.
        carrier: What would carry it.
        things: What else lies about.
        bodies: Who stands about; they are in the way on the floor alone.
        walls: Those of the house; so are they.
    """
    if not carrier.is_there:
        return Refusal(Cause.NO_SPACE, "nothing is below the target, not even a floor")
    if not fits_under(placed.size_z, carrier.headroom):
        message = f"{what} is too tall for the space on {carrier.category}"
        return Refusal(Cause.NO_SPACE, message)
    around = tuple(things)
    for thing in around:
        if thing.pickupable and overlap(placed, thing.box, OVERLAP_SLACK):
            return Refusal(Cause.NO_SPACE, f"{thing.category} is in the way")
    if not carrier.is_floor:
        return None
    for thing in around:
        if not thing.pickupable and any(lies_in(placed, solid) for solid in thing.solids):
            return Refusal(Cause.NO_SPACE, f"{thing.category} is in the way")
    for body in bodies:
        if planar_distance(placed, body.x, body.y) < body.radius - OVERLAP_SLACK:
            return Refusal(Cause.NO_SPACE, f"{body.name} stands in the way")
    if is_in_wall(placed, walls):
        return Refusal(Cause.NO_SPACE, "a wall is in the way")
    return None


def is_in_wall(placed: Box, walls: Iterable[Wall]) -> bool:
    """Tell whether a thing that lies on the floor would be in a wall, or all but."""
    reach = min(max(placed.size_x, placed.size_y) / 2.0, _OFF_WALLS)
    return any(_wall_distance(wall, placed) < reach for wall in walls)


def _wall_distance(wall: Wall, box: Box) -> float:
    """Return how far a box's middle is from a wall on the floor plane; infinite below it."""
    if wall.bottom > box.bottom:
        return math.inf
    dx, dy = wall.x1 - wall.x0, wall.y1 - wall.y0
    length = dx * dx + dy * dy
    share = ((box.x - wall.x0) * dx + (box.y - wall.y0) * dy) / length if length else 0.0
    share = min(1.0, max(0.0, share))
    return math.hypot(wall.x0 + share * dx - box.x, wall.y0 + share * dy - box.y)


def lies_in(box: Box, other: Box) -> bool:
    """Tell whether a thing let go of here would be in another, or within it altogether."""
    return overlap(box, other, OVERLAP_SLACK) or contains(other, box.x, box.y, box.z)
