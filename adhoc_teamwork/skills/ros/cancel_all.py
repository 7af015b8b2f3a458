# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Cancel every goal of a robot's base and arm, whoever sent it."""

import time
from typing import Any

from action_msgs.srv import CancelGoal

from adhoc_teamwork.teamwork import topics

ACTIONS = (topics.NAVIGATE_TO_POSE, topics.FOLLOW_JOINT_TRAJECTORY, topics.GRIPPER_COMMAND)
AGAIN = 0.5
"""Wall seconds after which servers are asked once more."""


class CancelAll:
    """Ask the action servers of the node's namespace to end all that they do; never waits."""

    def __init__(self, node: Any, callback_group: Any = None) -> None:
        self._node, self._group = node, callback_group
        self._clients: list[Any] = []
        self._asked_at = -AGAIN

    def setup(self) -> None:
        """Create the clients."""
        self._clients = [
            self._node.create_client(
                CancelGoal, f"{action}/_action/cancel_goal", callback_group=self._group
            )
            for action in ACTIONS
        ]

    def ask(self) -> None:
        """Ask all servers that are there, unless they were asked just now."""
        now = time.monotonic()
        if now - self._asked_at < AGAIN:
            return
        self._asked_at = now
        for client in self._clients:
            if client.service_is_ready():
                # Neither an id nor a time: all goals are meant.
                client.call_async(CancelGoal.Request())
