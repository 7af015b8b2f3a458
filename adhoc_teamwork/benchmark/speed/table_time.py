# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""How long the paper's Table I takes: a few episodes of each setting, and all by extrapolation.

With another checkout beside this one both play the same, by turns.
"""

import heapq
import json
import os
import subprocess
import sys
from collections.abc import Iterable, Sequence
from dataclasses import astuple, dataclass
from itertools import cycle
from pathlib import Path
from statistics import fmean
from tempfile import TemporaryDirectory

from adhoc_teamwork.benchmark.engines.work import ONE_THREAD, parts_of
from adhoc_teamwork.benchmark.errors import BenchError
from adhoc_teamwork.benchmark.figures.paper import paper_rows
from adhoc_teamwork.benchmark.generation.house_work import work_on
from adhoc_teamwork.benchmark.generation.houses import HouseRequest, own_houses
from adhoc_teamwork.benchmark.generation.tasks import Plan
from adhoc_teamwork.benchmark.runs.plan import Setting, make_setting
from adhoc_teamwork.benchmark.tasks.task import FORMAT_VERSION, BenchTask, TaskSet
from adhoc_teamwork.benchmark.tasks.taskset import HOUSES, save_taskset
from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.team.channel import PAPER

TASKS, HOUSE_COUNT, CORES = 1350, 90, 2
"""What all of the table is, and on how many cores."""
_MODEL = "offline t0.3 h0.1 s0"
_SEED = 1
_ROOT = Path(__file__).resolve().parents[3]
_PLAYER = Path(__file__).with_name("table_player.py")


@dataclass(frozen=True)
class Played:
    """Hold user seconds of processor time for a house and for each setting, and what came out."""

    house: float
    seconds: tuple[float, ...]
    digests: tuple[str, ...]


@dataclass(frozen=True)
class TableTimes:
    """Hold what was played by this code and by another's, a house after the other."""

    settings: tuple[Setting, ...]
    own: tuple[Played, ...]
    other: tuple[Played, ...] = ()

    @property
    def differing(self) -> int:
        """Return in how many episodes the other's results are not the same."""
        return sum(
            one != another
            for mine, theirs in zip(self.own, self.other, strict=False)
            for one, another in zip(mine.digests, theirs.digests, strict=True)
        )

    def episode(self, played: Sequence[Played], team: str = "") -> float:
        """Return the mean seconds of an episode, of one team or of all."""
        chosen = [n for n, setting in enumerate(self.settings) if team in ("", setting.team)]
        return fmean(house.seconds[n] for house in played for n in chosen)

    def minutes(self, played: Sequence[Played], cores: int = CORES) -> float:
        """Return how long the whole table takes by extrapolation, where nothing else runs.

        Its episodes are given out in the chunks of a run, the longest first.
        """
        total = TASKS * len(self.settings)
        episodes = total // HOUSE_COUNT
        parts = parts_of(episodes, total, cores)
        chunks = [
            house.house + episodes / parts * fmean(house.seconds)
            for house in (played[n % len(played)] for n in range(HOUSE_COUNT))
            for _ in range(parts)
        ]
        ends = [0.0] * cores
        for chunk in sorted(chunks, reverse=True):
            heapq.heapreplace(ends, ends[0] + chunk)
        return max(ends) / 60.0

    def hours(self, played: Sequence[Played]) -> float:
        """Return how many hours of one core the whole table takes by extrapolation."""
        return self.minutes(played, 1) / 60.0


def table_settings() -> tuple[Setting, ...]:
    """Return the settings of Table I."""
    return tuple(
        make_setting(row.team, row.policy, row.t0, _MODEL, PAPER.name)
        for row in paper_rows("I")
        if row.in_this_version
    )


@dataclass(frozen=True)
class Drawn:
    """Ask for one task: in which house, with how many teammates and how many things misplaced."""

    house: HouseRequest
    team: int
    misplaced: int


def sample() -> tuple[Drawn, ...]:
    """Return a task in a house of each of a task set's sizes, of its teams and numbers by turns.

    What an episode takes grows by more than the size of the house: houses that are as large on
    average do not stand for all.
    """
    plan = Plan(_SEED)
    # In order they would grow as the houses do.
    numbers = plan.scenarios[::2] + plan.scenarios[1::2]
    mix = zip(own_houses(_SEED, 1), cycle(plan.teams), cycle(numbers), strict=False)
    return tuple(Drawn(*chosen) for chosen in mix)


def time_table(
    settings: Sequence[Setting], drawn: Iterable[Drawn], other: Path | None = None
) -> TableTimes:
    """Play some tasks in every setting, with another checkout's code, too, where one is named.

    Raises:
        ConfigError: `other` is no checkout.
        BenchError: A playing process failed.
    """
    if other is not None and not (other / "adhoc_teamwork" / "benchmark").is_dir():
        raise ConfigError(f"--against {other}: expected a folder with another checkout")
    own, others = [], []
    with TemporaryDirectory() as folder:
        for task in write_tasks(Path(folder), drawn):
            own.append(_play(_ROOT, folder, task, settings))
            if other is not None:
                others.append(_play(other.resolve(), folder, task, settings))
    return TableTimes(tuple(settings), tuple(own), tuple(others))


def write_tasks(folder: Path, drawn: Iterable[Drawn]) -> list[BenchTask]:
    """Write a task set with some tasks and their houses; return the tasks.

    Args:
        folder: Where to; it is empty.
        drawn: Which tasks to draw.

    Raises:
        ConfigError: The generator gave no such house.
    """
    (folder / HOUSES).mkdir()
    tasks: list[BenchTask] = []
    for wanted in drawn:
        plan = Plan(_SEED, scenarios=(wanted.misplaced,), teams=(wanted.team,))
        work = work_on(wanted.house, plan)
        if not work.tasks:
            raise ConfigError(f"{work.file}: {work.note}; expected a drawn house with tasks")
        (folder / work.file).write_text(work.text, encoding="utf-8")
        tasks += work.tasks
    save_taskset(folder, TaskSet(FORMAT_VERSION, "speed", _SEED, tuple(tasks)))
    return tasks


def _play(root: Path, folder: str, task: BenchTask, settings: Sequence[Setting]) -> Played:
    """Return what the code of a checkout takes for a task in all settings, one after the other."""
    told = json.dumps([astuple(setting) for setting in settings])
    paths = {"PYTHONPATH": str(root), "PYTHONSAFEPATH": "1"}
    done = subprocess.run(
        [sys.executable, str(_PLAYER), folder, task.task_id, told],
        env={**os.environ, **dict.fromkeys(ONE_THREAD, "1"), **paths},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        last = (done.stderr.strip().splitlines() or ["it said nothing"])[-1]
        raise BenchError(f"speed: {root}: playing failed: {last:.300}")
    house, *episodes = (json.loads(line) for line in done.stdout.splitlines())
    seconds, digests = zip(*episodes, strict=True)
    return Played(house[0], seconds, digests)
