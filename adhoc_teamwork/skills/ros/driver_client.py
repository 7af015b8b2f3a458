# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What the clients of the robot's drivers share: how they are made, and waits that have an end."""

import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any

from adhoc_teamwork.skills.back_ends.motion import Outcome
from adhoc_teamwork.teamwork.team.causes import Cause

SERVER_WAIT = 5.0
"""Seconds to wait for a driver that is not there, or does not answer; see `patience_clock`."""
NOT_BEGUN = Outcome(False, Cause.CANCELLED, "cancelled before it began")
"""The outcome of what was cancelled before its driver was asked."""


class DriverClient(ABC):
    """Speak to one driver of the node's namespace.

    Args:
        node: The node whose executor handles the driver's answers.
        callback_group: Where their callbacks run.
        server_wait: Seconds to wait for the driver, by `patience_clock`.
    """

    def __init__(
        self, node: Any, callback_group: Any = None, server_wait: float = SERVER_WAIT
    ) -> None:
        self._node = node
        self._group = callback_group
        self._server_wait = server_wait
        self._client: Any = None

    def setup(self) -> None:
        """Create the client."""
        self._client = self._connect()

    @property
    def ready(self) -> bool:
        """Tell whether the driver is there."""
        client = self._client
        return bool(client is not None and self._is_there(client))

    @abstractmethod
    def _connect(self) -> Any:
        """Return a new client."""

    @staticmethod
    @abstractmethod
    def _is_there(client: Any) -> bool:
        """Tell whether a client has found its driver."""


class Deadline:
    """Bound a wait, in seconds of a clock; while it is lifted the wait has no end."""

    def __init__(self, seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._at: float | None = clock() + seconds

    def begin(self, seconds: float) -> None:
        """Count anew from now."""
        self._at = self._clock() + seconds

    def begin_if_lifted(self, seconds: float) -> None:
        """Count from now where nothing is being waited for yet."""
        if self._at is None:
            self.begin(seconds)

    def lift(self) -> None:
        """Wait without an end from now on."""
        self._at = None

    @property
    def passed(self) -> bool:
        """Tell whether the time is up."""
        now = self._clock()
        return self._at is not None and now > self._at

    def failure(self, cause: Cause, message: str) -> Outcome | None:
        """Return a failed outcome where the time is up, else None."""
        return Outcome(False, cause, message) if self.passed else None
