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

"""The protocol of an arm's controllers, as ros2_control offers them."""

from typing import Protocol

from robot_model.arrays import Floats
from skills.arms.trajectory import JointTrajectory
from skills.motion import Motion


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
