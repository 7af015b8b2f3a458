# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Where a hand leaves a thing in a receptacle or on the floor: the nearest free spot."""

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

from adhoc_teamwork.simulation.generation.spots import Spot
from adhoc_teamwork.simulation.houses.boxes import footprints_overlap, from_local, moved, to_local
from adhoc_teamwork.simulation.houses.house import Box, Surface, Wall
from adhoc_teamwork.simulation.lattice.scene import Scene

_GAP = 0.03
"""Free space kept around a placed thing, metres."""
_SPACING = 0.1
"""Distance between spots that are tried on a surface, metres."""
_AHEAD = (0.35, 0.5, 0.25)
"""How far from its robot a dropped thing comes to lie, metres, the first free one."""


def spot_on(
    scene: Scene, number: int, receptacle: int, hand: tuple[float, float], reach: float
) -> tuple[Spot, Surface] | None:
    """Return the free spot nearest to a hand where the thing lies wholly on a surface, or None.

    Args:
        scene: Where things are.
        number: What is to be put down; it keeps its orientation.
        receptacle: Where, by number.
        hand: The floor point from which the hand reaches out, metres.
        reach: How far it reaches, metres on the floor plane.
    """
    box = scene.boxes[number]
    near: list[tuple[float, float, Spot, Surface]] = []
    for surface in scene.step_house.house.objects[receptacle].surfaces:
        if surface.headroom < box.size_z + _GAP:
            continue
        for spot in _spots(box, surface):
            away = round(math.dist((spot.x, spot.y), hand), 6)
            if away <= reach:
                near.append((away, spot.z, spot, surface))
    near.sort(key=lambda entry: entry[:2])
    around = _Around.of(scene, number, hand, reach)
    for _, _, spot, surface in near:
        if around.is_free(spot, receptacle):
            return spot, surface
    return None


def spot_on_floor(scene: Scene, number: int, hand: tuple[float, float], yaw: float) -> Spot:
    """Return where a dropped thing lies: ahead, else aside, else behind, else under the robot."""
    around = _Around.of(scene, number, hand, max(_AHEAD))
    for turn in (0.0, math.pi / 2.0, -math.pi / 2.0, math.pi):
        for away in _AHEAD:
            x = round(hand[0] + away * math.cos(yaw + turn), 3)
            y = round(hand[1] + away * math.sin(yaw + turn), 3)
            spot = Spot(x, y, 0.0)
            if scene.step_house.room_at(x, y) is not None and around.is_free(spot, -1):
                return spot
    return Spot(round(hand[0], 3), round(hand[1], 3), 0.0)


@dataclass(frozen=True)
class _Around:
    """Hold what can be in the way of a thing in a hand: walls and solids as far as it reaches."""

    box: Box
    hand: tuple[float, float]
    walls: tuple[Wall, ...]
    solids: tuple[tuple[int, Box], ...]

    @classmethod
    def of(cls, scene: Scene, number: int, hand: tuple[float, float], reach: float) -> "_Around":
        house, box, (x, y) = scene.step_house.house, scene.boxes[number], hand
        walls = tuple(
            w
            for w in house.walls
            if min(w.x0, w.x1) - x <= reach >= x - max(w.x0, w.x1)
            and min(w.y0, w.y1) - y <= reach >= y - max(w.y0, w.y1)
        )
        far = reach + math.hypot(box.size_x, box.size_y) + _GAP
        solids = tuple(
            (other, solid)
            for other, thing in enumerate(house.objects)
            if other != number and scene.at_rest(other)
            for solid in (thing.solids if scene.boxes[other] is thing.box else scene.solids(other))
            if max(abs(solid.x - x), abs(solid.y - y))
            <= far + math.hypot(solid.size_x, solid.size_y) / 2.0
        )
        return cls(box, hand, walls, solids)

    def is_free(self, spot: Spot, receptacle: int) -> bool:
        """Tell whether the thing put at a spot overlaps nothing and no wall is before the spot.

        What carries it must only not be where it is; from all else it keeps a gap.
        """
        placed = moved(self.box, spot.x, spot.y, spot.z + 0.01)
        wide = replace(placed, size_x=placed.size_x + _GAP, size_y=placed.size_y + _GAP)
        reach = math.hypot(wide.size_x, wide.size_y) / 2.0
        for other, solid in self.solids:
            if solid.top <= placed.bottom or solid.bottom >= placed.top:
                continue
            apart = math.dist((solid.x, solid.y), (spot.x, spot.y))
            if apart >= reach + math.hypot(solid.size_x, solid.size_y) / 2.0:
                continue
            if footprints_overlap(placed if other == receptacle else wide, solid, 0.0):
                return False
        return not any(_crosses(wall, self.hand, spot) for wall in self.walls)


def surface_distance(scene: Scene, receptacle: int, hand: tuple[float, float]) -> float:
    """Return how far, in metres on the floor plane, a hand is from the nearest surface's edge."""
    surfaces = scene.step_house.house.objects[receptacle].surfaces
    return min((_beside(surface, hand) for surface in surfaces), default=math.inf)


def _beside(surface: Surface, point: tuple[float, float]) -> float:
    local_x, local_y = to_local(*point, surface)
    return math.hypot(
        max(0.0, abs(local_x) - surface.size_x / 2.0), max(0.0, abs(local_y) - surface.size_y / 2.0)
    )


def _spots(box: Box, surface: Surface) -> Iterator[Spot]:
    """Yield the spots of a grid on a surface where a box's whole footprint has room."""
    turn = box.yaw - surface.yaw
    cos, sin = abs(math.cos(turn)), abs(math.sin(turn))
    room_x = surface.size_x / 2.0 - (cos * box.size_x + sin * box.size_y) / 2.0
    room_y = surface.size_y / 2.0 - (sin * box.size_x + cos * box.size_y) / 2.0
    if min(room_x, room_y) < 0.0:
        return
    for local_x in _grid(room_x):
        for local_y in _grid(room_y):
            x, y = from_local(local_x, local_y, surface)
            yield Spot(round(x, 3), round(y, 3), round(surface.z, 3))


def _grid(half: float) -> list[float]:
    count = 2 * math.floor(half / _SPACING) + 1
    return [(number - count // 2) * _SPACING for number in range(count)]


def _crosses(wall: Wall, hand: tuple[float, float], spot: Spot) -> bool:
    """Tell whether a wall stands between two points at the height of the second."""
    if not wall.bottom <= spot.z + _GAP <= wall.top:
        return False

    def side(ax: float, ay: float, bx: float, by: float, x: float, y: float) -> float:
        return (bx - ax) * (y - ay) - (by - ay) * (x - ax)

    line = (wall.x0, wall.y0, wall.x1, wall.y1)
    way = (*hand, spot.x, spot.y)
    return (
        side(*line, *hand) * side(*line, spot.x, spot.y) <= 0.0
        and side(*way, wall.x0, wall.y0) * side(*way, wall.x1, wall.y1) <= 0.0
    )
