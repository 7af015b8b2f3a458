# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Show how far long work has come."""

import sys
import time

from adhoc_teamwork.perception.recordings.recording import Recording
from adhoc_teamwork.teamwork.text.console import write

_QUIET = 2.0
"""Seconds before progress is shown."""
_TERMINAL, _FILE = 0.5, 15.0
"""Seconds between two lines of progress: rewritten on a terminal, one by one in a file."""


class Progress:
    """Show how much of a recording was read, once that has taken two seconds."""

    def __init__(self) -> None:
        self._start = time.monotonic()
        self._next = self._start + _QUIET
        self._shown = False

    def __call__(self, recording: Recording) -> None:
        """Show the line where its time has come."""
        now = time.monotonic()
        if now < self._next:
            return
        self._next = now + (_TERMINAL if sys.stderr.isatty() else _FILE)
        share = recording.done / max(1, recording.total)
        left = (now - self._start) * (1.0 - share) / share if share else 0.0
        line = f"perceiving: {share:.0%}, about {left:.0f} s left"
        write(sys.stderr, f"\r\033[K{line}" if sys.stderr.isatty() else f"{line}\n")
        self._shown = True

    def end(self) -> None:
        """Take the line off the terminal."""
        if self._shown and sys.stderr.isatty():
            write(sys.stderr, "\r\033[K")
