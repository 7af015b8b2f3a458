# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Places to stand in a room, or about where the robot stands."""

from collections.abc import Iterator

import numpy as np
import shapely
from shapely.ops import polylabel

from adhoc_teamwork.skills.belief.grid import SemanticGrid
from adhoc_teamwork.teamwork.geometry import Point, Pose
from adhoc_teamwork.teamwork.scene import Room

_APART = 0.3
"""Metres between places about a robot."""


def places_in_room(
    room: Room, grid: SemanticGrid | None, start: Point, radius: float, count: int
) -> list[Point]:
    """Return up to `count` places well inside a room: open known floor, else its middle."""
    places: list[Point] = []
    if grid is not None:
        open_floor = grid.standable(radius) & grid.inside(room.outline, 2.0 * radius)
        travel = grid.travel(start, radius)
        open_floor &= np.isfinite(travel)
        value = np.minimum(grid.clearance, 0.8) - 0.02 * np.where(open_floor, travel, 0.0)
        value = np.where(open_floor, value, -np.inf)
        for index in np.argsort(-value, axis=None, kind="stable")[: int(open_floor.sum())]:
            row, column = np.unravel_index(index, value.shape)
            place = grid.centre(int(row), int(column))
            if all(place.planar_distance_to(other) > 0.6 for other in places):
                places.append(place)
            if len(places) == count - 1:
                break
    places.append(middle(room))
    return places


def places_around(
    grid: SemanticGrid, start: Pose, radius: float, farthest: float
) -> Iterator[Pose]:
    """Yield places to stand that need no more driving than `farthest` (m), the nearest first.

    Args:
        grid: The robot's map.
        start: Where it stands in `map`; it faces as it does there.
        radius: How far it keeps from what is occupied, metres.
        farthest: Metres of driving.
    """
    travel = grid.travel(start.point, radius)
    usable = grid.standable(radius) & (travel <= farthest)
    rows, columns = np.nonzero(grid.thinned(usable, _APART))
    for nearest in np.argsort(travel[rows, columns], kind="stable"):
        place = grid.centre(int(rows[nearest]), int(columns[nearest]))
        yield Pose(place.x, place.y, start.yaw)


def middle(room: Room) -> Point:
    """Return the place in a room that is farthest from its outline, in metres in `map`."""
    polygon = shapely.make_valid(shapely.Polygon(room.outline))
    if polygon.geom_type != "Polygon":
        polygon = max(shapely.get_parts(polygon), key=lambda part: part.area)
    if polygon.geom_type != "Polygon" or polygon.is_empty:
        centre = polygon.centroid
        return Point(centre.x, centre.y)
    centre = polylabel(polygon, tolerance=0.05)
    return Point(centre.x, centre.y)
