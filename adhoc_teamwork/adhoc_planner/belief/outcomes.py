# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What came of a robot's latest sub-skills, for as long as it tells something."""

import math
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from adhoc_teamwork.adhoc_planner.belief.view import SkillOutcome
from adhoc_teamwork.teamwork.clock import lately
from adhoc_teamwork.teamwork.scene import Detection, Presence, Room
from adhoc_teamwork.teamwork.team.causes import Cause
from adhoc_teamwork.teamwork.team.subskill import SkillResult, SubSkill, SubSkillKind

_LATEST = 10

_LASTING = 20
"""So many failures that hold for longer are kept beside the latest outcomes."""

_FOR_LONG = 300.0
"""Seconds for which they are kept: by then a way may be free again, though nothing was seen."""

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
    at: float
    """When it ended, seconds."""
    lasts: bool = False
    """Whether it holds for longer than the latest outcomes tell of."""
    shapes: _Shapes = field(default_factory=_Shapes)
    """What was known of the thing and the furniture around it where the failure hangs on that."""
    room: str = ""
    """Of the thing, where the failure hangs on how much was seen; else empty."""
    seen: float = 0.0
    """Share of the room's floor; infinite where that makes no difference."""

    @property
    def is_grasp(self) -> bool:
        """Tell whether a hand took something."""
        return self.outcome.subskill.takes and self.outcome.result.success


class Outcomes:
    """Remember how sub-skills ended.

    That no place to stand serves the arm hangs on the extents that things were taken to have, that
    no way leads there on the floor that was seen: once more has been seen of them, it is forgotten.
    Of the shape of furniture a robot sees more, too, that looks through its room: each thing there
    that it had no place to stand at is worth one try more.

    The latest are kept; for longer, that furniture could not be got to, else every new errand
    tries the same piece first, and that there was no place to stand. The latest grasp stays with
    them, for what was tried with the thing in the hand to be told from what was tried before.
    """

    def __init__(self) -> None:
        self._noted: list[_Noted] = []
        self._tried_again: set[str] = set()

    def add(
        self,
        subskill: SubSkill,
        result: SkillResult,
        known: Iterable[Detection],
        rooms: Iterable[Room],
        now: float,
    ) -> None:
        """Remember how a sub-skill ended at `now` (s) while `known` and `rooms` were known."""
        known = tuple(known)
        noted = _Noted(SkillOutcome(subskill, result), now)
        target = next((o for o in known if o.object_id == subskill.object_id), None)
        if target is not None and result.cause is Cause.UNREACHABLE:
            lasts = target.is_receptacle and not target.pickupable
            noted = replace(noted, lasts=lasts, room=target.room, seen=_seen(target.room, rooms))
        elif target is not None and result.cause is Cause.NO_BASE_POSE:
            shapes = _shapes_about(subskill.object_id, known)
            noted = replace(
                noted, lasts=bool(shapes), shapes=shapes, room=target.room, seen=math.inf
            )
        if subskill.kind is SubSkillKind.EXPLORE and result.success:
            self._look_through(subskill.room_id)
        self._noted.append(noted)
        self._drop_old(now)

    def _drop_old(self, now: float) -> None:
        """Forget what is neither among the latest nor worth keeping for longer."""
        old, latest = self._noted[:-_LATEST], self._noted[-_LATEST:]
        if not old:
            return
        lasting = [n for n in old if n.lasts and lately(n.at, now, _FOR_LONG)][-_LASTING:]
        grasp = next((n for n in reversed(self._noted) if n.is_grasp), None)
        self._noted = [*(n for n in old if n in lasting or n is grasp), *latest]

    def _look_through(self, room: str) -> None:
        """Forget, once for each thing in a room, that there was no place to stand at it."""
        there = [n for n in self._noted if n.shapes and n.room == room]
        again = [n for n in there if n.outcome.subskill.object_id not in self._tried_again]
        self._noted = [n for n in self._noted if n not in again]
        self._tried_again.update(n.outcome.subskill.object_id for n in again)

    def telling(
        self, known: Iterable[Detection], rooms: Iterable[Room], now: float
    ) -> tuple[SkillOutcome, ...]:
        """Return what is remembered at `now` (s), oldest first; what is belied is forgotten."""
        if any(noted.shapes or noted.room for noted in self._noted):
            present = {o.object_id: o for o in known if o.status is Presence.PRESENT}
            self._noted = [
                n
                for n in self._noted
                if _hold(n.shapes, present) and not _seen(n.room, rooms) > n.seen + _MORE
            ]
        self._drop_old(now)
        return tuple(noted.outcome for noted in self._noted)


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
