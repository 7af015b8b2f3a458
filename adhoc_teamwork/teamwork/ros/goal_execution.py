# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Have rclpy execute a goal of an action from any thread, also while its client cancels it."""

from typing import Any

from rclpy.impl.implementation_singleton import rclpy_implementation

_Refused = rclpy_implementation.RCLError


def execute_goal(handle: Any) -> None:
    """Have rclpy call the execute callback of an accepted goal, canceled meanwhile or not.

    rclpy looks whether a goal is being canceled, and only then calls it executing: a cancel that
    the executor's thread takes in between makes that change a forbidden one.

    Raises:
        RCLError: The goal is executed already, or has ended.
    """
    try:
        handle.execute()
    except _Refused:
        if not handle.is_cancel_requested:
            raise
        # It is known to be canceled by now, and rclpy changes nothing about such a goal.
        handle.execute()
