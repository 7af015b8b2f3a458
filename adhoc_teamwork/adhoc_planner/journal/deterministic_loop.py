# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""An event loop that is run until nothing is left to do: its order hangs on nothing else."""

import asyncio
from collections.abc import Callable
from contextvars import Context
from typing import Any

_MOST_ROUNDS = 10_000


class RestlessLoopError(RuntimeError):
    """Say that what runs on the loop schedules itself again and again."""


class DeterministicLoop(asyncio.SelectorEventLoop):
    """Run callbacks in the order in which they were scheduled; its time is what it is told.

    Timers are due when `now`, in seconds, has reached them: no clock of the machine is looked at.
    """

    def __init__(self) -> None:
        self.now = 0.0
        self._is_still = True
        super().__init__()

    def time(self) -> float:
        """Return the time that the loop was told."""
        return self.now

    def call_soon(  # type: ignore[override]
        self, callback: Callable[..., object], *args: Any, context: Context | None = None
    ) -> asyncio.Handle:
        """Schedule a callback behind all that are scheduled."""
        self._is_still = False
        return super().call_soon(callback, *args, context=context)

    def run_until_still(self) -> None:
        """Run what is scheduled and due, and what that schedules, until nothing is left.

        Raises:
            RestlessError: There is no end of it.
        """
        for _ in range(_MOST_ROUNDS):
            self._is_still = True
            # All that is scheduled by now runs before the loop stops.
            super().call_soon(self.stop)
            self.run_forever()
            if self._is_still:
                return
        raise RestlessLoopError(f"callbacks schedule callbacks more than {_MOST_ROUNDS} times")
