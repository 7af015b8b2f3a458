"""Drive the base through a nav2_msgs/NavigateToPose action, as Nav2 and the simulator offer it."""

import math
import threading
import time
from collections.abc import Callable
from typing import Any

from action_msgs.msg import GoalStatus
from geometry_msgs.msg import PoseStamped
from nav2_msgs.action import NavigateToPose
from rclpy.action import ActionClient

from skills.causes import Cause
from skills.driver_words import navigation_cause
from skills.motion import DONE, Motion, Outcome
from skills.ros.costmaps import Costmaps
from skills.ros.driver_client import NOT_BEGUN, SERVER_WAIT, Deadline, DriverClient
from teamwork import topics
from teamwork.geometry import Pose
from teamwork.ros.conversions.geometry import pose_to_ros

CANCEL_WAIT = 2.0
"""Wall seconds to wait until a cancelled goal is confirmed to have ended."""


class NavigateToPoseNavigator(DriverClient):
    """Speak to the navigation system of the node's namespace; `DriverClient` says with what."""

    def __init__(
        self, node: Any, callback_group: Any = None, server_wait: float = SERVER_WAIT
    ) -> None:
        super().__init__(node, callback_group, server_wait)
        self._costmaps = Costmaps(node, callback_group)

    def setup(self) -> None:
        """Create the clients."""
        super().setup()
        self._costmaps.setup()

    def clear(self) -> None:
        """Have the navigation system empty its costmaps."""
        self._costmaps.clear()

    def shutdown(self) -> None:
        """Destroy the action client."""
        client, self._client = self._client, None
        if client is not None:
            client.destroy()

    def go_to(self, pose: Pose) -> Motion:
        """Start driving to a pose in `map`."""
        stamped = PoseStamped(pose=pose_to_ros(pose))
        stamped.header.frame_id = topics.MAP_FRAME
        stamped.header.stamp = self._node.get_clock().now().to_msg()
        motion = _Goal(self._client, NavigateToPose.Goal(pose=stamped), self._server_wait)
        motion.poll()
        return motion

    def _connect(self) -> Any:
        return ActionClient(
            self._node, NavigateToPose, topics.NAVIGATE_TO_POSE, callback_group=self._group
        )

    @staticmethod
    def _is_there(client: Any) -> bool:
        return bool(client.server_is_ready())


class _Goal:
    """Follow one goal: wait for the server, send, be accepted, drive, end. Never blocks."""

    def __init__(
        self,
        client: Any,
        goal: Any,
        server_wait: float,
        wall: Callable[[], float] = time.monotonic,
    ) -> None:
        self.distance_remaining = math.nan
        self._client, self._goal, self._wall = client, goal, wall
        self._server_wait = server_wait
        self._lock = threading.RLock()
        self._deadline = Deadline(server_wait, wall)
        self._cancelled_at: float | None = None
        self._sent: Any = None
        self._handle: Any = None
        self._result: Any = None
        self._outcome: Outcome | None = None

    def poll(self) -> Outcome | None:
        """Return how the drive ended, or None while it is under way."""
        with self._lock:
            if self._outcome is None:
                self._outcome = self._look()
            return self._outcome

    def cancel(self) -> None:
        """Ask the server to stop."""
        with self._lock:
            if self._cancelled_at is not None or self._outcome is not None:
                return
            self._cancelled_at = self._wall()
            if self._handle is not None:
                self._handle.cancel_goal_async()

    def _look(self) -> Outcome | None:
        if self._sent is None:
            return self._send()
        if self._handle is None:
            return self._await_acceptance()
        if self._result.done():
            return _outcome(self._result.result(), self._cancelled_at is not None)
        if self._cancelled_at is not None and self._wall() - self._cancelled_at > CANCEL_WAIT:
            return Outcome(
                False, Cause.CANCELLED, "the navigation system did not confirm the cancel"
            )
        if self._client.server_is_ready():
            self._deadline.lift()
        else:
            self._deadline.begin_if_lifted(self._server_wait / 2.0)
        return self._missing("the navigation system went away")

    def _send(self) -> Outcome | None:
        if self._cancelled_at is not None:
            return NOT_BEGUN
        if self._client.server_is_ready():
            self._sent = self._client.send_goal_async(self._goal, self._on_feedback)
            self._sent.add_done_callback(self._on_accepted)
            self._deadline.begin(self._server_wait)
            return None
        return self._missing("the navigation system is not running")

    def _await_acceptance(self) -> Outcome | None:
        if not self._sent.done():
            return self._missing("the navigation system does not answer")
        handle = self._sent.result()
        if handle is None or not handle.accepted:
            return Outcome(
                False, Cause.NAVIGATION_REJECTED, "the navigation system refused the goal"
            )
        self._handle, self._result = handle, handle.get_result_async()
        self._deadline.lift()
        if self._cancelled_at is not None:
            handle.cancel_goal_async()
        return None

    def _missing(self, message: str) -> Outcome | None:
        return self._deadline.failure(Cause.SERVER_MISSING, message)

    def _on_feedback(self, message: Any) -> None:
        self.distance_remaining = float(message.feedback.distance_remaining)

    def _on_accepted(self, sent: Any) -> None:
        """Stop a goal that was accepted after nobody waited for it any more."""
        with self._lock:
            late = self._outcome is not None or self._cancelled_at is not None
        handle = sent.result()
        if late and handle is not None and handle.accepted:
            handle.cancel_goal_async()


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
