# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""An action client that any thread may use, whichever thread its answers come on."""

import threading
from typing import Any

import rclpy.action


class ActionClient(rclpy.action.ActionClient):  # type: ignore[misc, unused-ignore]
    """Ask an action server, and miss none of its answers.

    rclpy notes what it waits for only once it has asked: where another thread spins, an answer that
    was quicker was dropped, and what had been asked never ended (ros2/rclpy issue 1123, mended in
    later releases for Jazzy).
    """

    def __init__(self, *args: Any, **options: Any) -> None:
        self._asking = threading.RLock()
        super().__init__(*args, **options)

    def send_goal_async(self, *args: Any, **options: Any) -> Any:
        """Send a goal; return a future of its handle."""
        with self._asking:
            return super().send_goal_async(*args, **options)

    def _cancel_goal_async(self, *args: Any) -> Any:
        with self._asking:
            return super()._cancel_goal_async(*args)

    def _get_result_async(self, *args: Any) -> Any:
        with self._asking:
            return super()._get_result_async(*args)

    async def execute(self, taken_data: Any) -> None:
        """Handle what came; whoever asks just now has noted it by then."""
        with self._asking:
            pass
        await super().execute(taken_data)
