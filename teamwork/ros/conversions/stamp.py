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

"""Convert seconds to and from builtin_interfaces/Time, and read a node's clock in them."""

import math
from typing import Any

import builtin_interfaces.msg

LAST = 2.0**31 - 1.0
"""Seconds that a builtin_interfaces/Time can hold at most."""


def time_to_ros(seconds: float) -> Any:
    """Return a builtin_interfaces/Time: from 0 to the last that it can hold, 0 for no number."""
    sound = min(max(0.0, seconds), LAST) if not math.isnan(seconds) else 0.0
    nanoseconds = round(sound * 1e9)
    return builtin_interfaces.msg.Time(sec=nanoseconds // 10**9, nanosec=nanoseconds % 10**9)


def time_from_ros(stamp: Any) -> float:
    """Return seconds."""
    return float(stamp.sec) + float(stamp.nanosec) * 1e-9


def seconds_now(node: Any) -> float:
    """Return the time of a node's clock, in seconds: simulated where it uses that."""
    return float(node.get_clock().now().nanoseconds) * 1e-9
