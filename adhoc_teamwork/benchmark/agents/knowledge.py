# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What one robot believes of the house: what it saw and what it was told, nothing else."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from adhoc_teamwork.perception.rooms.room_types import infer_room_type
from adhoc_teamwork.teamwork.actions.effects import dropped, gone, laid, taken
from adhoc_teamwork.teamwork.geometry import Point
from adhoc_teamwork.teamwork.maps.rooms import room_id_at
from adhoc_teamwork.teamwork.records import changed
from adhoc_teamwork.teamwork.scene import INFERRED, Detection, Room


class Knowledge:
    """Hold the objects and rooms that one robot knows; times in steps.

    Names are shared by the robots of a house, so what a teammate tells is taken over as it is.
    What is for sure older than what is known already is left out. Room types are inferred from
    what was found in each room.
    """

    def __init__(self, robot: str, rooms: Sequence[Room]) -> None:
        self.robot = robot
        self.objects: dict[str, Detection] = {}
        self.version = 0
        """Counts the changes."""
        self._plan = {room.room_id: room for room in rooms}
        self._rooms = tuple(rooms)
        self._in_room: dict[str, dict[str, None]] = defaultdict(dict)
        self._changed: set[str] = set()
        """Rooms of which it was not asked yet what they are for, with the things that they have."""
        self._raw: dict[str, Detection] = {}
        self._shares: Mapping[str, float] | None = None
        self._known: tuple[Detection, ...] | None = None

    def see(self, detections: Iterable[Detection], now: float) -> list[Detection]:
        """Take in what is in view; return what of it was not known to be so."""
        raw = self._raw
        fresh = [d for d in detections if raw.get(d.object_id) is not d]
        if not fresh:
            return fresh
        seen = []
        for detection in fresh:
            raw[detection.object_id] = detection
            seen.append(self._put(detection, seen=now, seen_by=self.robot))
        self._infer({d.room for d in fresh})
        return [self.objects[d.object_id] for d in seen]

    def hear(self, detections: Iterable[Detection]) -> list[Detection]:
        """Take in what a teammate tells; return what of it was news."""
        news = []
        for detection in detections:
            known = self.objects.get(detection.object_id)
            if known is not None and (known.seen >= detection.seen or _equal(known, detection)):
                continue
            self._raw.pop(detection.object_id, None)
            news.append(self._put(detection))
        if not news:
            return news
        self._infer({d.room for d in news})
        return [self.objects[d.object_id] for d in news]

    def take(self, object_id: str, now: float) -> None:
        """Note that this robot holds an object; an unknown one is left out."""
        self._change(object_id, taken, now)

    def lay(self, object_id: str, receptacle: Detection, is_inside: bool, now: float) -> None:
        """Note that an object was put on or into a receptacle."""
        self._change(
            object_id,
            lambda known: changed(
                laid(known, receptacle, is_inside), confidence=INFERRED, seen_by=self.robot
            ),
            now,
        )

    def use_up(self, container: str, receptacle: Detection, now: float) -> None:
        """Note that what is in a container was delivered, and the container used up."""
        for thing in self.known():
            if thing.receptacle == container:
                self.lay(thing.object_id, receptacle, False, now)
        self.lose(container, now)

    def drop(self, object_id: str, at: Point, now: float) -> None:
        """Note that an object was let go of over a floor point."""
        room = self.room_of(at)
        self._change(
            object_id,
            lambda known: changed(
                dropped(known, at, room), confidence=INFERRED, seen_by=self.robot
            ),
            now,
        )

    def lose(self, object_id: str, now: float) -> None:
        """Note that an object is not where it was."""
        self._change(object_id, gone, now)

    def _change(self, object_id: str, change: Callable[[Detection], Detection], now: float) -> None:
        known = self.objects.get(object_id)
        if known is not None:
            self._raw.pop(object_id, None)
            self._put(change(known), seen=now)

    def look_over(self, shares: Mapping[str, float]) -> None:
        """Note the share of each room's floor that this robot has seen, by room id."""
        if shares is self._shares:
            return
        self._shares = shares
        for room_id, share in shares.items():
            room = self._plan[room_id]
            if room.explored != share:
                self._plan[room_id] = changed(room, explored=share)
        self._rooms = tuple(self._plan.values())
        self.version += 1

    @property
    def rooms(self) -> tuple[Room, ...]:
        """Return the rooms as they are believed."""
        return self._rooms

    def room_of(self, point: Point) -> str:
        """Return the id of the room over whose floor a point is, or an empty string."""
        return room_id_at(self._rooms, point)

    def known(self) -> tuple[Detection, ...]:
        """Return all that is known, in the order in which it was found.

        It is the very same until something changes.
        """
        if self._known is None:
            self._known = tuple(self.objects.values())
        return self._known

    def _put(self, detection: Detection, **seen: Any) -> Detection:
        """Keep an object with what its room is for, and as `seen` says, where that is told."""
        object_id, room_id = detection.object_id, detection.room
        before = self.objects.get(object_id)
        if before is None or before.room != room_id:
            if before is not None:
                self._in_room[before.room].pop(object_id, None)
                self._changed.add(before.room)
            self._in_room[room_id][object_id] = None
            self._changed.add(room_id)
        room = self._plan.get(room_id)
        room_type = room.room_type if room is not None else ""
        # What is told is kept by all who hear it: the same object is found equal at a glance.
        is_same = detection.room_type == room_type and not seen
        known = detection if is_same else changed(detection, room_type=room_type, **seen)
        self.objects[object_id] = known
        self._known = None
        self.version += 1
        return known

    def _infer(self, room_ids: set[str]) -> None:
        """Infer again what these rooms are for, where other things are known to be in them."""
        for room_id in sorted(room_ids & self._changed):
            self._changed.remove(room_id)
            room = self._plan.get(room_id)
            if room is None:
                continue
            things = self._in_room[room_id]
            kind, confidence = infer_room_type(self.objects[o].category for o in things)
            if kind == room.room_type and abs(confidence - room.type_confidence) < 0.01:
                continue
            self._plan[room_id] = changed(room, room_type=kind, type_confidence=confidence)
            self._rooms = tuple(self._plan.values())
            self.version += 1
            if kind != room.room_type:
                self._known = None
                for object_id in things:
                    thing = self.objects[object_id]
                    self.objects[object_id] = changed(thing, room_type=kind)


def _equal(known: Detection, told: Detection) -> bool:
    """Tell whether a teammate tells of an object just what is known."""
    return (
        known.status is told.status
        and known.position == told.position
        and known.receptacle == told.receptacle
        and known.misplaced is told.misplaced
    )
