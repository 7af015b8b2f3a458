"""The newest word on each object that any robot has reported."""

from dataclasses import dataclass

from teamwork.message import TeamMessage
from teamwork.scene import Detection, Presence

SAME_PLACE = 0.4
"""Metres within which two reports of one category mean the same object."""


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

    def same_object(self, other: "Report") -> bool:
        """Tell whether both are about one object: same place, or the same robot's same id."""
        if self.detection.category != other.detection.category:
            return False
        own, theirs = self.message, other.message
        if (own.sender, own.session) == (theirs.sender, theirs.session):
            named = bool(self.detection.object_id)
            if named and self.detection.object_id == other.detection.object_id:
                return True
        return self.detection.position.distance_to(other.detection.position) <= SAME_PLACE


class KnownObjects:
    """Keep the newest report per object; one that says GONE hides older ones and is not told."""

    def __init__(self, limit: int = 2000) -> None:
        self._limit = limit
        self._reports: dict[str, list[Report]] = {}

    def add(self, message: TeamMessage) -> None:
        """Take in every detection of a message, in any order of arrival."""
        for detection in message.detections:
            self._add(Report(detection, message))

    def _add(self, report: Report) -> None:
        known = self._reports.setdefault(report.detection.category, [])
        rivals = [other for other in known if report.same_object(other)]
        if any(other.age_key > report.age_key for other in rivals):
            return
        known[:] = [other for other in known if other not in rivals]
        known.append(report)
        if len(known) > self._limit:
            known.remove(min(known, key=lambda other: other.age_key))

    def still_true(self) -> dict[tuple[str, int, int], list[Report]]:
        """Return the reports that hold, by the identity of the message that brought them."""
        told: dict[tuple[str, int, int], list[Report]] = {}
        for reports in self._reports.values():
            for report in reports:
                if report.detection.status is not Presence.GONE:
                    told.setdefault(report.message.identity, []).append(report)
        return told
