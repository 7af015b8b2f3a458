# Copyright 2026 adhoc_teamwork maintainers
#
# Licensed under the Apache License, Version 2.0 (the "License");
# you may not use this file except in compliance with the License.
# You may obtain a copy of the License at
#
#     http://www.apache.org/licenses/LICENSE-2.0
#
# Unless required by applicable law or agreed to in writing, software
# distributed under the License is distributed on an "AS IS" BASIS,
# WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
# See the License for the specific language governing permissions and
# limitations under the License.

"""Let one set-up run at a time."""

import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bringup.bootstrap.errors import SetUpError
from bringup.bootstrap.progress import Progress

WAIT = 1800.0
"""Seconds to wait for another set-up: a first one over a slow line takes minutes."""


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
        _acquire(descriptor, path, wait)
        os.ftruncate(descriptor, 0)
        os.pwrite(descriptor, str(os.getpid()).encode(), 0)
        yield descriptor
    finally:
        os.close(descriptor)


def _acquire(descriptor: int, path: Path, wait: float) -> None:
    deadline = time.monotonic() + wait
    with Progress("waiting for another set-up to end") as progress:
        while not _try_lock(descriptor):
            if time.monotonic() >= deadline:
                holder = os.pread(descriptor, 20, 0).decode(errors="replace") or "unknown"
                raise SetUpError(
                    f"another set-up (process {holder}) still holds {path} after {wait:.0f} s; "
                    "let it end, or end it, and run this again",
                    exit_code=2,
                )
            progress.show()
            time.sleep(min(0.2, wait))


def _try_lock(descriptor: int) -> bool:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
