# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Write to the terminal, also where nobody reads any more; it needs the standard library alone.

What is said quotes names and words from elsewhere: they are made plain here, in one place, and only
`write` passes on what moves a cursor.
"""

import errno
import os
import sys
from pathlib import Path
from typing import Any, TextIO

from adhoc_teamwork.teamwork.text.plain_text import plain

_NOBODY_READS = (errno.EPIPE, errno.EIO, errno.EBADF)
"""Errors of a stream whose terminal is closed, or whose reader has seen enough."""
LONGEST_LINE = 1500
"""Characters of a line; the rest of what somebody wrote is left out."""
_lost: list[str] = []
"""What could not be written, as on a full disk, though somebody may read it."""


def say(text: str) -> None:
    """Write a line to standard output: what breaks lines in it is a space."""
    write(sys.stdout, f"{shown(text)}\n")


def say_lines(text: str) -> None:
    """Write a text of several lines to standard output, such as a table."""
    write(sys.stdout, "".join(f"{shown(line)}\n" for line in text.split("\n")))


def complain(text: str) -> None:
    """Write a line to standard error: what breaks lines in it is a space."""
    write(sys.stderr, f"{shown(text)}\n")


def write(stream: TextIO, text: str) -> None:
    """Write a text as it is, our own colours and movements of the cursor included."""
    try:
        terminal(stream).write(text)
        stream.flush()
    except OSError as error:
        # What was begun must still be ended in good order, so nothing more is written.
        nowhere = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115
        was_output, sys.stdout = stream is sys.stdout, nowhere
        if was_output and error.errno not in _NOBODY_READS:
            _lost.append(text)
            complain(f"standard output is not whole, and ends here: {error.strerror}")
        else:
            sys.stderr = nowhere


def exit_code(code: int) -> int:
    """Return the exit code of a command: 1 where it went well, but what it said is not whole."""
    return code or int(bool(_lost))


class PlainStream:
    """Be a text stream that makes plain whatever is written to it, by whomever."""

    def __init__(self, stream: TextIO) -> None:
        self.terminal = stream

    def write(self, text: str) -> int:
        """Write what is plain of a text; return how much of it was taken."""
        self.terminal.write(plain(text))
        return len(text)

    def writelines(self, lines: Any) -> None:
        """Write what is plain of several texts."""
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:
        """Be what the stream is in all else."""
        return getattr(self.terminal, name)


def make_plain() -> None:
    """Make plain whatever this process writes by other ways: print, argparse, logging, errors."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is not None and not isinstance(stream, PlainStream):
            setattr(sys, name, PlainStream(stream))


def terminal(stream: TextIO) -> TextIO:
    """Return what takes our own colours and movements, too."""
    return stream.terminal if isinstance(stream, PlainStream) else stream


def shown(text: str) -> str:
    """Return a text as one plain line of bounded length."""
    line = plain(text.replace("\n", " "))
    more = len(line) - LONGEST_LINE
    return line if more <= 0 else f"{line[:LONGEST_LINE]} ... ({more} more characters)"
