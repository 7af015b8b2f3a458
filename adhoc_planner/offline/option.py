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

"""What a robot could do next, and how urgent it is."""

from dataclasses import dataclass
from enum import IntEnum

from teamwork.subtask import SubTask


class Urgency(IntEnum):
    """Say what goes first, from the first on."""

    FINISH = 0
    FETCH = 1
    EXPLORE = 2
    FETCH_LATER = 3
    LOOK_AGAIN = 4
    ONCE_FAILED = 5
    LAST = 6


@dataclass(frozen=True)
class Option:
    """Pair a sub-task with the reason for it; smaller `urgency`, then `cost`, goes first."""

    subtask: SubTask
    reason: str
    urgency: int
    cost: float = 0.0

    @property
    def order(self) -> tuple[int, float, str]:
        """Return what options are sorted by."""
        return (self.urgency, self.cost, str(self.subtask))
