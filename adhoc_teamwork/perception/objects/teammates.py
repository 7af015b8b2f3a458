# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Take in what teammates say of objects, without counting anything twice (paper section IV-B)."""

import math
from dataclasses import dataclass

import numpy as np

from adhoc_teamwork.perception.frames.camera import FloatArray
from adhoc_teamwork.perception.objects.association import shared_volume
from adhoc_teamwork.perception.objects.holding import Carrier, told_carrier
from adhoc_teamwork.perception.objects.objects import KnownObject, ObjectStore
from adhoc_teamwork.perception.objects.surfaces import Surface
from adhoc_teamwork.teamwork.geometry import Pose
from adhoc_teamwork.teamwork.scene import Detection, Misplaced, Presence
from adhoc_teamwork.teamwork.team.message import MessageKind, TeamMessage
from adhoc_teamwork.teamwork.team.same_object import ARM_LENGTH, place_error, same_place

_TRUST = 0.8
"""Share of a teammate's confidence that hearsay keeps."""
_DEFAULT_HALF = 0.05
_LET_GO_HEIGHT = 0.1
_LOST_CONFIDENCE = 0.3
_FARTHEST = 1e5
_LARGEST = 30.0
"""No position is farther from the origin of `map`, and no object larger, metres."""
_AHEAD = 5.0
"""Nobody tells of what is to be seen only so many seconds after the message."""
_MOST_NAMES = 1000
"""So many things of one teammate are heard of: a large house has some hundreds."""
_ONE_THING, _INFLATE = 0.5, 0.02
"""Two large things share less than this part of the smaller one's volume, grown by so many m."""
_SAME_SOURCE_SLACK = 2.0
"""Cameras and planners tell of one event within this many seconds."""


@dataclass
class _Told:
    """Hold what a teammate last said of itself; `stamp` in seconds of the ROS clock."""

    stamp: float
    pose: Pose
    held_object: str = ""
    held_category: str = ""


