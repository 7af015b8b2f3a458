# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Tasks and episodes made up for tests; workers import this module too."""

import hashlib
import os
import signal
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from adhoc_teamwork.benchmark.store.episode import AgentOutcome, EpisodeKey, EpisodeResult
from adhoc_teamwork.benchmark.tasks.task import HORIZON, BenchRobot, BenchTask, Difficulty, TaskSet
from adhoc_teamwork.teamwork.geometry import Pose
from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.team.task import MisplacedObject, TidyPlace

PLAYER = "bench_fakes:play"


def a_robot(name: str, can_manipulate: bool = True, battery: int = 300) -> BenchRobot:
    return BenchRobot(name, can_manipulate, 1.6, 5.0, battery, Pose(0.0, 0.0))


def a_task(rooms: int = 1, house: int = 0, k: int = 1, team: int = 3) -> BenchTask:
    difficulty = (Difficulty.EASY, Difficulty.MEDIUM, Difficulty.DIFFICULT)[
        (rooms > 3) + (rooms > 6)
    ]
    number = f"r{rooms:02d}_h{house}"
    return BenchTask(
        task_id=f"{number}_k{k}_t{team}",
        house=f"houses/{number}.json",
        rooms=rooms,
        difficulty=difficulty,
        scenario=k,
        seed=0,
        misplaced=tuple(MisplacedObject(f"Mug|{i}", TidyPlace(("Sink",))) for i in range(k)),
        team=tuple(a_robot(f"robot_{i}") for i in range(team)),
        adhoc=a_robot("adhoc", can_manipulate=(rooms + house + k + team) % 2 == 0),
    )


def a_task_set(houses: int = 2, digest: str = "d" * 64, sizes: Sequence[int] = (1, 4)) -> TaskSet:
    tasks = tuple(
        a_task(rooms, house, k, team)
        for rooms in sizes
        for house in range(houses)
        for k in range(1, 6)
        for team in (3, 4, 5)
    )
    return TaskSet(1, "made up", 0, tasks, digest)


def a_result(
    key: EpisodeKey,
    tidied: int = 1,
    total: int = 1,
    steps: int = 100,
    team: int = 3,
    battery: int = 300,
) -> EpisodeResult:
    success = tidied == total
    agents = [
        AgentOutcome(f"robot_{i}", False, True, battery, 0, min(steps, battery), "done")
        for i in range(team)
    ]
    if key.adhoc != "none":
        taken = max(0, min(steps - key.t0, battery))
        agents.append(AgentOutcome("adhoc", True, True, battery, key.t0, taken, "done"))
    return EpisodeResult(key, success, tidied, total, steps if success else HORIZON, tuple(agents))


def play(
    task: BenchTask, _folder: Path, team: str, adhoc: str, t0: int, llm: str, channel: str
) -> EpisodeResult:
    """Make an outcome up from the names alone; what the environment asks for goes wrong."""
    key = EpisodeKey(task.task_id, team, adhoc, t0, llm, channel)
    _misbehave(task.task_id, adhoc)
    text = f"{task.task_id} {team}" if adhoc in ("none", "random") else f"{key}"
    number = int(hashlib.sha256(text.encode()).hexdigest()[:8], 16)
    total = len(task.misplaced)
    tidied = min(total, number % (total + 2 - (adhoc in ("none", "random"))))
    result = a_result(key, tidied, total, 40 + number % 400, len(task.team), 50 + number % 450)
    return replace(result, messages=number % 7)


def _misbehave(task_id: str, adhoc: str) -> None:
    log = os.environ.get("FAKE_LOG")
    if log:
        with Path(log).open("a", encoding="utf-8") as file:
            file.write(f"{task_id} {adhoc}\n")
    time.sleep(float(os.environ.get("FAKE_SECONDS", "0")))
    if task_id == os.environ.get("FAKE_KILL"):
        os.kill(os.getpid(), signal.SIGKILL)
    once = os.environ.get("FAKE_KILL_ONCE", "")
    if once.startswith(f"{task_id}:"):
        marker = Path(once.split(":", 1)[1])
        if not marker.exists():
            marker.touch()
            os.kill(os.getpid(), signal.SIGKILL)
    if task_id == os.environ.get("FAKE_RAISE") or os.environ.get("FAKE_RAISE") == "all":
        raise RuntimeError("the fake was told\nto fail")
    if task_id == os.environ.get("FAKE_BROKEN"):
        raise ConfigError("houses/x.json: rooms: none; expected at least one")
