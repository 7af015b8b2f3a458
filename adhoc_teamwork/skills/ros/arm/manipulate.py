# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Move the hand through the Manipulate service; feel it through the effort in joint_states."""

import math
import time
from collections.abc import Callable
from typing import Any

from adhoc_interfaces.srv import Manipulate
from geometry_msgs.msg import PointStamped

from adhoc_teamwork.skills.back_ends.motion import DONE, Motion, Outcome
from adhoc_teamwork.skills.back_ends.unrehearsed import Unrehearsed
from adhoc_teamwork.skills.ros.action_goal import CANCEL_AGAIN
from adhoc_teamwork.skills.ros.driver_client import NOT_BEGUN, SERVER_WAIT, Deadline, DriverClient
from adhoc_teamwork.skills.ros.joint_sense import JointSense
from adhoc_teamwork.teamwork import topics
from adhoc_teamwork.teamwork.geometry import Point
from adhoc_teamwork.teamwork.ros.conversions.geometry import point_to_ros
from adhoc_teamwork.teamwork.ros.patience import patience_clock
from adhoc_teamwork.teamwork.states import State
from adhoc_teamwork.teamwork.team.causes import Cause

ANSWER_WAIT = 20.0
"""Seconds that a motion of the arm may take, by `patience_clock`."""


class ManipulateHand(Unrehearsed, DriverClient):
    """Speak to the arm driver of the node's namespace; `DriverClient` says with what.

    Points have their height above the floor; `in_map` returns them with that in `map`.
    """

    def __init__(
        self,
        node: Any,
        sense: JointSense,
        callback_group: Any = None,
        server_wait: float = SERVER_WAIT,
        in_map: Callable[[Point], Point] = lambda point: point,
    ) -> None:
        super().__init__(node, callback_group, server_wait)
        self._sense, self._in_map = sense, in_map

    def shutdown(self) -> None:
        """Do nothing: the node destroys the service's client."""

    def holding(self) -> bool | None:
        """Tell whether the hand holds something; None before the first joint state."""
        return self._sense.holding()

    def grasp(self, point: Point) -> Motion:
        """Start closing the hand on what is at `point` (`map`, metres)."""
        return self._call(Manipulate.Request.GRASP, point, Cause.GRASP_FAILED)

    def release(self, point: Point) -> Motion:
        """Start opening the hand with the object's bottom centre at `point` (`map`, metres)."""
        return self._call(Manipulate.Request.RELEASE, point, Cause.RELEASE_FAILED)

    def open_door(self, point: Point) -> Motion:
        """Start opening the door or lid of what is at `point` (`map`, metres)."""
        return self._call(Manipulate.Request.OPEN, point, Cause.BLOCKED)

    def close_door(self, point: Point) -> Motion:
        """Start closing the door or lid of what is at `point` (`map`, metres)."""
        return self._call(Manipulate.Request.CLOSE, point, Cause.BLOCKED)

    def put_in(self, point: Point) -> Motion:
        """Start letting the held object into what is at `point` (`map`, metres)."""
        return self._call(Manipulate.Request.PUT_IN, point, Cause.RELEASE_FAILED)

    def set_state(self, point: Point, state: State) -> Motion:
        """Start bringing what is at `point` (`map`, metres) into a state."""
        return self._call(Manipulate.Request.SET, point, Cause.BLOCKED, str(state))

    def _connect(self) -> Any:
        return self._node.create_client(Manipulate, topics.MANIPULATE, callback_group=self._group)

    @staticmethod
    def _is_there(client: Any) -> bool:
        return bool(client.service_is_ready())

    def _call(self, command: int, point: Point, otherwise: Cause, state: str = "") -> Motion:
        target = PointStamped(point=point_to_ros(self._in_map(point)))
        target.header.frame_id = topics.MAP_FRAME
        target.header.stamp = self._node.get_clock().now().to_msg()
        request = Manipulate.Request(command=command, target=target, state=state)
        patience = patience_clock(self._node)
        motion = _Call(self._client, request, otherwise, self._server_wait, patience=patience)
        motion.poll()
        return motion


class _Call:
    """Follow one call of the service."""

    distance_remaining = math.nan

    def __init__(
        self,
        client: Any,
        request: Any,
        otherwise: Cause,
        server_wait: float,
        wall: Callable[[], float] = time.monotonic,
        patience: Callable[[], float] | None = None,
    ) -> None:
        self._client, self._request, self._otherwise = client, request, otherwise
        self._deadline = Deadline(server_wait, patience or wall)
        self._answer: Any = None
        self._wall = wall
        self._cancelled_at: float | None = None
        self._outcome: Outcome | None = None

    def poll(self) -> Outcome | None:
        """Return how the motion ended, or None while it is under way."""
        if self._outcome is None:
            self._outcome = self._look()
        return self._outcome

    def cancel(self) -> None:
        """Do not call the driver where it was not called yet; else call it to stop.

        The motion is under way until the driver has answered the first call.
        """
        again = self._cancelled_at is None or self._wall() - self._cancelled_at >= CANCEL_AGAIN
        if self._outcome is not None or not again:
            return
        self._cancelled_at = self._wall()
        if self._answer is not None:
            stop = Manipulate.Request(command=Manipulate.Request.STOP, target=self._request.target)
            self._client.call_async(stop)

    def _look(self) -> Outcome | None:
        if self._answer is None:
            return self._send()
        if self._answer.done():
            return self._read(self._answer.result())
        if self._deadline.passed:
            self._client.remove_pending_request(self._answer)
            return Outcome(False, Cause.TIMEOUT, "the arm's driver does not answer")
        return None

    def _send(self) -> Outcome | None:
        if self._cancelled_at is not None:
            return NOT_BEGUN
        if self._client.service_is_ready():
            self._answer = self._client.call_async(self._request)
            self._deadline.begin(ANSWER_WAIT)
            return None
        return self._deadline.failure(Cause.SERVER_MISSING, "the arm's driver is not running")

    def _read(self, answer: Any) -> Outcome:
        if answer.success:
            return DONE
        cause = Cause.read(answer.cause)
        return Outcome(
            False,
            self._otherwise if cause in (None, Cause.UNKNOWN) else cause,
            answer.message or answer.cause or "the arm's driver gave no reason",
        )
