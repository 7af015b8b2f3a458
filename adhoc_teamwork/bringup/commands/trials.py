# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The ``trials`` command: the whole stack, house after house, and every failure explained."""

import argparse
from pathlib import Path
from typing import Any

from adhoc_teamwork.bringup.bootstrap.commands import Command
from adhoc_teamwork.bringup.demo_run.demo_arguments import add_options
from adhoc_teamwork.teamwork.settings.command_line import BAD_INPUT, Parser
from adhoc_teamwork.teamwork.settings.input_words import (
    folder_to_read,
    name_or_file,
    path_to_read,
)
from adhoc_teamwork.teamwork.settings.number_words import whole_number
from adhoc_teamwork.teamwork.settings.speed import read_speed, speed_text
from adhoc_teamwork.teamwork.text.console import complain

DETAILS = """
Each run is played as ./adhoc demo plays it. DIR/runs has the run folders, DIR/trials.jsonl a line a
run, DIR/index.html the table and a picture of each failure (docs/trials.md). The same command goes
on where it was interrupted. What follows -- goes to each demo: ... -- --latency 1 --policy irot

Exit code: 0 all tidied in all runs, 1 not, 2 wrong input, 130 interrupted.
"""
MOST_SEEDS = 10_000
_OURS = ("house", "misplaced", "seed", "scenario", "out", "watch", "list_misplaced", "speed")


def add_parser(subparsers: Any, command: Command) -> None:
    """Add the command to the command line."""
    parser = subparsers.add_parser(
        command.name,
        help=command.summary,
        description="Run the whole stack in many houses, and explain every failure.",
        epilog=DETAILS,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--houses", nargs="+", type=path_to_read, default=[],
        metavar="FOLDER|FILE",
        help="houses in ProcTHOR's format (default: the scenario's)")  # fmt: skip
    what.add_argument("--runs", nargs="+", type=folder_to_read, default=[], metavar="RUN",
        help="play nothing; explain these recorded runs")  # fmt: skip
    parser.add_argument("--misplaced", type=whole_number(1), metavar="K",
        help="put K objects out of place (default: as many as the scenario has)")  # fmt: skip
    parser.add_argument("--seeds", type=whole_number(1, MOST_SEEDS), default=1, metavar="N",
        help="play each house with the seeds 0 to N-1 (default 1)")  # fmt: skip
    parser.add_argument("--jobs", type=whole_number(1), default=1, metavar="J",
        help="runs at a time (default 1); one keeps two cores busy")  # fmt: skip
    parser.add_argument("--scenario", default="late_helper", metavar="NAME|FILE",
        type=name_or_file("scenarios", ".yaml", ".yml"),
        help="who takes part (default late_helper)")  # fmt: skip
    parser.add_argument("--speed", type=read_speed, default=3.0, metavar="F|max",
        help="simulated seconds per second (default 3); max: as fast as the robots keep up, and "
        "simulated time waits for them")  # fmt: skip
    parser.add_argument("--out", type=Path, default=Path("trials"), metavar="DIR",
        help="folder of the trials (default trials); runs that are there are kept")  # fmt: skip
    parser.add_argument("demo", nargs="*", metavar="-- DEMO OPTIONS",
        help="further options of ./adhoc demo")  # fmt: skip
    parser.set_defaults(run=run, check=check)


def check(values: argparse.Namespace) -> int:
    """Refuse what no demo takes, and what is this command's to say; return 0 where all is well."""
    parser = Parser(prog="adhoc trials ... --", add_help=False, allow_abbrev=False)
    add_options(parser)
    parsed, plain = parser.parse_args(values.demo), parser.parse_args([])
    for name in _OURS:
        if getattr(parsed, name) != getattr(plain, name):
            word = f"--{name.replace('_', '-')}"
            complain(f"adhoc: {word} after --: expected options that trials do not have")
            return BAD_INPUT
    return 0


def run(values: argparse.Namespace) -> int:
    """Play and explain; return 0 where everything was tidied in every run.

    Raises:
        ConfigError: Wrong input.
    """
    from adhoc_teamwork.bringup.trials.plan import find_houses, plan_trials
    from adhoc_teamwork.bringup.trials.session import classify_runs, play_trials

    refused = check(values)
    if refused:
        return refused
    if values.runs:
        return classify_runs(values.out, values.runs)
    trials = plan_trials(
        values.scenario, find_houses(values.houses), values.misplaced, values.seeds
    )
    options = ["--speed", speed_text(values.speed), *values.demo]
    return play_trials(values.out, trials, options, values.jobs)
