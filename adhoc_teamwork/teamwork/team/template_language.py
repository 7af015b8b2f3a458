# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""A team's template language: progress, intent and finds in sentences (CoELA, appendix D).

Progress: ``I successfully did Re-place <Mug_0> <Shelf> <Bedroom>.``
Intent: ``Now I want to do Re-place <Mug_0> <Shelf> <Bedroom>, and Mug_0 is at (1.25, 3.4, 0.8).``,
or ``…, and I have not found it yet.``
Finds: ``I found Mug_0 at (1.25, 3.4, 0.8) on Sofa_1 in room_2; Plate_3 at (4, 0.5, 0.9).``

One message may hold several of them. The paper's sub-goals put a thing somewhere; ours are written
as prompts write sub-tasks. Its robots share the ids of things; ours find the same thing by its
category, which begins the id, and its place, in metres in `map`.
"""

import math
import re
from collections.abc import Iterable
from dataclasses import dataclass

from adhoc_teamwork.teamwork.geometry import Point
from adhoc_teamwork.teamwork.scene import FLOOR, Detection, Predicate, Presence
from adhoc_teamwork.teamwork.team.notation import read_subtask
from adhoc_teamwork.teamwork.team.subtask import Intent, IntentStatus, SubTask

_NAME = r"[A-Za-z][\w-]{0,60}"
_ID = rf"{_NAME}_\d{{1,9}}"
_NUMBER = r"-?\d{1,5}(?:\.\d{1,3})?"
_PLACE = rf"\(({_NUMBER}), ({_NUMBER})(?:, ({_NUMBER}))?\)"
_SUBTASK = r"([A-Z][A-Za-z-]*(?: <[^<>\n]{1,200}>)*)"
_FIND = rf"({_ID}) at {_PLACE}(?: (on|in) ({_ID}|{FLOOR}))?(?: in ({_NAME}))?"
_DID, _WANT, _FOUND = "I successfully did ", "Now I want to do ", "I found "
_NOT_FOUND = ", and I have not found it yet"
_PROGRESS = re.compile(rf"{_DID}{_SUBTASK}\.")
_INTENT = re.compile(rf"{_WANT}{_SUBTASK}(?:({_NOT_FOUND})|, and ({_ID}) is at {_PLACE})?\.")
_FINDS = re.compile(rf"{_FOUND}({_FIND}(?:; {_FIND})*)\.")
_ONE_FIND = re.compile(_FIND)
INTENT_ID = 1
"""What the one intent is called that a robot is heard to have: sentences number none."""


@dataclass(frozen=True)
class Told:
    """Hold what a message in the template language tells: the latest intent, and what was found."""

    intent: Intent | None
    detections: tuple[Detection, ...]


def write_intent(intent: Intent) -> str:
    """Return the sentence on a sub-task that is taken up or done; empty for all other news."""
    if intent.status is IntentStatus.DONE:
        sentence = f"{_DID}{intent.subtask}."
        return sentence if _PROGRESS.fullmatch(sentence) else ""
    if intent.status is not IntentStatus.ADOPTED:
        return ""
    where = ""
    if intent.subtask.is_about_object:
        where = _NOT_FOUND
        if intent.object_position is not None:
            where = f", and {intent.subtask.object_id} is at {_place(intent.object_position)}"
    sentence = f"{_WANT}{intent.subtask}{where}."
    return sentence if _INTENT.fullmatch(sentence) else ""


def write_find(thing: Detection) -> str:
    """Return where a thing is, as one part of a sentence; empty for what has no words here."""
    if thing.status is not Presence.PRESENT or not thing.pickupable:
        return ""
    words = f"{thing.object_id} at {_place(thing.position)}"
    if thing.receptacle:
        relation = "in" if thing.relation is Predicate.IN else "on"
        words += f" {relation} {thing.receptacle}"
    if thing.room:
        words += f" in {thing.room}"
    return words if _ONE_FIND.fullmatch(words) else ""


def write_finds(finds: Iterable[str]) -> str:
    """Return the sentence that tells of finds."""
    return f"{_FOUND}{'; '.join(finds)}."


def read_told(text: str, sender: str, stamp: float) -> Told | None:
    """Return what a message tells, or None where any of it is no template sentence.

    Args:
        text: The message.
        sender: Who has seen what it tells of.
        stamp: When, in seconds of the ROS clock.
    """
    intent: Intent | None = None
    found: dict[str, Detection] = {}
    position = 0
    while position < len(text):
        if match := _PROGRESS.match(text, position) or _INTENT.match(text, position):
            # A robot is heard to have one intent, the latest that it tells.
            intent = _progress(match) if match.re is _PROGRESS else _intent(match)
            if intent is None:
                return None
        elif match := _FINDS.match(text, position):
            finds = _ONE_FIND.finditer(match.group(1))
            found |= {find.group(1): _detection(find, sender, stamp) for find in finds}
        else:
            return None
        position = match.end() + (text[match.end() : match.end() + 1] == " ")
    return Told(intent, tuple(found.values())) if text else None


def _progress(match: re.Match[str]) -> Intent | None:
    subtask = _subtask(match.group(1))
    if subtask is None:
        return None
    return Intent(INTENT_ID, IntentStatus.DONE, subtask, _category(subtask.object_id))


def _intent(match: re.Match[str]) -> Intent | None:
    subtask = _subtask(match.group(1))
    if subtask is None:
        return None
    named, numbers = match.group(3), match.groups()[3:6]
    place = _point(*numbers) if named and named == subtask.object_id else None
    return Intent(INTENT_ID, IntentStatus.ADOPTED, subtask, _category(subtask.object_id), place)


def _subtask(words: str) -> SubTask | None:
    subtask = read_subtask(words)
    return subtask if subtask is not None and str(subtask) == words else None


def _detection(match: re.Match[str], sender: str, stamp: float) -> Detection:
    name, x, y, z, relation, receptacle, room = match.groups()
    return Detection(
        object_id=name,
        category=_category(name),
        position=_point(x, y, z),
        room=room or "",
        receptacle=receptacle or "",
        receptacle_category=_category(receptacle or ""),
        relation=None if relation is None else Predicate[relation.upper()],
        pickupable=True,
        seen=stamp,
        seen_by=sender,
    )


def _category(name: str) -> str:
    """Return the category that an id begins with."""
    return name if name == FLOOR else name.rpartition("_")[0]


def _place(point: Point) -> str:
    """Return a place in words; of one whose height is not known, where it is on the floor."""
    numbers = (point.x, point.y) if math.isnan(point.z) else (point.x, point.y, point.z)
    return f"({', '.join(f'{round(number, 2):.12g}' for number in numbers)})"


def _point(x: str, y: str, z: str | None) -> Point:
    return Point(float(x), float(y), math.nan if z is None else float(z))
