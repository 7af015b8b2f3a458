# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Play episodes in several processes of this machine."""

import multiprocessing
import os
import signal
from collections import Counter, deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path

from adhoc_teamwork.benchmark.engines.work import (
    ONE_THREAD,
    PLAYER,
    Chunk,
    Failure,
    Outcome,
    Outcomes,
    Work,
)
from adhoc_teamwork.benchmark.engines.worker import READY, serve
from adhoc_teamwork.benchmark.errors import BenchError
from adhoc_teamwork.benchmark.store.episode import EpisodeKey
from adhoc_teamwork.benchmark.terminal.signals import held_back

TICK = 0.5
"""Seconds after which `run` yields None where nothing has ended."""
ATTEMPTS = 2
"""How often an episode is begun whose worker dies."""


@dataclass
class _Worker:
    process: BaseProcess
    pipe: Connection
    left: deque[Work] = field(default_factory=deque)
    """What it was given and has not sent back; the first is being played."""
    started: bool = False


class ProcessEngine:
    """Play episodes in `jobs` worker processes; one that dies is replaced."""

    def __init__(self, folder: Path, jobs: int, player: str = PLAYER) -> None:
        self._folder, self._jobs, self._player = folder, jobs, player
        self._workers: list[_Worker] = []
        self._queue: deque[Chunk] = deque()
        self._deaths: Counter[EpisodeKey] = Counter()

    def run(self, chunks: Sequence[Chunk]) -> Outcomes:
        """Play; see `Engine`.

        Raises:
            BenchError: A worker does not even start.
        """
        self._queue = deque(chunks)
        try:
            for _ in range(min(self._jobs, len(chunks))):
                self._start()
            while self._workers:
                yield from self._step()
        finally:
            self._end()

    def _step(self) -> Iterator[Outcome | None]:
        """Wait until something happens, and yield what it was."""
        ready = wait([worker.pipe for worker in self._workers], timeout=TICK)
        if not ready:
            yield None
        for worker in [worker for worker in self._workers if worker.pipe in ready]:
            try:
                message = worker.pipe.recv()
            except (EOFError, OSError):
                yield from self._bury(worker)
                continue
            if message == READY:
                worker.started = True
                self._feed(worker)
            else:
                worker.left.popleft()
                yield message

    def _feed(self, worker: _Worker) -> None:
        if not self._queue:
            self._workers.remove(worker)
            worker.pipe.close()
            worker.process.join()
            return
        chunk = self._queue.popleft()
        worker.left = deque(chunk)
        try:
            worker.pipe.send(chunk)
        except OSError:
            # It died between two chunks: the end of its pipe says so when it is read next.
            return

    def _bury(self, worker: _Worker) -> Iterator[Outcome]:
        """Give a dead worker's episodes to a new one, but for one that killed it twice."""
        self._workers.remove(worker)
        worker.pipe.close()
        worker.process.join()
        cause = _cause(worker.process.exitcode)
        if not worker.started:
            raise BenchError(f"a worker process does not start: {cause}; its output is above")
        if worker.left:
            current = worker.left[0]
            self._deaths[current.key] += 1
            if self._deaths[current.key] >= ATTEMPTS:
                worker.left.popleft()
                yield Failure(current.key, f"its worker process ended {ATTEMPTS} times: {cause}")
            if worker.left:
                self._queue.appendleft(tuple(worker.left))
        if self._queue:
            self._start()

    def _start(self) -> None:
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        process = context.Process(
            target=serve, args=(theirs, self._player, self._folder), daemon=True
        )
        before = {name: os.environ.get(name) for name in ONE_THREAD}
        # Started by itself because it lets signals through again, which the worker would inherit.
        resource_tracker.ensure_running()
        # Ctrl-C reaches the whole terminal's group; only this process answers it.
        with held_back():
            try:
                os.environ.update(dict.fromkeys(ONE_THREAD, "1"))
                process.start()
                self._workers.append(_Worker(process, ours))
            finally:
                _restore(before)
        theirs.close()

    def _end(self) -> None:
        for worker in self._workers:
            worker.process.kill()
        for worker in self._workers:
            worker.process.join()
            worker.pipe.close()
        self._workers.clear()


def _restore(variables: dict[str, str | None]) -> None:
    for name, value in variables.items():
        if value is None:
            os.environ.pop(name, None)
        else:
            os.environ[name] = value


def _cause(code: int | None) -> str:
    if code is not None and code < 0:
        name = signal.Signals(-code).name
        memory = ", perhaps for want of memory" if -code == signal.SIGKILL else ""
        return f"killed by {name}{memory}"
    return f"exit code {code}"
