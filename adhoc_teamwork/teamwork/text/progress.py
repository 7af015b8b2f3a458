# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Show how far long work has come, and how long the rest will take."""

import shutil
import sys
import time
from types import TracebackType

from adhoc_teamwork.teamwork.text.console import write
from adhoc_teamwork.teamwork.text.plain_text import one_line

QUIET = 2.0
"""Seconds before anything is shown."""
REWRITE = 0.5
"""Seconds between updates on a terminal."""
REPEAT = 15.0
"""Seconds between lines where the output is no terminal."""


class Progress:
    """Show one line with a count and the time left while a block runs longer than two seconds.

    On a terminal the line is rewritten in place; in a file or a pipe a new line comes every
    quarter of a minute.
    """

    def __init__(self, what: str, total: int, unit: str = "", effort: float = 0.0) -> None:
        """Begin with nothing done.

        Args:
            what: What is being done, such as "adhoc bench: playing".
            total: How many things there are to do.
            unit: What they are called, such as "episodes".
            effort: Of all together, in any unit, where they differ; the time left goes by it.
        """
        self._what, self._total, self._unit = what, total, unit
        self._done = 0
        self._effort, self._spent = effort or float(total), 0.0
        self._start = time.monotonic()
        self._next = QUIET
        self._terminal = sys.stderr.isatty()
        self._shown = False

    def __enter__(self) -> "Progress":
        """Begin to count time."""
        self._start = time.monotonic()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Leave a last line behind if anything was shown."""
        if self._shown:
            self._write("done" if kind is None else "stopped", last=True)

    @property
    def elapsed(self) -> float:
        """Return seconds since the block began."""
        return time.monotonic() - self._start

    def advance(self, count: int = 1, detail: str = "", effort: float | None = None) -> None:
        """Count work as done; call it with 0 now and then to keep the line alive."""
        self._done += count
        self._spent += count if effort is None else effort
        if self.elapsed >= self._next:
            self._next = self.elapsed + (REWRITE if self._terminal else REPEAT)
            self._write(f"{self._left()}{f', {detail}' if detail else ''}", last=False)

    def _left(self) -> str:
        if self._spent <= 0.0:
            return "time left not known yet"
        left = self.elapsed * (self._effort - self._spent) / self._spent
        return f"about {clock_text(left)} left"

    def _write(self, detail: str, last: bool) -> None:
        share = 100 * self._done // self._total if self._total else 100
        unit = f" {self._unit}" if self._unit else ""
        line = (
            f"{self._what}: {self._done} of {self._total}{unit} ({share} %), "
            f"{clock_text(self.elapsed)}: {one_line(detail)}"
        )
        if self._terminal:
            line = f"\r\033[K{line[: max(20, shutil.get_terminal_size().columns - 1)]}"
        write(sys.stderr, line if self._terminal and not last else f"{line}\n")
        self._shown = True


def clock_text(seconds: float) -> str:
    """Return a duration as people read it: 45 s, 3:20 min, 1:05 h."""
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60}:{whole % 60:02d} min"
    return f"{whole // 3600}:{whole % 3600 // 60:02d} h"
