"""What sight lines are drawn to: points on the faces of things, and points of the floor."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from simulation.boxes import covers
from simulation.house import Box, House
from simulation.steps.config import StepConfig
from simulation.steps.lattice import rooms_at

Floats = NDArray[np.float64]

_INSET = 0.005
"""How far within a thing its points lie, metres: a line to one ends inside."""
_SINGLE = 0.15
"""A face's edge up to this long, metres, has one row of points, beyond a row every `_APART`."""
_APART = 0.4
_MOST = 24
"""Points of one thing; of more, those that stand for the most area are kept."""
_ABOVE_FLOOR = 0.01


def thing_points(solids: Sequence[Box]) -> Floats:
    """Return points (n, 3) spread over the upper and side faces of a thing's solids, metres."""
    rows = [row for solid in solids for row in _box_points(solid)]
    if not rows:
        return np.zeros((0, 3))
    table = np.array(rows)
    kept = np.sort(np.argsort(-table[:, 3].round(6), kind="stable")[:_MOST])
    points: Floats = table[kept, :3]
    return points


def _box_points(box: Box) -> list[tuple[float, float, float, float]]:
    """Return points of the faces but the lowest, each with the area that it stands for."""
    across, along, up = (_rows(size) for size in (box.size_x, box.size_y, box.size_z))
    half_x = max(0.0, box.size_x / 2.0 - _INSET)
    half_y = max(0.0, box.size_y / 2.0 - _INSET)
    half_z = max(0.0, box.size_z / 2.0 - _INSET)
    faces = [(x, y, half_z, box.size_x * box.size_y / len(across) / len(along))
             for x in across for y in along]  # fmt: skip
    for side in (-1.0, 1.0):
        end_area = box.size_y * box.size_z / len(along) / len(up)
        flank_area = box.size_x * box.size_z / len(across) / len(up)
        faces += [(side * half_x, y, z, end_area) for y in along for z in up]
        faces += [(x, side * half_y, z, flank_area) for x in across for z in up]
    cos, sin = math.cos(box.yaw), math.sin(box.yaw)
    return [
        (box.x + cos * x - sin * y, box.y + sin * x + cos * y, box.z + z, area)
        for x, y, z, area in faces
    ]


def _rows(size: float) -> list[float]:
    """Return where along an edge, from its middle, points lie."""
    if size <= _SINGLE:
        return [0.0]
    count = max(2, math.ceil(size / _APART))
    inner = size - 2.0 * min(0.25 * size, 0.1)
    return [inner * (number / (count - 1) - 0.5) for number in range(count)]


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
        rooms = rooms_at(house, points[:, 0], points[:, 1])
        solids = [s for o in house.objects if not o.pickupable for s in o.solids]
        low = [s for s in solids if s.bottom < _ABOVE_FLOOR < s.top]
        free = np.array([not any(covers(s, x, y) for s in low) for x, y in points], np.bool_)
        kept = free & (rooms >= 0)
        return cls(points[kept], rooms[kept])

    def targets(self) -> Floats:
        """Return the points (n, 3) to which sight lines are drawn."""
        return np.column_stack([self.points, np.full(len(self.points), _ABOVE_FLOOR)])
