# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The `adhoc` command line, once the environment is there."""

import argparse
import importlib
import signal
import sys
from collections.abc import Sequence

from adhoc_teamwork.bringup.bootstrap.commands import COMMANDS
from adhoc_teamwork.teamwork.settings.command_line import BAD_INPUT, INTERRUPTED, Parser
from adhoc_teamwork.teamwork.text.console import complain


def build_parser(chosen: str = "") -> argparse.ArgumentParser:
    """Return the parser with the chosen command, or with all where that is none of them.

    Each command's module adds its own part; the others are not even imported.
    """
    parser = Parser(
        prog="adhoc",
        description="Teams of different robots that tidy a house together, over ROS 2.",
    )
    subparsers = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    known = chosen in [command.name for command in COMMANDS]
    for command in COMMANDS:
        if command.name == chosen or not known:
            importlib.import_module(command.module).add_parser(subparsers, command)
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code: 0 done, 1 not, 2 wrong input, 130 interrupted."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGTERM, _interrupt)
    words = list(sys.argv[1:] if arguments is None else arguments)
    try:
        return _run(build_parser(words[0] if words else "").parse_args(words))
    except KeyboardInterrupt:
        complain("adhoc: interrupted")
        return INTERRUPTED


def _run(options: argparse.Namespace) -> int:
    # Imported here because --help works on a machine where nothing is set up yet.
    from adhoc_teamwork.teamwork.settings.config import ConfigError

    try:
        return int(options.run(options))
    except ConfigError as error:
        complain(f"adhoc: {error}")
        return BAD_INPUT


def _interrupt(_number: int, _frame: object) -> None:
    raise KeyboardInterrupt
