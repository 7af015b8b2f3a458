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

"""What physically happens in the world, for people and reports."""

from dataclasses import dataclass, field

from teamwork.enums import StrEnum
from teamwork.geometry import Point


class EventKind(StrEnum):
    """Name the kinds of WorldEvent.msg."""

    SPAWN = "spawn"
    GRASP = "grasp"
    RELEASE = "release"
    DROP = "drop"
    DOOR = "door"
    REFUSED = "refused"
    TASK = "task"


@dataclass(frozen=True)
class WorldEvent:
    """Record one event: `stamp` in seconds of simulated time, `position` in metres in `map`.

    `robot` is empty for events of the task; `path_length` is what that robot has driven, metres.
    """

    stamp: float
    kind: EventKind
    text: str
    robot: str = ""
    object: str = ""
    category: str = ""
    position: Point = field(default_factory=lambda: Point(0.0, 0.0))
    where: str = ""
    path_length: float = 0.0
