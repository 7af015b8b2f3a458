# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""`adhoc bench generate`: make a task set."""

import argparse
import os
from pathlib import Path
from typing import Any

from adhoc_teamwork.teamwork.settings.input_words import folder_to_read
from adhoc_teamwork.teamwork.settings.number_words import whole_number

PER_SIZE = 10
MOST_HOUSES = 10_000
SUITE_NAMES = ("c-wah", "tdw-mat", "habitat-mas")
ASSIGNED_COUNTS = (3, 4)
ASSIGNED_TEAMS = (3,)
"""Things to be moved, and robots in a team, in the sets of tasks with a goal of their own."""


def add_parser(subparsers: "argparse._SubParsersAction[Any]") -> None:
    """Add the command's parser."""
    parser = subparsers.add_parser(
        "generate",
        help="make a task set: houses, things out of place, teams",
        description=(
            "Make a task set (docs/benchmark_format.md). The same seed gives the same bytes, "
            "whatever the number of processes."
        ),
    )
    parser.add_argument("--out", type=Path, required=True, metavar="FOLDER", help="a new folder")
    parser.add_argument(
        "--seed", type=whole_number(0), default=0, metavar="N", help="for all that is drawn"
    )
    source = parser.add_mutually_exclusive_group()
    source.add_argument(
        "--houses", type=folder_to_read, metavar="FOLDER", help="take all house files there"
    )
    source.add_argument(
        "--procthor10k", action="store_true", help="take houses of ProcTHOR-10K (package prior)"
    )
    parser.add_argument(
        "--per-size",
        type=whole_number(1, MOST_HOUSES),
        default=PER_SIZE,
        metavar="N",
        help="houses of each number of rooms (default: 10); not for --houses",
    )
    parser.add_argument(
        "--task",
        metavar="TASK",
        help="a task with a goal, such as household: two scenarios a house, with 3 and 4 things, "
        "and one team each (default: tidying up, 15 tasks a house)",
    )
    parser.add_argument(
        "--team", type=whole_number(1, 5), metavar="N", help="teams of N robots (default: as drawn)"
    )
    parser.add_argument(
        "--alike", action="store_true", help="all robots of a task have the same body, with an arm"
    )
    parser.add_argument(
        "--hands",
        type=whole_number(1, 2),
        default=1,
        metavar="N",
        help="how many things each robot holds at a time: 1 (default) or 2",
    )
    parser.add_argument(
        "--suite",
        choices=SUITE_NAMES,
        help="a suite like another paper's: its houses, goods, goals, bodies (default team: 1)",
    )
    parser.add_argument(
        "--draws",
        type=whole_number(1, MOST_HOUSES),
        default=1,
        metavar="N",
        help="with --suite: draw its episodes N times, each time in other houses (default 1)",
    )
    parser.add_argument(
        "--episodes",
        type=folder_to_read,
        metavar="FOLDER",
        help="with --suite: take where things lie from the suite's own episode files",
    )
    parser.add_argument("--name", default="", help="the set's name, for people")
    parser.add_argument(
        "--jobs", type=whole_number(1), default=os.cpu_count() or 1, metavar="N", help="processes"
    )
    parser.add_argument("--replace", action="store_true", help="replace a task set that is there")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Make the set and say what is in it; return the exit code."""
    if options.suite is not None:
        from adhoc_teamwork.benchmark.generation.suites.command import generate_suite

        return generate_suite(options)
    _refuse_suite_options(options)
    from adhoc_teamwork.benchmark.generation.houses import houses_in, own_houses, procthor_houses
    from adhoc_teamwork.benchmark.generation.summary import summary
    from adhoc_teamwork.benchmark.generation.whole_set import make_taskset, refuse_to_overwrite
    from adhoc_teamwork.benchmark.places import remember_task_set
    from adhoc_teamwork.teamwork.text.console import say_lines

    folder = options.out.absolute()
    refuse_to_overwrite(folder, options.replace)
    if options.houses is not None:
        requests, name = houses_in(options.houses), options.houses.resolve().name
    elif options.procthor10k:
        requests, name = list(procthor_houses(options.seed, options.per_size)), "procthor-10k"
    else:
        requests, name = own_houses(options.seed, options.per_size), "drawn"
    plan = _plan(options)
    taskset = make_taskset(folder, options.name or name, requests, plan, options.jobs)
    remember_task_set(folder)
    say_lines(summary(taskset, options.out))
    return 0


def _refuse_suite_options(options: argparse.Namespace) -> None:
    from adhoc_teamwork.teamwork.settings.config import ConfigError

    for key, given in (("--draws", options.draws > 1), ("--episodes", options.episodes)):
        if given:
            raise ConfigError(f"{key}: only with --suite")


def _plan(options: argparse.Namespace) -> Any:
    from adhoc_teamwork.benchmark.generation.assignments import drawable_tasks
    from adhoc_teamwork.benchmark.generation.tasks import Plan
    from adhoc_teamwork.teamwork.settings.config import ConfigError

    alike, hands = options.alike, options.hands
    teams: tuple[int, ...] = () if options.team is None else (options.team,)
    if options.task is None:
        teams = teams or Plan.teams
        return Plan(options.seed, teams=teams, are_alike=alike, hands=hands)
    if options.task not in drawable_tasks():
        expected = ", ".join(drawable_tasks())
        raise ConfigError(f"--task {options.task}: no such task with a goal; expected {expected}")
    teams = teams or ASSIGNED_TEAMS
    return Plan(options.seed, ASSIGNED_COUNTS, teams, options.task, alike, hands)
