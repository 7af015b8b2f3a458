# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""A navigation goal and how it stands."""

import math
from dataclasses import dataclass

from adhoc_teamwork.simulation.motion.navigation import NavError
from adhoc_teamwork.teamwork.enums import StrEnum
from adhoc_teamwork.teamwork.geometry import Pose


class NavStatus(StrEnum):
    """Say how a navigation goal stands."""

    ACTIVE = "active"
    SUCCEEDED = "succeeded"
    ABORTED = "aborted"
    CANCELED = "canceled"


@dataclass
class NavGoal:
    """Hold one goal (`map`) and how it goes: metres, seconds of simulated time."""

    robot: str
    pose: Pose
    started: float
    status: NavStatus = NavStatus.ACTIVE
    error: NavError = NavError.NONE
    reason: str = ""
    recoveries: int = 0
    distance_remaining: float = math.nan
    cancelling: bool = False

    @property
    def done(self) -> bool:
        """Tell whether the goal has ended."""
        return self.status is not NavStatus.ACTIVE

    def end(self, status: NavStatus, error: NavError = NavError.NONE, reason: str = "") -> None:
        """End the goal."""
        self.status, self.error, self.reason = status, error, reason
