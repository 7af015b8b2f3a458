# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Show on the terminal what takes long."""

import sys
import time
from types import TracebackType

# teamwork/text/progress.py shows long work too, with a count and the time left. The two stay apart:
# this one runs on a bare Python, before anything is set up, and imports nothing but its own folder;
# what they share is shorter than what would carry it.
QUIET = 2.0
"""Seconds before anything is shown."""
REPEAT = 15.0
"""Seconds between lines where the output is no terminal."""


class Progress:
    """Show one line with elapsed seconds while a block runs longer than two seconds.

    On a terminal the line is rewritten in place; in a file or a pipe a new line comes every
    quarter of a minute. Whoever sets `failed` has the last line say so.
    """

    def __init__(self, what: str) -> None:
        self._what = what
        self._start = time.monotonic()
        self._next = QUIET
        self._on_terminal = sys.stderr.isatty()
        self.failed = False

    def __enter__(self) -> "Progress":
        """Begin to count."""
        self._start = time.monotonic()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Leave a last line behind if the block took long."""
        if self.elapsed >= QUIET:
            end = "failed" if self.failed else "done"
            self._write(end if kind is None else "stopped", last=True)

    @property
    def elapsed(self) -> float:
        """Return seconds since the block began."""
        return time.monotonic() - self._start

    def show(self, detail: str = "") -> None:
        """Show the line if it is time for it; call it as often as you like."""
        if self.elapsed < self._next:
            return
        self._next = self.elapsed + (0.5 if self._on_terminal else REPEAT)
        self._write(detail, last=False)

    def _write(self, detail: str, last: bool) -> None:
        line = f"adhoc: {self._what} ({self.elapsed:.0f} s)"
        if detail:
            line += f": {detail}"
        if self._on_terminal:
            line = f"\r\033[K{line[: _width()]}"
        end = "\n" if last or not self._on_terminal else ""
        print(line, end=end, file=getattr(sys.stderr, "terminal", sys.stderr), flush=True)


def _width() -> int:
    import shutil

    return max(20, shutil.get_terminal_size().columns - 1)
