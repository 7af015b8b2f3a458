# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The free floor that an exploration could see, and how much of it the map has right."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from adhoc_teamwork.measuring.perception.exploration import Exploration, Shot
from adhoc_teamwork.perception.map.grid_map import FREE, GridMap
from adhoc_teamwork.simulation.houses.house import House
from adhoc_teamwork.simulation.motion.obstacles import Obstacles
from adhoc_teamwork.simulation.world import World
from adhoc_teamwork.teamwork.maps.object_room_map import ObjectRoomMap
from adhoc_teamwork.teamwork.maps.rooms import rooms_at

CELL = 0.1
"""Edge of a cell, metres, that of the object-room map."""
_HIGH = 1.0
_LOW = 0.08
"""What reaches between these heights, metres, covers the floor, as for the object-room map."""
_TOLERANCE = 0.03
_BORDER = 0.015
"""A cell along whose edge something runs, this near to it in metres, is left out: a hair decides
whether it is covered."""


@dataclass
class VisibleFloor:
    """Hold the centres of cells (n, 2) that lie in rooms and that nothing covers, and the seen."""

    points: NDArray[np.float64]
    bare: NDArray[np.bool_]
    seen: NDArray[np.bool_]

    @classmethod
    def of(cls, exploration: Exploration) -> "VisibleFloor":
        """Return the floor of a house of which nothing was seen yet."""
        house = exploration.house
        x0, y0, x1, y1 = house.bounds
        xs = _middles(x0, x1)
        ys = _middles(y0, y1)
        grid_x, grid_y = np.tile(xs, len(ys)), np.repeat(ys, len(xs))
        inside = rooms_at(house.rooms, grid_x, grid_y) >= 0
        away = _what_covers(house, exploration.world).distance_field(xs, ys, CELL)
        away = away.reshape(-1)
        judged = inside & (np.abs(away - CELL / 2.0) > _BORDER)
        points = np.stack([grid_x, grid_y], axis=1)[judged]
        bare = (away > CELL / 2.0)[judged]
        return cls(points, bare, np.zeros(len(points), np.bool_))

    def take(self, exploration: Exploration, shot: Shot) -> None:
        """Note which cells one perfect picture shows: the ray to the middle reaches the floor."""
        left = np.flatnonzero(self.bare & ~self.seen)
        points = np.zeros((len(left), 3), np.float32)
        points[:, :2] = self.points[left]
        frame = exploration.frame(shot.picture, shot.stop.pose, shot.stop.stamp)
        rows, columns, depth = frame.project(points)
        reached = (rows >= 0) & (depth <= frame.camera_range)
        shown = frame.depth[rows, columns] >= depth * (1.0 - _TOLERANCE) - _TOLERANCE
        self.seen[left[reached & shown]] = True

    def agreement(self, grid: GridMap) -> tuple[int, int]:
        """Return how many cells are free here and on a map, and how many on one of them at least.

        Cells that are covered count as not free; the map is read at the cells' middles.
        """
        rows, columns, known = grid.extent.cells(self.points)
        free = np.zeros(len(self.points), np.bool_)
        free[known] = grid.values(from_afar=True)[rows[known], columns[known]] == FREE
        true = self.bare & self.seen
        return int((free & true).sum()), int((free | true).sum())

    def rooms_named(self, found: ObjectRoomMap, house: House) -> dict[str, str]:
        """Return for each room found on a map the true room in which most of its floor is."""
        true = rooms_at(house.rooms, self.points[:, 0], self.points[:, 1])
        on_map = _rooms_on(found, self.points)
        names: dict[str, str] = {}
        for index, room_id in enumerate(found.room_ids):
            here = true[(on_map == index) & (true >= 0)]
            if len(here):
                names[room_id] = house.rooms[int(np.bincount(here).argmax())].room_id
        return names


def _rooms_on(found: ObjectRoomMap, points: NDArray[np.float64]) -> NDArray[np.int_]:
    """Return which room of a map each point (n, 2) is in, by its index; -1 is none."""
    rows, columns, inside = found.frame.cells(points)
    index = np.full(len(points), -1, np.int_)
    index[inside] = found.rooms[rows[inside], columns[inside]]
    return index


def _middles(low: float, high: float) -> NDArray[np.float64]:
    """Return the middles of cells that cover a stretch; their borders are whole decimetres."""
    first, last = math.floor(low / CELL), math.ceil(high / CELL)
    return ((np.arange(first, last + 1) + 0.5) * CELL).astype(np.float64)


def _what_covers(house: House, world: World) -> Obstacles:
    """Return the solids and walls that cover floor, small things included."""
    of_house = Obstacles.of(house, _HIGH)
    small = [
        (s.x, s.y, s.size_x / 2.0, s.size_y / 2.0, math.cos(s.yaw), math.sin(s.yaw))
        for thing in world.at_rest()
        if thing.source.pickupable
        for s in thing.solids()
        if s.bottom < _HIGH and s.top > _LOW
    ]
    boxes = np.concatenate([of_house.boxes, np.array(small, np.float64).reshape(-1, 6)])
    return Obstacles(boxes, of_house.walls)
