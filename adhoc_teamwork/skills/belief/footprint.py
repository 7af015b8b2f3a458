# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Floor rectangles of objects and furniture, along the axes of `map`."""

import math
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from adhoc_teamwork.skills.belief.grid import Floats, Mask
from adhoc_teamwork.teamwork.geometry import Point
from adhoc_teamwork.teamwork.scene import Detection, Presence

_FLOOR_GAP = 0.3
"""What begins lower, metres, stands on the floor."""


@dataclass(frozen=True)
class Footprint:
    """Hold a rectangle on the floor by its centre and half extents, metres in `map`."""

    x: float
    y: float
    half_x: float
    half_y: float

    def distance(self, x: Floats, y: Floats) -> Floats:
        """Return how far floor points are from the rectangle, metres; zero inside."""
        outside_x = np.maximum(np.abs(x - self.x) - self.half_x, 0.0)
        outside_y = np.maximum(np.abs(y - self.y) - self.half_y, 0.0)
        return np.asarray(np.hypot(outside_x, outside_y), dtype=np.float64)

    def distance_to(self, point: Point) -> float:
        """Return how far one floor point is from the rectangle, metres; zero inside."""
        return float(self.distance(np.array([point.x]), np.array([point.y]))[0])

    def nearest(self, x: Floats, y: Floats) -> tuple[Floats, Floats]:
        """Return x and y of the rectangle's nearest point to each floor point."""
        return (
            np.clip(x, self.x - self.half_x, self.x + self.half_x),
            np.clip(y, self.y - self.half_y, self.y + self.half_y),
        )

    def shrunk(self, margin: float) -> "Footprint":
        """Return it with `margin` (m) taken off each side, keeping at least a tenth of it."""
        return Footprint(
            self.x,
            self.y,
            max(self.half_x - margin, 0.1 * self.half_x),
            max(self.half_y - margin, 0.1 * self.half_y),
        )

    def contains(self, x: Floats, y: Floats, grown: float = 0.0) -> Mask:
        """Mark the floor points inside it, or within `grown` metres of it."""
        return np.asarray(self.distance(x, y) <= grown, dtype=np.bool_)


def footprint(detection: Detection) -> Footprint:
    """Return the floor rectangle under an object's extents."""
    return Footprint(
        detection.position.x,
        detection.position.y,
        max(detection.size.x, 0.02) / 2.0,
        max(detection.size.y, 0.02) / 2.0,
    )


def on_the_floor(objects: Iterable[Detection]) -> tuple[Footprint, ...]:
    """Return the footprints of what large stands on the floor, so that no floor shows under it."""
    return tuple(
        footprint(known)
        for known in objects
        if known.status is Presence.PRESENT
        and not known.pickupable
        and known.position.z - known.size.z / 2.0 < _FLOOR_GAP
    )


def support_height(receptacle: Detection) -> float:
    """Return the height of the surface that carries things, its top where that is unknown, m."""
    if math.isfinite(receptacle.support_height):
        return receptacle.support_height
    return top_end(receptacle)


def top_end(detection: Detection) -> float:
    """Return the height of the upper end of an object's extents, metres."""
    return detection.position.z + detection.size.z / 2.0
