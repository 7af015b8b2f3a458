# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Which room a point is in; metres in `map`.

Where outlines overlap the first room has the point. What lies on the border of two rooms is in the
one to the east or to the north.
"""

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from adhoc_teamwork.teamwork.geometry import Point
from adhoc_teamwork.teamwork.scene import Room

NO_ROOM = -1


def room_at(rooms: Sequence[Room], point: Point, slack: float = 0.0) -> Room | None:
    """Return the room over whose floor a point is, or None.

    Args:
        rooms: All rooms.
        point: Its height does not matter.
        slack: How near a point outside all rooms is to be to the nearest one, to be in that.
    """
    over = next((room for room in rooms if room.contains(point)), None)
    if over is not None or slack <= 0.0:
        return over
    away = [_distance(room.outline, point.x, point.y) for room in rooms]
    nearest = min(range(len(rooms)), key=away.__getitem__, default=None)
    return rooms[nearest] if nearest is not None and away[nearest] < slack else None


def room_id_at(rooms: Sequence[Room], point: Point) -> str:
    """Return the id of the room over whose floor a point is, or an empty string."""
    room = room_at(rooms, point)
    return room.room_id if room is not None else ""


def room_type_at(rooms: Sequence[Room], point: Point) -> str:
    """Return the type of the room over whose floor a point is, or an empty string."""
    room = room_at(rooms, point)
    return room.room_type if room is not None else ""


def rooms_at(
    rooms: Sequence[Room], x: NDArray[np.floating], y: NDArray[np.floating]
) -> NDArray[np.int32]:
    """Return for each of many points what `room_at` does: the room's index, or `NO_ROOM`.

    Args:
        rooms: All rooms.
        x: Of the points, of any shape.
        y: The same, of a shape that NumPy broadcasts with that of `x`.
    """
    found = np.full(np.broadcast_shapes(x.shape, y.shape), NO_ROOM, np.int32)
    for index, room in enumerate(rooms):
        found[_inside(room.outline, x, y) & (found == NO_ROOM)] = index
    return found


def _inside(
    outline: Sequence[tuple[float, float]], x: NDArray[np.floating], y: NDArray[np.floating]
) -> NDArray[np.bool_]:
    """Tell of many points what `point_in_polygon` tells of one."""
    inside = np.zeros(np.broadcast_shapes(x.shape, y.shape), np.bool_)
    for (x0, y0), (x1, y1) in zip((*outline[-1:], *outline[:-1]), outline, strict=True):
        if y0 != y1:
            spans = (y1 > y) != (y0 > y)
            inside ^= spans & (x < x1 + (y - y1) * (x0 - x1) / (y0 - y1))
    return inside


def _distance(outline: Sequence[tuple[float, float]], x: float, y: float) -> float:
    """Return how far a point outside an outline is from it, in metres."""
    nearest = math.inf
    for (x0, y0), (x1, y1) in zip(outline, (*outline[1:], *outline[:1]), strict=True):
        dx, dy = x1 - x0, y1 - y0
        length = dx * dx + dy * dy
        share = ((x - x0) * dx + (y - y0) * dy) / length if length else 0.0
        share = min(1.0, max(0.0, share))
        nearest = min(nearest, math.hypot(x0 + share * dx - x, y0 + share * dy - y))
    return nearest if len(outline) >= 3 else math.inf
