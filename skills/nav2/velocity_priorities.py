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


"""Who goes first in telling a base its velocity: parameters of twist_mux."""

from typing import Any

from teamwork import topics

SILENCE = 0.5
"""Seconds after which one that says nothing is passed over."""


def velocity_priorities() -> dict[str, Any]:
    """Return twist_mux's parameters: the emergency stop before Nav2."""
    wishes = {topics.CMD_VEL_STOP: 255, topics.CMD_VEL_AUTONOMOUS: 10}
    return {
        # Releases that know no stamped commands leave this out of account.
        "use_stamped": False,
        "topics": {
            topic: {"topic": topic, "timeout": SILENCE, "priority": priority}
            for topic, priority in wishes.items()
        },
    }
