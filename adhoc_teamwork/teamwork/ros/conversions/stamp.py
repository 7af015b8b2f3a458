# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

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
