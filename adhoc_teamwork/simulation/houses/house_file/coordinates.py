# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""From ProcTHOR's world (Unity: y up, left-handed, degrees) to `map` (REP-103); the only place.

Seen from above, Unity's x and z are the map's x and y, so the floor plan is not mirrored; Unity
turns clockwise about its upward axis, the map counter-clockwise.
"""

import math
from dataclasses import dataclass

from adhoc_teamwork.teamwork.geometry import Size, normalize_angle

Vector = tuple[float, float, float]


def to_map(vector: Vector) -> Vector:
    """Return a Unity position (x, y up, z) as (x, y, z up) in `map`, metres."""
    x, up, z = vector
    return (x, z, up)


def to_map_size(extents: Vector) -> Size:
    """Return Unity extents (x, y up, z) of an untilted thing as extents in its own map axes."""
    x, up, z = extents
    return Size(x, z, up)


def box_yaw(degrees: float) -> float:
    """Return the yaw in `map`, radians, of a thing turned by `degrees` about Unity's y axis."""
    return normalize_angle(-math.radians(degrees))


def heading(degrees: float) -> float:
    """Return the yaw, radians, of an agent turned by `degrees`; at 0 it looks along Unity's z."""
    return normalize_angle(math.pi / 2.0 - math.radians(degrees))


@dataclass(frozen=True)
class Attitude:
    """Hold what a Unity rotation leaves of a box: upright extents (map axes) and yaw (radians)."""

    size: Size
    yaw: float


def attitude(extents: Vector, rotation: Vector) -> Attitude:
    """Return the upright box around a Unity box turned by Euler angles.

    Unity turns about z, then x, then y. Turning about y becomes the yaw; what the other two tilt is
    taken up by the extents, so that a bat lying on a bed becomes long and flat.

    Args:
        extents: Unity extents (x, y up, z) before turning, metres.
        rotation: Euler angles in degrees about Unity's x, y and z.
    """
    pitch, roll = math.radians(rotation[0]), math.radians(rotation[2])
    cos_x, sin_x = abs(math.cos(pitch)), abs(math.sin(pitch))
    cos_z, sin_z = abs(math.cos(roll)), abs(math.sin(roll))
    x, up, z = extents
    rolled_x, rolled_up = cos_z * x + sin_z * up, sin_z * x + cos_z * up
    tilted_up, tilted_z = cos_x * rolled_up + sin_x * z, sin_x * rolled_up + cos_x * z
    return Attitude(to_map_size((rolled_x, tilted_up, tilted_z)), box_yaw(rotation[1]))
