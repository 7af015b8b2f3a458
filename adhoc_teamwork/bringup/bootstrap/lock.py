# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Let one set-up run at a time, and none change what running commands use.

Locks are the kernel's (`flock`): they end with their holders, however those end.
"""

import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from adhoc_teamwork.bringup.bootstrap.progress import Progress
from adhoc_teamwork.bringup.bootstrap.steps import SetUpError

WAIT = 1800.0
"""Seconds to wait for another set-up: a first one over a slow line takes minutes."""
ENDING = 2.0
"""Seconds to wait for commands that use the environment: some are about to end."""
_PROCESSES = Path("/proc")


@contextmanager
def set_up_lock(path: Path, wait: float = WAIT) -> Iterator[int]:
    """Hold the lock while the block runs; yield its file descriptor.

    Steps pass the descriptor on to their child processes: after this process was killed, the lock
    stays held until its last child has ended, so that nobody works in a folder that an orphan is
    still writing to.

    Args:
        path: The lock file; made where missing.
        wait: Seconds to wait for another set-up before giving up.

    Raises:
        SetUpError: Another process still holds the lock.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
    try:
        if not _acquire(descriptor, "waiting for another set-up to end", wait):
            raise SetUpError(
                f"another set-up ({_named(holders(path))}) still holds {path} after {wait:.0f} s; "
                "let it end, or end it, and run this again",
                exit_code=2,
            )
        yield descriptor
    finally:
        os.close(descriptor)


@contextmanager
def change(folder: Path, wait: float = ENDING) -> Iterator[None]:
    """Hold an environment's folder for changing what is in it while the block runs.

    Raises:
        SetUpError: Running commands use it.
    """
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        if not _acquire(descriptor, "waiting for commands that run to end", wait):
            raise SetUpError(
                f"{folder} has to be changed, but {_named(holders(folder))} runs from it; "
                "let that end, or end it, and run this again",
                exit_code=2,
            )
        yield
    finally:
        os.close(descriptor)


def use(folder: Path) -> int | None:
    """Hold an environment's folder as one who uses it; return None while it is being changed.

    The file descriptor that is returned holds it while it is open, and is handed down to the
    program that this process becomes.
    """
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(descriptor)
        return None
    os.set_inheritable(descriptor, True)
    return descriptor


def holders(path: Path) -> dict[int, str]:
    """Return the other processes that hold a file or folder: number and command.

    Processes that this user may not look into are left out.
    """
    found = {}
    wanted = path.stat()
    for process in _PROCESSES.glob("[0-9]*"):
        if int(process.name) != os.getpid() and _holds(process, wanted):
            found[int(process.name)] = _command(process)
    return found


def _holds(process: Path, wanted: os.stat_result) -> bool:
    try:
        return any(
            os.path.samestat(link.stat(), wanted)
            and "FLOCK" in (process / "fdinfo" / link.name).read_text()
            for link in (process / "fd").iterdir()
        )
    except OSError:
        return False


def _command(process: Path) -> str:
    """Return the words of a process after its program, without what a Python was told."""
    try:
        words = (process / "cmdline").read_bytes().decode(errors="replace").split("\0")
    except OSError:
        words = []
    if "-m" in words:
        words = words[words.index("-m") :]
    return " ".join(words[1:]).strip()[:80]


def _named(found: dict[int, str]) -> str:
    return ", ".join(f"process {number}: {words}" for number, words in found.items()) or "a process"


def _acquire(descriptor: int, what: str, wait: float) -> bool:
    """Take the lock for this process alone; tell whether that worked within `wait` seconds."""
    deadline = time.monotonic() + wait
    with Progress(what) as progress:
        while not _try_lock(descriptor):
            if time.monotonic() >= deadline:
                progress.failed = True
                return False
            progress.show()
            time.sleep(min(0.2, wait))
    return True


def _try_lock(descriptor: int) -> bool:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
