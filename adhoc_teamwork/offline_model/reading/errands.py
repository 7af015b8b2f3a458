# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What a robot does, told so that every robot understands it: by rooms, types and places."""

import math
import re
from collections.abc import Iterable
from dataclasses import dataclass

from adhoc_teamwork.offline_model.reading.facts import Facts, Thing
from adhoc_teamwork.teamwork.team.subtask import SubTask, SubTaskKind

NEAR = 0.75
"""Things of one type within so many metres are the same to two robots."""

_NUMBER = r"-?\d{1,5}(?:\.\d+)?"
_PLACE = rf"\(\s*({_NUMBER})\s*,\s*({_NUMBER})(?:\s*,\s*{_NUMBER})?\s*\)"
_ROOM = r"(?: in ([A-Za-z][\w-]{0,60}))?"
_VERBS = r"bring|fetch|take|carry|put|move|transport|load|get"
_NOUN = r"(?:the |a |an )?([A-Za-z][\w-]{0,60})"
_THING = re.compile(rf"\b({_VERBS}|look into|check|open)\w* {_NOUN} at {_PLACE}{_ROOM}", re.I)
_EXPLORE = re.compile(r"\b(?:explore|search|look through|check)\w* (?:the )?(room_\w{1,40})", re.I)
_LOOKS = ("look", "check", "open")


@dataclass(frozen=True)
class Errand:
    """Hold what somebody is to do: a thing of a type at a place in metres, or a room.

    `looks_into` where the thing is to be opened rather than moved.
    """

    category: str = ""
    x: float = math.nan
    y: float = math.nan
    room: str = ""
    looks_into: bool = False

    @property
    def is_moved(self) -> bool:
        """Tell whether it is to bring a thing, not to look somewhere."""
        return bool(self.category) and not self.looks_into

    def is_about(self, thing: Thing) -> bool:
        """Tell whether it means a thing that this robot knows."""
        same = thing.category.casefold() == self.category.casefold()
        return same and math.hypot(thing.x - self.x, thing.y - self.y) <= NEAR

    def is_same(self, other: "Errand") -> bool:
        """Tell whether two are about the same thing or room."""
        if not self.category or not other.category:
            return self.category == other.category and self.room == other.room
        same = self.category.casefold() == other.category.casefold()
        return same and math.hypot(other.x - self.x, other.y - self.y) <= NEAR

    def fits(self, subtask: SubTask, facts: Facts) -> bool:
        """Tell whether a sub-task brings it forward."""
        if not self.category:
            return subtask.kind is SubTaskKind.EXPLORE and subtask.room_id == self.room
        thing = facts.thing(subtask.object_id) if subtask.object_id else None
        if thing is not None:
            looks = subtask.kind is SubTaskKind.CHECK
            return self.looks_into is looks and self.is_about(thing)
        known = any(self.is_about(one) for one in facts.things)
        return not known and subtask.kind is SubTaskKind.EXPLORE and subtask.room_id == self.room

    def __str__(self) -> str:
        """Return it in words."""
        if not self.category:
            return f"explore {self.room}"
        verb = "look into" if self.looks_into else "bring"
        room = f" in {self.room}" if self.room else ""
        return f"{verb} the {self.category} at ({self.x:g}, {self.y:g}){room}"


def errand_of(facts: Facts, subtask: SubTask) -> Errand | None:
    """Return a sub-task as an errand; None where it is about nothing that has a place."""
    if subtask.kind is SubTaskKind.EXPLORE:
        return Errand(room=subtask.room_id)
    thing = facts.thing(subtask.object_id) if subtask.object_id else None
    if thing is None or math.isnan(thing.x):
        return None
    return errand_to(thing, looks_into=subtask.kind is SubTaskKind.CHECK)


def errand_to(thing: Thing, looks_into: bool = False) -> Errand:
    """Return the errand to a thing."""
    return Errand(thing.category, thing.x, thing.y, thing.room, looks_into)


def read_errand(words: str) -> Errand | None:
    """Return the errand that words name first; None where they name none."""
    found = _THING.search(words)
    if found is not None:
        verb, category, x, y, room = found.groups()
        looks = verb.casefold().startswith(_LOOKS)
        return Errand(category, float(x), float(y), room or "", looks)
    explored = _EXPLORE.search(words)
    return Errand(room=explored.group(1)) if explored is not None else None


def thing_of(errand: Errand, things: Iterable[Thing]) -> Thing | None:
    """Return the known thing that an errand is about, or None."""
    return next((thing for thing in things if errand.is_about(thing)), None)
