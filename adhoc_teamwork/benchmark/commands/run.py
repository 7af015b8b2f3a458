# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The ``run`` command: play the episodes of one team with one ad hoc robot."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from adhoc_teamwork.benchmark.models.options import add_model_options
from adhoc_teamwork.teamwork.channel_names import (
    CHANNEL_HELP,
    CHANNEL_NAMES,
    OPEN,
    PRICE_HELP,
    channel_at,
    price,
)
from adhoc_teamwork.teamwork.settings.input_words import file_to_read, folder_to_read
from adhoc_teamwork.teamwork.settings.number_words import whole_number

if TYPE_CHECKING:
    from adhoc_teamwork.benchmark.engines.work import Engine
    from adhoc_teamwork.benchmark.runs.plan import Setting
    from adhoc_teamwork.benchmark.runs.runner import RunReport
    from adhoc_teamwork.benchmark.runs.spending import RunBudget
    from adhoc_teamwork.benchmark.tasks.task import TaskSet

SUMMARY = "play episodes; goes on where it was interrupted"
DETAILS = """
The folder of --out holds run.json (which task set) and episodes.jsonl (one episode a line). More
runs may go into the same folder, with other policies, other t0 or more tasks; what is there is
never played again. Unless --adhoc is none, the team alone is played in the same tasks too, which
the changes in brackets and %SE compare with. Results are the same whatever the number of jobs.

Exit code: 0 all played, 1 not, 2 wrong input, 130 interrupted.
"""
DEFAULT_OUT = "runs/bench"
NAMED = 5
"""How many failed episodes are named one by one."""


def add_parser(subparsers: Any) -> None:
    """Add the command to the command line."""
    parser = subparsers.add_parser(
        "run",
        help=SUMMARY,
        description=f"{SUMMARY.capitalize()}.",
        epilog=DETAILS,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--team", default="heuristic", metavar="T",
        help="policy of the team (default heuristic)")  # fmt: skip
    parser.add_argument("--adhoc", default="heuristic", metavar="A",
        help="policy of the ad hoc robot, none for the team alone (default heuristic)")  # fmt: skip
    parser.add_argument("--t0", type=int, default=0, metavar="STEP",
        help="step at which the ad hoc robot joins (default 0)")  # fmt: skip
    add_suite_option(parser)
    add_run_options(parser, DEFAULT_OUT)
    parser.set_defaults(run=run)


def add_suite_option(parser: argparse.ArgumentParser) -> None:
    """Add which suite is played that has no task set, for its tasks are files and seeds."""
    parser.add_argument("--suite", choices=("roco",),
        help="roco: arms in cells (docs/cells.md); --team roco, roco-central, roco-no-history, "
        "roco-no-feedback, waiting or random; --tasks N: N seeds of each task (default 20), or a "
        "file with one 'task seed' a line")  # fmt: skip
    parser.add_argument("--switch", default="", metavar="WORDS",
        help="with --suite roco: arms that are switched on and off before rounds, such as "
        "'Chad off 0, Chad on 3'")  # fmt: skip
    parser.add_argument("--film", type=Path, metavar="DIR",
        help="with --suite roco: write a film and a picture of each episode played")  # fmt: skip


def add_run_options(parser: argparse.ArgumentParser, out: str) -> None:
    """Add what every command that plays episodes can be told."""
    parser.add_argument("--out", "--results", dest="out", default=out, metavar="DIR",
        help=f"results folder (default {out})")  # fmt: skip
    parser.add_argument("--tasks", default="all", type=_tasks, metavar="all|N|FILE",
        help="all (default), N spread evenly over house sizes and k, or a file of ids")  # fmt: skip
    parser.add_argument("--taskset", type=folder_to_read, metavar="DIR",
        help="the task set's folder (default: the one generated last)")  # fmt: skip
    add_playing_options(parser)


def add_playing_options(parser: argparse.ArgumentParser) -> None:
    """Add what can be told of how episodes are played: in processes, with which model, channel."""
    parser.add_argument("--jobs", type=whole_number(1), default=0, metavar="N",
        help="processes (default: as many as there are processors)")  # fmt: skip
    add_model_options(parser)
    add_channel_option(parser)
    parser.add_argument("--budget", default="", metavar="BOUNDS",
        help="what this command may spend on a model, such as usd=5,calls=20000,tokens=1000000: "
        "no episode is begun that it would not last for")  # fmt: skip
    parser.add_argument("--engine", choices=("processes", "ray"), default="processes",
        help="processes of this machine (default), or a Ray cluster")  # fmt: skip
    parser.add_argument("--ray-address", metavar="ADDRESS",
        help="of the cluster; without it Ray uses this machine")  # fmt: skip


def add_channel_option(parser: argparse.ArgumentParser) -> None:
    """Add what the team may say to each other; None where nothing was said of it."""
    parser.add_argument("--channel", choices=CHANNEL_NAMES,
        help=f"{CHANNEL_HELP} (default open; of table --paper paper)")  # fmt: skip
    parser.add_argument("--price", type=price, metavar="N", help=f"{PRICE_HELP} (default 0)")
    parser.add_argument("--radio", default="", metavar="WORDS",
        help="radios that are not perfect, such as range=8,walls,loss=0.2: metres, solid walls "
        "block, share of messages lost")  # fmt: skip


