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

"""Where a thing is, in the terms on which common sense judges it."""

from dataclasses import dataclass

from teamwork.scene import FLOOR, Detection


@dataclass(frozen=True)
class Situation:
    """Say where a thing is, in the terms on which common sense judges it."""

    category: str
    relation: str
    receptacle: str
    room_type: str

    @property
    def is_known(self) -> bool:
        """Tell whether both the carrying receptacle and the type of the room are known."""
        return bool(self.receptacle and self.room_type)


def situation_of(detection: Detection) -> Situation:
    """Return the situation of an object; unknown parts are empty."""
    on_floor = detection.receptacle == FLOOR
    receptacle = FLOOR if on_floor else detection.receptacle_category
    relation = detection.relation.value if detection.relation and not on_floor else ""
    return Situation(detection.category, relation, receptacle, detection.room_type)
