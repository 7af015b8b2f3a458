# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Explore houses in processes of their own, so many at a time."""

import multiprocessing
import signal
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess

from adhoc_teamwork.benchmark.errors import BenchError
from adhoc_teamwork.measuring.perception.house_run import HouseRequest, HouseResult, explore_house
from adhoc_teamwork.teamwork.settings.config import ConfigError

TELL_EVERY = 20
"""Pictures between two words on how far a house has come."""


@dataclass(frozen=True)
class Step:
    """Say how far a house has come; `result` is there when it is done."""

    number: int
    share: float
    result: HouseResult | None = None


def explore_all(requests: Sequence[HouseRequest], jobs: int) -> Iterator[Step]:
    """Yield how far each house has come, by its number, until all are done.

    Where this is not iterated to its end, the processes end at once.

    Raises:
        ConfigError: A house cannot be explored.
        BenchError: A process died.
    """
    waiting = deque(enumerate(requests))
    running: dict[Connection, tuple[int, BaseProcess]] = {}
    try:
        while waiting or running:
            while waiting and len(running) < jobs:
                number, request = waiting.popleft()
                pipe, process = _start(request)
                running[pipe] = (number, process)
            for pipe in [p for p in wait(list(running)) if isinstance(p, Connection)]:
                number, process = running[pipe]
                step = _read(pipe, number, requests[number])
                if step.result is not None:
                    process.join()
                    pipe.close()
                    del running[pipe]
                yield step
    finally:
        for pipe, (_, process) in running.items():
            process.kill()
            process.join()
            pipe.close()


def _start(request: HouseRequest) -> tuple[Connection, BaseProcess]:
    # A process started from nothing inherits no threads and no locks.
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=_explore, args=(theirs, request), daemon=True)
    process.start()
    theirs.close()
    return ours, process


def _explore(pipe: Connection, request: HouseRequest) -> None:
    """Explore in a child process; Ctrl-C reaches the parent, which ends this one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)

    def tell(done: int, total: int) -> None:
        if done % TELL_EVERY == 0:
            pipe.send(done / total)

    try:
        pipe.send(explore_house(request, tell))
    except ConfigError as error:
        pipe.send(error)
    except OSError as error:
        pipe.send(ConfigError(f"{error.filename or request.record}: {error.strerror or error}"))


def _read(pipe: Connection, number: int, request: HouseRequest) -> Step:
    try:
        message = pipe.recv()
    except EOFError:
        raise BenchError(
            f"{request.house}: its process ended early; what it said is above"
        ) from None
    if isinstance(message, ConfigError):
        raise message
    if isinstance(message, HouseResult):
        return Step(number, 1.0, message)
    return Step(number, float(message))
