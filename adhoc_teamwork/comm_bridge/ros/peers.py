# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Listen to teammates directly where the broker does not speak for them."""

import time
from collections.abc import Callable
from typing import Any

from adhoc_interfaces.msg import TeamMessage as RosTeamMessage
from adhoc_interfaces.msg import TeamReceipt
from rclpy.clock import Clock, ClockType

from adhoc_teamwork.comm_bridge.broker.flood_guard import FloodGuard
from adhoc_teamwork.comm_bridge.radio_link.radio import Radio
from adhoc_teamwork.teamwork import topics
from adhoc_teamwork.teamwork.ros import qos
from adhoc_teamwork.teamwork.ros.drain import subscribe_raw
from adhoc_teamwork.teamwork.ros.speakers import find_speakers

_LOOK_PERIOD = 1.0
"""Seconds between two looks at the ROS graph while somebody cannot be heard through the broker."""
_IDLE_PERIOD = 5.0
"""The same while the broker speaks for everyone."""
MAX_PEERS = 30
"""Teammates heard directly at most: each costs three subscriptions. Others wait for the broker."""
_LINGER = 5.0
"""Seconds for which a teammate is still heard directly once the broker speaks for it again."""


class Peers:
    """Subscribe to the topics of teammates that are to be heard directly, as long as they are.

    Args:
        node: Whose subscriptions they are.
        radio: Says who is to be heard directly.
        on_batch: Called with sender, serialized messages and whether they are other robots'.
        on_receipt: Called with sender and TeamReceipt.
    """

    def __init__(
        self,
        node: Any,
        radio: Radio,
        on_batch: Callable[[str, list[bytes], bool], None],
        on_receipt: Callable[[str, Any], None],
    ) -> None:
        self.wall = Clock(clock_type=ClockType.STEADY_TIME)
        self._node = node
        self._radio = radio
        self._on_batch = on_batch
        self._on_receipt = on_receipt
        self._subscriptions: dict[str, list[Any]] = {}
        self._wanted_at: dict[str, float] = {}
        self._guard = FloodGuard()
        self._wanted: frozenset[str] = frozenset()
        self._looked_at = time.monotonic()

    def look(self, now: float) -> None:
        """Subscribe and unsubscribe as needed; looks at the graph once in a while only."""
        is_calm = self._radio.hears_broker(now) and not self._wanted
        if now < self._looked_at + (_IDLE_PERIOD if is_calm else _LOOK_PERIOD):
            return
        self._looked_at = now
        self._wanted = wanted = self._radio.listens_to(find_speakers(self._node), now)
        self._wanted_at.update(dict.fromkeys(wanted, now))
        for robot in sorted(wanted - self._subscriptions.keys()):
            is_muted = self._guard.is_muted(robot, now)
            if len(self._subscriptions) < MAX_PEERS and not is_muted:
                self._subscriptions[robot] = self._subscribe(robot)
        for robot in list(self._subscriptions):
            if now - self._wanted_at[robot] > _LINGER:
                self._unsubscribe(robot)

    def _take(self, robot: str, batch: list[bytes], passed_on: bool) -> None:
        if self._guard.is_too_much(robot, len(batch), time.monotonic()):
            self._unsubscribe(robot)
        self._on_batch(robot, batch, passed_on)

    def _unsubscribe(self, robot: str) -> None:
        for subscription in self._subscriptions.pop(robot, ()):
            self._node.destroy_subscription(subscription)

    def _subscribe(self, robot: str) -> list[Any]:
        def take(passed_on: bool) -> Callable[[list[bytes]], None]:
            return lambda batch: self._take(robot, batch, passed_on)

        return [
            subscribe_raw(
                self._node, RosTeamMessage, f"/{robot}/{topics.TEAM_OUT}", take(False), qos.TEAM
            ),
            subscribe_raw(
                self._node,
                RosTeamMessage,
                f"/{robot}/{topics.TEAM_PASSED_ON}",
                take(True),
                qos.TEAM,
            ),
            self._node.create_subscription(
                TeamReceipt,
                f"/{robot}/{topics.TEAM_HEARD}",
                lambda message: self._on_receipt(robot, message),
                qos.RECEIPTS,
            ),
        ]
