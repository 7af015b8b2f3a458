# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The newest word on each object that any robot has seen with its own eyes.

What one report says of which object hangs on the reports before it, and reports come in any order.
So the latest of them wait, and are read in the order of what they tell only when something is
asked; the oldest are read for good, and all that stays of them is what is known of each object.
"""

from collections import Counter, deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from adhoc_teamwork.comm_bridge.radio_link.envelope import Identity
from adhoc_teamwork.teamwork.scene import Detection, Presence
from adhoc_teamwork.teamwork.team.message import MessageKind, TeamMessage
from adhoc_teamwork.teamwork.team.same_object import ARM_LENGTH, place_error

CATEGORIES_OF_ONE = 200
"""Categories of which one robot may be the first to report: none fills the memory by itself."""

CATEGORIES_KEPT = 1000
"""Categories at most; a house has about a hundred."""

OBJECTS_KEPT = 200
"""Objects of one category at most, those that are gone counted in."""

REPORTS_WAITING = 500
"""Reports that wait for others that came later and tell of what was before; twice as many at most.

A team of three says so many in an hour; nobody sends a message again that is ten minutes old.
"""

Name = tuple[str, int, str]
"""Sender, its session, and its id for an object: one robot has one id for one object."""


@dataclass(frozen=True)
class Report:
    """Hold one robot's detection, and who told it when: the message, without what does not last."""

    detection: Detection
    message: TeamMessage

    @property
    def age_key(self) -> tuple[float, float, int, int, str]:
        """Return what orders reports from oldest to newest, without ties between messages."""
        message = self.message
        return (
            self.detection.seen,
            message.stamp,
            message.session,
            message.sequence,
            message.sender,
        )

    @property
    def is_hearsay(self) -> bool:
        """Tell whether the sender only passes on what another robot saw, and told itself."""
        return not self.detection.is_first_hand(self.message.sender)

    @property
    def is_gone(self) -> bool:
        """Tell whether it says that the object is not there any more."""
        return self.detection.status is Presence.GONE

    @property
    def name(self) -> Name:
        """Return by which name the sender goes on speaking of the object."""
        return (self.message.sender, self.message.session, self.detection.object_id)


@dataclass
class _Object:
    """Hold the newest report of one object, and every name it goes by.

    With each name are the messages that show whose it is: the one that told it first, and the one
    that was newest of the object then.
    """

    newest: Report
    names: dict[Name, tuple[Identity, Identity]] = field(default_factory=dict)

    def take(self, report: Report) -> None:
        """Take in what is said of the object."""
        name = report.name
        if report.detection.object_id and name not in self.names:
            # Nobody goes by the names of a session that is over.
            for old in [n for n in self.names if n[0] == name[0] and n[1] < name[1]]:
                del self.names[old]
            self.names[name] = (report.message.identity, self.newest.message.identity)
        if report.age_key >= self.newest.age_key:
            self.newest = report

    def distance_to(self, report: Report) -> float | None:
        """Return how far a report's place is, metres; None where it cannot mean this object."""
        if self.newest.detection.status is not Presence.PRESENT:
            return None
        sender, session, _ = report.name
        if any((sender, session) == name[:2] for name in self.names):
            return None
        known, told = self.newest.detection, report.detection
        if told.status is Presence.HELD:
            away, limit = known.position.planar_distance_to(told.position), ARM_LENGTH
        else:
            away, limit = (
                known.position.distance_to(told.position),
                place_error(known.size, told.size),
            )
        return away if away <= limit else None

    @property
    def identities(self) -> Iterator[Identity]:
        """Yield the messages from which the same could be known again."""
        yield self.newest.message.identity
        for pair in self.names.values():
            yield from pair


