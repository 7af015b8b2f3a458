# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Whether Nav2 is active, as bt_navigator says it.

It is the last node that is brought up, after costmaps have found where the robot is. The wait of
nav2_simple_commander's BasicNavigator has no end, cannot be cancelled, takes a Nav2 without amcl
for none, and tells amcl that the robot stands at the map's origin until amcl says where.
"""

import math
import time
from typing import Any

from lifecycle_msgs.msg import State
from lifecycle_msgs.srv import GetState

_STATE = "bt_navigator/get_state"
_AGAIN, _ANSWER = 0.2, 5.0
BRING_UP = 10.0
"""Seconds for which a Nav2 that is not active yet is waited for; a robot that stands for longer in
a drive is taken to be blocked (`Settings.stall_time`)."""


class Nav2State:
    """Ask the Nav2 of the node's namespace for its state; nothing here waits.

    Args:
        node: Whose namespace counts, and whose executor handles the answer.
        callback_group: Where that is handled.

    Attributes:
        was_inactive: Whether it last said that it is not active.
    """

    def __init__(self, node: Any, callback_group: Any = None) -> None:
        self._node, self._group = node, callback_group
        self._client: Any = None
        self._answer: Any = None
        self._asked_at = -math.inf
        self.was_inactive = False

    def setup(self) -> None:
        """Create the client."""
        self._client = self._node.create_client(GetState, _STATE, callback_group=self._group)

    @property
    def is_told(self) -> bool:
        """Tell whether there is a Nav2 that tells its state."""
        return bool(self._client is not None and self._client.service_is_ready())

    def is_active(self) -> bool:
        """Tell whether it has just said that it is active; ask it again where it has not.

        Each answer is told once: who calls this later asks anew.
        """
        answer, now = self._answer, time.monotonic()
        if answer is not None and answer.done():
            self._answer = None
            self.was_inactive = answer.result().current_state.id != State.PRIMARY_STATE_ACTIVE
            if not self.was_inactive:
                self._asked_at = -math.inf
                return True
        elif answer is not None and now - self._asked_at > _ANSWER:
            self.forget()
        if self._answer is None and now - self._asked_at > _AGAIN and self.is_told:
            self._answer, self._asked_at = self._client.call_async(GetState.Request()), now
        return False

    def forget(self) -> None:
        """Take no answer any more to what was asked."""
        if self._answer is not None:
            self._client.remove_pending_request(self._answer)
            self._answer = None
