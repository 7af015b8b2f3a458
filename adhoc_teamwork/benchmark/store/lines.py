# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Files to which whole lines are added, one after the other."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

from adhoc_teamwork.teamwork.settings.files import MEGABYTE, open_to_add

T = TypeVar("T")
MOST_LINES = 1000 * MEGABYTE
"""Bytes of such a file that is read."""


def whole_lines(content: bytes) -> int:
    """Return how many bytes of a file are whole lines.

    What follows the last newline was torn off by a crash or a full disk; so were lines at the end
    that hold NUL bytes, which some file systems leave behind after a power cut.
    """
    end = content.rfind(b"\n") + 1
    while end:
        start = content.rfind(b"\n", 0, end - 1) + 1
        if b"\0" not in content[start:end]:
            break
        end = start
    return end


def lines_of(content: bytes) -> Iterator[bytes]:
    """Yield the whole lines of a file, without their newlines."""
    # Not splitlines: only a newline ends a line here.
    return (line for line in content[: whole_lines(content)].split(b"\n")[:-1])


class LineFile:
    """A file to which lines are added; what a crash tore off its end is dropped when it is opened.

    All methods raise OSError where the file cannot be opened or written.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file = -1
        self._size = 0

    def open(self, read: Callable[[bytes], T]) -> T:
        """Make or open the file; return what `read` makes of it.

        Where that raises an error, the file stays as it is.
        """
        self._file = open_to_add(self._path)
        try:
            with open(self._file, "rb", closefd=False) as file:
                content = file.read()
            found = read(content)
        except BaseException:
            self.close()
            raise
        self._size = whole_lines(content)
        if self._size < len(content):
            os.ftruncate(self._file, self._size)
        return found

    def add(self, line: bytes, *, is_kept: bool = True) -> None:
        """Add a line with its newline; nothing of it stays where that fails.

        One that `is_kept` is on the disk afterwards, and survives a crash.
        """
        rest = memoryview(line)
        try:
            while rest:
                rest = rest[os.write(self._file, rest) :]
            if is_kept:
                os.fsync(self._file)
        except OSError:
            os.ftruncate(self._file, self._size)
            raise
        self._size += len(line)

    def close(self) -> None:
        """Let go of the file; it can be opened again afterwards."""
        if self._file >= 0:
            os.close(self._file)
        self._file = -1
