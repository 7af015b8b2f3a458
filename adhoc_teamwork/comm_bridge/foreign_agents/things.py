# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What a stranger and the team call things: numbers and words of the one, places of the other."""

from dataclasses import dataclass, replace

from adhoc_teamwork.teamwork.geometry import Point
from adhoc_teamwork.teamwork.scene import Detection, Presence
from adhoc_teamwork.teamwork.team.message import TeamMessage
from adhoc_teamwork.teamwork.team.same_object import SAME_PLACE

MOST_THINGS = 2000


@dataclass(frozen=True)
class Thing:
    """Name a thing: category, and position in metres in `map`, None where it is not known."""

    category: str
    position: Point | None = None
    room: str = ""


class Things:
    """Give every thing a number that a stranger may use, and find things by number or words."""

    def __init__(self) -> None:
        self._things: dict[int, Thing] = {}
        self._next = 1

    def add(self, number: int, thing: Thing) -> None:
        """Take in a thing under the number that the stranger has for it.

        What is known of its place stays where the new word does not tell one.
        """
        known = self._things.get(number)
        if known is not None and thing.position is None:
            thing = replace(thing, position=known.position, room=thing.room or known.room)
        if known is not None or len(self._things) < MOST_THINGS:
            self._things[number] = thing

    def get(self, number: int) -> Thing | None:
        """Return the thing of that number."""
        return self._things.get(number)

    def number_of(self, category: str, position: Point | None = None) -> int:
        """Return the number of a thing, a new one where it has none yet.

        Where no place is asked for, any thing of the category will do.
        """
        found = [
            (away, number)
            for number, thing in self._things.items()
            if _same(thing.category, category)
            and (away := _distance(thing.position, position)) <= SAME_PLACE
        ]
        if found:
            return min(found)[1]
        while self._next in self._things:
            self._next += 1
        self.add(self._next, Thing(category, position))
        return self._next

    def find(self, category: str, room: str = "") -> Thing | None:
        """Return the one thing of a category that has a place, in a room where one is named.

        None where there is none, or where there are several: then nobody knows which is meant.
        """
        found = [
            thing
            for thing in self._things.values()
            if _same(thing.category, category)
            and thing.position is not None
            and (not room or _same(thing.room, room))
        ]
        return found[0] if len(found) == 1 else None

    def note(self, message: TeamMessage) -> None:
        """Take in where a team message says that things are."""
        for detection in message.detections:
            if detection.status is Presence.PRESENT:
                self._note_one(detection)

    def known(self) -> tuple[Thing, ...]:
        """Return all things that have a place."""
        return tuple(thing for thing in self._things.values() if thing.position is not None)

    def _note_one(self, detection: Detection) -> None:
        number = self.number_of(detection.category, detection.position)
        self.add(number, Thing(detection.category, detection.position, detection.room))


def _same(one: str, other: str) -> bool:
    return one.casefold() == other.casefold()


def _distance(one: Point | None, other: Point | None) -> float:
    """Return how far a thing at `one` is from the place asked for, in metres."""
    if other is None:
        return 0.0
    return float("inf") if one is None else one.distance_to(other)
