# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Geometry of upright boxes and of the rectangles on which things lie; metres, radians."""

import math
from dataclasses import replace

import numpy as np

from adhoc_teamwork.robot_model.arrays import Floats, transform
from adhoc_teamwork.simulation.houses.house import Box, Surface
from adhoc_teamwork.teamwork.geometry import Point, Size


def to_local(x: float, y: float, box: Box | Surface) -> tuple[float, float]:
    """Return a floor point in the box's own axes, from its centre."""
    cos, sin = math.cos(box.yaw), math.sin(box.yaw)
    dx, dy = x - box.x, y - box.y
    return cos * dx + sin * dy, -sin * dx + cos * dy


def from_local(x: float, y: float, box: Box | Surface) -> tuple[float, float]:
    """Return the floor point that is at (x, y) in the box's own axes, from its centre."""
    cos, sin = math.cos(box.yaw), math.sin(box.yaw)
    return box.x + cos * x - sin * y, box.y + sin * x + cos * y


def covers(box: Box | Surface, x: float, y: float, margin: float = 0.0) -> bool:
    """Tell whether a floor point lies under the box, or at most `margin` beside it."""
    local_x, local_y = to_local(x, y, box)
    return abs(local_x) <= box.size_x / 2.0 + margin and abs(local_y) <= box.size_y / 2.0 + margin


def contains(box: Box, x: float, y: float, z: float, margin: float = 0.0) -> bool:
    """Tell whether a point lies in the box, or at most `margin` outside it."""
    return box.bottom - margin <= z <= box.top + margin and covers(box, x, y, margin)


def planar_distance(box: Box | Surface, x: float, y: float) -> float:
    """Return how far a floor point is from the box's footprint; negative inside it."""
    local_x, local_y = to_local(x, y, box)
    over_x = abs(local_x) - box.size_x / 2.0
    over_y = abs(local_y) - box.size_y / 2.0
    if over_x <= 0.0 and over_y <= 0.0:
        return max(over_x, over_y)
    return math.hypot(max(over_x, 0.0), max(over_y, 0.0))


def nearest_point(box: Box | Surface, x: float, y: float) -> tuple[float, float]:
    """Return the point of the box's footprint that is nearest to a floor point."""
    half_x, half_y = box.size_x / 2.0, box.size_y / 2.0
    local_x, local_y = to_local(x, y, box)
    return from_local(min(half_x, max(-half_x, local_x)), min(half_y, max(-half_y, local_y)), box)


def distance(box: Box, point: Point) -> float:
    """Return how far a point is from the box, metres; 0 inside it."""
    above = max(0.0, point.z - box.top, box.bottom - point.z)
    return math.hypot(max(0.0, planar_distance(box, point.x, point.y)), above)


def extents(box: Box) -> Size:
    """Return how far the box reaches along the axes of `map`, metres."""
    cos, sin = abs(math.cos(box.yaw)), abs(math.sin(box.yaw))
    return Size(
        cos * box.size_x + sin * box.size_y, sin * box.size_x + cos * box.size_y, box.size_z
    )


def moved(box: Box, x: float, y: float, bottom: float) -> Box:
    """Return the box with its bottom centre at that point."""
    return replace(box, x=x, y=y, z=bottom + box.size_z / 2.0)


def middle(box: Box) -> Floats:
    """Return the pose of the box's middle, (4, 4)."""
    return transform((box.x, box.y, box.z), (0.0, 0.0, box.yaw))


def hung(box: Box, pose: Floats) -> Box:
    """Return the box with its middle at a pose, (4, 4), on the face that is the lowest there.

    Boxes are upright: what is held askew is taken to be turned on to its nearest face.
    """
    sizes = (box.size_x, box.size_y, box.size_z)
    upwards = int(np.argmax(np.abs(pose[2, :3])))
    ahead, aside = (axis for axis in range(3) if axis != upwards)
    x, y, z = (float(value) for value in pose[:3, 3])
    yaw = math.atan2(pose[1, ahead], pose[0, ahead])
    return Box(x, y, z, sizes[ahead], sizes[aside], sizes[upwards], yaw)


def carried_along(part: Box, start: Box, now: Box) -> Box:
    """Return where a part of something is now that its whole was moved and turned from `start`."""
    x, y = from_local(*to_local(part.x, part.y, start), now)
    yaw = part.yaw + now.yaw - start.yaw
    return replace(part, x=x, y=y, z=part.z + now.z - start.z, yaw=yaw)


def footprints_overlap(one: Box, other: Box, slack: float) -> bool:
    """Tell whether two footprints overlap by more than `slack` metres (separating axes)."""
    for angle in (one.yaw, one.yaw + math.pi / 2.0, other.yaw, other.yaw + math.pi / 2.0):
        cos, sin = math.cos(angle), math.sin(angle)
        apart = abs(cos * (other.x - one.x) + sin * (other.y - one.y))
        reach = _half_extent(one, cos, sin) + _half_extent(other, cos, sin)
        if apart >= reach - slack:
            return False
    return True


def _half_extent(box: Box, cos: float, sin: float) -> float:
    """Return half the footprint's width along the direction (cos, sin)."""
    box_cos, box_sin = math.cos(box.yaw), math.sin(box.yaw)
    along_x = abs(cos * box_cos + sin * box_sin) * box.size_x
    along_y = abs(-cos * box_sin + sin * box_cos) * box.size_y
    return (along_x + along_y) / 2.0
