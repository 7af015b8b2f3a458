# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What the house itself says of where things are kept: by where others of their kind stood."""

from collections import Counter
from collections.abc import Callable, Iterable

from adhoc_teamwork.adhoc_planner.belief.situation import Place, situation_of
from adhoc_teamwork.teamwork.scene import FLOOR, Detection, Presence
from adhoc_teamwork.teamwork.team.same_object import same_place


class HouseSense:
    """Remember where things stood before any hand moved them; most things in a house are in place.

    A thing is taken to have been moved once it lies elsewhere than where it was known first.
    """

    def __init__(self) -> None:
        """Begin with nothing known."""
        self._stood: dict[str, Detection] = {}

    def note(self, things: Iterable[Detection]) -> bool:
        """Take in what is known now; return whether the house says anything new by that."""
        is_new = False
        for thing in things:
            if not thing.pickupable or thing.status is not Presence.PRESENT:
                continue
            before = self._stood.get(thing.object_id)
            if before is not None and self._was_moved(thing):
                continue
            if situation_of(thing).is_known:
                self._stood[thing.object_id] = thing
                is_new |= before is None or situation_of(before) != situation_of(thing)
        return is_new

    def _was_moved(self, thing: Detection) -> bool:
        """Tell whether a thing lies elsewhere than where it stood first."""
        first = self._stood.get(thing.object_id)
        return first is not None and not same_place(first.position, thing.position, first.size)

    def has_alike(self, thing: Detection) -> bool:
        """Tell whether another of its kind stood on the same type of furniture."""
        return thing.receptacle != FLOOR and any(
            other.receptacle_category == thing.receptacle_category and other.receptacle != FLOOR
            for other in self._others(thing.category, thing.object_id)
        )

    def places(self, category: str, may_stay: Callable[[Detection], bool]) -> tuple[Place, ...]:
        """Return where things of a category stood that may stay there, the most frequent first.

        Args:
            category: Of the things.
            may_stay: Tells whether a thing was in place where it stood.
        """
        found = Counter(
            (other.receptacle_category, other.room_type)
            for other in self._others(category)
            if other.receptacle != FLOOR and may_stay(other)
        )
        return tuple(sorted(found, key=lambda place: (-found[place], place)))

    def _others(self, category: str, but: str = "") -> list[Detection]:
        stood = self._stood.items()
        return [o for name, o in stood if o.category == category and name != but]
