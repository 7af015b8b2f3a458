# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Put things on furniture, as often as they lie on such furniture in ProcTHOR's statistics."""

import math
from dataclasses import replace

import numpy as np

from adhoc_teamwork.simulation.generation.furniture.furniture_sizes import (
    Size,
    draw_size,
    pickupable,
)
from adhoc_teamwork.simulation.generation.furniture.placing import Piece
from adhoc_teamwork.simulation.generation.house_drawing import Thing
from adhoc_teamwork.simulation.houses.boxes import footprints_overlap, from_local
from adhoc_teamwork.simulation.houses.house import Box, Surface
from adhoc_teamwork.simulation.houses.placement import PlacementTable
from adhoc_teamwork.simulation.houses.profiles import Profile, profile_of
from adhoc_teamwork.simulation.houses.shapes import furniture_shape
from adhoc_teamwork.teamwork.scene import FLOOR

_HIGHEST = 1.25
"""Surfaces above this, metres, stay empty: low cameras do not see what lies there."""
_TRIES = 20
_APART = 0.03
_PER_SQUARE_METRE = 4.0
_LAVISH = 1.6
"""How much likelier things are than on furniture in the rooms that the statistics come from: drawn
houses then hold as many as ProcTHOR's."""

_SIZES_ALIKE = 0.85
"""A thing takes at most this share of a surface's width and depth."""

_CARRIERS = (Profile.SOLID, Profile.SCREEN, Profile.LAMP, Profile.PLANT)
"""Shapes of what stands on furniture."""


def things_on(
    piece: Piece, room_type: str, table: PlacementTable, rng: np.random.Generator
) -> tuple[Thing, ...]:
    """Return things on one piece of furniture, each where it fits and beside the others."""
    shape = furniture_shape(piece.category, piece.box)
    surfaces = [s for s in shape.surfaces if s.z <= _HIGHEST and s.in_view and s.headroom > 0.2]
    if not surfaces:
        return ()
    area = sum(s.size_x * s.size_y for s in surfaces)
    most = 1 + round(_PER_SQUARE_METRE * min(area, 1.5))
    likely = _likely(piece.category, room_type, table)
    placed: list[tuple[Thing, Box]] = []
    for index in rng.permutation(len(likely)):
        category, share = likely[int(index)]
        if len(placed) >= most or rng.random() >= _LAVISH * share:
            continue
        size = draw_size(category, rng)
        found = _lay(category, size, surfaces, piece.facing, placed, rng) if size else None
        if found is not None:
            placed.append(found)
    return tuple(thing for thing, _ in placed)


def lay_on(furniture: Thing, goods: Thing, rng: np.random.Generator) -> Thing | None:
    """Return furniture with one thing more on it; None where there is no room for that.

    Args:
        furniture: What stands in the house, with what lies on it.
        goods: Category, size and mass of the thing; where it is does not count.
        rng: Where chance comes from.
    """
    piece = Piece(furniture.category, furniture.x, furniture.y, furniture.size, furniture.facing)
    shape = furniture_shape(piece.category, piece.box)
    surfaces = [s for s in shape.surfaces if s.z <= _HIGHEST and s.in_view and s.headroom > 0.2]
    placed = [(thing, box_of(thing)) for thing in furniture.on_it]
    found = _lay(goods.category, goods.size, surfaces, piece.facing, placed, rng)
    if found is None:
        return None
    laid = replace(found[0], pickupable=goods.pickupable, mass=goods.mass)
    return replace(furniture, on_it=(*furniture.on_it, laid))


def box_of(thing: Thing) -> Box:
    """Return the box of a thing of a drawing."""
    width, depth, height = thing.size
    yaw = thing.facing - math.pi / 2.0
    return Box(thing.x, thing.y, thing.z + height / 2.0, width, depth, height, yaw)


def _likely(category: str, room_type: str, table: PlacementTable) -> list[tuple[str, float]]:
    """Return what lies on such furniture in such a room, and on what share of it."""
    found = []
    for (thing, receptacle), share in sorted(table.shares.items()):
        rooms = table.rooms(thing)
        suits = room_type in rooms if rooms else True
        if receptacle == category != FLOOR and suits and profile_of(thing) in _CARRIERS:
            found.append((thing, share))
    return found


def _lay(
    category: str,
    size: Size,
    surfaces: list[Surface],
    facing: float,
    placed: list[tuple[Thing, Box]],
    rng: np.random.Generator,
) -> tuple[Thing, Box] | None:
    width, depth, height = size
    wide = [
        s
        for s in surfaces
        if width < _SIZES_ALIKE * s.size_x
        and depth < _SIZES_ALIKE * s.size_y
        and height + 0.05 < s.headroom
    ]
    for _ in range(_TRIES if wide else 0):
        surface = wide[int(rng.integers(len(wide)))]
        room_x, room_y = (surface.size_x - width) / 2.0, (surface.size_y - depth) / 2.0
        x, y = float(rng.uniform(-room_x, room_x)), float(rng.uniform(-room_y, room_y))
        at_x, at_y = from_local(x, y, surface)
        at = (round(at_x, 3), round(at_y, 3))
        box = Box(*at, surface.z + height / 2.0, width, depth, height, surface.yaw)
        if not any(_touch(box, other) for _, other in placed):
            thing = Thing(
                category, *at, size, facing, round(surface.z, 3), pickupable=pickupable(category)
            )
            return thing, box
    return None


def _touch(one: Box, other: Box) -> bool:
    level = abs(one.bottom - other.bottom) < 0.05
    return level and footprints_overlap(one, other, -_APART)
