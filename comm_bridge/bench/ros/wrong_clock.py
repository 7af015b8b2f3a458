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
