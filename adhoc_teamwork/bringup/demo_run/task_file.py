# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Have the simulation make the task of a run, as a process of its own, and its goal."""

import subprocess
import sys
from dataclasses import asdict, replace
from enum import Enum
from pathlib import Path
from typing import Any

import yaml
from pydantic import TypeAdapter

from adhoc_teamwork.bringup.bootstrap.progress import Progress
from adhoc_teamwork.bringup.demo_run.demo_options import DemoOptions
from adhoc_teamwork.teamwork.settings.config import ConfigError, load_config
from adhoc_teamwork.teamwork.settings.files import write_whole
from adhoc_teamwork.teamwork.settings.places import within
from adhoc_teamwork.teamwork.team.goal import GOAL_FILE, Furnishing, Goal
from adhoc_teamwork.teamwork.team.task import Task
from adhoc_teamwork.teamwork.text.console import complain, say_lines

TASK_MAKER = "adhoc_teamwork.simulation.tasks.task_maker"
EPISODE_TASK_MAKER = "adhoc_teamwork.benchmark.on_robots"
CELL_TASK_MAKER = "adhoc_teamwork.cells.task_maker"
TIME_LIMIT = 120.0
POLL = 0.1


def list_misplaced(options: DemoOptions, config: Path) -> int:
    """Print what the task would move where; return the exit code."""
    output = _make(options, config, ["--list-misplaced"])
    say_lines(output.rstrip("\n"))
    return 0


def make_task(options: DemoOptions, config: Path, path: Path) -> Task:
    """Write the task of a run to `path`, and a goal of its own beside it; return the task.

    Raises:
        ConfigError: The task maker refused the options.
    """
    _make(options, config, ["--out", str(path)])
    task = load_config(path, Task)
    own = task.furnishing if task.episode else None
    write_goal(task.told, path.parent / GOAL_FILE, own)
    asked = replace(
        task,
        time_limit=task.time_limit if options.time_limit is None else options.time_limit,
        channel=options.channel or task.channel,
    )
    if asked != task:
        task = asked
        path.write_bytes(TypeAdapter(Task).dump_json(task, indent=2) + b"\n")
    return task


def make_cell_task(options: DemoOptions, config: Path, path: Path) -> Task:
    """Write the task of a run in a cell to `path`; return it.

    Raises:
        ConfigError: The task maker refused the options.
    """
    words = ["--cell", str(cell_file(options.cell, config)), "--seed", str(options.seed)]
    words += ["--switch", options.switch]
    if options.time_limit is not None:
        words += ["--time-limit", str(options.time_limit)]
    _run_maker(CELL_TASK_MAKER, [*words, "--out", str(path)])
    return load_config(path, Task)


def cell_file(cell: str, config: Path) -> Path:
    """Return the file of a cell's task: as given, or in config/cells by its name.

    Raises:
        ConfigError: The name leads out of that folder.
    """
    if Path(cell).is_file():
        return Path(cell).resolve()
    return within(config / "cells", cell if cell.endswith(".yaml") else f"{cell}.yaml", "cell")


def _make(options: DemoOptions, config: Path, extra: list[str]) -> str:
    """Run the maker of the task; return what it printed."""
    if options.taskset is not None:
        words = ["--taskset", str(options.taskset), "--episode", options.episode]
        words += ["--seed", str(options.seed)]
        words += ["--without-adhoc"] if options.without_adhoc else []
        return _run_maker(EPISODE_TASK_MAKER, [*words, *extra])
    words = ["--config", str(config)]
    words += ["--scenario", options.scenario, "--seed", str(options.seed)]
    words += ["--task", options.task]
    if options.house is not None:
        words += ["--house", options.house]
    if options.misplaced is not None:
        words += ["--misplaced", str(options.misplaced)]
    if options.without_adhoc:
        words += ["--without-adhoc"]
    if options.navigation is not None:
        words += ["--navigation", options.navigation]
    return _run_maker(TASK_MAKER, [*words, *extra])


def _run_maker(module: str, words: list[str]) -> str:
    """Run a maker of tasks as a process; return what it printed."""
    process = subprocess.Popen(
        [sys.executable, "-m", module, *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        output, errors = _wait(process)
    finally:
        if process.poll() is None:
            process.kill()
            process.wait()
    lines = errors.strip().split("\n")
    if process.returncode != 0:
        raise ConfigError(lines[-1] or f"{module} ended with exit code {process.returncode}")
    for line in lines:
        if line:
            complain(line)
    return output


def _wait(process: "subprocess.Popen[str]") -> tuple[str, str]:
    with Progress("making the task") as progress:
        while progress.elapsed < TIME_LIMIT:
            try:
                return process.communicate(timeout=POLL)
            except subprocess.TimeoutExpired:
                progress.show()
    raise ConfigError(f"the maker of the task: not ready after {TIME_LIMIT:g} s")


def write_goal(goal: Goal, path: Path, furnishing: Furnishing | None = None) -> None:
    """Write a goal as task.yaml would have it; nothing where robots judge for themselves.

    Args:
        goal: What robots are told.
        path: The file.
        furnishing: What holds others, where that is another than the task's own.

    Raises:
        ConfigError: The file cannot be written.
    """
    if not goal.says_all:
        return
    told = asdict(goal) | ({"furnishing": asdict(furnishing)} if furnishing else {})
    given = {key: _plain(value) for key, value in told.items() if value}
    text = yaml.safe_dump(given, sort_keys=False, allow_unicode=True)
    try:
        write_whole(path, [text.encode()])
    except OSError as error:
        raise ConfigError(f"{path}: {error.strerror or error}; expected a writable place") from None


def goal_of(run_dir: Path) -> str:
    """Return the file with a run's own goal, or an empty text where it has none."""
    path = run_dir / GOAL_FILE
    return str(path) if path.is_file() else ""


def _plain(value: Any) -> Any:
    """Return values as YAML's plain types."""
    if isinstance(value, dict):
        return {key: _plain(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(inner) for inner in value]
    return value.value if isinstance(value, Enum) else value
