# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The ``plot`` command: draw a results folder (paper Fig. 8) or single episodes (Fig. 9)."""

import argparse
from pathlib import Path
from typing import Any

from adhoc_teamwork.benchmark.commands.run import DEFAULT_OUT, add_channel_option, chosen_channel
from adhoc_teamwork.benchmark.models.options import add_model_options
from adhoc_teamwork.teamwork.channel_names import OPEN
from adhoc_teamwork.teamwork.settings.input_words import folder_to_read

SUMMARY = "draw the figures of a run, or single episodes as a storyboard"
DETAILS = """
Without --episode: %Suc by join time, by difficulty and by the ad hoc robot's ability, from the
episodes of --results (default file: DIR/figure8.png). With --episode TASK: the task is played once
more, by the team alone and with each ad hoc policy of --adhoc, and drawn from above with paths and
key events (default file: storyboard.png).
"""


def add_parser(subparsers: Any) -> None:
    """Add the command to the command line."""
    parser = subparsers.add_parser(
        "plot",
        help=SUMMARY,
        description=f"{SUMMARY.capitalize()}.",
        epilog=DETAILS,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--results", default=DEFAULT_OUT, metavar="DIR",
        help=f"results folder (default {DEFAULT_OUT})")  # fmt: skip
    parser.add_argument("--team", default="heuristic", metavar="T",
        help="policy of the team (default heuristic)")  # fmt: skip
    parser.add_argument("--adhoc", nargs="+", default=[], metavar="A",
        help="ad hoc policy of panel (b), or those of the storyboard's rows")  # fmt: skip
    parser.add_argument("--episode", metavar="TASK", help="id of a task: draw its storyboard")
    parser.add_argument("--t0", type=int, default=0, metavar="STEP",
        help="step at which the storyboard's ad hoc robot joins (default 0)")  # fmt: skip
    parser.add_argument("--taskset", type=folder_to_read, metavar="DIR",
        help="the storyboard's task set (default: the one generated last)")  # fmt: skip
    add_model_options(parser.add_argument_group("language model, for the storyboard"))
    add_channel_option(parser)
    parser.add_argument("--out", metavar="FILE.png", help="the picture")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Draw the picture and print its name.

    Raises:
        ConfigError: Wrong input.
        BenchError: The picture cannot be written.
    """
    from adhoc_teamwork.teamwork.text.console import say

    path = _storyboard(options) if options.episode else _figure8(options)
    say(str(path))
    return 0


def _figure8(options: argparse.Namespace) -> Path:
    from adhoc_teamwork.benchmark.figures.figure8 import draw_figure8
    from adhoc_teamwork.benchmark.figures.tables import split_rows
    from adhoc_teamwork.benchmark.runs.plan import NONE
    from adhoc_teamwork.benchmark.store.facts import read_facts
    from adhoc_teamwork.benchmark.store.results import read_results
    from adhoc_teamwork.teamwork.settings.config import ConfigError

    folder = Path(options.results)
    facts, results = read_facts(folder), read_results(folder)
    played = sorted({key.adhoc for key in results if key.team == options.team} - {NONE})
    if not played:
        raise ConfigError(
            f"--results {folder}: no episode of team {options.team} with an ad hoc robot; "
            "expected some of adhoc bench run"
        )
    focus = options.adhoc[0] if options.adhoc else _focus(played)
    if focus not in played:
        raise ConfigError(f"--adhoc {focus}: not played; expected {', '.join(played)}")
    out = _out(options, folder / "figure8.png")
    title = f"Team: {options.team}; task set {facts.task_set}, horizon {facts.horizon} steps"
    draw_figure8(split_rows(results, facts.by_id()), options.team, focus, title, out)
    return out


def _storyboard(options: argparse.Namespace) -> Path:
    from adhoc_teamwork.benchmark.commands.run import load_tasks
    from adhoc_teamwork.benchmark.figures.storyboard import Take, draw_storyboard
    from adhoc_teamwork.benchmark.models.choice import model_name
    from adhoc_teamwork.benchmark.runs.plan import NONE, make_setting
    from adhoc_teamwork.benchmark.tasks.taskset import task_house
    from adhoc_teamwork.teamwork.settings.config import ConfigError

    out = _out(options, Path("storyboard.png"))
    names = [NONE, *(name for name in options.adhoc or ["heuristic"] if name != NONE)]
    model = model_name(options)
    channel = chosen_channel(options, OPEN)
    settings = [make_setting(options.team, name, options.t0, model, channel) for name in names]
    folder, task_set = load_tasks(options)
    task = next((task for task in task_set.tasks if task.task_id == options.episode), None)
    if task is None:
        raise ConfigError(f"--episode {options.episode}: no such task; expected an id of {folder}")
    takes = [Take.of(task, folder, setting) for setting in settings]
    draw_storyboard(task_house(folder, task.house), task, takes, out)
    return out


def _focus(played: list[str]) -> str:
    """Return the policy whose effect by difficulty is shown unless one is named."""
    return next((name for name in ("irot", "heuristic") if name in played), played[0])


def _out(options: argparse.Namespace, default: Path) -> Path:
    from adhoc_teamwork.teamwork.settings.config import ConfigError

    path = Path(options.out) if options.out else default
    if path.suffix.lower() != ".png":
        raise ConfigError(f"--out {path}: expected a file that ends with .png")
    if not path.parent.is_dir():
        raise ConfigError(f"--out {path}: {path.parent} is no folder; expected one that exists")
    return path
