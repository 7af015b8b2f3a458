# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Run one function in a process of its own, which tells how far it has come."""

import multiprocessing
import os
import signal
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from multiprocessing.connection import Connection
from typing import Any, TypeVar

from adhoc_teamwork.benchmark.errors import BenchError
from adhoc_teamwork.perception.frames.camera import BadFrameError
from adhoc_teamwork.teamwork.settings.config import ConfigError

Told = Callable[[int, int], None]
Request = TypeVar("Request")
Result = TypeVar("Result")
TELL_EVERY = 20
ONE_THREAD = dict.fromkeys(
    ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "OPENCV_NUM_THREADS"), "1"
)
"""What keeps the libraries of a process that is started from nothing on one core."""


def in_child(work: Callable[[Request, Told], Result], request: Request, told: Told) -> Result:
    """Return what `work` returns for a request, done on one core in a process of its own.

    Raises:
        ConfigError: As the work raised it.
        BenchError: The process ended without a result.
    """
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=_run, args=(theirs, work, request), daemon=True)
    with _environment(ONE_THREAD):
        process.start()
    theirs.close()
    try:
        while True:
            kind, message = ours.recv()
            if kind == "error":
                raise ConfigError(message)
            if kind == "result":
                result: Result = message
                return result
            told(*message)
    except EOFError:
        raise BenchError("a process ended early; what it said is above") from None
    finally:
        process.kill()
        process.join()
        ours.close()


@contextmanager
def _environment(variables: Mapping[str, str]) -> Iterator[None]:
    before = dict(os.environ)
    os.environ.update(variables)
    try:
        yield
    finally:
        os.environ.clear()
        os.environ.update(before)


def _run(pipe: Connection, work: Callable[[Any, Told], Any], request: Any) -> None:
    # Ctrl-C reaches the parent, which ends this process.
    signal.signal(signal.SIGINT, signal.SIG_IGN)

    def told(done: int, total: int) -> None:
        if done % TELL_EVERY == 0 or done == total:
            pipe.send(("progress", (done, total)))

    try:
        pipe.send(("result", work(request, told)))
    except (ConfigError, BadFrameError) as error:
        pipe.send(("error", str(error)))
    except OSError as error:
        pipe.send(("error", f"{error.filename or 'a file'}: {error.strerror or error}"))
