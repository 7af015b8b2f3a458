# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The ``check`` command: prove each task of a suite's set solvable within its limit."""

import argparse
from typing import TYPE_CHECKING, Any

from adhoc_teamwork.teamwork.settings.number_words import whole_number

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from adhoc_teamwork.benchmark.tasks.task import BenchTask

SUMMARY = "prove each task of a suite solvable in time, by robots that know everything"


def add_parser(subparsers: Any) -> None:
    """Add the command to the command line."""
    parser = subparsers.add_parser("check", help=SUMMARY, description=f"{SUMMARY.capitalize()}.")
    parser.add_argument("--taskset", metavar="DIR",
        help="the set (default: the one that was generated last)")  # fmt: skip
    parser.add_argument("--tasks", default="all", metavar="WHICH",
        help="which tasks, as in `run` (default all)")  # fmt: skip
    parser.add_argument("--jobs", type=whole_number(1), default=1, metavar="N",
        help="processes (default 1)")  # fmt: skip
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print a line for each task; return 1 if one is not solved, else 0.

    Raises:
        ConfigError: No such set, or one without goals.
        BenchError: A process was killed.
    """
    from functools import partial

    from adhoc_teamwork.benchmark.commands.run import load_tasks
    from adhoc_teamwork.benchmark.engines.spread import spread
    from adhoc_teamwork.benchmark.proofs.solving import prove
    from adhoc_teamwork.benchmark.runs.selection import select_tasks
    from adhoc_teamwork.benchmark.suites.registry import find_suite
    from adhoc_teamwork.teamwork.text.console import say

    folder, task_set = load_tasks(options)
    suite = find_suite(task_set.suite)
    if suite.bodies:
        return _check_bodies(folder, select_tasks(task_set.tasks, options.tasks), options.jobs)
    tasks = select_tasks(task_set.tasks, options.tasks)
    unsolved = 0
    for proof in spread(partial(prove, house_dir=folder), tasks, options.jobs, "checked tasks"):
        who = "the team alone" if proof.alone else "with the ad hoc robot"
        found = f"solved in {proof.steps} of {suite.horizon} {suite.timing.unit}s"
        if not proof.holds:
            unsolved += 1
            found = f"NOT solved in {suite.horizon} {suite.timing.unit}s: {proof.done} of " \
                f"{proof.total}"  # fmt: skip
        say(f"{proof.task_id}: {found}, {who}")
    say(f"{len(tasks) - unsolved} of {len(tasks)} tasks are solvable in time")
    return 1 if unsolved else 0


def _check_bodies(folder: "Path", tasks: "Sequence[BenchTask]", jobs: int) -> int:
    """Print for each task whether bodies decide it; return 1 if they do not in one, else 0."""
    from functools import partial

    from adhoc_teamwork.benchmark.engines.spread import spread
    from adhoc_teamwork.benchmark.proofs.errands import prove_task
    from adhoc_teamwork.teamwork.text.console import say

    undecided = 0
    for task, proof in zip(
        tasks, spread(partial(prove_task, house_dir=folder), tasks, jobs, "checked tasks"),
        strict=True,
    ):  # fmt: skip
        right = proof.right
        found = f"right assignment done in {right.team_steps} steps"
        if not right.success:
            found = f"right assignment NOT done: {right.tidied} of {right.total}"
        failed = proof.swapped - proof.done_all_the_same
        say(f"{task.task_id}: {found}, {failed} of {proof.swapped} swapped ones failed")
        undecided += not proof.holds
    say(f"{len(tasks) - undecided} of {len(tasks)} tasks are decided by bodies")
    return 1 if undecided else 0