class TeammateReports:
    """Merge teammates' detections and states into an object store.

    The same category within a gate is the same object; a teammate's name for an object is
    remembered, so that it is recognised after being carried away. Own fresh sight beats hearsay.
    """

    def __init__(self, robot: str, store: ObjectStore) -> None:
        self._robot = robot
        self._store = store
        self._names: dict[tuple[str, str], str] = {}
        self._sessions: dict[str, int] = {}
        self._told: dict[str, _Told] = {}
        self._began = math.inf
        self.refused = 0
        """Detections and states that could not be true."""
        self.last_refused = ""
        """The last of those, in words."""

    def begin(self, stamp: float) -> None:
        """Note the stamp (s) of a frame: what this robot saw from the first on, it knows itself."""
        self._began = min(self._began, stamp)

    def hear(self, message: TeamMessage) -> list[KnownObject]:
        """Take in one team message and return the objects whose belief it changed."""
        sender = message.sender
        if not sender or sender == self._robot:
            return []
        if message.session > self._sessions.get(sender, 0):
            self._sessions[sender] = message.session
            self._names = {key: name for key, name in self._names.items() if key[0] != sender}
        elif message.session < self._sessions.get(sender, 0):
            return []
        changed: list[KnownObject] = []
        for detection in message.detections:
            if not _is_possible(detection, message.stamp):
                self._refuse(f"{sender} tells of {detection.object_id or 'something'} at no place")
                continue
            known = self._merge(sender, detection)
            if known is not None:
                changed.append(known)
        if message.kind is MessageKind.LEAVE:
            changed += self._let_go(sender)
            self._told.pop(sender, None)
        elif message.state is not None:
            state = message.state
            if not _is_somewhere(state.pose.x, state.pose.y, state.pose.yaw):
                self._refuse(f"{sender} says that it is at {state.pose}")
                return changed
            told = _Told(message.stamp, state.pose, state.held_object, state.held_category)
            changed += self._hear_state(sender, told)
        return changed

    def _refuse(self, text: str) -> None:
        self.refused += 1
        self.last_refused = text

    def carriers(self) -> list[Carrier]:
        """Return where teammates are that say they hold something."""
        return [
            told_carrier(name, told.pose, told.held_category)
            for name, told in self._told.items()
            if told.held_category
        ]

    def _merge(self, sender: str, detection: Detection) -> KnownObject | None:
        known = self._find(sender, detection)
        is_new_name = (sender, detection.object_id) not in self._names
        if known is None or is_new_name:
            self._names = {key: own for key, own in self._names.items() if own in self._store}
        if is_new_name and sum(who == sender for who, _ in self._names) >= _MOST_NAMES:
            self._refuse(f"{sender} tells of more than {_MOST_NAMES} things")
            return None
        if known is None:
            return None if self._is_echo(sender, detection) else self._add(sender, detection)
        self._names[sender, detection.object_id] = known.object_id
        if self._is_in_own_hand(known):
            return None
        slack = _SAME_SOURCE_SLACK if known.seen_by == sender else 0.0
        is_news = detection.seen_by != self._robot and detection.seen > known.seen - slack
        reshaped = False
        if is_news:
            self._update(sender, known, detection)
        elif detection.status is Presence.PRESENT and _is_there(known, detection):
            reshaped = self._hear_shape(sender, known, detection)
        adopted = self._adopt_judgement(known, detection)
        return known if is_news or reshaped or adopted else None

    @staticmethod
    def _hear_shape(sender: str, known: KnownObject, detection: Detection) -> bool:
        """Take in how far furniture reaches and what carries things on it; tell if that is new.

        Who sees it all the time, from below, is told so, too.
        """
        before = [*known.lower, *known.upper, *known.support, known.goes_on_above]
        known.hear_support(sender, Surface(detection.support_height, detection.support_seen))
        if not known.pickupable and detection.status is Presence.PRESENT:
            known.hear_extents(sender, *_extents(detection), detection.goes_on_above)
        after = [*known.lower, *known.upper, *known.support, known.goes_on_above]
        return not np.array_equal(before, after, equal_nan=True)

    def _is_echo(self, sender: str, detection: Detection) -> bool:
        """Tell whether a report only repeats what its seer told, or this robot saw, before."""
        if detection.seen_by == self._robot:
            return detection.seen >= self._began
        return not detection.is_first_hand(sender) and detection.seen_by in self._sessions

    def _find(self, sender: str, detection: Detection) -> KnownObject | None:
        """Return the own object that a teammate's detection is about, or None."""
        named = self._store.get(self._names.get((sender, detection.object_id), ""))
        if named is not None and named.category == detection.category:
            return named
        taken = {own for (who, _), own in self._names.items() if who == sender}
        candidates = [
            (distance, known)
            for known in self._store.of_category(detection.category)
            if known.object_id not in taken
            and (distance := known.position.distance_to(detection.position))
            <= place_error(known.size, detection.size)
        ]
        nearest = min(candidates, key=lambda pair: pair[0], default=(0.0, None))[1]
        return nearest or self._within(detection)

    def _within(self, detection: Detection) -> KnownObject | None:
        """Return the own large thing in whose place a report has one: told under two names."""
        if detection.pickupable or detection.status is not Presence.PRESENT:
            return None
        shares = [
            (_shared(known, detection), known)
            for known in self._store.of_category(detection.category)
            if known.status is Presence.PRESENT
        ]
        share, found = max(shares, key=lambda pair: pair[0], default=(0.0, None))
        return found if share >= _ONE_THING else None

    def _add(self, sender: str, detection: Detection) -> KnownObject | None:
        """Believe in an object that only a teammate knows, unless it is gone anyway.

        What is seen in a hand that no teammate says to have full is in this robot's own, or will be
        told of once it is put down: nobody would ever let go of it.
        """
        if detection.status is Presence.GONE:
            return None
        if detection.status is Presence.HELD and not self._holder(sender, detection.category):
            return None
        known = self._store.create(
            detection.category,
            detection.pickupable,
            detection.is_receptacle,
            _extents(detection),
            detection.object_id,
        )
        known.first_seen = detection.seen
        self._names[sender, detection.object_id] = known.object_id
        self._update(sender, known, detection)
        self._adopt_judgement(known, detection)
        return known

    def _update(self, sender: str, known: KnownObject, detection: Detection) -> None:
        """Let a fresher report decide whether and where an object is."""
        position, extents = detection.position, _extents(detection)
        moved = not _is_there(known, detection)
        if moved and detection.status is Presence.PRESENT:
            known.place(np.array((position.x, position.y, position.z), np.float32))
            known.assumed = True
            if detection.misplaced is Misplaced.UNKNOWN:
                known.misplaced, known.reason = Misplaced.UNKNOWN, ""
        if len(known.cloud) == 0:
            known.lower, known.upper = extents
            known.place((known.lower + known.upper) / 2.0)
            known.assumed = True
        self._hear_shape(sender, known, detection)
        if known.assumed and detection.covariance:
            known.uncertainty.adopt(detection.covariance)
        is_held = detection.status is Presence.HELD
        known.holder = (self._holder(sender, known.category) or sender) if is_held else ""
        known.status = detection.status
        known.seen, known.seen_by = detection.seen, detection.seen_by or sender
        if detection.closed is not None:
            known.closed = detection.closed
        known.states = detection.states or known.states
        known.absent = 0.0
        if detection.status is Presence.GONE:
            known.last_look = detection.seen
        if known.assumed:
            known.confidence = _TRUST * min(1.0, max(0.0, detection.confidence))

    def _holder(self, sender: str, category: str) -> str:
        """Return the teammate that says it holds such a thing, the sender first; empty for none."""
        holding = [name for name, told in self._told.items() if told.held_category == category]
        return sender if sender in holding else next(iter(holding), "")

    @staticmethod
    def _adopt_judgement(known: KnownObject, detection: Detection) -> bool:
        """Carry a judgement along where it is about the place the object is in."""
        told = detection.misplaced
        if told is Misplaced.UNKNOWN or told is known.misplaced:
            return False
        if Presence.HELD in (detection.status, known.status):
            return False
        if not same_place(known.position, detection.position, known.size, detection.size):
            return False
        if known.misplaced is not Misplaced.UNKNOWN and detection.seen < known.seen:
            return False
        known.misplaced, known.reason = told, detection.reason
        return True

    def _hear_state(self, sender: str, told: _Told) -> list[KnownObject]:
        before = self._told.get(sender)
        if before is not None and told.stamp < before.stamp:
            return []
        self._told[sender] = told
        if not told.held_category:
            return self._let_go(sender) if before and before.held_category else []
        known = self._held_by(sender, told)
        if known is None or self._is_in_own_hand(known) or self._has_seen_since(known, told.stamp):
            return []
        was = known.status
        known.status, known.holder = Presence.HELD, sender
        known.misplaced, known.reason = Misplaced.UNKNOWN, ""
        known.place(np.array((told.pose.x, told.pose.y, 0.5), np.float32))
        known.assumed = True
        known.seen, known.seen_by = max(known.seen, told.stamp), sender
        return [known] if was is not Presence.HELD else []

    def _is_in_own_hand(self, known: KnownObject) -> bool:
        """Tell whether this robot feels in its hand what others say to be elsewhere."""
        return known.status is Presence.HELD and known.holder == self._robot

    def _has_seen_since(self, known: KnownObject, stamp: float) -> bool:
        """Tell whether this robot saw it lie somewhere well after a state, which comes late."""
        return known.seen_by == self._robot and stamp < known.seen - _SAME_SOURCE_SLACK

    def _held_by(self, sender: str, told: _Told) -> KnownObject | None:
        """Return the own object that a teammate says it holds: by its name, or the nearest."""
        named = self._store.get(self._names.get((sender, told.held_object), ""))
        if named is not None and named.category == told.held_category:
            return named
        candidates = [
            known
            for known in self._store.of_category(told.held_category)
            if known.holder in ("", sender) and known.pickupable
        ]
        held = [known for known in candidates if known.holder == sender]
        near = [
            known
            for known in candidates
            if told.pose.point.planar_distance_to(known.position) <= ARM_LENGTH
        ]
        return min(
            held or near,
            key=lambda known: told.pose.point.planar_distance_to(known.position),
            default=None,
        )

    def _let_go(self, sender: str) -> list[KnownObject]:
        """Believe what a teammate held beside it, until someone sees or says where it is."""
        told = self._told.get(sender)
        released = [
            known
            for known in self._store
            if known.status is Presence.HELD and known.holder == sender
        ]
        for known in released:
            pose = told.pose if told else Pose(known.position.x, known.position.y)
            known.place(np.array((pose.x, pose.y, _LET_GO_HEIGHT), np.float32))
            known.status, known.holder, known.assumed = Presence.PRESENT, "", True
            known.confidence, known.absent = _LOST_CONFIDENCE, 0.0
        return released


