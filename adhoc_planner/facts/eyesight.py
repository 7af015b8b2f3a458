"""What a camera's height and angle let a robot find in a room."""

import math

from teamwork.capability import Capability

FLOOR_DISTANCE = 3.0
"""Metres within which the floor must come into view for things on it to be found."""

TABLE_HEIGHT = 0.8
"""Metres above the floor from which a camera looks down on tables and beds."""


def sees_floor(height: float, pitch: float, vertical_fov: float, camera_range: float) -> bool:
    """Tell whether things on the floor come into view; metres and radians, pitch down."""
    lowest = pitch + vertical_fov / 2.0
    if lowest <= 0.0:
        return False
    nearest = 0.0 if lowest >= math.pi / 2.0 else height / math.tan(lowest)
    return nearest <= min(FLOOR_DISTANCE, camera_range)


def sees_tables(height: float) -> bool:
    """Tell whether a camera at `height`, in metres, looks down on what lies on tables."""
    return height >= TABLE_HEIGHT


def sights(capability: Capability) -> frozenset[str]:
    """Return which of "floor" and "tables" the robot's camera finds things on."""
    low = sees_floor(
        capability.camera_height,
        capability.camera_pitch,
        capability.vertical_fov,
        capability.camera_range,
    )
    high = sees_tables(capability.camera_height)
    return frozenset([*(["floor"] if low else []), *(["tables"] if high else [])])
