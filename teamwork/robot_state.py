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

"""Where a robot is and what it is doing: S of the paper's section III."""

from dataclasses import dataclass

from teamwork.geometry import Point, Pose


@dataclass(frozen=True)
class RobotState:
    """Describe one robot at one moment, as it tells it to its teammates.

    `pose` is of base_link in `map`; `battery` is in seconds of work left; `subtask` and `subskill`
    are in the prompt's notation, such as ``Explore <room_1>``; empty strings mean none or unknown.
    `heading_for` is where the base drives to, in `map`; None for nowhere, or unknown.
    """

    pose: Pose
    room: str = ""
    held_object: str = ""
    held_category: str = ""
    battery: float = 0.0
    subtask: str = ""
    subskill: str = ""
    explored_rooms: tuple[str, ...] = ()
    heading_for: Point | None = None
