# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Find and remove what processes that ended left in the shared memory of Fast DDS.

A living participant holds a lock on a file beside each of its segments and ports. Who is killed
leaves both, and nobody ever looks at a segment again: its name is random.
"""

import contextlib
import fcntl
import os
import re
import stat
import time
from collections.abc import Iterator
from pathlib import Path

FOLDER = Path("/dev/shm")
SETTLED = 10.0
"""Seconds after which a lock that nobody holds is one that nobody is about to take."""
_LOCK = re.compile(r"(fastrtps_(?:[0-9a-f]{16}|port\d{1,5}))_(?:el|sl)")


def leftovers(folder: Path = FOLDER) -> tuple[Path, ...]:
    """Return the lock files of this user's processes that have ended."""
    return tuple(path for path in _locks(folder) if _left(path, remove=False))


def remove_leftovers(folder: Path = FOLDER) -> int:
    """Remove what this user's ended processes left; return how many segments and ports it was."""
    return sum(_left(path, remove=True) for path in _locks(folder))


def _locks(folder: Path) -> Iterator[Path]:
    with contextlib.suppress(OSError):
        yield from (path for path in folder.iterdir() if _LOCK.fullmatch(path.name))


def _left(lock: Path, remove: bool) -> bool:
    """Tell whether the owner of a lock has ended, and remove what it left where that is wanted."""
    try:
        # Anybody may put anything into that folder: neither follow a link nor wait for a pipe.
        descriptor = os.open(lock, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    except OSError:
        return False
    try:
        if not _is_old_file_of_ours(os.fstat(descriptor)):
            return False
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        if remove:
            name = lock.name[: -len("_el")]
            for path in (lock.with_name(name), lock.with_name(f"sem.{name}_mutex"), lock):
                path.unlink(missing_ok=True)
        return True
    except OSError:
        return False
    finally:
        os.close(descriptor)


def _is_old_file_of_ours(found: os.stat_result) -> bool:
    ours = stat.S_ISREG(found.st_mode) and found.st_uid == os.geteuid()
    return ours and time.time() - found.st_mtime >= SETTLED
