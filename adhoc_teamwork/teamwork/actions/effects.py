# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What an action makes of a known thing: foreseen by planners, believed until it is seen again."""

import math

from adhoc_teamwork.teamwork.geometry import Point
from adhoc_teamwork.teamwork.records import changed
from adhoc_teamwork.teamwork.scene import FLOOR, Detection, Predicate, Presence


def taken(thing: Detection) -> Detection:
    """Return a thing in a hand: on nothing any more, and last known where it was taken."""
    return changed(
        thing, status=Presence.HELD, receptacle="", receptacle_category="", relation=None
    )


def laid(thing: Detection, receptacle: Detection, is_inside: bool) -> Detection:
    """Return a thing put on a receptacle, or into it; on what has a door nothing is put."""
    at, height = receptacle.position, receptacle.support_height
    is_in = is_inside or receptacle.opens
    return changed(
        thing,
        status=Presence.PRESENT,
        position=Point(at.x, at.y, height if math.isfinite(height) else at.z),
        room=receptacle.room,
        room_type=receptacle.room_type,
        receptacle=receptacle.object_id,
        receptacle_category=receptacle.category,
        relation=Predicate.IN if is_in else Predicate.ON,
    )


def dropped(thing: Detection, at: Point, room: str) -> Detection:
    """Return a thing that was let go of over a floor point, metres in `map`, in a room."""
    return changed(
        thing,
        status=Presence.PRESENT,
        position=Point(at.x, at.y, thing.size.z / 2.0),
        room=room,
        receptacle=FLOOR,
        receptacle_category=FLOOR,
        relation=Predicate.ON,
    )


def gone(thing: Detection) -> Detection:
    """Return a thing that was looked for in vain where it was known to be."""
    return changed(thing, status=Presence.GONE)
