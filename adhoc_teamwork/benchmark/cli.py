# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The command line of the benchmark: one module a command, imported only when it is chosen.

Those modules import nothing but the standard library at their top, so that help is answered on a
machine where nothing is set up yet.
"""

import argparse
import importlib
import sys
from collections.abc import Callable, Sequence

from adhoc_teamwork.benchmark.terminal.command_line import ended
from adhoc_teamwork.teamwork.settings.command_line import Parser

PROGRAM = "adhoc bench"
COMMANDS = {
    "generate": "adhoc_teamwork.benchmark.generation.command",
    "check": "adhoc_teamwork.benchmark.commands.check",
    "train": "adhoc_teamwork.benchmark.training.command",
    "run": "adhoc_teamwork.benchmark.commands.run",
    "table": "adhoc_teamwork.benchmark.commands.table",
    "flagship": "adhoc_teamwork.benchmark.flagship.command",
    "plot": "adhoc_teamwork.benchmark.commands.plot",
    "text": "adhoc_teamwork.benchmark.questions.command",
    "speed": "adhoc_teamwork.benchmark.speed.command",
}
"""Module of each command, with ``add_parser(subparsers)``, whose parser sets `run`."""


def build_parser(chosen: str = "") -> argparse.ArgumentParser:
    """Return the parser with the chosen command, or with all where that is none of them."""
    parser = Parser(
        prog=PROGRAM,
        description="The tidying-up benchmark: task sets, episodes, tables, plots.",
    )
    subparsers = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for name, module in COMMANDS.items():
        if name == chosen or chosen not in COMMANDS:
            importlib.import_module(module).add_parser(subparsers)
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code: 0 done, 1 not, 2 wrong input, 130 interrupted."""
    words = list(sys.argv[1:] if arguments is None else arguments)

    def begin() -> Callable[[], int]:
        options = build_parser(words[0] if words else "").parse_args(words)
        return lambda: int(options.run(options))

    return ended(PROGRAM, begin)
