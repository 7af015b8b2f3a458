# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Follow one goal of an action: wait for the server, send, be accepted, end. Never blocks."""

import math
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from adhoc_teamwork.skills.back_ends.motion import Outcome
from adhoc_teamwork.skills.ros.driver_client import NOT_BEGUN, Deadline
from adhoc_teamwork.teamwork.team.causes import Cause

CANCEL_AGAIN = 0.5
"""Wall seconds after which a server that has not ended a cancelled goal is asked once more."""
LOOK_AGAIN = 0.5
"""Wall seconds after which it is looked again whether a server that was there still is.

It takes ROS longer to say than a control step takes without it.
"""


@dataclass(frozen=True)
class GoalWords:
    """Hold what is said of a server: its name, and the cause with which it refuses a goal."""

    server: str
    rejected: Cause


class ActionGoal:
    """Follow one goal.

    Args:
        client: The action client.
        goal: What to send.
        words: What is said of the server.
        read: Turns the server's answer, and whether the goal was cancelled here, into an outcome.
        server_wait: Seconds to wait for the server, of `patience`.
        on_feedback: Takes the action's feedback, on the executor's thread.
        wall: The wall clock, seconds.
        patience: The clock by which the server is waited for, seconds; None: the wall clock.
    """

    distance_remaining = math.nan
    """Metres; only drives know it."""

    def __init__(
        self,
        client: Any,
        goal: Any,
        words: GoalWords,
        read: Callable[[Any, bool], Outcome],
        server_wait: float,
        on_feedback: Callable[[Any], None] | None = None,
        wall: Callable[[], float] = time.monotonic,
        patience: Callable[[], float] | None = None,
    ) -> None:
        self._client, self._goal, self._words, self._read = client, goal, words, read
        self._on_feedback, self._wall, self._server_wait = on_feedback, wall, server_wait
        self._lock = threading.RLock()
        self._deadline = Deadline(server_wait, patience or wall)
        self._cancelled_at: float | None = None
        self._seen_at = -math.inf
        self._sent: Any = None
        self._handle: Any = None
        self._result: Any = None
        self._outcome: Outcome | None = None

    def poll(self) -> Outcome | None:
        """Return how the goal ended, or None while it is under way."""
        with self._lock:
            if self._outcome is None:
                self._outcome = self._look()
            return self._outcome

    def cancel(self) -> None:
        """Ask the server to stop, and once more where it was asked a while ago.

        A goal counts as under way until the server says that it has ended, or is gone.
        """
        with self._lock:
            now = self._wall()
            lately = self._cancelled_at is not None and now - self._cancelled_at < CANCEL_AGAIN
            if lately or self._outcome is not None:
                return
            self._cancelled_at = now
            if self._handle is not None:
                self._handle.cancel_goal_async()

    def _look(self) -> Outcome | None:
        if self._sent is None:
            return self._send()
        if self._handle is None:
            return self._await_acceptance()
        if self._result.done():
            return self._read(self._result.result(), self._cancelled_at is not None)
        now = self._wall()
        if now - self._seen_at < LOOK_AGAIN:
            return None
        if self._client.server_is_ready():
            self._seen_at = now
            self._deadline.lift()
        else:
            self._deadline.begin_if_lifted(self._server_wait / 2.0)
        return self._missing("went away")

    def _send(self) -> Outcome | None:
        if self._cancelled_at is not None:
            return NOT_BEGUN
        if self._client.server_is_ready():
            self._sent = self._client.send_goal_async(self._goal, self._on_feedback)
            self._sent.add_done_callback(self._on_accepted)
            self._deadline.begin(self._server_wait)
            return None
        return self._missing("is not running")

    def _await_acceptance(self) -> Outcome | None:
        if not self._sent.done():
            return self._missing("does not answer")
        handle = self._sent.result()
        if handle is None or not handle.accepted:
            return self._refused()
        self._handle, self._result = handle, handle.get_result_async()
        self._deadline.lift()
        if self._cancelled_at is not None:
            handle.cancel_goal_async()
        return None

    def _refused(self) -> Outcome | None:
        """Return what a refusal comes to; None where the goal is to be sent again."""
        return Outcome(False, self._words.rejected, f"{self._words.server} refused the goal")

    def _missing(self, what: str) -> Outcome | None:
        return self._deadline.failure(Cause.SERVER_MISSING, f"{self._words.server} {what}")

    def _on_accepted(self, sent: Any) -> None:
        """Stop a goal that was accepted after nobody waited for it any more."""
        with self._lock:
            late = self._outcome is not None or self._cancelled_at is not None
        handle = sent.result()
        if late and handle is not None and handle.accepted:
            handle.cancel_goal_async()