def chosen_channel(options: argparse.Namespace, default: str) -> str:
    """Return the name of what a team talks through, price and radios included.

    Raises:
        ConfigError: This channel has no price.
    """
    from adhoc_teamwork.teamwork.settings.config import ConfigError

    try:
        channel = channel_at(options.channel or default, options.price)
    except ValueError as error:
        raise ConfigError(str(error)) from None
    return f"{channel} {options.radio}" if options.radio else channel


def _tasks(text: str) -> str:
    if text != "all" and not text.isdecimal():
        file_to_read(text)
    return text


def run(options: argparse.Namespace) -> int:
    """Play what is missing; return 1 if an episode failed, else 0.

    Raises:
        ConfigError: Wrong input.
        BenchError: The disk is full, or nothing works.
    """
    if options.suite:
        from adhoc_teamwork.benchmark.arms.command import run_arms

        return run_arms(options)
    if options.switch or options.film:
        from adhoc_teamwork.teamwork.settings.config import ConfigError

        raise ConfigError(f"--{'switch' if options.switch else 'film'}: only for --suite roco")
    from adhoc_teamwork.benchmark.models.choice import model_names
    from adhoc_teamwork.benchmark.runs.plan import make_setting

    team, adhoc, t0 = options.team, options.adhoc, options.t0
    channel = chosen_channel(options, OPEN)
    settings = [make_setting(team, adhoc, t0, name, channel) for name in model_names(options)]
    return play_settings(options, load_tasks(options), settings)


def load_tasks(options: argparse.Namespace) -> tuple[Path, "TaskSet"]:
    """Return the task set and its folder.

    Raises:
        ConfigError: There is none, or it is broken.
    """
    from adhoc_teamwork.benchmark.places import default_task_set
    from adhoc_teamwork.benchmark.tasks.taskset import load_taskset

    folder = Path(options.taskset) if options.taskset else default_task_set()
    return folder, load_taskset(folder)


def play_settings(
    options: argparse.Namespace,
    tasks: tuple[Path, "TaskSet"],
    settings: "list[Setting]",
    budget: "RunBudget | None" = None,
) -> int:
    """Play what is missing for all the settings into one folder, and say what was done.

    What may be spent is what the options say, or what is left of a `budget` for more than this.

    Raises:
        ConfigError: Wrong input.
        BenchError: The disk is full, or nothing works.
    """
    from adhoc_teamwork.benchmark.models.answer_cache import use_cache
    from adhoc_teamwork.benchmark.runs.plan import plan
    from adhoc_teamwork.benchmark.runs.runner import run_missing
    from adhoc_teamwork.benchmark.runs.selection import select_tasks
    from adhoc_teamwork.benchmark.runs.spending import run_budget
    from adhoc_teamwork.benchmark.store.facts import facts_of
    from adhoc_teamwork.benchmark.store.store import EpisodeStore
    from adhoc_teamwork.teamwork.text.console import complain, say

    folder, task_set = tasks
    models = list(dict.fromkeys(setting.llm for setting in settings if setting.llm))
    use_cache(options, models)
    budget = budget or run_budget(options.budget, models)
    works = plan(settings, select_tasks(task_set.tasks, options.tasks))
    out = Path(options.out)
    engine, workers = make_engine(options, folder)
    with EpisodeStore(out, facts_of(task_set)) as store:
        try:
            report = run_missing(works, store, engine, workers, budget)
        except KeyboardInterrupt:
            complain(f"adhoc bench: {len(store.results)} episodes are kept in {out}; the same "
                     "command goes on from there")  # fmt: skip
            raise
    say(_summary(report, out))
    if report.spent is not None:
        complain(f"adhoc bench: {report.spent} is spent ({budget}); {report.missing} episodes are "
                 "left for another run")  # fmt: skip
    return max(_report_failures(report, out), int(report.spent is not None))


def make_engine(options: argparse.Namespace, folder: Path) -> "tuple[Engine, int]":
    """Return what plays episodes, and how many it plays at a time.

    Raises:
        ConfigError: Ray was asked for and is not installed.
    """
    import os

    from adhoc_teamwork.teamwork.settings.config import ConfigError

    jobs = options.jobs or len(os.sched_getaffinity(0))
    if options.engine == "ray":
        from adhoc_teamwork.benchmark.engines.cluster import RayEngine

        engine = RayEngine(folder, options.ray_address)
        return engine, engine.workers
    if options.ray_address:
        raise ConfigError("--ray-address: only for --engine ray")
    from adhoc_teamwork.benchmark.engines.processes import ProcessEngine

    return ProcessEngine(folder, jobs), jobs


def _summary(report: "RunReport", out: Path) -> str:
    there = f", {report.kept} were there already" if report.kept else ""
    return (
        f"{report.played} episodes played{there}; see them with: adhoc bench table --results {out}"
    )


def _report_failures(report: "RunReport", out: Path) -> int:
    from adhoc_teamwork.benchmark.runs.failures import write_failures
    from adhoc_teamwork.teamwork.text.console import complain

    if not report.failures:
        return 0
    for failure in report.failures[:NAMED]:
        key = failure.key
        complain(f"adhoc bench: {key.task_id} ({key.team}, {key.adhoc}, t0 {key.t0}): "
                 f"{failure.reason}")  # fmt: skip
    log = write_failures(out, report.failures)
    if report.gave_up:
        complain("adhoc bench: given up, because one episode after the other failed")
    complain(f"adhoc bench: {len(report.failures)} episodes failed and are played again by the "
             f"next run; all in {log}")  # fmt: skip
    return 1
