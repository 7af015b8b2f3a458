# Copyright 2026 adhoc_teamwork maintainers
#
# Licensed under the Apache License, Version 2.0 (the "License");
# you may not use this file except in compliance with the License.
# You may obtain a copy of the License at
#
#     http://www.apache.org/licenses/LICENSE-2.0
#
# Unless required by applicable law or agreed to in writing, software
# distributed under the License is distributed on an "AS IS" BASIS,
# WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
# See the License for the specific language governing permissions and
# limitations under the License.

"""A navigation goal and how it stands."""

import math
from dataclasses import dataclass

from simulation.navigation import NavError
from teamwork.enums import StrEnum
from teamwork.geometry import Pose


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
