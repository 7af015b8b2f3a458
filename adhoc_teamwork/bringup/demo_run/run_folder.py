# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Make the folder that a run leaves."""

import errno
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.settings.files import write_whole
from adhoc_teamwork.teamwork.settings.folder_lock import FolderLock
from adhoc_teamwork.teamwork.settings.runs import LATEST, RUNS, point_to

_PROBE = 65_536
"""Bytes that must go into a folder for it to count as one to write."""


def make_run_folder(out: Path | None, now: datetime, runs: Path = RUNS) -> Path:
    """Create and return an empty run folder: `out`, or one named after the time.

    A link in `runs` leads to it, by which commands find what ran last.

    Raises:
        ConfigError: `out` has something in it, or a folder cannot be made.
    """
    try:
        folder = out if out is not None else _new(runs, now.strftime("%Y%m%d-%H%M%S"))
    except OSError as error:
        raise ConfigError(f"{runs}: {error.strerror}; expected a folder to write") from None
    if folder.exists() and not folder.is_dir():
        raise ConfigError(f"--out {folder}: is a file; expected a new or empty folder")
    if folder.is_dir() and any(folder.iterdir()):
        raise ConfigError(f"--out {folder}: is not empty; expected a new or empty folder")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ConfigError(f"--out {folder}: {error.strerror}; expected a folder to write") from None
    point_to(Path(folder.name) if folder.parent == runs else folder.absolute(), runs / LATEST)
    return folder.absolute()


@contextmanager
def held(folder: Path) -> Iterator[None]:
    """Have this program alone run in a folder while the block runs; leave none that is empty.

    Raises:
        ConfigError: Another one has found it empty as well, and runs there.
    """
    with FolderLock(folder):
        try:
            yield
        finally:
            discard_if_empty(folder)


def discard_if_empty(folder: Path) -> None:
    """Remove a run folder in which nothing was written."""
    if folder.is_dir() and not any(folder.iterdir()):
        folder.rmdir()


def why_not_writable(folder: Path) -> str:
    """Return why nothing can be written into a run's folder, empty where something can."""
    probe = folder / ".writable"
    try:
        write_whole(probe, [bytes(_PROBE)])
        probe.unlink()
    except OSError as error:
        return error.strerror or str(error)
    return ""


def _new(runs: Path, name: str) -> Path:
    """Make a folder of that name, or with a number behind it where one is there already.

    Raises:
        OSError: It cannot be made.
    """
    for path in (runs / name, *(runs / f"{name}-{number}" for number in range(2, 100))):
        try:
            path.mkdir(parents=True)
        except FileExistsError:
            continue
        return path
    raise FileExistsError(errno.EEXIST, f"100 runs are called {name}")
