"""The protocol of arm back ends."""

from typing import Protocol

from skills.motion import Motion
from teamwork.geometry import Point


class Hand(Protocol):
    """Move one hand; points are in `map`, metres.

    An outcome's cause is one of `no_arm`, `too_far`, `too_high`, `too_low`, `too_heavy`,
    `lost_object`, `not_pickupable`, `hand_full`, `hand_empty`, `no_space`, `server_missing`,
    `timeout`, `cancelled`, `grasp_failed` and `release_failed`.
    """

    def grasp(self, point: Point) -> Motion:
        """Start closing the hand on the object whose centre is at `point`."""

    def release(self, point: Point) -> Motion:
        """Start opening the hand with the held object's bottom centre at `point`."""

    def holding(self) -> bool | None:
        """Tell whether the hand holds something, from its own sensors; None while unknown."""

    @property
    def ready(self) -> bool:
        """Tell whether the back end answers."""
