# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The emulated air of a node: links from the simulator, frames let in when they are due."""

import threading
import time
from collections.abc import Callable
from typing import Any

from adhoc_interfaces import msg as ros
from rclpy.clock import Clock, ClockType
from rclpy.node import Node

from adhoc_teamwork.comm_bridge.radio_link.link_emulation import AirLink, LinkEmulation
from adhoc_teamwork.teamwork.ros.qos import LATCHED
from adhoc_teamwork.teamwork.topics import RADIO_LINKS

_PERIOD = 0.005
"""Seconds between two looks for frames that are due, while some are on their way."""


class SimulatedAir:
    """Do to a node's incoming frames what the simulator says; call it as ``air(sender, arrive)``.

    Args:
        node: Whose ears it stands before; `arrive` is called on its executor.
        receiver: The robot's name; empty for the broker.
    """

    def __init__(self, node: Node, receiver: str) -> None:
        self._air = LinkEmulation()
        self._receiver = receiver
        self._lock = threading.RLock()
        node.create_subscription(ros.RadioLinks, RADIO_LINKS, self._take, LATCHED)
        self._timer = node.create_timer(
            _PERIOD, self._deliver, clock=Clock(clock_type=ClockType.STEADY_TIME)
        )
        self._timer.cancel()

    def __call__(self, sender: str, arrive: Callable[[], None]) -> None:
        """Let a frame of `sender` (empty: the broker) arrive now, later, or never."""
        with self._lock:
            self._air.send(sender, arrive, time.monotonic())
            if self._air.next_due is not None and self._timer.is_canceled():
                self._timer.reset()

    @property
    def lost(self) -> int:
        """Return how many frames did not arrive."""
        return self._air.lost

    def _take(self, message: Any) -> None:
        links = air_links_from_ros(message, self._receiver)
        with self._lock:
            self._air.set_links(links)

    def _deliver(self) -> None:
        with self._lock:
            self._air.deliver(time.monotonic())
            if self._air.next_due is None:
                self._timer.cancel()


def air_links_from_ros(message: Any, receiver: str) -> dict[str, AirLink]:
    """Return the links to one receiver, by sender, of an adhoc_interfaces/RadioLinks."""
    return {
        link.sender: AirLink(link.reachable, link.loss, link.delay, link.jitter)
        for link in message.links
        if link.receiver == receiver
    }
