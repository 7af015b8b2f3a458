# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What `run --suite roco` and `table --paper roco` do."""

import argparse
import os
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from adhoc_teamwork.benchmark.arms.playing import TASKS, cells_folder, find_team, play_arms
from adhoc_teamwork.benchmark.arms.results import ArmsKey, ArmsResult, arms_file, read_arms
from adhoc_teamwork.benchmark.arms.tables import arms_text
from adhoc_teamwork.benchmark.engines.spread import spread
from adhoc_teamwork.benchmark.figures.page import put_into
from adhoc_teamwork.benchmark.models.choice import model_names
from adhoc_teamwork.cells.physics import mujoco
from adhoc_teamwork.cells.switching import read_switches
from adhoc_teamwork.cells.task_file import load_task
from adhoc_teamwork.teamwork.settings.config import ConfigError, read_text
from adhoc_teamwork.teamwork.text.console import complain, say, say_lines

PAGE_MARK = "Table of arms"
SEEDS = 20
"""Of each task, where nothing else is said: as many as the paper's runs."""
MOST_SEEDS = 10_000


def run_arms(options: argparse.Namespace) -> int:
    """Play what is missing; return 0.

    Raises:
        ConfigError: Wrong input, or MuJoCo is missing.
        BenchError: The disk is full, or a process was killed.
    """
    team = find_team(options.team)
    mujoco()
    for name in (
        "taskset",
        "cache",
        "channel",
        "price",
        "radio",
        "budget",
        "ray_address",
    ):
        if getattr(options, name):
            raise ConfigError(f"--{name.replace('_', '-')}: not for --suite roco")
    if options.engine != "processes":
        raise ConfigError("--engine: not for --suite roco, which plays in processes")
    models = model_names(options) if team.asks else [""]
    switches, chosen = read_switches(options.switch), chosen_tasks(options.tasks)
    for task in dict.fromkeys(task for task, _ in chosen):
        switches.check(load_task(cells_folder() / f"{task}.yaml"), task)
    keys = [
        ArmsKey(options.team, model, task, seed, str(switches))
        for model in models
        for task, seed in chosen
    ]
    play_missing(keys, Path(options.out), options.jobs, options.film)
    return 0


def play_missing(keys: Sequence[ArmsKey], out: Path, jobs: int, films: Path | None = None) -> None:
    """Play what a results folder lacks, and say what was done.

    Args:
        keys: The episodes that are to be there.
        out: The folder.
        jobs: Processes; 0: as many as there are processors.
        films: Where films of them are written, where that is wanted.

    Raises:
        ConfigError: The folder is broken.
        BenchError: The disk is full, or a process was killed.
    """
    play = partial(play_arms, films=films)
    with arms_file(out) as file:
        missing = [key for key in keys if key not in file.results]
        jobs = min(jobs or len(os.sched_getaffinity(0)), max(1, len(missing)))
        try:
            for result in spread(play, missing, jobs, "played episodes"):
                file.add(result)
                say(_line(result))
        except KeyboardInterrupt:
            complain(f"adhoc bench: {len(file.results)} episodes are kept in {out}; the same "
                     "command goes on from there")  # fmt: skip
            raise
        file.finish()
    say(f"{len(missing)} episodes played, {len(keys) - len(missing)} were there already; see them "
        f"with: adhoc bench table --paper roco --results {out}")  # fmt: skip


def print_arms(options: argparse.Namespace) -> int:
    """Print the table of a results folder beside the paper's, into a page too; return 0.

    Raises:
        ConfigError: There are no such results, or no such page.
        BenchError: The page cannot be written.
    """
    text = arms_text(read_arms(Path(options.out)))
    say_lines(text)
    if options.into:
        put_into(Path(options.into), PAGE_MARK, text)
    return 0


def chosen_tasks(wanted: str) -> Sequence[tuple[str, int]]:
    """Return tasks and seeds that `--tasks` names.

    Args:
        wanted: "all", a number of seeds of each task, or a file with one task and seed a line (#
            begins a comment).

    Raises:
        ConfigError: It is none of these.
    """
    if wanted == "all" or wanted.isdecimal():
        count = SEEDS if wanted == "all" else int(wanted)
        if not 1 <= count <= MOST_SEEDS:
            raise ConfigError(f"--tasks {wanted:.20}: expected 1 to {MOST_SEEDS} seeds")
        return [(task, seed) for task in TASKS for seed in range(1, count + 1)]
    chosen: dict[tuple[str, int], None] = {}
    path = Path(wanted)
    for number, line in enumerate(read_text(path, expected="a file of tasks").splitlines(), 1):
        words = line.split("#", 1)[0].split()
        if not words:
            continue
        if len(words) != 2 or words[0] not in TASKS or not words[1].isdecimal():
            raise ConfigError(
                f"{path}:{number}: '{line:.60}': expected a task ({', '.join(TASKS)}) and a seed"
            )
        chosen[words[0], int(words[1])] = None
    if not chosen:
        raise ConfigError(f"{path}: no task in it; expected one task and seed a line")
    return list(chosen)


def _line(result: ArmsResult) -> str:
    end = "done" if result.success else "not done"
    return f"{result.key.task} {result.key.seed}: {end} after {result.steps} rounds"
