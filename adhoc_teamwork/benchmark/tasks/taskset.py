# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Task sets on disk: a folder with `taskset.json` and `houses/` (docs/benchmark_format.md)."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from adhoc_teamwork.benchmark.tasks.task import FORMAT_VERSION, HIGHEST, BenchTask, TaskSet
from adhoc_teamwork.benchmark.tasks.task_check import check_tasks
from adhoc_teamwork.simulation.houses.house import House
from adhoc_teamwork.simulation.houses.house_file.assets import shipped_assets
from adhoc_teamwork.simulation.houses.house_file.fields import read_json_object
from adhoc_teamwork.simulation.houses.house_file.procthor import load_house
from adhoc_teamwork.teamwork.settings.config import MOST_TEXT, ConfigError, parse_config
from adhoc_teamwork.teamwork.settings.files import read_regular

FILE = "taskset.json"
HOUSES = "houses"


@dataclass(frozen=True)
class _File:
    """Hold taskset.json as it is written; `houses` are SHA-256 sums by file, hex."""

    version: int
    name: str
    seed: int
    tasks: tuple[BenchTask, ...]
    digest: str = ""
    houses: dict[str, str] = field(default_factory=dict)


def load_taskset(folder: Path) -> TaskSet:
    """Return the task set in a folder, checked: nothing in it contradicts itself.

    A set whose digest was deleted by hand, together with the sums of its houses, is taken as it is.

    Raises:
        ConfigError: It is missing, of another version, wrong somewhere, or was changed after it
            was made; one line names file and key.
    """
    path = folder / FILE
    data = read_json_object(path)
    version = data.data.get("version")
    if version != FORMAT_VERSION:
        raise data.fail("version", f"{FORMAT_VERSION}, the one version of the format so far")
    found = parse_config(data.data, _File, str(path))
    check_tasks(found.tasks, path)
    houses = house_sums(folder, found.tasks)
    for house, digest in found.houses.items():
        if houses.get(house, digest) != digest:
            raise ConfigError(f"{folder / house}: changed after the task set was made; expected "
                              f"the file with SHA-256 {digest:.12}…")  # fmt: skip
    taskset = TaskSet(found.version, found.name, found.seed, found.tasks)
    digest = digest_of(taskset, houses)
    if found.digest not in ("", digest):
        raise ConfigError(
            f"{path}: digest: the tasks were changed after the set was made; expected "
            f"{digest:.12}…, or no digest and no houses' sums to take them as they are"
        )
    return replace(taskset, digest=digest)


def save_taskset(folder: Path, taskset: TaskSet) -> TaskSet:
    """Write `taskset.json` beside the houses already in the folder; return it with its digest.

    Raises:
        ConfigError: A house file is missing.
        OSError: The file cannot be written.
    """
    houses = house_sums(folder, taskset.tasks)
    done = replace(taskset, digest=digest_of(taskset, houses))
    (folder / FILE).write_text(_text(done, houses), encoding="utf-8")
    return done


def task_house(folder: Path, house: str) -> House:
    """Return a house of the task set in `folder`, the same on every machine.

    Only the shipped asset tables count: no database on this machine and no environment variable.

    Raises:
        ConfigError: The file is missing or no house.
    """
    return load_house(folder / house, shipped_assets())


def house_sums(folder: Path, tasks: tuple[BenchTask, ...]) -> dict[str, str]:
    """Return the SHA-256 of each house file of the tasks, by file.

    Raises:
        ConfigError: A file cannot be read.
    """
    sums = {}
    for house in sorted({task.house for task in tasks}):
        try:
            sums[house] = hashlib.sha256(read_regular(folder / house, MOST_TEXT)).hexdigest()
        except OSError as error:
            raise ConfigError(
                f"{folder / house}: {error.strerror or error}; expected a house of the task set"
            ) from None
    return sums


def digest_of(taskset: TaskSet, houses: Mapping[str, str]) -> str:
    """Return what identifies a set's contents, whatever its name: hex SHA-256."""
    whole = {
        "version": taskset.version,
        "seed": taskset.seed,
        "tasks": [_plain(task) for task in taskset.tasks],
        "houses": dict(houses),
    }
    text = json.dumps(whole, sort_keys=True, separators=(",", ":"), allow_nan=False)
    return hashlib.sha256(text.encode()).hexdigest()


def _plain(task: BenchTask) -> dict[str, Any]:
    """Return a task as plain values; without what sets had not before there was any of it."""
    values = asdict(task)
    if not task.suite:
        del values["suite"]
    if task.assignment is None:
        del values["assignment"]
    else:
        if task.assignment.furnishing is None:
            del values["assignment"]["furnishing"]
        if not task.assignment.errands:
            del values["assignment"]["errands"]
        if not task.assignment.goal.zone:
            del values["assignment"]["goal"]["zone"]
    for robot in (*values["team"], values["adhoc"]):
        if robot["reach_max_height"] == HIGHEST:
            del robot["reach_max_height"]
        if robot["hands"] == 1:
            del robot["hands"]
        if robot["body"] is None:
            del robot["body"]
    return values


def _text(taskset: TaskSet, houses: Mapping[str, str]) -> str:
    """Return the file's text: a line for each house and for each task."""
    head: dict[str, Any] = {
        "version": taskset.version,
        "name": taskset.name,
        "seed": taskset.seed,
        "digest": taskset.digest,
    }
    lines = [f'"{key}": {json.dumps(value)},' for key, value in head.items()]
    sums = [f'  "{house}": "{digest}"' for house, digest in houses.items()]
    tasks = [f"  {json.dumps(_plain(task), allow_nan=False)}" for task in taskset.tasks]
    body = ['"houses": {', ",\n".join(sums), "},", '"tasks": [', ",\n".join(tasks), "]"]
    return "\n".join(["{", *lines, *body, "}"]) + "\n"
