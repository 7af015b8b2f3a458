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

"""The protocol of arm back ends."""

from typing import Protocol

from skills.motion import Motion
from teamwork.geometry import Point


class Hand(Protocol):
    """Move one hand; points are in `map`, metres.

    An outcome's cause is one of `no_arm`, `too_far`, `too_high`, `too_low`, `too_heavy`,
    `lost_object`, `not_pickupable`, `hand_full`, `hand_empty`, `no_space`, `server_missing`,
    `timeout`, `cancelled`, `grasp_failed`, `release_failed`, `closed`, `not_openable`,
    `not_receptacle`, `blocked`, `no_pose`, `internal_error` and, of a door that is as it should be
    already, `bad_argument`.
    """

    def grasp(self, point: Point) -> Motion:
        """Start closing the hand on the object whose centre is at `point`."""

    def release(self, point: Point) -> Motion:
        """Start opening the hand with the held object's bottom centre at `point`."""

    def open_door(self, point: Point) -> Motion:
        """Start opening the door or lid of what is at `point`; a full hand can do it, too."""

    def close_door(self, point: Point) -> Motion:
        """Start closing the door or lid of what is at `point`."""

    def put_in(self, point: Point) -> Motion:
        """Start letting the held object into the container, or open furniture, at `point`."""

    def holding(self) -> bool | None:
        """Tell whether the hand holds something, from its own sensors; None while unknown."""

    @property
    def ready(self) -> bool:
        """Tell whether the back end answers."""
