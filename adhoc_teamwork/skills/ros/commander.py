# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Drive the base through nav2_simple_commander's BasicNavigator, where that is installed.

BasicNavigator is a node of its own whose calls wait, so all of them happen on one thread here.
"""

import importlib.util
import math
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from queue import Empty, SimpleQueue
from typing import Any

from geometry_msgs.msg import PoseStamped

from adhoc_teamwork.skills.back_ends.driver_words import (
    BACK_UP_SPEED,
    BACK_UP_TIME,
    navigation_cause,
)
from adhoc_teamwork.skills.back_ends.motion import DONE, Motion, Outcome
from adhoc_teamwork.skills.ros.action_goal import CANCEL_AGAIN
from adhoc_teamwork.skills.ros.driver_client import SERVER_WAIT
from adhoc_teamwork.skills.ros.nav2_state import BRING_UP, Nav2State
from adhoc_teamwork.teamwork import topics
from adhoc_teamwork.teamwork.geometry import Pose
from adhoc_teamwork.teamwork.ros.conversions.geometry import pose_to_ros
from adhoc_teamwork.teamwork.team.causes import Cause

_PACKAGE = "nav2_simple_commander"
_NAVIGATOR = f"{_PACKAGE}.robot_navigator"
_IDLE = 0.2
_ASKED, _JOIN = 0.01, 1.5


def why_missing() -> str:
    """Return why nav2_simple_commander cannot be used, in a few words; empty where it can."""
    if importlib.util.find_spec(_PACKAGE) is None:
        return f"{_PACKAGE} is missing"
    try:
        importlib.import_module(_NAVIGATOR)
    except ImportError as error:
        # As where another workspace's nav2_msgs, with fewer actions, comes before Nav2's own.
        return f"{_PACKAGE} cannot be imported ({error})"
    return ""


class CommanderNavigator:
    """Speak to Nav2 in the node's namespace through a BasicNavigator.

    Args:
        node: Whose namespace and clock count, and whose executor handles what Nav2 says of itself.
        make: Returns a BasicNavigator for a namespace; the default imports the real one.
        callback_group: Where that is handled.
        server_wait: Wall seconds to wait for a Nav2 that is not there.
    """

    def __init__(
        self,
        node: Any,
        make: Callable[[str], Any] | None = None,
        callback_group: Any = None,
        server_wait: float = SERVER_WAIT,
    ) -> None:
        self._node, self._make, self._server_wait = node, make or _basic_navigator, server_wait
        self._orders: SimpleQueue[_Order | None] = SimpleQueue()
        self._clear = self._active = False
        self._ending_at: float | None = None
        self._state = Nav2State(node, callback_group)
        self._thread = threading.Thread(target=self._run, name="commander", daemon=True)

    def setup(self) -> None:
        """Look for Nav2, and start the thread."""
        self._state.setup()
        self._thread.start()

    def shutdown(self) -> None:
        """End the drive under way and the thread, within two seconds."""
        self._ending_at = time.monotonic()
        self._orders.put(None)
        if self._thread.ident is not None:
            self._thread.join(_JOIN)

    @property
    def ready(self) -> bool:
        """Tell whether Nav2 was active when a drive last began."""
        return self._active

    def clear(self) -> None:
        """Have Nav2 empty its costmaps before the next drive."""
        self._clear = True

    def go_to(self, pose: Pose) -> Motion:
        """Start driving to a pose in `map`."""
        return self._take(lambda navigator: bool(navigator.goToPose(self._stamped(pose))))

    def back_up(self, distance: float) -> Motion:
        """Start driving straight back, metres."""
        return self._take(
            lambda navigator: bool(
                navigator.backup(
                    backup_dist=distance,
                    backup_speed=BACK_UP_SPEED,
                    time_allowance=round(BACK_UP_TIME),
                )
            )
        )

    def _take(self, start: Callable[[Any], bool]) -> Motion:
        order = _Order(start, time.monotonic())
        self._orders.put(order)
        return order

    def _run(self) -> None:
        navigator = self._make(self._node.get_namespace())
        try:
            while self._ending_at is None:
                order = self._next()
                if order is not None:
                    order.end(self._carry_out(navigator, order))
        finally:
            navigator.destroy_node()

    def _next(self) -> "_Order | None":
        try:
            return self._orders.get(timeout=_IDLE)
        except Empty:
            return None

    def _carry_out(self, navigator: Any, order: "_Order") -> Outcome:
        self._active = self._await_nav2(order)
        if not self._active:
            cancelled = Outcome(False, Cause.CANCELLED, "cancelled before it began")
            missing = Outcome(False, Cause.SERVER_MISSING, "the navigation system is not active")
            return cancelled if order.cancelled else missing
        if self._clear:
            self._clear = False
            navigator.clearAllCostmaps()
        if not order.start(navigator):
            return Outcome(
                False, Cause.NAVIGATION_REJECTED, "the navigation system refused the goal"
            )
        return self._follow(navigator, order)

    def _follow(self, navigator: Any, order: "_Order") -> Outcome:
        """Wait, at most a tenth of a second at a time, until the drive has ended.

        One that was cancelled is cancelled again until it has.
        """
        cancel_at = 0.0
        while not navigator.isTaskComplete():
            feedback = navigator.getFeedback()
            if feedback is not None:
                order.distance_remaining = float(getattr(feedback, "distance_remaining", math.nan))
            if (order.cancelled or self._ending_at is not None) and time.monotonic() >= cancel_at:
                cancel_at = time.monotonic() + CANCEL_AGAIN
                navigator.cancelTask()
            if self._ending_at is not None and time.monotonic() > self._ending_at + _JOIN:
                return Outcome(False, Cause.CANCELLED, "the skills node is shutting down")
        return _outcome(navigator, order.cancelled)

    def _await_nav2(self, order: "_Order") -> bool:
        """Wait until Nav2 is active; tell whether it is, and the drive still wanted.

        One that is being brought up is waited for longer than one of which nothing is there.
        """
        while not order.cancelled and self._ending_at is None:
            if self._state.is_active():
                return True
            patience = BRING_UP if self._state.is_told else self._server_wait
            if time.monotonic() - order.begun >= patience:
                break
            time.sleep(_ASKED)
        self._state.forget()
        return False

    def _stamped(self, pose: Pose) -> PoseStamped:
        message = PoseStamped(pose=pose_to_ros(pose))
        message.header.frame_id = topics.MAP_FRAME
        message.header.stamp = self._node.get_clock().now().to_msg()
        return message


@dataclass(eq=False)
class _Order:
    """Hold one drive: how it starts, since when, in seconds of the wall clock, and how it went.

    `start` asks a BasicNavigator and returns whether it accepted.
    """

    start: Callable[[Any], bool]
    begun: float
    cancelled: bool = False
    distance_remaining: float = math.nan
    _outcome: Outcome | None = field(default=None)

    def poll(self) -> Outcome | None:
        """Return how the drive ended, or None while it is under way."""
        return self._outcome

    def cancel(self) -> None:
        """Ask for its end."""
        self.cancelled = True

    def end(self, outcome: Outcome) -> None:
        """Take in how it ended."""
        self._outcome = outcome


def _basic_navigator(namespace: str) -> Any:
    make = importlib.import_module(_NAVIGATOR).BasicNavigator
    return make(namespace=namespace.strip("/"))


def _outcome(navigator: Any, cancelled: bool) -> Outcome:
    result = str(navigator.getResult().name)
    if result == "SUCCEEDED":
        return DONE
    if result == "CANCELED":
        by = "as asked" if cancelled else "by somebody else"
        cause = Cause.CANCELLED if cancelled else Cause.NAVIGATION_ABORTED
        return Outcome(False, cause, f"the drive was cancelled {by}")
    future = getattr(navigator, "result_future", None)
    answer = future.result().result if future is not None and future.done() else None
    cause, reason = navigation_cause(int(getattr(answer, "error_code", 0)))
    return Outcome(False, cause, str(getattr(answer, "error_msg", "")) or reason)
