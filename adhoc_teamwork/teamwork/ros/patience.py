# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""By which clock a node waits for others, and by which it does what it does again and again."""

import time
from collections.abc import Callable
from typing import Any

from rclpy.clock import Clock, ClockType

from adhoc_teamwork.teamwork.clock import SlowerClock
from adhoc_teamwork.teamwork.ros.conversions.stamp import seconds_now


def patience_clock(node: Any) -> Callable[[], float]:
    """Return a new clock that only grows: in simulated time the slower of that and the wall's.

    A simulator that waits lets real time pass in which nothing can be answered.
    """
    if not node.get_parameter("use_sim_time").value:
        return time.monotonic
    return SlowerClock(time.monotonic, lambda: seconds_now(node))


def pace_clock(node: Any) -> Clock:
    """Return the clock for timers: simulated time or, on a robot, one that nobody sets back.

    A timer by the system's clock stands still for as long as that was set back.
    """
    if node.get_parameter("use_sim_time").value:
        return node.get_clock()
    return Clock(clock_type=ClockType.STEADY_TIME)
