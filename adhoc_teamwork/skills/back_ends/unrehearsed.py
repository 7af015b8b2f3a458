# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Hands whose drivers plan by themselves and tell nothing beforehand."""

from adhoc_teamwork.skills.back_ends.motion import DONE, EndedMotion, Motion
from adhoc_teamwork.teamwork.geometry import Point, Pose


class Unrehearsed:
    """Say yes to every rehearsal, and of what it holds nothing: only the driver itself knows."""

    is_planning = False
    sticks_out = False
    held_extents = None
    held_aside = 0.0

    def tuck(self) -> Motion:
        """Leave it to the driver where the arm is after its work."""
        return EndedMotion(DONE)

    def could_grasp(self, _point: Point, _base: Pose, _thorough: bool = False) -> Motion:
        """Have nothing against a grasp from there."""
        return EndedMotion(DONE)

    def could_release(self, _point: Point, _base: Pose, _thorough: bool = False) -> Motion:
        """Have nothing against a release from there."""
        return EndedMotion(DONE)
