"""Convert seconds to and from builtin_interfaces/Time."""

from typing import Any

import builtin_interfaces.msg


def time_to_ros(seconds: float) -> Any:
    """Return a builtin_interfaces/Time of non-negative seconds."""
    nanoseconds = max(0, round(seconds * 1e9))
    return builtin_interfaces.msg.Time(sec=nanoseconds // 10**9, nanosec=nanoseconds % 10**9)


def time_from_ros(stamp: Any) -> float:
    """Return seconds."""
    return float(stamp.sec) + float(stamp.nanosec) * 1e-9