class KnownObjects:
    """Keep what robots report of objects; what stands does not hang on the order of arrival.

    Args:
        limit: Objects of one category at most.
        waiting: See `REPORTS_WAITING`.
    """

    def __init__(self, limit: int = OBJECTS_KEPT, waiting: int = REPORTS_WAITING) -> None:
        self._limit = limit
        self._most = waiting
        self._objects: dict[str, list[_Object]] = {}
        self._waiting: list[Report] = []
        self._begun: Counter[str] = Counter()

    def add(self, message: TeamMessage) -> None:
        """Take in every first-hand detection of a message, in any order of arrival."""
        if not message.detections:
            return
        told_in = _only_who_told(message)
        for detection in message.detections:
            report = Report(detection, told_in)
            if report.is_hearsay:
                continue
            if detection.category not in self._objects:
                if not self._may_begin(message.sender):
                    continue
                self._objects[detection.category] = []
            self._waiting.append(report)
        if len(self._waiting) >= 2 * self._most:
            self._settle()

    @property
    def identities(self) -> set[Identity]:
        """Return the messages that what is known comes from."""
        waiting = {report.message.identity for report in self._waiting}
        known = (found for objects in self._objects.values() for found in objects)
        return waiting.union(*(found.identities for found in known))

    def still_true(self) -> dict[Identity, list[Report]]:
        """Return the reports that hold, by the identity of the message that brought them."""
        told: dict[Identity, list[Report]] = {}
        waiting: dict[str, list[Report]] = {}
        for report in sorted(self._waiting, key=lambda other: other.age_key):
            waiting.setdefault(report.detection.category, []).append(report)
        for category, objects in self._objects.items():
            known = [_Object(found.newest, dict(found.names)) for found in objects]
            for report in waiting.get(category, ()):
                _take(known, report)
            for found in _thinned(known, self._limit):
                if not found.newest.is_gone:
                    told.setdefault(found.newest.message.identity, []).append(found.newest)
        return told

    def _may_begin(self, sender: str) -> bool:
        """Tell whether a robot may report of yet another category, and count it as its own."""
        may = self._begun[sender] < CATEGORIES_OF_ONE and len(self._objects) < CATEGORIES_KEPT
        self._begun[sender] += may
        return may

    def _settle(self) -> None:
        """Read for good the oldest of what waits."""
        self._waiting.sort(key=lambda report: report.age_key)
        settled, self._waiting = self._waiting[: -self._most], self._waiting[-self._most :]
        for report in settled:
            _take(self._objects[report.detection.category], report)
        for category in {report.detection.category for report in settled}:
            self._objects[category] = _thinned(self._objects[category], self._limit)


def _only_who_told(message: TeamMessage) -> TeamMessage:
    """Return a message of which only its objects are kept, without them."""
    return replace(
        message,
        kind=MessageKind.DETECTION,
        capability=None,
        state=None,
        intent=None,
        reflection=None,
        detections=(),
    )


def _take(objects: list[_Object], report: Report) -> None:
    """Take in the next report of objects of one category.

    It means the object that goes by its name, or else the nearest in its place that its sender has
    no name for, of equally near ones the one that was seen last.
    """
    found = _meant(objects, report)
    if found is None:
        found = _Object(report)
        objects.append(found)
    found.take(report)


def _meant(objects: Iterable[_Object], report: Report) -> _Object | None:
    near: list[tuple[float, _Object]] = []
    for known in objects:
        if report.detection.object_id and report.name in known.names:
            return known
        away = known.distance_to(report)
        if away is not None:
            near.append((away, known))
    # Of two in one place, one may have been moved since.
    nearest = max(near, key=lambda pair: (-pair[0], pair[1].newest.age_key), default=None)
    return nearest[1] if nearest else None


def _thinned(objects: list[_Object], most: int) -> list[_Object]:
    """Return at most so many objects: of whoever told of the most, the oldest that are gone go.

    Where none is gone, the oldest go. So nobody pushes out what others have seen, however much it
    reports, and from whatever time.
    """
    if len(objects) <= most:
        return objects
    of_sender: dict[str, deque[_Object]] = {}
    for known in sorted(objects, key=lambda o: (not o.newest.is_gone, o.newest.age_key)):
        of_sender.setdefault(known.newest.message.sender, deque()).append(known)
    for _ in range(len(objects) - most):
        max(of_sender.values(), key=len).popleft()
    return [known for kept in of_sender.values() for known in kept]
