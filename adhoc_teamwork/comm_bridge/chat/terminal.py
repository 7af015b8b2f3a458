# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Lines that a person types or a pipe brings, and lines that are shown between them."""

import queue
import sys
import threading
import time

from adhoc_teamwork.teamwork.text.console import say, write

QUEUE_LENGTH = 1000
_LONGEST_RUN = 1.0e8
"""Seconds beyond which a clock does not count from the start of a run, but since 1970."""
_PROMPT = "> "
_CLEAR = "\r\033[K"


class Terminal:
    """Read standard input on a thread of its own, and write without breaking what is typed."""

    def __init__(self) -> None:
        self.is_live = sys.stdin.isatty() and sys.stdout.isatty()
        """Whether a person types and sees it, and not a pipe."""
        self._lines: queue.Queue[str | None] = queue.Queue(maxsize=QUEUE_LENGTH)

    def start(self) -> None:
        """Begin to read."""
        threading.Thread(target=self._read, name="lines", daemon=True).start()

    def next_line(self) -> str | None:
        """Return the next line, or None at their end.

        Raises:
            queue.Empty: Nothing has been typed since.
        """
        return self._lines.get_nowait()

    def show(self, line: str) -> None:
        """Show a line above what is being typed."""
        self.clear()
        say(line)
        self.prompt()

    def prompt(self) -> None:
        """Ask for the next line."""
        if self.is_live:
            write(sys.stdout, _PROMPT)

    def clear(self) -> None:
        """Take the prompt away."""
        if self.is_live:
            write(sys.stdout, _CLEAR)

    def _read(self) -> None:
        """Enqueue the lines typed, and None at their end; waits where the queue is full."""
        for line in sys.stdin:
            self._lines.put(line)
        self._lines.put(None)


def time_shown(stamp: float) -> str:
    """Return a stamp as people read it: simulated seconds, or the time of day."""
    if stamp < _LONGEST_RUN:
        return f"{stamp:8.1f} s"
    return time.strftime("%H:%M:%S", time.localtime(stamp))
