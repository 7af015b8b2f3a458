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

"""What a gripper's controller is told for a gap between the fingers."""

from dataclasses import dataclass


@dataclass(frozen=True)
class GripperScale:
    """Turn gaps into a gripper controller's positions, such as angles of a finger's joint.

    Attributes:
        closed: Its position with the fingers shut.
        open: Its position with them wide open; the same as `closed`: it takes gaps in metres.
    """

    closed: float = 0.0
    open: float = 0.0

    def position(self, gap: float, widest: float) -> float:
        """Return the position for a gap; `widest` is the largest one, both in metres."""
        if self.closed == self.open:
            return gap
        share = min(max(gap / widest, 0.0), 1.0)
        return self.closed + share * (self.open - self.closed)


GAPS = GripperScale()
"""That of a controller which takes gaps in metres, as the built-in simulator's."""
