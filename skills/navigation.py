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

"""The protocol of navigation back ends."""

from typing import Protocol

from skills.motion import Motion
from teamwork.geometry import Pose


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
