# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The protocol of an arm's controllers, as ros2_control offers them."""

from typing import Protocol

from adhoc_teamwork.robot_model.arrays import Floats
from adhoc_teamwork.skills.arms.trajectory import JointTrajectory
from adhoc_teamwork.skills.back_ends.motion import Motion


class Grip(Motion, Protocol):
    """Follow the fingers to a gap; it has succeeded where they stand still in the end."""

    @property
    def stalled(self) -> bool:
        """Tell, once it has ended, whether something is between the fingers."""


class Controllers(Protocol):
    """Move one arm's joints and fingers; every motion is polled and can be cancelled."""

    @property
    def ready(self) -> bool:
        """Tell whether both controllers answer."""

    def state(self, joints: tuple[str, ...]) -> Floats | None:
        """Return where joints are, radians or metres; None while one is unknown."""

    def holding(self) -> bool | None:
        """Tell whether the fingers feel something; None while unknown."""

    def follow(self, trajectory: JointTrajectory) -> Motion:
        """Start moving along a trajectory; what stops it makes the motion's outcome."""

    def grip(self, gap: float) -> Grip:
        """Start moving the fingers to a gap, metres."""
