# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Drive the base by nav2_msgs/NavigateToPose and BackUp, as Nav2 and the simulator offer them.

Where Nav2 has costmaps, it empties them when asked. A Nav2 that is being brought up refuses every
goal: it is waited for, and asked once more.
"""

import time
from collections.abc import Callable
from typing import Any

from action_msgs.msg import GoalStatus
from geometry_msgs.msg import Point, PoseStamped
from nav2_msgs.action import BackUp, NavigateToPose
from nav2_msgs.srv import ClearEntireCostmap
from rclpy.duration import Duration

from adhoc_teamwork.skills.back_ends.driver_words import (
    BACK_UP_SPEED,
    BACK_UP_TIME,
    navigation_cause,
)
from adhoc_teamwork.skills.back_ends.motion import DONE, EndedMotion, Motion, Outcome
from adhoc_teamwork.skills.ros.action_client import ActionClient
from adhoc_teamwork.skills.ros.action_goal import ActionGoal, GoalWords
from adhoc_teamwork.skills.ros.driver_client import SERVER_WAIT, DriverClient
from adhoc_teamwork.skills.ros.nav2_state import BRING_UP, Nav2State
from adhoc_teamwork.teamwork import topics
from adhoc_teamwork.teamwork.geometry import Pose
from adhoc_teamwork.teamwork.ros.conversions.geometry import pose_to_ros
from adhoc_teamwork.teamwork.ros.patience import patience_clock
from adhoc_teamwork.teamwork.team.causes import Cause

_COSTMAPS = ("global", "local")


class Costmaps:
    """Ask the navigation system of the node's namespace to forget what stood in the way."""

    def __init__(self, node: Any, callback_group: Any = None) -> None:
        self._node, self._group = node, callback_group
        self._clients: list[Any] = []

    def setup(self) -> None:
        """Create the clients."""
        self._clients = [
            self._node.create_client(
                ClearEntireCostmap, topics.clear_costmap(which), callback_group=self._group
            )
            for which in _COSTMAPS
        ]

    def clear(self) -> None:
        """Ask; nobody waits for the answer."""
        for client in self._clients:
            if client.service_is_ready():
                client.call_async(ClearEntireCostmap.Request())


_WORDS = GoalWords("the navigation system", Cause.NAVIGATION_REJECTED)


class NavigateToPoseNavigator(DriverClient):
    """Speak to the navigation system of the node's namespace; `DriverClient` says with what."""

    def __init__(
        self, node: Any, callback_group: Any = None, server_wait: float = SERVER_WAIT
    ) -> None:
        super().__init__(node, callback_group, server_wait)
        self._backing: Any = None
        self._costmaps = Costmaps(node, callback_group)
        self._state = Nav2State(node, callback_group)

    def setup(self) -> None:
        """Create the clients."""
        super().setup()
        self._backing = ActionClient(self._node, BackUp, topics.BACK_UP, callback_group=self._group)
        self._costmaps.setup()
        self._state.setup()

    @property
    def ready(self) -> bool:
        """Tell whether the navigation system is there, and has not said that it is inactive."""
        return super().ready and not self._state.was_inactive

    @property
    def backs_up(self) -> bool:
        """Tell whether the navigation system offers to back up: not every one does."""
        return self._backing is not None and bool(self._backing.server_is_ready())

    def clear(self) -> None:
        """Have the navigation system empty its costmaps."""
        self._costmaps.clear()

    def shutdown(self) -> None:
        """Destroy the action clients."""
        clients = self._client, self._backing
        self._client = self._backing = None
        for client in clients:
            if client is not None:
                client.destroy()

    def go_to(self, pose: Pose) -> Motion:
        """Start driving to a pose in `map`."""
        stamped = PoseStamped(pose=pose_to_ros(pose))
        stamped.header.frame_id = topics.MAP_FRAME
        stamped.header.stamp = self._node.get_clock().now().to_msg()
        goal = NavigateToPose.Goal(pose=stamped)
        patience = patience_clock(self._node)
        motion = _Drive(self._client, goal, self._state, self._server_wait, patience=patience)
        motion.poll()
        return motion

    def back_up(self, distance: float) -> Motion:
        """Start driving straight back, metres, where the navigation system `backs_up`."""
        if not self.backs_up:
            said = "the navigation system does not back up"
            return EndedMotion(Outcome(False, Cause.SERVER_MISSING, said))
        goal = BackUp.Goal(target=Point(x=distance), speed=BACK_UP_SPEED)
        goal.time_allowance = Duration(seconds=BACK_UP_TIME).to_msg()
        patience = patience_clock(self._node)
        motion = ActionGoal(
            self._backing, goal, _WORDS, _outcome, self._server_wait, patience=patience
        )
        motion.poll()
        return motion

    def _connect(self) -> Any:
        return ActionClient(
            self._node, NavigateToPose, topics.NAVIGATE_TO_POSE, callback_group=self._group
        )

    @staticmethod
    def _is_there(client: Any) -> bool:
        return bool(client.server_is_ready())


class _Drive(ActionGoal):
    """Follow one drive, and how far it is from its end."""

    def __init__(
        self,
        client: Any,
        goal: Any,
        state: Nav2State,
        server_wait: float,
        wall: Callable[[], float] = time.monotonic,
        patience: Callable[[], float] | None = None,
    ) -> None:
        super().__init__(
            client, goal, _WORDS, _outcome, server_wait, self._on_progress, wall, patience
        )
        self._state, self._was_refused = state, False

    def _refused(self) -> Outcome | None:
        if self._was_refused or not self._state.is_told:
            return super()._refused()
        self._was_refused, self._sent = True, None
        self._deadline.begin(BRING_UP)
        return None

    def _send(self) -> Outcome | None:
        waits = self._was_refused and self._cancelled_at is None
        if not waits or self._state.is_active():
            return super()._send()
        return self._missing("is not active")

    def _on_progress(self, message: Any) -> None:
        self.distance_remaining = float(message.feedback.distance_remaining)
        self._state.was_inactive = False


def _outcome(answer: Any, cancelled: bool) -> Outcome:
    if answer.status == GoalStatus.STATUS_SUCCEEDED:
        return DONE
    if answer.status == GoalStatus.STATUS_CANCELED:
        by = "as asked" if cancelled else "by somebody else"
        cause = Cause.CANCELLED if cancelled else Cause.NAVIGATION_ABORTED
        return Outcome(False, cause, f"the drive was cancelled {by}")
    code = int(getattr(answer.result, "error_code", 0))
    said = str(getattr(answer.result, "error_msg", ""))
    cause, reason = navigation_cause(code)
    return Outcome(False, cause, said or reason)
