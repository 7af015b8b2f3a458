# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Describe objects as others hear of them: with their room and with what carries them.

Whether an object changed is told by identity: arrays of extents and points are replaced, never
written into.
"""

from collections.abc import Container, Sequence
from dataclasses import dataclass, replace
from operator import is_
from typing import Any

import numpy as np

from adhoc_teamwork.perception.config import PerceptionConfig
from adhoc_teamwork.perception.objects.objects import KnownObject, extents_of
from adhoc_teamwork.perception.objects.support import Support, above
from adhoc_teamwork.perception.scene.relations import support_of
from adhoc_teamwork.teamwork.maps.rooms import room_at
from adhoc_teamwork.teamwork.scene import Detection, Misplaced, Presence, Room

_WALL_SLACK = 0.5
"""What hangs on a wall or leans at it may seem this far outside its room, metres."""


@dataclass
class _Described:
    """Hold an object's detection, and all that it was made of: `look` of room and support."""

    look: tuple[Any, ...]
    room: str
    support: Support | None
    state: tuple[Any, ...]
    detection: Detection


class Describer:
    """Describe objects; what did not change since the last time is not worked out again."""

    def __init__(self, config: PerceptionConfig) -> None:
        self._config = config
        self._kept: dict[str, _Described] = {}

    def describe(
        self,
        objects: Sequence[KnownObject],
        rooms: Sequence[Room],
        wanted: Container[str] | None = None,
    ) -> list[Detection]:
        """Return detections of objects; `with_room_type` adds the type of the room.

        Args:
            objects: Everything known, as any of it may carry something.
            rooms: Where they may be.
            wanted: Ids of the objects to describe; None for all.
        """
        receptacles = [k for k in objects if k.is_receptacle and k.status is Presence.PRESENT]
        chosen = [k for k in objects if wanted is None or k.object_id in wanted]
        below: list[list[KnownObject]] = [[] for _ in chosen]
        if chosen and receptacles:
            lower, upper = extents_of(chosen)
            for index, number in np.argwhere(above(receptacles, lower, upper)).tolist():
                below[index].append(receptacles[number])
        detections = [self._describe(k, near, rooms) for k, near in zip(chosen, below, strict=True)]
        if wanted is None:
            self._kept = {known.object_id: self._kept[known.object_id] for known in chosen}
        return detections

    def with_room_type(self, detection: Detection, room_type: str) -> Detection:
        """Return a detection with the type of its room."""
        if detection.room_type == room_type:
            return detection
        typed = replace(detection, room_type=room_type)
        kept = self._kept.get(detection.object_id)
        if kept is not None and kept.detection is detection:
            kept.detection = typed
        return typed

    def _describe(
        self, known: KnownObject, below: Sequence[KnownObject], rooms: Sequence[Room]
    ) -> Detection:
        look: tuple[Any, ...] = (known, known.lower, known.upper, known.status, rooms)
        for carrier in below:
            look += (carrier, carrier.lower, carrier.upper, carrier.cloud.points, carrier.support)
            look += (carrier.closed,)
        state = (
            known.support, known.misplaced, known.reason, known.confidence, known.seen,
            known.seen_by, known.uncertainty.covariance, known.closed,
            known.states, known.goes_on_above,
        )  # fmt: skip
        kept = self._kept.get(known.object_id)
        if kept is None or not _same(kept.look, look):
            position = known.position
            room = room_at(rooms, position, _WALL_SLACK)
            there = known.status is Presence.PRESENT
            support = support_of(known, below, self._config) if there else None
            room_id = room.room_id if room else ""
            detection = _detection(known, room_id, support)
            kept = _Described(look, room_id, support, state, detection)
            self._kept[known.object_id] = kept
        elif not _same(kept.state, state):
            kept.state, kept.detection = state, _detection(known, kept.room, kept.support)
        return kept.detection


def _same(one: tuple[Any, ...], other: tuple[Any, ...]) -> bool:
    return len(one) == len(other) and all(map(is_, one, other))


def _detection(known: KnownObject, room: str, support: Support | None) -> Detection:
    there = known.status is Presence.PRESENT
    return Detection(
        object_id=known.object_id,
        category=known.category,
        position=known.position,
        size=known.size,
        goes_on_above=known.goes_on_above,
        room=room,
        receptacle=support.receptacle_id if support else "",
        receptacle_category=support.receptacle_category if support else "",
        relation=support.relation if support else None,
        support_height=known.support.height,
        support_seen=known.support.seen,
        pickupable=known.pickupable,
        is_receptacle=known.is_receptacle,
        misplaced=known.misplaced if there else Misplaced.UNKNOWN,
        reason=known.reason if there else "",
        confidence=known.confidence,
        status=known.status,
        seen=known.seen,
        seen_by=known.seen_by,
        covariance=known.uncertainty.numbers(),
        closed=known.closed,
        states=known.states,
    )
