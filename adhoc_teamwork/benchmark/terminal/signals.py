# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Do what must not be interrupted half-way."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

ANSWERED = (signal.SIGINT, signal.SIGTERM)


@dataclass
class _Held:
    depth: int = 0
    """How many blocks hold signals back now."""
    has_come: bool = False
    """A signal came meanwhile."""


_held = _Held()


def answer_signals() -> None:
    """Let Ctrl-C and SIGTERM raise KeyboardInterrupt, also where they were ignored before."""
    for number in ANSWERED:
        signal.signal(number, _answer)


@contextmanager
def held_back() -> Iterator[None]:
    """Hold Ctrl-C and SIGTERM back until the block is done; then KeyboardInterrupt is raised.

    A process that is started within the block never gets them: whoever started it ends it.
    """
    # The mask is for such processes, which inherit it. It holds back nothing here where a library
    # has threads of its own: the signal reaches one of those, and Python answers it in this one.
    _held.depth += 1
    try:
        mask = signal.pthread_sigmask(signal.SIG_BLOCK, ANSWERED)
        try:
            yield
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)
    finally:
        _held.depth -= 1
        if _held.has_come and not _held.depth:
            _held.has_come = False
            raise KeyboardInterrupt


def _answer(_number: int, _frame: object) -> None:
    if not _held.depth:
        raise KeyboardInterrupt
    _held.has_come = True
