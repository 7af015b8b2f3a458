# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Strike the readers of the benchmark's task sets and results."""

import json
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

from adhoc_teamwork.attack.corpus import evil
from adhoc_teamwork.attack.corpus.mutation import Shape
from adhoc_teamwork.attack.trial.target import Strike, Target, read_with
from adhoc_teamwork.benchmark.store.episode import AgentOutcome, EpisodeKey, EpisodeResult
from adhoc_teamwork.benchmark.store.facts import RUN_FILE, RunFacts, TaskFacts, read_facts
from adhoc_teamwork.benchmark.store.latency import LATENCY
from adhoc_teamwork.benchmark.store.results import EPISODES, encode, read_results
from adhoc_teamwork.benchmark.tasks.task import (
    FORMAT_VERSION,
    HORIZON,
    BenchRobot,
    BenchTask,
    Difficulty,
)
from adhoc_teamwork.benchmark.tasks.taskset import FILE, load_taskset
from adhoc_teamwork.teamwork.geometry import Pose
from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.settings.places import config_dir
from adhoc_teamwork.teamwork.team.task import MisplacedObject, TidyPlace

_HOUSE = "houses/sample.json"


def make_targets() -> list[Target]:
    """Return a target for task sets and for each file of a results folder."""
    key = EpisodeKey("sample_k1_t3", "irot", "none", 0)
    agent = AgentOutcome("r1", False, True, 500, 0, 120, "Stop", 12.5)
    result = EpisodeResult(key, True, 1, 1, 120, (agent,), (("Mug|1", 100),))
    facts = TaskFacts("sample_k1_t3", _HOUSE, 1, Difficulty.EASY, 1, 3, True, True)
    run = RunFacts(1, "small", "00", HORIZON, (facts,))
    time = json.dumps({"key": asdict(key), "time": {"seconds": 1.5, "calls": 3, "cached": 0}})
    lines = (encode(result) * 3,)

    def target(name: str, prepare: Callable[[Path], Strike], seeds: tuple[bytes, ...],
               shape: Shape = Shape.JSON) -> Target:  # fmt: skip
        return Target(name, prepare, seeds, (ConfigError,), shape, evil.yaml_documents)

    def read_times(path: Path) -> Any:
        (path.parent / EPISODES).write_bytes(lines[0])
        return read_results(path.parent)

    return [
        target("taskset.json", _prepare_set, (_task_set(),)),
        target("run.json", read_with(lambda p: read_facts(p.parent), RUN_FILE),
               (json.dumps(asdict(run)).encode(),)),
        target("episodes.jsonl", read_with(lambda p: read_results(p.parent), EPISODES), lines,
               Shape.JSON_LINES),
        target("latency.jsonl", read_with(read_times, LATENCY), (time.encode() + b"\n",),
               Shape.JSON_LINES),
    ]  # fmt: skip


def _prepare_set(folder: Path) -> Strike:
    (folder / _HOUSE).parent.mkdir(parents=True)
    (folder / _HOUSE).write_bytes((config_dir() / "houses" / "sample_1_room.json").read_bytes())

    def strike(data: bytes) -> object:
        (folder / FILE).write_bytes(data)
        return load_taskset(folder)

    return strike


def _task_set() -> bytes:
    team = tuple(
        BenchRobot(f"r{i}", i == 0, 0.9, 1.0, 500, Pose(1.0 + i, 1.0, 0.0)) for i in range(3)
    )
    adhoc = BenchRobot("adhoc", True, 1.6, 1.0, 500, Pose(1.0, 2.0, 0.0))
    wrong = MisplacedObject(
        "Mug|1", TidyPlace(("CounterTop",), ("Kitchen",)), "Floor", (1.0, 1.0, 0.0)
    )
    task = BenchTask(
        "sample_k1_t3", _HOUSE, 1, Difficulty.EASY, 1, 0, (wrong,), team, adhoc
    )  # fmt: skip
    whole = {"version": FORMAT_VERSION, "name": "small", "seed": 1, "tasks": [asdict(task)]}
    return json.dumps(whole).encode()
