# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Whether simulated time may go on, by what robots' processes say that they have worked off."""

import math
import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass

AHEAD = 0.2
"""Seconds by which simulated time may be ahead of the slowest process that is waited for."""
PATIENCE = 60.0
"""Seconds of wall time for which a process that says nothing is waited for."""
_TINY = 1e-6


@dataclass
class _Process:
    """Hold up to when a process has worked time off, and since when it is late without a word."""

    stamp: float = -math.inf
    late_since: float | None = None
    is_left_behind: bool = False


class LockStep:
    """Hold simulated time while a process is too far behind, for a bounded time; for two threads.

    Args:
        wall: Returns seconds of a clock that only grows.
        say: Told in one line who is left behind, and who keeps up again.
        patience: See `PATIENCE`.
    """

    def __init__(
        self, wall: Callable[[], float], say: Callable[[str], None], patience: float = PATIENCE
    ) -> None:
        self._wall, self._say, self._patience = wall, say, patience
        self._lock = threading.Lock()
        self._processes: dict[str, _Process] = {}
        self._now = 0.0

    def take(self, name: str, stamp: float) -> None:
        """Take in that a process has done all that was due by `stamp`, simulated seconds.

        One that says the same again is at work, and is waited for.
        """
        with self._lock:
            process = self._processes.setdefault(name, _Process())
            process.stamp, process.late_since = stamp, None
            is_back = process.is_left_behind and not self._is_late(process)
            if is_back:
                process.is_left_behind = False
        if is_back:
            self._say(f"{name} keeps up again: simulated time waits for it as before")

    @property
    def left_behind(self) -> list[str]:
        """Return who is not waited for any more, in order."""
        with self._lock:
            return sorted(n for n, process in self._processes.items() if process.is_left_behind)

    def holds(self, names: Iterable[str], now: float) -> bool:
        """Tell whether time must stand at `now` as one of `names` is too far behind."""
        wall = self._wall()
        with self._lock:
            self._now = now
            processes = {name: self._processes.setdefault(name, _Process()) for name in names}
            given_up = [name for name, process in processes.items() if self._tires(process, wall)]
            holds = any(process.late_since is not None for process in processes.values())
        for name in given_up:
            self._say(
                f"{name} has said nothing for {self._patience:g} s of real time: simulated time "
                "goes on without it"
            )
        return holds

    def _is_late(self, process: _Process) -> bool:
        return process.stamp < self._now - AHEAD - _TINY

    def _tires(self, process: _Process, wall: float) -> bool:
        """Note whether a process is late; tell whether it is waited for no longer from now on."""
        if process.is_left_behind or not self._is_late(process):
            process.late_since = None
        elif process.late_since is None:
            process.late_since = wall
        elif wall - process.late_since >= self._patience:
            process.late_since, process.is_left_behind = None, True
            return True
        return False