def _is_there(known: KnownObject, detection: Detection) -> bool:
    """Tell whether a report has an object where it is known to be.

    Of furniture nobody sees all at once: what lies in its place is a part of it.
    """
    if same_place(known.position, detection.position, known.size, detection.size):
        return True
    return not known.pickupable and _shared(known, detection) >= _ONE_THING


def _shared(known: KnownObject, detection: Detection) -> float:
    """Return which share of the smaller of two extents lies in the other."""
    return shared_volume(*_extents(detection), known.lower, known.upper, _INFLATE)


def _extents(detection: Detection) -> tuple[FloatArray, FloatArray]:
    position, size = detection.position, detection.size
    centre = np.array((position.x, position.y, position.z), np.float32)
    half = np.array((size.x, size.y, size.z), np.float32) / 2.0
    half = np.where(np.isfinite(half) & (half > 0.0), half, _DEFAULT_HALF).astype(np.float32)
    return centre - half, centre + half


def _is_possible(detection: Detection, sent: float) -> bool:
    """Tell whether a detection sent at `sent` (s) can be true."""
    position, size = detection.position, detection.size
    seen = math.isfinite(detection.seen) and detection.seen <= sent + _AHEAD
    extents = (size.x, size.y, size.z, detection.support_height)
    small = not any(abs(extent) > _LARGEST for extent in extents)
    return bool(
        detection.category and seen and small and _is_somewhere(position.x, position.y, position.z)
    )


def _is_somewhere(*numbers: float) -> bool:
    """Tell whether these can be metres in `map`, or radians."""
    return all(abs(number) <= _FARTHEST for number in numbers)
