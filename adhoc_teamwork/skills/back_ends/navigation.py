# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The protocol of navigation back ends."""

from typing import Protocol

from adhoc_teamwork.skills.back_ends.motion import Motion
from adhoc_teamwork.teamwork.geometry import Pose


class Navigator(Protocol):
    """Drive the robot base.

    An outcome's cause is one of `navigation_rejected`, `navigation_aborted`, `unreachable`,
    `blocked`, `server_missing`, `timeout` and `cancelled`.
    """

    def go_to(self, pose: Pose) -> Motion:
        """Start driving to a pose in `map`; a motion already under way is the caller's to end."""

    def clear(self) -> None:
        """Have the navigation system forget what stood in the way, where it can; never waits."""

    @property
    def ready(self) -> bool:
        """Tell whether the back end answers."""
