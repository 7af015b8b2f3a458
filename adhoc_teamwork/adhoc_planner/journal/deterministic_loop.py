# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Event loops that are run until nothing is left to do: their order hangs on nothing else."""

import asyncio
from collections import deque
from collections.abc import Callable
from contextvars import Context
from typing import Any

_MOST_ROUNDS = 10_000


class RestlessLoopError(RuntimeError):
    """Say that what runs on the loop schedules itself again and again."""


class SettlingLoop(asyncio.SelectorEventLoop):
    """Run callbacks in the order in which they were scheduled, until no more are."""

    # What asyncio's own loops keep in CPython: callbacks that are due, and timers.
    _ready: deque[asyncio.Handle]
    _scheduled: list[asyncio.TimerHandle]

    def __init__(self) -> None:
        self._is_still = True
        self._rounds = 0
        super().__init__()

    def call_soon(  # type: ignore[override]
        self, callback: Callable[..., object], *args: Any, context: Context | None = None
    ) -> asyncio.Handle:
        """Schedule a callback behind all that are scheduled."""
        if self.is_closed():
            raise RuntimeError("the event loop is closed")
        self._is_still = False
        # As asyncio's own loops do, without their looks at what is only for debugging.
        handle = asyncio.Handle(callback, args, self, context)
        self._ready.append(handle)
        return handle

    def run_until_still(self, first: Callable[[], None] | None = None) -> None:
        """Run what is scheduled and due, and what that schedules, until nothing is left.

        Args:
            first: Is called on the loop, behind what is scheduled; what it raises is raised here.

        Raises:
            RestlessLoopError: There is no end of it.
        """
        raised: list[Exception] = []
        if first is not None:
            self.call_soon(_note_error, first, raised)
        self._is_still, self._rounds = False, 0
        self._drain()
        while not self._is_still and self._rounds <= _MOST_ROUNDS:
            self._go_on()
            self.run_forever()
        if raised:
            raise raised[0]
        if not self._is_still:
            raise RestlessLoopError(f"callbacks schedule callbacks more than {_MOST_ROUNDS} times")

    def _drain(self) -> None:
        """Run rounds of what is scheduled for as long as there are no timers.

        That is what turns of the loop do that begin and end with a look at clock and sockets, which
        takes longer than most of what robots think.
        """
        outer = asyncio._get_running_loop()
        asyncio._set_running_loop(self)
        try:
            while self._ready and not self._scheduled and self._rounds <= _MOST_ROUNDS:
                self._rounds += 1
                for _ in range(len(self._ready)):
                    handle = self._ready.popleft()
                    if not handle.cancelled():
                        handle._run()
        finally:
            asyncio._set_running_loop(outer)
        self._is_still = not (self._ready or self._scheduled)

    def _go_on(self) -> None:
        """Look, when all that is scheduled by now has run, whether it has scheduled more."""
        self._is_still = True
        super().call_soon(self._look)

    def _look(self) -> None:
        self._rounds += 1
        if self._is_still or self._rounds > _MOST_ROUNDS:
            self.stop()
        else:
            self._go_on()


def _note_error(call: Callable[[], None], raised: list[Exception]) -> None:
    """Call, and keep an error that the loop would log and pass over."""
    try:
        call()
    except Exception as error:  # noqa: BLE001 - whoever runs the loop raises it
        raised.append(error)


class DeterministicLoop(SettlingLoop):
    """A loop whose time is what it is told.

    Timers are due when `now`, in seconds, has reached them: no clock of the machine is looked at.
    """

    def __init__(self) -> None:
        self.now = 0.0
        super().__init__()

    def time(self) -> float:
        """Return the time that the loop was told."""
        return self.now
