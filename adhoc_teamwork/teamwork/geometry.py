# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Points and planar poses in REP-103 frames: x ahead or east, y left or north, z up; SI units."""

import math
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Angle = TypeVar("Angle", float, "NDArray[np.float64]")


@dataclass(frozen=True)
class Point:
    """Locate a point, in metres."""

    x: float
    y: float
    z: float = 0.0

    def distance_to(self, other: "Point") -> float:
        """Return the Euclidean distance to `other`, in metres."""
        return math.dist((self.x, self.y, self.z), (other.x, other.y, other.z))

    def planar_distance_to(self, other: "Point") -> float:
        """Return the distance to `other` on the floor plane, in metres."""
        return math.hypot(self.x - other.x, self.y - other.y)


@dataclass(frozen=True)
class Size:
    """Hold extents along the axes of the `map` frame, in metres."""

    x: float
    y: float
    z: float


def goes_through(thing: Size, opening: Size) -> bool:
    """Tell whether a thing gets into an opening from above with its two shorter sides first."""
    short, middle, _ = sorted((thing.x, thing.y, thing.z))
    narrow, wide = sorted((opening.x, opening.y))
    return short <= narrow and middle <= wide


@dataclass(frozen=True)
class Pose:
    """Place a robot base on the floor: metres, and yaw in radians, counter-clockwise from x."""

    x: float
    y: float
    yaw: float = 0.0

    @cached_property
    def point(self) -> Point:
        """Return the position on the floor."""
        return Point(self.x, self.y, 0.0)

    def transform(self, ahead: float, left: float) -> Point:
        """Return in the parent frame the floor point given in the robot's own frame, in metres."""
        cos, sin = math.cos(self.yaw), math.sin(self.yaw)
        return Point(self.x + cos * ahead - sin * left, self.y + sin * ahead + cos * left, 0.0)

    def heading_to(self, point: Point) -> float:
        """Return the yaw, in radians, at which this position faces `point`."""
        return math.atan2(point.y - self.y, point.x - self.x)

    def is_apart(self, other: "Pose", distance: float, angle: float) -> bool:
        """Tell whether another pose is farther away, metres, or turned by more, radians."""
        turned = abs(normalize_angle(self.yaw - other.yaw))
        return self.point.planar_distance_to(other.point) > distance or turned > angle

    def compose(self, inner: "Pose") -> "Pose":
        """Return `inner`, given in this pose's own frame, in the frame of this pose."""
        point = self.transform(inner.x, inner.y)
        return Pose(point.x, point.y, normalize_angle(self.yaw + inner.yaw))

    def inverse(self) -> "Pose":
        """Return where the frame of this pose lies, seen from this pose."""
        back = Pose(0.0, 0.0, -self.yaw).transform(-self.x, -self.y)
        return Pose(back.x, back.y, normalize_angle(-self.yaw))


def normalize_angle(angle: Angle) -> Angle:
    """Return an angle, or an array of them, wrapped to [-pi, pi), in radians."""
    return (angle + math.pi) % (2.0 * math.pi) - math.pi


def yaw_of(x: float, y: float, z: float, w: float) -> float:
    """Return the yaw, in radians, of a unit quaternion."""
    return math.atan2(2.0 * (w * z + x * y), 1.0 - 2.0 * (y * y + z * z))


def point_in_polygon(x: float, y: float, outline: tuple[tuple[float, float], ...]) -> bool:
    """Tell whether (x, y) lies inside a simple polygon, by the even-odd rule."""
    if not outline:
        return False
    inside = False
    previous_x, previous_y = outline[-1]
    for corner_x, corner_y in outline:
        if (corner_y > y) != (previous_y > y):
            crossing = corner_x + (y - corner_y) * (previous_x - corner_x) / (previous_y - corner_y)
            if x < crossing:
                inside = not inside
        previous_x, previous_y = corner_x, corner_y
    return inside
