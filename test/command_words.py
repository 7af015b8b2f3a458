# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Run a command line in this process, as a test, and see what it changed."""

from collections.abc import Callable, Sequence
from pathlib import Path


def exit_code(main: Callable[[Sequence[str]], int], words: Sequence[str]) -> int:
    """Return a command line's exit code, also where its parser ends the program."""
    try:
        return main(words)
    except SystemExit as end:
        return int(end.code or 0)


def state_of(folder: Path) -> dict[str, tuple[int, int]]:
    """Return size and time of change of a folder and all that is in it, to compare."""
    found = {path: path.lstat() for path in (folder, *folder.rglob("*"))}
    return {str(path): (stat.st_size, stat.st_mtime_ns) for path, stat in found.items()}
