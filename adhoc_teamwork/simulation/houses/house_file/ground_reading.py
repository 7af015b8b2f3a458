# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Read what a house file says of floors at other heights, stairs and ramps: our own keys of it.

docs/houses.md describes them. A file without them has one floor, at z = 0.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import replace

import shapely

from adhoc_teamwork.simulation.houses.house import HouseObject, Wall
from adhoc_teamwork.simulation.houses.house_file.coordinates import heading, to_map
from adhoc_teamwork.simulation.houses.house_file.fields import (
    MOST_CORNERS,
    MOST_RAISED,
    MOST_STEPS,
    Fields,
)
from adhoc_teamwork.teamwork.geometry import Point
from adhoc_teamwork.teamwork.maps.ground import FLAT, Ground, Outline, Patch
from adhoc_teamwork.teamwork.maps.rooms import room_at
from adhoc_teamwork.teamwork.scene import Room
from adhoc_teamwork.teamwork.settings.config import ConfigError

FLOOR_HEIGHT, STAIRS, PLATFORMS = "floorHeight", "stairs", "platforms"
_JOINED = 0.1
"""How far beyond an end of stairs, metres, the floor is looked for that they lead to."""
_SAME = 0.01
"""Heights that differ by less than this, metres, are one."""
_OVERLAP = 0.01
"""Floors may overlap by so much, square metres, as drawings do."""


def read_ground(house: Fields, rooms: Sequence[Room]) -> Ground:
    """Return the ground that a house file describes: rooms, over them platforms, then stairs.

    Args:
        house: The house file.
        rooms: Its rooms, already in `map`.

    Raises:
        ConfigError: A value that cannot be, floors over one another, or stairs that lead nowhere.
    """
    entries = house.children("rooms", required=True)
    floors = [_floor(entry, room) for entry, room in zip(entries, rooms, strict=True)]
    raised = [floor for floor in floors if floor.base > 0.0]
    platforms = [
        _platform(entry, i) for i, entry in enumerate(house.children(PLATFORMS, most=MOST_RAISED))
    ]
    stairs = [_stairs(entry, i) for i, entry in enumerate(house.children(STAIRS, most=MOST_RAISED))]
    if not (raised or platforms or stairs):
        return FLAT
    _refuse_storeys(house.source, floors)
    ground = Ground((*raised, *platforms, *stairs))
    for entry, patch in zip(house.children(STAIRS), stairs, strict=True):
        _check_ends(entry, patch, rooms, ground)
    return ground


def raised_walls(walls: Iterable[Wall], ground: Ground) -> tuple[Wall, ...]:
    """Return walls as high above the floors beside them as the file has them above theirs.

    Walls stand on the ground at z = 0 and go through it; what is above a doorway rises with the
    higher of its two floors.
    """
    if ground.is_flat:
        return tuple(walls)
    result = []
    for wall in walls:
        lift = _highest_beside(wall, ground)
        foot = wall.bottom + lift if wall.bottom > 0.0 else 0.0
        result.append(replace(wall, bottom=foot, top=wall.top + lift))
    return tuple(result)


def raised_objects(objects: Sequence[HouseObject], ground: Ground) -> tuple[HouseObject, ...]:
    """Return objects lifted by the floor on which they, or what carries them, stand."""
    return _shifted(objects, ground, 1.0)


def lowered_objects(objects: Sequence[HouseObject], ground: Ground) -> tuple[HouseObject, ...]:
    """Return objects that were lifted as high as they are above their own floor."""
    return _shifted(objects, ground, -1.0)


def _shifted(
    objects: Sequence[HouseObject], ground: Ground, sign: float
) -> tuple[HouseObject, ...]:
    if ground.is_flat:
        return tuple(objects)
    by_name = {thing.name: thing for thing in objects}

    def lifted(thing: HouseObject) -> HouseObject:
        foot = thing
        for _ in objects:
            if not foot.parent:
                break
            foot = by_name[foot.parent]
        z = sign * ground.height(foot.box.x, foot.box.y)
        return replace(
            thing,
            box=replace(thing.box, z=thing.box.z + z),
            solids=tuple(replace(solid, z=solid.z + z) for solid in thing.solids),
            surfaces=tuple(replace(surface, z=surface.z + z) for surface in thing.surfaces),
        )

    return tuple(lifted(thing) for thing in objects)


