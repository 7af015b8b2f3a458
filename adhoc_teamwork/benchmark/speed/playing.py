# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Time the heuristic team in processes of their own, as a run plays its episodes."""

import contextlib
import multiprocessing
import resource
from dataclasses import dataclass
from multiprocessing.queues import Queue
from multiprocessing.synchronize import Barrier
from queue import Empty
from time import perf_counter, process_time

from adhoc_teamwork.benchmark.errors import BenchError

_SLOWEST = 600.0
"""Seconds after which a process that says nothing is given up."""


@dataclass(frozen=True)
class WorkerTimes:
    """Hold what one process measured.

    `prepared` are seconds of processor time for the house, its sight lines included; `first` and
    `later` are actions a second of processor time in the first round and in those after it;
    `rate` are actions a second of wall time while all processes play; `megabytes` the most memory.
    """

    prepared: float
    first: float
    later: float
    rate: float
    megabytes: float


def time_playing(processes: int, seconds: float) -> list[WorkerTimes]:
    """Return what so many processes measured that played at the same time, for so long.

    Raises:
        BenchError: A process ended early.
    """
    context = multiprocessing.get_context("spawn")
    answers: Queue[WorkerTimes] = context.Queue()
    ready = context.Barrier(processes)
    workers = [
        context.Process(target=_play, args=(answers, ready, seconds), daemon=True)
        for _ in range(processes)
    ]
    for worker in workers:
        worker.start()
    try:
        return [_answer(answers, workers) for _ in workers]
    finally:
        for worker in workers:
            worker.terminate()
            worker.join()


def _answer(
    answers: "Queue[WorkerTimes]", workers: list[multiprocessing.context.SpawnProcess]
) -> WorkerTimes:
    waited = 0.0
    while waited < _SLOWEST:
        with contextlib.suppress(Empty):
            return answers.get(timeout=0.1)
        if any(worker.exitcode not in (None, 0) for worker in workers):
            raise BenchError("speed: a playing process ended early; nothing was measured")
        waited += 0.1
    raise BenchError(f"speed: no answer from a playing process for {_SLOWEST:.0f} s")


def _play(answers: "Queue[WorkerTimes]", ready: Barrier, seconds: float) -> None:
    from adhoc_teamwork.benchmark.speed.trial import Trial, play_all

    trial = Trial.drawn()
    start = process_time()
    plan = trial.plan()
    for height in {robot.camera_height for task in trial.tasks for robot in task.team}:
        plan.house.sights(height)
    prepared = process_time() - start
    start = process_time()
    first = play_all(plan, trial.tasks) / (process_time() - start)
    ready.wait(_SLOWEST)
    wall, processor, actions = perf_counter(), process_time(), 0
    while perf_counter() - wall < seconds:
        actions += play_all(plan, trial.tasks)
    rate = actions / (perf_counter() - wall)
    later = actions / (process_time() - processor)
    megabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024.0
    answers.put(WorkerTimes(prepared, first, later, rate, megabytes))
