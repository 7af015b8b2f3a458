# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What sight lines are drawn to: points on the faces of things, and points of the floor."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from adhoc_teamwork.simulation.houses.boxes import covers
from adhoc_teamwork.simulation.houses.house import Box, House
from adhoc_teamwork.simulation.lattice.config import StepConfig
from adhoc_teamwork.teamwork.maps.rooms import rooms_at

Floats = NDArray[np.float64]

_INSET = 0.005
"""How far within a thing its points lie, metres: a line to one ends inside."""
_APART = 0.2
"""Distance between the points of a face from which those of a thing are chosen, metres."""
_AREA = 0.06
"""Square metres of surface for each point of a thing, within the least and most of them."""
_LEAST = 5
_MOST = 48
_ABOVE_FLOOR = 0.01


def thing_points(solids: Sequence[Box]) -> Floats:
    """Return points (n, 3) spread over the upper and side faces of a thing's solids, metres."""
    faces = [_face_points(solid) for solid in solids]
    points = np.concatenate([np.zeros((0, 3)), *faces])
    for solid in solids if len(solids) > 1 else ():
        points = points[~_inside(solid, points)]
    wanted = math.ceil(sum(_area(solid) for solid in solids) / _AREA)
    return _spread(points, min(max(wanted, _LEAST), _MOST))


def _spread(points: Floats, count: int) -> Floats:
    """Return so many points, each next one the farthest from those chosen before."""
    if len(points) <= count:
        return points
    chosen = [int(np.argmax(points[:, 2]))]
    distance = np.full(len(points), np.inf)
    while len(chosen) < count:
        distance = np.minimum(distance, ((points - points[chosen[-1]]) ** 2).sum(axis=1).round(9))
        chosen.append(int(np.argmax(distance)))
    return points[chosen]


def _face_points(box: Box) -> Floats:
    """Return a grid of points on each face but the lowest."""
    half = np.maximum(np.array([box.size_x, box.size_y, box.size_z]) / 2.0 - _INSET, 0.0)
    across, along, up = (_rows(float(size)) for size in half)
    rows = [(x, y, half[2]) for x in across for y in along]
    for side in (-1.0, 1.0):
        rows += [(side * half[0], y, z) for y in along for z in up]
        rows += [(x, side * half[1], z) for x in across for z in up]
    local = np.array(rows)
    cos, sin = math.cos(box.yaw), math.sin(box.yaw)
    return np.column_stack(
        [
            box.x + cos * local[:, 0] - sin * local[:, 1],
            box.y + sin * local[:, 0] + cos * local[:, 1],
            box.z + local[:, 2],
        ]
    )


def _rows(half: float) -> Floats:
    """Return where along an edge, from its middle, points lie: evenly, off the corners."""
    count = max(1, round(2.0 * half / _APART))
    return (np.arange(count) + 0.5) / count * (2.0 * half) - half


def _area(box: Box) -> float:
    sides = (box.size_x + box.size_y) * box.size_z
    return box.size_x * box.size_y + 2.0 * sides


def _inside(box: Box, points: Floats) -> NDArray[np.bool_]:
    """Tell which points lie in a box, those near its faces aside."""
    cos, sin = math.cos(box.yaw), math.sin(box.yaw)
    dx, dy, dz = (points - (box.x, box.y, box.z)).T
    inside: NDArray[np.bool_] = (
        (np.abs(cos * dx + sin * dy) < box.size_x / 2.0 - 2.0 * _INSET)
        & (np.abs(cos * dy - sin * dx) < box.size_y / 2.0 - 2.0 * _INSET)
        & (np.abs(dz) < box.size_z / 2.0 - 2.0 * _INSET)
    )
    return inside


@dataclass(frozen=True)
class FloorPoints:
    """Hold the points by which it is told how much floor was seen: (x, y), and each one's room."""

    points: Floats
    rooms: NDArray[np.int32]

    @classmethod
    def of(cls, house: House, config: StepConfig) -> "FloorPoints":
        """Return the points of a coarse grid that are in a room and not within furniture."""
        x0, y0, x1, y1 = house.bounds
        step = config.floor_spacing
        xs, ys = np.meshgrid(
            np.arange(x0 + step / 2.0, x1, step), np.arange(y0 + step / 2.0, y1, step)
        )
        points = np.column_stack([xs.ravel(), ys.ravel()])
        rooms = rooms_at(house.rooms, points[:, 0], points[:, 1])
        solids = [s for o in house.objects if not o.pickupable for s in o.solids]
        low = [s for s in solids if s.bottom < _ABOVE_FLOOR < s.top]
        free = np.array([not any(covers(s, x, y) for s in low) for x, y in points], np.bool_)
        kept = free & (rooms >= 0)
        return cls(points[kept], rooms[kept])

    def targets(self) -> Floats:
        """Return the points (n, 3) to which sight lines are drawn."""
        return np.column_stack([self.points, np.full(len(self.points), _ABOVE_FLOOR)])
