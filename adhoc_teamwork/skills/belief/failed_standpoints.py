# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Where the hand could not do its work: from where it failed, and the spots that had no room."""

from collections.abc import Sequence

from adhoc_teamwork.teamwork.geometry import Point, Pose
from adhoc_teamwork.teamwork.team.causes import Cause

_STANDING_ELSEWHERE = frozenset((Cause.BLOCKED, Cause.NO_SPACE, Cause.TOO_FAR, Cause.TIMEOUT))
"""Failures of the hand that another place to stand may spare it."""
_ELSEWHERE = 2.0 / 3.0
"""Which share of the arm's reach the next place that is worth a try is away, at the least."""
_MOST_THINGS, _MOST_PLACES, _MOST_SPOTS = 16, 8, 24
_ABOUT = 0.1
"""Metres within which a spot is about the same as another."""
_OTHER_LEVEL = 0.15
"""What is on another board, metres above or below, says nothing of a spot."""
_UNSEEN = 0.25
"""What takes up a spot though nobody knows of it, such as a plate, reaches about so far, metres."""


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
        self._spots: dict[str, list[Point]] = {}
        self._taken_up: dict[str, list[Point]] = {}
        self._too_low: set[str] = set()
        self._boards: dict[str, float | None] = {}
        self._tried_boards: dict[str, list[float]] = {}

    def failed(self, name: str, cause: Cause | None, pose: Pose) -> bool:
        """Remember from where, in `map`, the hand failed at a thing, if elsewhere may help.

        Returns:
            Whether it may.
        """
        if cause not in _STANDING_ELSEWHERE:
            return False
        _keep(self._places, name, pose.point, _MOST_PLACES)
        return True

    def forget(self, name: str) -> None:
        """Forget from where the hand failed at a thing."""
        self._places.pop(name, None)

    def had_no_room(self, name: str, spot: Point) -> None:
        """Remember a spot on a thing, in `map`, where there was no room for what is held now."""
        _keep(self._spots, name, spot, _MOST_SPOTS)
        _keep(self._taken_up, name, spot, _MOST_SPOTS)

    def was_too_low(self, name: str) -> None:
        """Remember that the hand, where it was to let go on a thing, was too low."""
        self._too_low.add(name)

    def is_too_low(self, name: str) -> bool:
        """Tell whether the hand was too low on a thing, with what is held now."""
        return name in self._too_low

    def try_board(self, name: str, height: float | None) -> None:
        """Remember that what is held now is to go on another board of furniture, so high, metres.

        None is for the one on which things are believed to go.
        """
        self._boards[name] = height
        if height is not None:
            self._tried_boards.setdefault(name, []).append(height)
            self.forget(name)

    def board(self, name: str) -> float | None:
        """Return on which other board of furniture what is held now is to go, metres, if on one."""
        return self._boards.get(name)

    def tried_boards(self, name: str) -> tuple[float, ...]:
        """Return how high the boards of furniture are that were tried with what is held now."""
        return tuple(self._tried_boards.get(name, ()))

    def may_have_room(self, name: str, spot: Point) -> bool:
        """Tell whether nothing is known against a spot on a thing for what is held now."""
        return _is_away(spot, self._spots.get(name, ()), _ABOUT)

    def likeliest(self, name: str, spots: Sequence[Point]) -> Point:
        """Return the first of some spots on a thing that is away from all that had no room.

        Where none is, it is the first. Those count that had none for what was held before, too:
        what nobody sees is there still.
        """
        known = self._taken_up.get(name, ())
        return next((spot for spot in spots if _is_away(spot, known, _UNSEEN)), spots[0])

    def took_another(self) -> None:
        """Forget spots and boards that were tried: what the hand has taken now may go there."""
        self._boards.clear()
        self._tried_boards.clear()
        self._spots.clear()
        self._too_low.clear()

    def places(self, name: str) -> tuple[Point, ...]:
        """Return from where the hand failed at a thing; elsewhere is `apart` metres from all."""
        return tuple(self._places.get(name, ()))

    def known(self, name: str) -> bool:
        """Tell whether the hand failed at a thing from anywhere."""
        return name in self._places


def _is_away(spot: Point, others: Sequence[Point], least: float) -> bool:
    """Tell whether a spot is so many metres away from all others that are about as high."""
    return all(
        abs(spot.z - other.z) >= _OTHER_LEVEL or spot.planar_distance_to(other) >= least
        for other in others
    )


def _keep(known: dict[str, list[Point]], name: str, point: Point, most: int) -> None:
    """Add a point to those of a thing; of things and of points the latest are kept."""
    known[name] = [*known.pop(name, []), point][-most:]
    if len(known) > _MOST_THINGS:
        del known[next(iter(known))]
