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

"""Make events of what the simulator tells of its world."""

from typing import Any

from bringup.events import Event, Source
from teamwork.ros.conversions.stamp import time_from_ros


def world_event(message: Any) -> Event:
    """Return the event that an adhoc_interfaces/WorldEvent is."""
    data = {
        "object": message.object,
        "category": message.category,
        "position": [message.position.x, message.position.y, message.position.z],
        "where": message.where,
        "tidied": message.tidied,
        "total": message.total,
        "path_length": message.path_length,
    }
    stamp = time_from_ros(message.stamp)
    return Event(stamp, Source.WORLD, message.kind, message.robot, message.text, data)
