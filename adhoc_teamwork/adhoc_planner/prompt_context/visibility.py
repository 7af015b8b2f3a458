# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What a camera's height and angle let a robot find in a room."""

from functools import cache

from adhoc_teamwork.teamwork.bodies.capability import Capability
from adhoc_teamwork.teamwork.bodies.visibility import sees_floor, sees_seats

TABLES = "tables"
TABLE_HEIGHT = 0.8
"""Metres above the floor from which a camera looks down on tables."""


def sees_tables(height: float) -> bool:
    """Tell whether a camera at `height`, in metres, looks down on what lies on tables."""
    return height >= TABLE_HEIGHT


@cache
def sights(capability: Capability) -> frozenset[str]:
    """Return which of "floor", "seats" and "tables" the robot's camera finds things on.

    A room that a robot has explored was looked at as `teamwork.bodies.visibility` has it, so
    "floor" is told by the same rule.
    """
    seen = {
        "floor": sees_floor(capability),
        "seats": sees_seats(capability),
        TABLES: sees_tables(capability.camera_height),
    }
    return frozenset(where for where, shows in seen.items() if shows)
