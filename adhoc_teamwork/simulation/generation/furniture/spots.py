# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Free places for a small object: on a surface of a piece of furniture, or on the bare floor."""

import math
from collections.abc import Iterator, Sequence

import numpy as np

from adhoc_teamwork.simulation.houses.boxes import covers, from_local
from adhoc_teamwork.simulation.houses.house import House, HouseObject, Surface
from adhoc_teamwork.simulation.motion.nav_grid import Mask, NavGrid
from adhoc_teamwork.simulation.rules.placing import GAP, Spot, is_free, room_on
from adhoc_teamwork.teamwork.geometry import Pose

_TRIES = 24
_LOW_LEVEL = 0.3
_LOW_HEADROOM = 0.5
"""On a level that is lower than the one and has less free height than the other, metres, a thing
would be as good as hidden."""

_FROM_DOORS = 1.0
_FROM_ROBOTS = 0.7


def surface_spots(
    house: House,
    thing: HouseObject,
    furniture: HouseObject,
    rng: np.random.Generator,
    inside: bool = False,
) -> Iterator[Spot]:
    """Yield free spots for a thing on a piece of furniture, drawn at random.

    Args:
        house: The house.
        thing: What shall lie there; it keeps its orientation.
        furniture: Where.
        rng: Where chance comes from.
        inside: Whether surfaces deep inside a container count as well as those in plain view.
    """
    open_surfaces = [s for s in furniture.surfaces if inside or s.in_view]
    for index in rng.permutation(len(open_surfaces)):
        surface = open_surfaces[int(index)]
        floor = house.ground.height(surface.x, surface.y)
        seen = inside or _in_view(surface, floor)
        room = room_on(thing.box, surface)
        if room is None or not seen:
            continue
        for _ in range(_TRIES):
            spot = _draw(room, surface, rng)
            if fits(house, thing, spot, furniture):
                yield spot


def floor_spots(
    house: House,
    thing: HouseObject,
    grid: NavGrid,
    cells: Mask,
    starts: Sequence[Pose],
    rng: np.random.Generator,
) -> Iterator[Spot]:
    """Yield free spots on the floor beside furniture and walls, away from doors and robots.

    Args:
        house: The house.
        thing: What shall lie there.
        grid: The floor.
        cells: Where the hand's robot can drive; a spot is on or beside these.
        starts: Where robots start.
        rng: Where chance comes from.
    """
    half = math.hypot(thing.box.size_x, thing.box.size_y) / 2.0
    beside = (grid.clearance > half + GAP) & (grid.clearance < half + 0.6)
    candidates = np.argwhere(beside & cells)
    for index in rng.permutation(len(candidates))[: 4 * _TRIES]:
        row, column = candidates[int(index)]
        x, y = grid.point((int(row), int(column)))
        spot = Spot(round(x, 3), round(y, 3), round(house.ground.height(x, y), 3))
        if any(
            math.dist((d.x, d.y), (x, y)) < max(_FROM_DOORS, d.width / 2) for d in house.doorways
        ):
            continue
        if any(math.dist((p.x, p.y), (x, y)) < _FROM_ROBOTS for p in starts):
            continue
        if any(covers(o.box, x, y, half) for o in house.objects if o.solids and o is not thing):
            continue
        if fits(house, thing, spot, None):
            yield spot


def fits(house: House, thing: HouseObject, spot: Spot, furniture: HouseObject | None) -> bool:
    """Tell whether a thing put at a spot overlaps nothing (what carries it aside)."""
    others = [other for other in house.objects if other is not thing and other is not furniture]
    around = (solid for other in others for solid in other.solids)
    return is_free(thing.box, spot, around, furniture.solids if furniture else ())


def _in_view(surface: Surface, floor: float) -> bool:
    return surface.z - floor >= _LOW_LEVEL or surface.headroom >= _LOW_HEADROOM


def _draw(room: tuple[float, float], surface: Surface, rng: np.random.Generator) -> Spot:
    """Return a random place on a surface, its middle at most so far from the surface's."""
    local_x, local_y = rng.uniform(-room[0], room[0]), rng.uniform(-room[1], room[1])
    x, y = from_local(float(local_x), float(local_y), surface)
    return Spot(round(x, 3), round(y, 3), round(surface.z, 3))
