# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Remember where things were seen last, and where they lay before they moved."""

import threading
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from adhoc_teamwork.teamwork.geometry import Point
from adhoc_teamwork.teamwork.scene import Detection, Presence
from adhoc_teamwork.teamwork.team.same_object import place_error

MOST_THINGS = 5000
"""Things that are remembered; what was not seen for the longest goes first."""
MOST_PLACES = 8
MOST_ANSWERS = 50
_BESIDE = 0.2
"""Metres by which extents of furniture may be seen too small."""


@dataclass(frozen=True)
class Sighting:
    """Hold a thing as it is believed now, where it was before, and when it was first seen."""

    now: Detection
    before: tuple[Detection, ...]
    first_seen: float


@dataclass
class _Remembered:
    now: Detection
    first_seen: float
    placed: Detection | None = None
    before: deque[Detection] = field(default_factory=lambda: deque(maxlen=MOST_PLACES))


class Sightings:
    """Take in what is believed, now and then; any thread may ask.

    A thing stays the same one as long as perception knows it under its id: that is what tells a mug
    that was moved from a second mug.

    Furniture seems to shift as more of it is seen: it has moved where the middle of what was seen
    before is outside of what is seen now, and the other way round.

    Args:
        moved: By how many metres something small has to be elsewhere to have moved; where another
            robot has seen it there, by as much as two robots differ in where one thing is.
    """

    def __init__(self, moved: float) -> None:
        self._moved = moved
        self._lock = threading.Lock()
        self._things: dict[str, _Remembered] = {}

    def take(self, things: Iterable[Detection]) -> None:
        """Take in things as they are believed now."""
        with self._lock:
            for thing in things:
                self._take(thing)
            while len(self._things) > MOST_THINGS:
                oldest = min(self._things, key=lambda name: self._things[name].now.seen)
                del self._things[oldest]

    def clear(self) -> None:
        """Forget everything, as where the clock was set back."""
        with self._lock:
            self._things.clear()

    def of(self, thing: str) -> tuple[Sighting, ...]:
        """Return what is known of a category, or of the thing of that id; last seen first."""
        wanted = thing.casefold()
        with self._lock:
            found = [
                Sighting(one.now, tuple(one.before), one.first_seen)
                for one in self._things.values()
                if wanted in (one.now.category.casefold(), one.now.object_id.casefold())
            ]
        return tuple(sorted(found, key=lambda one: (-one.now.seen, one.now.object_id)))[
            :MOST_ANSWERS
        ]

    def _take(self, thing: Detection) -> None:
        known = self._things.get(thing.object_id)
        if known is None:
            known = self._things[thing.object_id] = _Remembered(thing, thing.seen)
        known.now = thing
        if thing.status is not Presence.PRESENT:
            return
        placed = known.placed
        if placed is not None and self._has_moved(placed, thing):
            known.before.append(placed)
        elif placed is not None:
            # Looked at again: it lay there until now.
            thing = replace(placed, seen=max(placed.seen, thing.seen))
        known.placed = thing

    def _has_moved(self, before: Detection, now: Detection) -> bool:
        if not now.pickupable:
            return not _holds(now, before.position) and not _holds(before, now.position)
        same_eyes = before.seen_by == now.seen_by
        apart = self._moved if same_eyes else place_error(before.size, now.size)
        return before.position.distance_to(now.position) > apart


def _holds(thing: Detection, point: Point) -> bool:
    """Tell whether a point lies within a thing's extents, or nearly so, seen from above."""
    at, size = thing.position, thing.size
    return (
        abs(point.x - at.x) <= size.x / 2.0 + _BESIDE
        and abs(point.y - at.y) <= size.y / 2.0 + _BESIDE
    )
