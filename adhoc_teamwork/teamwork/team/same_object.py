# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""When two robots speak of the same object: each has its own names, so category and place tell.

How one robot follows an object through its own pictures is perception's
(`perception.objects.association`).
"""

from adhoc_teamwork.teamwork.geometry import Point, Size

SAME_PLACE = 0.6
"""Metres by which two robots may err together in where an object is."""
_WIDEST = 1.2
"""Metres beyond which the width of an object allows for no more."""
ARM_LENGTH = 1.5
"""Metres from a robot, along the floor, within which what it says to hold has lain before."""


def place_error(*sizes: Size) -> float:
    """Return how far apart two robots may say that one object is, in metres.

    Args:
        sizes: Its extents, as far as they are known. Of something wide each robot may have seen
            another end: it may be told as far off as it is wide.
    """
    error = SAME_PLACE
    for size in sizes:
        error = max(error, size.x, size.y)
    return min(_WIDEST, error)


def same_place(one: Point, other: Point, *sizes: Size) -> bool:
    """Tell whether an object at one point may be the one of its category at the other."""
    return one.distance_to(other) <= place_error(*sizes)
