# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The newest word on each object that any robot has seen with its own eyes."""

from collections import Counter, deque
from collections.abc import Iterable
from dataclasses import dataclass, field

from adhoc_teamwork.comm_bridge.radio_link.envelope import Identity
from adhoc_teamwork.teamwork.scene import Detection, Presence
from adhoc_teamwork.teamwork.team.message import TeamMessage
from adhoc_teamwork.teamwork.team.same_object import ARM_LENGTH, place_error

CATEGORIES_OF_ONE = 200
"""Categories of which one robot may be the first to report: none fills the memory by itself."""

CATEGORIES_KEPT = 1000
"""Categories at most; a house has about a hundred."""

Name = tuple[str, int, str]
"""Sender, its session, and its id for an object: one robot has one id for one object."""


@dataclass(frozen=True)
class Report:
    """Hold one robot's detection and the message it came in."""

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
        return self.detection.seen_by not in ("", self.message.sender)

    @property
    def name(self) -> Name:
        """Return by which name the sender goes on speaking of the object."""
        return (self.message.sender, self.message.session, self.detection.object_id)


@dataclass
class _Object:
    """Hold the newest report of one object, and every name it goes by."""

    newest: Report
    names: set[Name] = field(default_factory=set)

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


class KnownObjects:
    """Keep what robots report of objects; what stands does not hang on the order of arrival."""

    def __init__(self, limit: int = 2000) -> None:
        self._limit = limit
        self._reports: dict[str, list[Report]] = {}
        self._begun: Counter[str] = Counter()

    def add(self, message: TeamMessage) -> None:
        """Take in every first-hand detection of a message, in any order of arrival."""
        for detection in message.detections:
            report = Report(detection, message)
            if report.is_hearsay:
                continue
            known = self._reports.get(detection.category)
            if known is None:
                if not self._may_begin(message.sender):
                    continue
                known = self._reports[detection.category] = []
            known.append(report)
            if len(known) > self._limit:
                known[:] = _thinned([found.newest for found in _follow(known)], self._limit // 2)

    @property
    def identities(self) -> set[Identity]:
        """Return the messages that what is known comes from."""
        return {report.message.identity for known in self._reports.values() for report in known}

    def _may_begin(self, sender: str) -> bool:
        """Tell whether a robot may report of yet another category, and count it as its own."""
        may = self._begun[sender] < CATEGORIES_OF_ONE and len(self._reports) < CATEGORIES_KEPT
        self._begun[sender] += may
        return may

    def still_true(self) -> dict[Identity, list[Report]]:
        """Return the reports that hold, by the identity of the message that brought them."""
        told: dict[Identity, list[Report]] = {}
        for reports in self._reports.values():
            for found in _follow(reports):
                if found.newest.detection.status is not Presence.GONE:
                    told.setdefault(found.newest.message.identity, []).append(found.newest)
        return told


def _thinned(reports: list[Report], most: int) -> list[Report]:
    """Return at most so many reports: whoever has the most loses its oldest ones.

    So nobody pushes out what others have seen, however much it reports, and from whatever time.
    """
    of_sender: dict[str, deque[Report]] = {}
    for report in sorted(reports, key=lambda other: other.age_key):
        of_sender.setdefault(report.message.sender, deque()).append(report)
    for _ in range(len(reports) - most):
        max(of_sender.values(), key=len).popleft()
    return [report for kept in of_sender.values() for report in kept]


def _follow(reports: Iterable[Report]) -> list[_Object]:
    """Return the objects that reports of one category speak of, read from the oldest on.

    A report means the object that goes by its name, or else the nearest in its place that its
    sender has no name for.
    """
    objects: list[_Object] = []
    for report in sorted(reports, key=lambda other: other.age_key):
        found = _meant(objects, report)
        if found is None:
            found = _Object(report)
            objects.append(found)
        found.newest = report
        if report.detection.object_id:
            found.names.add(report.name)
    return objects


def _meant(objects: Iterable[_Object], report: Report) -> _Object | None:
    near = []
    for known in objects:
        if report.detection.object_id and report.name in known.names:
            return known
        away = known.distance_to(report)
        if away is not None:
            near.append((away, known))
    return min(near, key=lambda pair: pair[0], default=(0.0, None))[1]
