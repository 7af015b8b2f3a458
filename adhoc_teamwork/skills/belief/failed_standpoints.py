# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Places from which the hand could not do its work: GoToObject stands elsewhere the next time."""

from adhoc_teamwork.teamwork.geometry import Pose
from adhoc_teamwork.teamwork.team.causes import Cause

STANDING_ELSEWHERE = frozenset((Cause.BLOCKED, Cause.NO_SPACE, Cause.TOO_FAR, Cause.TIMEOUT))
"""Failures of the hand that another place to stand may spare it."""
APART = 0.5
"""Metres between such a place and the next one that is worth a try."""
_MOST_THINGS, _MOST_PLACES = 16, 8


class VainPlaces:
    """Remember where the robot stood when its hand failed at a thing.

    What is known of a thing is forgotten once the hand succeeds at it, and when there is no other
    place to stand. Only the latest few are kept.
    """

    def __init__(self) -> None:
        self._places: dict[str, list[Pose]] = {}

    def add(self, name: str, pose: Pose) -> None:
        """Remember that the hand failed at a thing, named by its id, from a pose in `map`."""
        places = self._places.pop(name, [])
        self._places[name] = [*places, pose][-_MOST_PLACES:]
        if len(self._places) > _MOST_THINGS:
            del self._places[next(iter(self._places))]

    def forget(self, name: str) -> None:
        """Forget what is known of a thing."""
        self._places.pop(name, None)

    def near(self, name: str, pose: Pose) -> bool:
        """Tell whether the hand failed at a thing from about there."""
        known = self._places.get(name, ())
        return any(pose.point.planar_distance_to(place.point) < APART for place in known)

    def known(self, name: str) -> bool:
        """Tell whether the hand failed at a thing from anywhere."""
        return name in self._places
