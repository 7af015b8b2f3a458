# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Hear that a node's clock was set back."""

import time
from collections.abc import Callable
from typing import Any

from rclpy.clock import Clock, ClockType, JumpThreshold
from rclpy.duration import Duration

from adhoc_teamwork.teamwork.clock import SET_BACK, was_set_back
from adhoc_teamwork.teamwork.ros.conversions.stamp import seconds_now

_PERIOD = 0.5


def on_set_back(node: Any, act: Callable[[], None]) -> Any:
    """Call `act` whenever a node's clock was set back; return what has `unregister`, to end it.

    ROS tells of jumps of simulated time alone: the system's clock is compared with a steady one.
    """
    if not node.get_parameter("use_sim_time").value:
        return _SystemClock(node, act)
    threshold = JumpThreshold(min_forward=None, min_backward=Duration(seconds=-SET_BACK))
    return node.get_clock().create_jump_callback(threshold, post_callback=lambda _jump: act())


class _SystemClock:
    """Look again and again whether the system's clock lags by more than before."""

    def __init__(self, node: Any, act: Callable[[], None]) -> None:
        self._node, self._act = node, act
        self._ahead = self._lead()
        wall = Clock(clock_type=ClockType.STEADY_TIME)
        self._timer = node.create_timer(_PERIOD, self._look, clock=wall)

    def unregister(self) -> None:
        """Look no more."""
        self._node.destroy_timer(self._timer)

    def _lead(self) -> float:
        return seconds_now(self._node) - time.monotonic()

    def _look(self) -> None:
        before, self._ahead = self._ahead, self._lead()
        if was_set_back(before, self._ahead):
            self._act()
