# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Hear that a node's clock was set back."""

from collections.abc import Callable
from typing import Any

from rclpy.clock import JumpThreshold
from rclpy.duration import Duration

from adhoc_teamwork.teamwork.clock import SET_BACK


def on_set_back(node: Any, act: Callable[[], None]) -> Any:
    """Call `act` whenever a node's clock was set back; return the handle to unregister."""
    threshold = JumpThreshold(min_forward=None, min_backward=Duration(seconds=-SET_BACK))
    return node.get_clock().create_jump_callback(threshold, post_callback=lambda _jump: act())
