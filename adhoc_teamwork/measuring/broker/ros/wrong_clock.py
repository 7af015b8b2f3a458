# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""A node's ROS clock that is ahead of, or behind, the system's."""

import time

from rclpy.clock import Clock, ClockType
from rclpy.node import Node
from rclpy.time import Time

_PERIOD = 0.01


class WrongClock:
    """Set a node's ROS clock a hundred times a second to the system's plus an error, seconds."""

    def __init__(self, node: Node, ahead: float) -> None:
        self._ahead = ahead
        self._clock = node.get_clock()
        if ahead:
            self._clock._set_ros_time_is_active(True)
            self._set()
            node.create_timer(_PERIOD, self._set, clock=Clock(clock_type=ClockType.STEADY_TIME))

    def now(self) -> float:
        """Return the node's time, seconds."""
        return float(self._clock.now().nanoseconds) * 1e-9

    def _set(self) -> None:
        now = time.time_ns() + round(self._ahead * 1e9)
        self._clock.set_ros_time_override(Time(nanoseconds=now, clock_type=ClockType.ROS_TIME))
