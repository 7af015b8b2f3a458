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

"""When a live team is looked at, and when pages are told: at one beat, whatever the work takes."""

PERIOD = 0.2
"""Seconds from one picture to the next."""
TELLING = 0.05
"""Seconds after each look at which pages are told what it saw."""


def until_beat(now: float, after: float = 0.0) -> float:
    """Return the seconds until the next beat: more than 0, at most a period.

    Args:
        now: A clock that never goes back, seconds.
        after: How long after each beat is meant.
    """
    return PERIOD - (now - after) % PERIOD
