# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Spread equal work over processes of this machine."""

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import TypeVar

from adhoc_teamwork.benchmark.errors import BenchError

Item = TypeVar("Item")
Work = TypeVar("Work")


def spread(
    function: Callable[[Item], Work], items: Sequence[Item], jobs: int, what: str
) -> Iterator[Work]:
    """Yield what `function` makes of each item, in their order, by so many processes.

    Raises:
        BenchError: A process was killed; `what` says what it did, such as "made tasks".
    """
    if jobs == 1:
        yield from map(function, items)
        return
    # A process started from nothing inherits no threads and no locks.
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(jobs, context, _obey_the_parent) as pool:
        try:
            yield from pool.map(function, items)
        except BrokenProcessPool:
            raise BenchError(f"a process that {what} was killed; nothing was written") from None
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


def _obey_the_parent() -> None:
    """Leave interrupts to the parent, and end with it: a pool's process that lost it waits on."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_the_parent, daemon=True).start()


def _end_with_the_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
