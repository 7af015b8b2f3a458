# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Files to which whole lines are added, one after the other."""

import os
from collections.abc import Iterator

from adhoc_teamwork.teamwork.settings.files import MEGABYTE

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


def append_line(descriptor: int, line: bytes, size: int) -> None:
    """Write a line at the end of a file that was `size` bytes long.

    Raises:
        OSError: It cannot be written; nothing of it stays.
    """
    rest = memoryview(line)
    try:
        while rest:
            rest = rest[os.write(descriptor, rest) :]
    except OSError:
        os.ftruncate(descriptor, size)
        raise
