# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What a robot's body can run into, and how far away it is; metres, map frame."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from adhoc_teamwork.simulation.houses.house import Box, House, Wall

STEP = 0.03
"""What is no higher than this, in metres, a robot drives over (a rug, a threshold)."""

_BESIDE = 0.1
"""How far off a wall, metres, the floor beside it is looked up."""

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Obstacles:
    """Hold the boxes and walls in the way of a body of one height.

    `boxes` has rows (x, y, half_x, half_y, cos yaw, sin yaw), `walls` rows (x0, y0, x1, y1).
    """

    boxes: Floats
    walls: Floats

    @classmethod
    def of(cls, house: House, height: float, lowest: float = STEP) -> "Obstacles":
        """Return what stands in the way of a body of that height, in metres.

        Small objects that a hand can carry are left out: they come and go (see `navigation`).

        Args:
            house: The house.
            height: The body's, above the floor that it is over.
            lowest: What is no higher than this above the floor is not in the way: of a flying
                body, where it hovers.
        """
        floor = house.ground.height
        solids = [(s, floor(s.x, s.y)) for o in house.objects if not o.pickupable for s in o.solids]
        boxes = [_box_row(s) for s, z in solids if s.bottom - z < height and s.top - z > lowest]
        stretches = [(w, _floor_at(w, house)) for w in house.walls]
        walls = [_wall_row(w) for w, z in stretches if w.bottom - z < height and w.top - z > lowest]
        return cls(
            np.array(boxes, np.float64).reshape(-1, 6), np.array(walls, np.float64).reshape(-1, 4)
        )

    def distance(self, x: float, y: float) -> float:
        """Return how far a floor point is from the nearest obstacle; negative inside one."""
        nearest = math.inf
        if len(self.boxes):
            nearest = float(np.min(_box_distance(x, y, *self.boxes.T)))
        if len(self.walls):
            nearest = min(nearest, float(np.min(_wall_distance(x, y, *self.walls.T))))
        return nearest

    def distance_field(self, xs: Floats, ys: Floats, limit: float) -> Floats:
        """Return `distance` at each (ys, xs) of a grid, exact up to `limit`, capped there."""
        field = np.full((len(ys), len(xs)), limit)
        for row in self.boxes:
            reach = math.hypot(row[2], row[3]) + limit
            window = _window(xs, ys, row[0] - reach, row[1] - reach, row[0] + reach, row[1] + reach)
            _lower(field, window, _box_distance(xs[window[1]], ys[window[0], None], *row))
        for row in self.walls:
            x0, x1 = sorted((row[0], row[2]))
            y0, y1 = sorted((row[1], row[3]))
            window = _window(xs, ys, x0 - limit, y0 - limit, x1 + limit, y1 + limit)
            _lower(field, window, _wall_distance(xs[window[1]], ys[window[0], None], *row))
        return field


def _floor_at(wall: Wall, house: House) -> float:
    """Return the height of the floor at the foot of a wall's middle, metres; of two the higher.

    Only what is above a doorway is held against it, and that rises with the higher floor.
    """
    if house.ground.is_flat:
        return 0.0
    x, y = (wall.x0 + wall.x1) / 2.0, (wall.y0 + wall.y1) / 2.0
    length = math.hypot(wall.x1 - wall.x0, wall.y1 - wall.y0) or 1.0
    dx, dy = (wall.y0 - wall.y1) / length, (wall.x1 - wall.x0) / length
    return max(house.ground.height(x + side * dx, y + side * dy) for side in (_BESIDE, -_BESIDE))


def _box_row(box: Box) -> tuple[float, ...]:
    return (
        box.x, box.y, box.size_x / 2.0, box.size_y / 2.0, math.cos(box.yaw), math.sin(box.yaw),
    )  # fmt: skip


def _wall_row(wall: Wall) -> tuple[float, ...]:
    return wall.x0, wall.y0, wall.x1, wall.y1


def _box_distance(
    x: float | Floats,
    y: float | Floats,
    centre_x: float | Floats,
    centre_y: float | Floats,
    half_x: float | Floats,
    half_y: float | Floats,
    cos: float | Floats,
    sin: float | Floats,
) -> Floats:
    """Return signed distances from points to turned rectangles."""
    dx, dy = x - centre_x, y - centre_y
    over_x = np.abs(cos * dx + sin * dy) - half_x
    over_y = np.abs(-sin * dx + cos * dy) - half_y
    outside = np.hypot(np.maximum(over_x, 0.0), np.maximum(over_y, 0.0))
    distance: Floats = outside + np.minimum(np.maximum(over_x, over_y), 0.0)
    return distance


def _wall_distance(
    x: float | Floats,
    y: float | Floats,
    x0: float | Floats,
    y0: float | Floats,
    x1: float | Floats,
    y1: float | Floats,
) -> Floats:
    """Return distances from points to wall segments."""
    dx, dy = x1 - x0, y1 - y0
    length = np.maximum(dx * dx + dy * dy, 1e-12)
    share = np.clip(((x - x0) * dx + (y - y0) * dy) / length, 0.0, 1.0)
    distance: Floats = np.hypot(x0 + share * dx - x, y0 + share * dy - y)
    return distance


def _window(
    xs: Floats, ys: Floats, x0: float, y0: float, x1: float, y1: float
) -> tuple[slice, slice]:
    """Return the rows and columns of a grid that lie in a rectangle."""
    columns = slice(int(np.searchsorted(xs, x0)), int(np.searchsorted(xs, x1, "right")))
    rows = slice(int(np.searchsorted(ys, y0)), int(np.searchsorted(ys, y1, "right")))
    return rows, columns


def _lower(field: Floats, window: tuple[slice, slice], distance: Floats) -> None:
    field[window] = np.minimum(field[window], distance)
