# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The ``team`` command: who is in a running team, where, doing what, and how its links do."""

import argparse
from typing import Any

from adhoc_teamwork.bringup.bootstrap.commands import Command
from adhoc_teamwork.bringup.joining_options import add_joining

MODULE = "adhoc_teamwork.comm_bridge.ros.watch"
WHERE = "adhoc_teamwork.comm_bridge.ros.where"
DETAILS = """
--where says of each thing whether it is the same one that was seen before, and where it lay.

--json prints one line of JSON, or one every half second without --once.

Exit code: 0 done, 1 nobody there or nobody has seen it, 2 wrong input.
"""


def add_parser(subparsers: Any, command: Command) -> None:
    """Add the command to the command line."""
    parser = subparsers.add_parser(
        command.name,
        help=command.summary,
        description="Watch a running team: who is there, where, doing what, when last heard, "
        "and the rate, delay, loss and queue of its link to the broker.",
        epilog=DETAILS,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_joining(parser)
    parser.add_argument("--once", action="store_true", help="print it once and end")
    parser.add_argument("--json", action="store_true", help="as JSON instead of a table")
    parser.add_argument("--where", default="", metavar="THING",
        help="ask every robot where it saw a thing last: a category, or an id")  # fmt: skip
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Become the watch.

    Raises:
        ConfigError: Nothing says which team is meant.
        OSError: This Python cannot be started once more.
    """
    from adhoc_teamwork.bringup.commands.joining import become_member

    if options.where:
        return become_member(WHERE, options, {"thing": options.where})
    return become_member(MODULE, options, {"once": options.once, "json": options.json})
