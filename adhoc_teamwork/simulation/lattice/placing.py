# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Where a hand leaves a thing in a receptacle or on the floor: the nearest free spot."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from adhoc_teamwork.simulation.houses.boxes import (
    from_local,
    moved,
    nearest_point,
    planar_distance,
)
from adhoc_teamwork.simulation.houses.house import Box, Surface, Wall
from adhoc_teamwork.simulation.lattice.scene import Scene
from adhoc_teamwork.simulation.rules.placing import (
    DROP_DISTANCES,
    GAP,
    Spot,
    drop_spots,
    is_free,
    is_in_wall,
    room_on,
)
from adhoc_teamwork.simulation.rules.reach import Arm, why_behind_wall, why_out_of_reach
from adhoc_teamwork.simulation.rules.refusal import Refusal
from adhoc_teamwork.teamwork.geometry import Point

_SPACING = 0.1
"""Distance between spots that are tried on a surface, metres."""


def spot_on(
    scene: Scene, number: int, receptacle: int, base: Point, arm: Arm
) -> tuple[Spot, Surface] | None:
    """Return the free spot nearest to a robot where the thing lies wholly on a surface, or None.

    Args:
        scene: Where things are.
        number: What is to be put down; it keeps its orientation.
        receptacle: Where, by number.
        base: Where the robot stands.
        arm: What it reaches.
    """
    box = scene.boxes[number]
    near: list[tuple[float, float, Spot, Surface]] = []
    for surface in scene.step_house.house.objects[receptacle].surfaces:
        reach = arm.reach_at(surface.z)
        for spot in _spots(box, surface) if arm.serves(surface.z) else ():
            away = round(math.dist((spot.x, spot.y), (base.x, base.y)), 6)
            if away <= reach:
                near.append((away, spot.z, spot, surface))
    near.sort(key=lambda entry: entry[:2])
    around = _Around.of(scene, number, base, arm.farthest)
    for _, _, spot, surface in near:
        if around.is_free(spot, receptacle):
            return spot, surface
    return None


def spot_on_floor(scene: Scene, number: int, base: Point, yaw: float) -> Spot:
    """Return where a dropped thing lies: the first free spot, else under the robot."""
    around = _Around.of(scene, number, base, max(DROP_DISTANCES))
    for spot in drop_spots(base, yaw):
        placed = moved(around.box, spot.x, spot.y, spot.z)
        on_floor = scene.step_house.room_at(spot.x, spot.y) is not None
        if on_floor and around.is_free(spot, -1) and not is_in_wall(placed, around.walls):
            return spot
    return Spot(round(base.x, 3), round(base.y, 3), base.z)


@dataclass(frozen=True)
class _Around:
    """Hold what can be in the way of a thing in a hand: walls and solids as far as it reaches."""

    box: Box
    base: Point
    walls: tuple[Wall, ...]
    solids: tuple[tuple[int, Box], ...]

    @classmethod
    def of(cls, scene: Scene, number: int, base: Point, reach: float) -> "_Around":
        house, box, x, y = scene.step_house.house, scene.boxes[number], base.x, base.y
        far = reach + math.hypot(box.size_x, box.size_y) + GAP
        walls = tuple(
            w
            for w in house.walls
            if min(w.x0, w.x1) - x <= far >= x - max(w.x0, w.x1)
            and min(w.y0, w.y1) - y <= far >= y - max(w.y0, w.y1)
        )
        solids = tuple(
            (other, solid)
            for other, thing in enumerate(house.objects)
            if other != number and scene.at_rest(other)
            for solid in (thing.solids if scene.boxes[other] is thing.box else scene.solids(other))
            if max(abs(solid.x - x), abs(solid.y - y))
            <= far + math.hypot(solid.size_x, solid.size_y) / 2.0
        )
        return cls(box, base, walls, solids)

    def is_free(self, spot: Spot, receptacle: int) -> bool:
        """Tell whether the thing has room at a spot, and no wall is before that."""
        around = (solid for other, solid in self.solids if other != receptacle)
        carrier = (solid for other, solid in self.solids if other == receptacle)
        point = Point(spot.x, spot.y, spot.z)
        return is_free(self.box, spot, around, carrier) and not why_behind_wall(
            self.walls, self.base, point, ""
        )


def why_no_surface(
    scene: Scene, receptacle: int, base: Point, arm: Arm, what: str
) -> Refusal | None:
    """Return why a hand gets to none of a receptacle's surfaces, or None where it does.

    Walls are left out: they count for the spot that is chosen.
    """
    surfaces = scene.step_house.house.objects[receptacle].surfaces
    served = [surface for surface in surfaces if arm.serves(surface.z)] or surfaces
    return why_out_of_reach(arm, base, _nearest(served, base), (), what)


def why_surface_behind_wall(
    scene: Scene, receptacle: int, base: Point, what: str
) -> Refusal | None:
    """Return that a wall is before the nearest of a receptacle's surfaces, or None."""
    house = scene.step_house.house
    point = _nearest(house.objects[receptacle].surfaces, base)
    return why_behind_wall(house.walls, base, point, what)


def _nearest(surfaces: Sequence[Surface], base: Point) -> Point:
    """Return the point of the nearest surface that is nearest to a robot."""
    nearest = min(surfaces, key=lambda s: planar_distance(s, base.x, base.y))
    return Point(*nearest_point(nearest, base.x, base.y), nearest.z)


def _spots(box: Box, surface: Surface) -> Iterator[Spot]:
    """Yield the spots of a grid on a surface where a box's whole footprint has room."""
    room = room_on(box, surface)
    if room is None:
        return
    for local_x in _grid(room[0]):
        for local_y in _grid(room[1]):
            x, y = from_local(local_x, local_y, surface)
            yield Spot(round(x, 3), round(y, 3), round(surface.z, 3))


def _grid(half: float) -> list[float]:
    count = 2 * math.floor(half / _SPACING) + 1
    return [(number - count // 2) * _SPACING for number in range(count)]
