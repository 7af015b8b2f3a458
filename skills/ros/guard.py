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

"""Hear emergency stops and the deadman switch, and tell the navigation system the speed limit."""

from collections.abc import Callable
from typing import Any

from nav2_msgs.msg import SpeedLimit
from std_msgs.msg import Bool

from skills.safety import Safety
from teamwork import topics
from teamwork.ros import qos

_PERIOD = 1.0
TEAM, OWN = "team", "robot"
"""Whose emergency stop it is: that of all robots, or this robot's own."""


class Guard:
    """Feed a `Safety` from `/emergency_stop`, `emergency_stop` and `deadman` (std_msgs/Bool).

    Stops are heard from latched and from plain publishers. Callbacks only set values.
    """

    def __init__(self, node: Any, safety: Safety, callback_group: Any = None) -> None:
        self._node, self._safety, self._group = node, safety, callback_group
        self._limit: Any = None

    def setup(self) -> None:
        """Subscribe, and publish the speed limit where there is one."""
        stop = topics.EMERGENCY_STOP
        for topic, who in ((f"/{stop}", TEAM), (stop, OWN)):
            for profile in (qos.LATCHED, qos.RELIABLE):
                self._subscribe(topic, self._on_stop(who), profile)
        self._subscribe(topics.DEADMAN, lambda m: self._safety.hold(m.data), qos.RELIABLE)
        self._node.create_timer(_PERIOD, self._tell_limit, callback_group=self._group)

    def _on_stop(self, who: str) -> Callable[[Any], None]:
        def take(message: Any) -> None:
            pressed = bool(message.data)
            (self._safety.press if pressed else self._safety.release)(who)

        return take

    def _tell_limit(self) -> None:
        """Say it again and again: a controller that was started anew knows no limit.

        One that was lifted is said as well, as 0.
        """
        if self._limit is None:
            if self._safety.rules.max_speed <= 0.0:
                return
            self._limit = self._node.create_publisher(SpeedLimit, topics.SPEED_LIMIT, qos.RELIABLE)
        message = SpeedLimit(percentage=False, speed_limit=self._safety.rules.max_speed)
        message.header.stamp = self._node.get_clock().now().to_msg()
        self._limit.publish(message)

    def _subscribe(self, topic: str, callback: Callable[[Any], None], profile: Any) -> None:
        self._node.create_subscription(Bool, topic, callback, profile, callback_group=self._group)
