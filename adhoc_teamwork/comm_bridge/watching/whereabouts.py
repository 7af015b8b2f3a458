# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Say in a sentence where a robot saw a thing last, whether it is the same one, and if it moved."""

from collections.abc import Sequence
from dataclasses import dataclass

from adhoc_teamwork.teamwork.scene import Detection, Presence
from adhoc_teamwork.teamwork.text.plain_text import one_line

_STATUS = {
    Presence.PRESENT: "is",
    Presence.HELD: "is held, last",
    Presence.GONE: "is gone from where it was,",
}


@dataclass(frozen=True)
class Whereabouts:
    """Hold what one robot knows of a thing; `before` is where it lay, oldest first."""

    robot: str
    now: Detection
    before: tuple[Detection, ...]
    first_seen: float


def sentence(known: Whereabouts, now: float) -> str:
    """Return it as one line; `now` in seconds of the ROS clock."""
    thing = known.now
    seen = f"seen {_ago(now - thing.seen)}"
    by = "" if thing.is_first_hand(known.robot) else f" by {thing.seen_by}"
    sure = f"{round(100.0 * thing.confidence)} % sure"
    parts = [
        f"{known.robot}: {thing.object_id} {_STATUS[thing.status]} {_place(thing)}",
        f"{seen}{by}, {sure}",
        _moves(thing, known.before, now),
    ]
    return one_line("; ".join(parts))


def _moves(thing: Detection, before: Sequence[Detection], now: float) -> str:
    if not before:
        return "has not moved since it was first seen"
    last = before[-1]
    way = last.position.distance_to(thing.position)
    times = "once" if len(before) == 1 else f"{len(before)} times"
    return (
        f"the same one has moved {times}, {way:.1f} m from {_place(last)}, "
        f"where it was seen until {_ago(now - last.seen)}"
    )


def _place(thing: Detection) -> str:
    at = thing.position
    on = (
        f"{(thing.relation or 'on').lower()} {thing.receptacle_category} "
        if (thing.receptacle_category)
        else ""
    )
    kind = f" ({thing.room_type})" if thing.room_type else ""
    room = f"in {thing.room}{kind} " if thing.room else ""
    return f"{on}{room}at ({at.x:.1f}, {at.y:.1f}, {at.z:.1f})"


def _ago(seconds: float) -> str:
    return f"{max(0.0, seconds):.0f} s ago"
