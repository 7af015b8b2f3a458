# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What moves a robot's base and its hand, whatever drivers they have."""

from typing import Protocol

from adhoc_teamwork.skills.back_ends.motion import Motion
from adhoc_teamwork.teamwork.geometry import Point, Pose, Size
from adhoc_teamwork.teamwork.states import State


class Navigator(Protocol):
    """Drive the robot base.

    An outcome's cause is one of `navigation_rejected`, `navigation_aborted`, `unreachable`,
    `blocked`, `server_missing`, `timeout` and `cancelled`.
    """

    def go_to(self, pose: Pose) -> Motion:
        """Start driving to a pose in `map`; a motion already under way is the caller's to end."""

    def back_up(self, distance: float) -> Motion:
        """Start driving straight back, metres, without turning.

        It ends at once where something is behind the robot, or the back end cannot do it.
        """

    def clear(self) -> None:
        """Have the navigation system forget what stood in the way, where it can; never waits."""

    @property
    def ready(self) -> bool:
        """Tell whether the back end answers."""


class Hand(Protocol):
    """Move one hand; points are in `map`, metres.

    An outcome's cause is one of `no_arm`, `too_far`, `too_high`, `too_low`, `too_heavy`,
    `lost_object`, `held_by_other`, `not_pickupable`, `hand_full`, `hand_empty`, `no_space`,
    `server_missing`, `timeout`, `cancelled`, `grasp_failed`, `release_failed`, `closed`,
    `not_openable`, `no_state`, `not_receptacle`, `blocked`, `no_pose`, `internal_error` and,
    of a door or state that is as it should be already, `bad_argument`.
    """

    def grasp(self, point: Point) -> Motion:
        """Start closing the hand on the object whose centre is at `point`."""

    def release(self, point: Point) -> Motion:
        """Start opening the hand with the middle of the held object's lowest side at `point`.

        What falls a little or lies on another side serves as well: a back end may do either where
        its hand does not get there otherwise.
        """

    def open_door(self, point: Point) -> Motion:
        """Start opening the door or lid of what is at `point`; a full hand can do it, too."""

    def close_door(self, point: Point) -> Motion:
        """Start closing the door or lid of what is at `point`."""

    def put_in(self, point: Point) -> Motion:
        """Start letting the held object into the container, or open furniture, at `point`."""

    def set_state(self, point: Point, state: State) -> Motion:
        """Start bringing what is at `point` into a state; a full hand can do it, too."""

    def tuck(self) -> Motion:
        """Start bringing the arm, and what it holds, out of the way for a drive.

        It ends at once where the arm is so already, or the driver sees to it itself.
        """

    @property
    def sticks_out(self) -> bool:
        """Tell whether what it holds still sticks out for want of room where `tuck` ended."""

    @property
    def held_extents(self) -> Size | None:
        """Return the extents, along its own axes, of what it took, metres; None where unknown."""

    @property
    def held_aside(self) -> float:
        """Return how far to its left the hand has the middle of what it took, m; 0 if unknown."""

    def could_grasp(self, point: Point, base: Pose, thorough: bool = False) -> Motion:
        """Start finding out whether it could grasp there with the base at a pose; nothing moves.

        A failure counts for sure where it was `thorough`, which takes longer. The outcome is a
        success, too, where the back end cannot tell beforehand.
        """

    def could_release(self, point: Point, base: Pose, thorough: bool = False) -> Motion:
        """Start finding out whether it could release there, as for `could_grasp`."""

    def holding(self) -> bool | None:
        """Tell whether the hand holds something, from its own sensors; None while unknown."""

    @property
    def ready(self) -> bool:
        """Tell whether the back end answers."""
