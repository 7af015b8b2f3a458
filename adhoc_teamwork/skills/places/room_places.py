# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Places to stand in a room, or about where the robot stands."""

from collections.abc import Iterator, Sequence

import numpy as np
import shapely
from shapely.ops import polylabel

from adhoc_teamwork.skills.belief.footprint import Footprint
from adhoc_teamwork.skills.belief.grid import SemanticGrid
from adhoc_teamwork.teamwork.geometry import Point, Pose
from adhoc_teamwork.teamwork.scene import Room

_APART = 0.3
"""Metres between places about a robot."""
_IN_ROOM_APART = 0.6
"""Metres between places in a room."""
_TOLERANCE = 0.05


def places_in_room(
    room: Room,
    grid: SemanticGrid | None,
    furniture: Sequence[Footprint],
    start: Point,
    radius: float,
    count: int,
) -> list[Point]:
    """Return up to `count` places well inside a room, apart: open known floor, then what may be.

    Args:
        room: The room.
        grid: The robot's map, if any.
        furniture: What is believed to stand on the floor, by a teammate's word too.
        start: Where the robot stands in `map`.
        radius: How far it keeps from what is occupied, metres.
        count: At least one.
    """
    places: list[Point] = []
    if grid is not None:
        open_floor = grid.standable(radius) & grid.inside(room.outline, 2.0 * radius)
        travel = grid.travel(start, radius)
        open_floor &= np.isfinite(travel)
        value = np.minimum(grid.clearance, 0.8) - 0.02 * np.where(open_floor, travel, 0.0)
        value = np.where(open_floor, value, -np.inf)
        for index in np.argsort(-value, axis=None, kind="stable")[: int(open_floor.sum())]:
            if len(places) == count - 1:
                break
            row, column = np.unravel_index(index, value.shape)
            place = grid.centre(int(row), int(column))
            if all(place.planar_distance_to(other) > _IN_ROOM_APART for other in places):
                places.append(place)
    places += _roomiest(room, furniture, places, radius, count - len(places))
    return places or [middle(room)]


def _roomiest(
    room: Room, furniture: Sequence[Footprint], taken: list[Point], radius: float, count: int
) -> list[Point]:
    """Return up to `count` places as far from walls, furniture and each other as they get."""
    boxes = [
        shapely.box(f.x - f.half_x, f.y - f.half_y, f.x + f.half_x, f.y + f.half_y)
        for f in furniture
    ]
    around = [shapely.Point(p.x, p.y).buffer(_IN_ROOM_APART) for p in taken]
    free = _floor(room).difference(shapely.union_all([*boxes, *around]))
    places: list[Point] = []
    while len(places) < count:
        centre, clearance = _roomiest_point(free, radius)
        if centre is None or clearance < radius:
            break
        places.append(Point(centre.x, centre.y))
        free = free.difference(centre.buffer(_IN_ROOM_APART))
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
    floor = _floor(room)
    centre, _ = _roomiest_point(floor, _TOLERANCE)
    centre = floor.centroid if centre is None else centre
    return Point(centre.x, centre.y)


def _floor(room: Room) -> shapely.Geometry:
    return shapely.make_valid(shapely.Polygon(room.outline))


def _roomiest_point(floor: shapely.Geometry, radius: float) -> tuple[shapely.Point | None, float]:
    """Return the point of some floor that is farthest from its edges, and how far (m).

    It is None where no disc of that radius (m) has room: to search a sliver may take for ever.
    """
    parts = [p for p in shapely.get_parts(floor) if p.geom_type == "Polygon" and _fits(p, radius)]
    centres = [polylabel(part, tolerance=_TOLERANCE) for part in parts]
    clearances = [part.boundary.distance(c) for part, c in zip(parts, centres, strict=True)]
    if not clearances:
        return None, 0.0
    best = int(np.argmax(clearances))
    return centres[best], float(clearances[best])


def _fits(part: shapely.Geometry, radius: float) -> bool:
    x0, y0, x1, y1 = part.bounds
    return bool(min(x1 - x0, y1 - y0) >= 2.0 * radius)
