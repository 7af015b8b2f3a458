# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The ``setup`` command: the set-up itself has run before; say what there is now."""

import argparse
import platform
import sys
from typing import Any

from adhoc_teamwork.bringup.bootstrap.commands import Command
from adhoc_teamwork.teamwork.text.console import say


def add_parser(subparsers: Any, command: Command) -> None:
    """Add the command to the command line."""
    parser = subparsers.add_parser(command.name, help=command.summary, description=command.summary)
    parser.add_argument("--dev", action="store_true", help="also what ./adhoc test needs")
    parser.add_argument("--ray", action="store_true",
        help="also Ray, for ./adhoc bench run --engine ray")  # fmt: skip
    parser.add_argument("--again", action="store_true", help="begin from nothing")
    parser.set_defaults(run=run)


def run(_args: argparse.Namespace) -> int:
    """Print where the finished environment is."""
    say(f"ready: Python {platform.python_version()} in {sys.prefix}")
    say("next: ./adhoc demo, ./adhoc test, ./adhoc doctor")
    return 0