def _floor(entry: Fields, room: Room) -> Patch:
    return Patch(room.room_id, room.outline, _height(entry, FLOOR_HEIGHT, 0.0))


def _platform(entry: Fields, index: int) -> Patch:
    return Patch(
        entry.name("id", f"platform_{index}"), _outline(entry), _height(entry, FLOOR_HEIGHT)
    )


def _stairs(entry: Fields, index: int) -> Patch:
    rise, steps = entry.metres("rise"), entry.number("steps")
    if rise <= 0.0:
        raise entry.fail("rise", "metres above zero")
    if steps < 0 or steps != int(steps):
        raise entry.fail("steps", "a whole number, 0 for a ramp")
    if steps > MOST_STEPS:
        raise entry.fail("steps", f"at most {MOST_STEPS}")
    return Patch(
        name=entry.name("id", f"stairs_{index}"),
        outline=_outline(entry),
        base=_height(entry, FLOOR_HEIGHT, 0.0),
        rise=rise,
        direction=heading(entry.number("direction")),
        steps=int(steps),
    )


def _height(entry: Fields, key: str, default: float | None = None) -> float:
    height = entry.metres(key, default)
    if height < 0.0:
        raise entry.fail(key, "metres from 0 up; the lowest floor of a house is at 0")
    return height


def _outline(entry: Fields) -> Outline:
    corners = entry.children("floorPolygon", required=True, most=MOST_CORNERS)
    points = [to_map((c.metres("x"), c.metres("y", 0.0), c.metres("z")))[:2] for c in corners]
    polygon = shapely.Polygon(points) if len(points) >= 3 else shapely.Polygon()
    if not polygon.is_valid or polygon.area < _OVERLAP:
        raise entry.fail("floorPolygon", "corners around a piece of floor, in order")
    return tuple(
        (float(x), float(y)) for x, y in shapely.orient_polygons(polygon).exterior.coords[:-1]
    )


def _refuse_storeys(source: str, floors: Sequence[Patch]) -> None:
    """Refuse rooms of different heights that lie over one another in plan."""
    for index, one in enumerate(floors):
        for number, other in enumerate(floors[:index]):
            if abs(one.base - other.base) < _SAME:
                continue
            shapes = [shapely.make_valid(shapely.Polygon(floor.outline)) for floor in (one, other)]
            if shapely.intersection(*shapes).area > _OVERLAP:
                raise ConfigError(
                    f"{source}: rooms[{index}].{FLOOR_HEIGHT}: expected rooms beside one another, "
                    f"got one at {one.base:g} m over rooms[{number}] at {other.base:g} m; lay "
                    "storeys side by side"
                )


def _check_ends(entry: Fields, patch: Patch, rooms: Sequence[Room], ground: Ground) -> None:
    """Refuse stairs that do not begin and end at a floor of their height."""
    first, last = patch.ends
    for key, height, at in (
        (FLOOR_HEIGHT, patch.base, first - _JOINED),
        ("rise", patch.top, last + _JOINED),
    ):
        x, y = _beyond(patch, at)
        there = room_at(rooms, Point(x, y))
        found = ground.height(x, y)
        if there is None or abs(found - height) > _SAME:
            got = f"{found:g} m there" if there is not None else "no room there"
            raise ConfigError(
                f"{entry.source}: {entry.path}.{key}: expected a floor at {height:g} m beyond "
                f"that end of the stairs, got {got}"
            )


def _beyond(patch: Patch, along: float) -> tuple[float, float]:
    """Return the floor point in line with the middle of a patch, so far up its direction."""
    middle = shapely.Polygon(patch.outline).centroid
    more = along - patch.along(middle.x, middle.y)
    cos, sin = math.cos(patch.direction), math.sin(patch.direction)
    return middle.x + more * cos, middle.y + more * sin


def _highest_beside(wall: Wall, ground: Ground) -> float:
    """Return how high the floors on both sides of a wall's ends and middle are at most, metres."""
    dx, dy = wall.x1 - wall.x0, wall.y1 - wall.y0
    length = math.hypot(dx, dy) or 1.0
    across = -dy / length * _JOINED, dx / length * _JOINED
    return max(
        ground.height(
            wall.x0 + share * dx + side * across[0], wall.y0 + share * dy + side * across[1]
        )
        for share in (0.05, 0.5, 0.95)
        for side in (1.0, -1.0)
    )
