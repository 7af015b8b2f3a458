# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What came of a robot's latest sub-skills, for as long as it tells something."""

import math
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass

from adhoc_teamwork.adhoc_planner.belief.view import SkillOutcome
from adhoc_teamwork.teamwork.scene import Detection, Presence, Room
from adhoc_teamwork.teamwork.team.causes import Cause
from adhoc_teamwork.teamwork.team.subskill import SkillResult, SubSkill, SubSkillKind

_LATEST = 10

_AROUND = 1.0
"""Furniture within this of a thing, metres, decides from where an arm can serve it."""

_SAME = 0.05
"""Extents that differ by no more than this, metres, leave an arm as much room as before."""

_MORE = 0.1
"""Share of a room's floor that has to be seen beside, for ways to be tried once more there."""

_Shapes = dict[str, tuple[float, ...]]


@dataclass(frozen=True)
class _Noted:
    outcome: SkillOutcome
    shapes: _Shapes
    """What was known of the thing and the furniture around it where the failure hangs on that."""
    room: str
    """Of the thing, where the failure hangs on how much was seen; else empty."""
    seen: float
    """Share of the room's floor; infinite where that makes no difference."""


class Outcomes:
    """Remember how sub-skills ended.

    That no place to stand serves the arm hangs on the extents that things were taken to have, that
    no way leads there on the floor that was seen: once more has been seen of them, it is forgotten.
    Of the shape of furniture a robot sees more, too, that looks through its room: each thing there
    that it had no place to stand at is worth one try more.
    """

    def __init__(self) -> None:
        self._latest: deque[_Noted] = deque(maxlen=_LATEST)
        self._tried_again: set[str] = set()

    def add(
        self,
        subskill: SubSkill,
        result: SkillResult,
        known: Iterable[Detection],
        rooms: Iterable[Room],
    ) -> None:
        """Remember how a sub-skill ended while `known` and `rooms` were known."""
        shapes, room, seen = _Shapes(), "", 0.0
        if result.cause in (Cause.NO_BASE_POSE, Cause.UNREACHABLE):
            room = next((o.room for o in known if o.object_id == subskill.object_id), "")
        if result.cause is Cause.UNREACHABLE:
            seen = _seen(room, rooms)
        elif result.cause is Cause.NO_BASE_POSE:
            shapes, seen = _shapes_about(subskill.object_id, known), math.inf
        if subskill.kind is SubSkillKind.EXPLORE and result.success:
            self._look_through(subskill.room_id)
        self._latest.append(_Noted(SkillOutcome(subskill, result), shapes, room, seen))

    def _look_through(self, room: str) -> None:
        """Forget, once for each thing in a room, that there was no place to stand at it."""
        there = [n for n in self._latest if n.shapes and n.room == room]
        again = [n for n in there if n.outcome.subskill.object_id not in self._tried_again]
        self._latest = deque((n for n in self._latest if n not in again), maxlen=_LATEST)
        self._tried_again.update(n.outcome.subskill.object_id for n in again)

    def telling(
        self, known: Iterable[Detection], rooms: Iterable[Room]
    ) -> tuple[SkillOutcome, ...]:
        """Return the latest outcomes, oldest first; what is belied by now is forgotten."""
        if any(noted.shapes or noted.room for noted in self._latest):
            present = {o.object_id: o for o in known if o.status is Presence.PRESENT}
            still = [
                n
                for n in self._latest
                if _hold(n.shapes, present) and not _seen(n.room, rooms) > n.seen + _MORE
            ]
            self._latest = deque(still, maxlen=_LATEST)
        return tuple(noted.outcome for noted in self._latest)


def _seen(room_id: str, rooms: Iterable[Room]) -> float:
    """Return the share of a room's floor that was seen; 0 where there is no such room."""
    return next((room.explored for room in rooms if room.room_id == room_id), 0.0)


def _shapes_about(name: str, known: Iterable[Detection]) -> _Shapes:
    present = [o for o in known if o.status is Presence.PRESENT]
    target = next((o for o in present if o.object_id == name), None)
    if target is None:
        return {}
    furniture = [o for o in present if o.is_receptacle and not o.pickupable]
    about = [target, *(o for o in furniture if _distance(o, target) <= _AROUND)]
    return {o.object_id: _shape(o) for o in about}


def _distance(piece: Detection, thing: Detection) -> float:
    """Return how far the middle of a thing is from a piece of furniture, metres, on the plan."""
    away_x = abs(piece.position.x - thing.position.x) - piece.size.x / 2.0
    away_y = abs(piece.position.y - thing.position.y) - piece.size.y / 2.0
    return math.hypot(max(away_x, 0.0), max(away_y, 0.0))


def _shape(thing: Detection) -> tuple[float, ...]:
    """Return the faces of a thing's box and the height of its top, metres."""
    at, half = thing.position, [side / 2.0 for side in (thing.size.x, thing.size.y, thing.size.z)]
    middle = (at.x, at.y, at.z)
    low = (m - h for m, h in zip(middle, half, strict=True))
    high = (m + h for m, h in zip(middle, half, strict=True))
    return (*low, *high, thing.support_height)


def _hold(shapes: _Shapes, present: dict[str, Detection]) -> bool:
    return all(name in present and _alike(s, _shape(present[name])) for name, s in shapes.items())


def _alike(one: tuple[float, ...], other: tuple[float, ...]) -> bool:
    pairs = zip(one, other, strict=True)
    return all(abs(a - b) <= _SAME or (math.isnan(a) and math.isnan(b)) for a, b in pairs)
