# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""`adhoc skills --evaluate`: call sub-skills at random in houses and print what came of them."""

import argparse
from collections.abc import Callable, Sequence
from functools import partial

from adhoc_teamwork.teamwork.settings.command_line import DONE, FAILED, Parser
from adhoc_teamwork.teamwork.settings.input_words import path_to_read
from adhoc_teamwork.teamwork.settings.number_words import whole_number

PROGRAM = "adhoc skills --evaluate"


def build_parser() -> argparse.ArgumentParser:
    """Return the parser."""
    parser = Parser(
        prog=PROGRAM,
        description=(
            "Call sub-skills at random, valid and invalid, on three robots that share a house, "
            "and measure how they end. Exit code 1: a limit is missed."
        ),
    )
    parser.add_argument("--evaluate", action="store_true", required=True, help="measure")
    parser.add_argument(
        "--calls", type=whole_number(1), default=500, metavar="N", help="in all houses together"
    )
    parser.add_argument(
        "--houses", type=path_to_read, action="extend", nargs="+", metavar="DIR|FILE",
        help="houses in ProcTHOR's format, or folders of them; default: those that ship",
    )  # fmt: skip
    parser.add_argument("--seed", type=whole_number(0), default=0, metavar="N")
    parser.add_argument(
        "--misses", action="store_true", help="print each call that did not end as it should"
    )
    return parser


def begin(words: Sequence[str]) -> Callable[[], int]:
    """Read the words; return what runs the trials and returns the exit code."""
    return partial(_run, build_parser().parse_args(words))


def _run(options: argparse.Namespace) -> int:
    """Run the trials and return the exit code.

    Raises:
        ConfigError: There is no such house, or something in it is wrong.
    """
    # Imported here because help is answered on a machine where nothing is set up yet.
    from adhoc_teamwork.benchmark.tasks.house_files import find_houses
    from adhoc_teamwork.measuring.skills.house_run import HouseRequest, run_house
    from adhoc_teamwork.measuring.skills.report import print_report
    from adhoc_teamwork.measuring.skills.trial import Trial
    from adhoc_teamwork.teamwork.settings.places import config_dir
    from adhoc_teamwork.teamwork.text.progress import Progress

    config = config_dir()
    houses = find_houses(options.houses or [config / "houses"])
    trials: list[Trial] = []
    with Progress(f"{PROGRAM}: calling", len(houses), "houses") as progress:
        for number, house in enumerate(houses):
            calls = options.calls // len(houses) + (number < options.calls % len(houses))
            seed = options.seed * len(houses) + number
            trials += run_house(HouseRequest(house, calls, config, seed))
            progress.advance(1, house.stem)
    return DONE if print_report(trials, options.misses) else FAILED
