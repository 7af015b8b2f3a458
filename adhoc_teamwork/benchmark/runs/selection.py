# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Choose which tasks of a set are run: all, an even spread of some, or those of a list."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from adhoc_teamwork.benchmark.tasks.task import BenchTask
from adhoc_teamwork.teamwork.settings.config import ConfigError, read_text

ALL = "all"


def select_tasks(tasks: Sequence[BenchTask], wanted: str) -> list[BenchTask]:
    """Return the tasks that `--tasks` names, in the order of their ids.

    Args:
        tasks: The whole set.
        wanted: "all", a number, or a file with one task id a line (# begins a comment).

    Raises:
        ConfigError: It is none of these, more tasks than there are, or an unknown id.
    """
    if wanted == ALL:
        chosen = list(tasks)
    elif wanted.lstrip("+-").isdigit():
        chosen = _count(tasks, int(wanted))
    else:
        chosen = _listed(tasks, Path(wanted))
    return sorted(chosen, key=lambda task: task.task_id)


def spread(tasks: Sequence[BenchTask]) -> list[BenchTask]:
    """Return all tasks in an order of which every beginning is an even choice.

    Even over house sizes first, then over k (misplaced objects), over pairs of both, over team
    sizes within a house size, and over houses. Thus 60 tasks include the 30 of an earlier run.
    """
    strata: dict[tuple[int, int, int], list[BenchTask]] = {}
    for task in sorted(tasks, key=lambda task: task.task_id):
        stratum = task.rooms, len(task.misplaced), len(task.team)
        strata.setdefault(stratum, []).append(task)
    counts: Counter[tuple[object, ...]] = Counter()
    order = []
    while strata:
        stratum = min(strata, key=lambda kind: [counts[trait] for trait in _traits(*kind)])
        best = min(strata[stratum], key=lambda task: counts["house", task.house])
        strata[stratum].remove(best)
        if not strata[stratum]:
            del strata[stratum]
        counts.update([*_traits(*stratum), ("house", best.house)])
        order.append(best)
    return order


def _traits(rooms: int, k: int, team: int) -> list[tuple[object, ...]]:
    return [
        ("rooms", rooms), ("k", k), ("rooms and k", rooms, k), ("rooms and team", rooms, team),
        ("k and team", k, team),
    ]  # fmt: skip


def _count(tasks: Sequence[BenchTask], number: int) -> list[BenchTask]:
    if not 1 <= number <= len(tasks):
        raise ConfigError(f"--tasks {number}: expected 1 to {len(tasks)}, which the task set has")
    return spread(tasks)[:number]


def _listed(tasks: Sequence[BenchTask], path: Path) -> list[BenchTask]:
    expected = "all, a number, or a file with one task id a line"
    try:
        lines = read_text(path, expected=expected).splitlines()
    except ConfigError as error:
        raise ConfigError(f"--tasks {error}") from None
    by_id = {task.task_id: task for task in tasks}
    chosen: dict[str, BenchTask] = {}
    for number, line in enumerate(lines, start=1):
        name = line.split("#", 1)[0].strip()
        if name and name not in by_id:
            raise ConfigError(f"{path}:{number}: no task '{name}'; expected an id of the task set")
        if name:
            chosen[name] = by_id[name]
    if not chosen:
        raise ConfigError(f"{path}: no task in it; expected one task id a line")
    return list(chosen.values())
