# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Places from which the hand could not do its work: GoToObject stands elsewhere the next time."""

from adhoc_teamwork.teamwork.geometry import Point, Pose
from adhoc_teamwork.teamwork.team.causes import Cause

_STANDING_ELSEWHERE = frozenset((Cause.BLOCKED, Cause.NO_SPACE, Cause.TOO_FAR, Cause.TIMEOUT))
"""Failures of the hand that another place to stand may spare it."""
_ELSEWHERE = 2.0 / 3.0
"""Which share of the arm's reach the next place that is worth a try is away, at the least."""
_MOST_THINGS, _MOST_PLACES = 16, 8


class VainPlaces:
    """Remember where the robot stood when its hand failed at a thing.

    What is known of a thing is forgotten once the hand succeeds at it, and when there is no other
    place to stand. Only the latest few are kept.
    """

    def __init__(self, reach: float) -> None:
        """Take how far the arm reaches, metres."""
        self.apart = _ELSEWHERE * reach
        """Metres within which a place is about the same as another."""
        self._places: dict[str, list[Point]] = {}

    def failed(self, name: str, cause: Cause | None, pose: Pose) -> bool:
        """Remember from where, in `map`, the hand failed at a thing, if elsewhere may help.

        Returns:
            Whether it may.
        """
        if cause not in _STANDING_ELSEWHERE:
            return False
        places = self._places.pop(name, [])
        self._places[name] = [*places, pose.point][-_MOST_PLACES:]
        if len(self._places) > _MOST_THINGS:
            del self._places[next(iter(self._places))]
        return True

    def forget(self, name: str) -> None:
        """Forget what is known of a thing."""
        self._places.pop(name, None)

    def places(self, name: str) -> tuple[Point, ...]:
        """Return from where the hand failed at a thing; elsewhere is `apart` metres from all."""
        return tuple(self._places.get(name, ()))

    def known(self, name: str) -> bool:
        """Tell whether the hand failed at a thing from anywhere."""
        return name in self._places
