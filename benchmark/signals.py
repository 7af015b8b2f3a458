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
