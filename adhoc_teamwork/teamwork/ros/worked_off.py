# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Tell a simulator that waits for its robots up to when a node has worked simulated time off."""

import math
import time
from collections.abc import Callable
from typing import Any

from builtin_interfaces.msg import Time
from rclpy.clock import JumpThreshold
from rclpy.duration import Duration
from rclpy.event_handler import PublisherEventCallbacks

from adhoc_teamwork.teamwork import topics
from adhoc_teamwork.teamwork.ros.conversions.stamp import seconds_now, time_to_ros
from adhoc_teamwork.teamwork.ros.qos import LATCHED

_ANY = 1
"""Nanoseconds by which a clock has moved when it has moved at all."""
_SIGN_OF_LIFE = 1.0
"""Seconds of wall time between two words of one that is at work."""


class WorkedOff:
    """Hear each move of a node's simulated clock, and answer it once all work up to there is done.

    Where time is not simulated, or nobody waits, nothing is woken and only the first word is said.

    Args:
        node: Whose clock and publisher.
        wake: Called on the executor's thread after each move of the clock; None: a node that works
            in its callbacks has, when it hears of a time, done all that came before.
    """

    def __init__(self, node: Any, wake: Callable[[], None] | None = None) -> None:
        self._node = node
        self._wake = wake or self._tell_now
        self._publisher: Any = None
        self._jumps: Any = None
        self._told, self._told_at = math.nan, 0.0
        self._owes = False

    def setup(self) -> None:
        """Connect, and say that nothing is worked off yet."""
        if not self._node.get_parameter("use_sim_time").value:
            return
        topic = topics.worked_off(self._node.get_name())
        matched = PublisherEventCallbacks(matched=self._on_match)
        self._publisher = self._node.create_publisher(Time, topic, LATCHED, event_callbacks=matched)
        threshold = JumpThreshold(
            min_forward=Duration(nanoseconds=_ANY), min_backward=Duration(nanoseconds=-_ANY)
        )
        clock = self._node.get_clock()
        self._jumps = clock.create_jump_callback(threshold, post_callback=self._on_move)
        self._publisher.publish(Time())

    def close(self) -> None:
        """Hear and say nothing any more; the node destroys the publisher."""
        if self._jumps is not None:
            self._jumps.unregister()
        self._jumps = self._publisher = None

    def tell(self, stamp: float) -> None:
        """Say, from any thread, that all is done that was due by `stamp`, seconds of the clock."""
        if stamp != self._told:
            self._say(stamp)

    def still_at_work(self) -> None:
        """Say, once a second at most, that no more is done yet: call it often while that lasts."""
        if not math.isnan(self._told) and time.monotonic() - self._told_at >= _SIGN_OF_LIFE:
            self._say(self._told)

    def _say(self, stamp: float) -> None:
        publisher = self._publisher
        if publisher is not None and publisher.get_subscription_count():
            self._told, self._told_at = stamp, time.monotonic()
            publisher.publish(time_to_ros(stamp))

    def _on_move(self, _jump: Any) -> None:
        publisher = self._publisher
        self._owes = publisher is not None and not publisher.get_subscription_count()
        if publisher is not None and not self._owes:
            self._wake()

    def _on_match(self, _info: Any) -> None:
        """Answer the move that nobody waited for yet: whoever waits now may not move the clock."""
        if self._owes and self._publisher is not None:
            self._owes = False
            self._wake()

    def _tell_now(self) -> None:
        self.tell(seconds_now(self._node))
