# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The ``stop`` command: stop a running team's robots, or one of them, or release them."""

import argparse
from typing import Any

from adhoc_teamwork.bringup.bootstrap.commands import Command
from adhoc_teamwork.bringup.joining_options import add_joining, member_name

MODULE = "adhoc_teamwork.comm_bridge.ros.stop"
DETAILS = """
It says of each robot whether it stands still, as its own parts measure. A release releases whoever
pressed: look first that nobody stands in the way.

Exit code: 0 all obey, 1 somebody does not or nobody answers, 2 wrong input.
"""


def add_parser(subparsers: Any, command: Command) -> None:
    """Add the command to the command line."""
    parser = subparsers.add_parser(
        command.name,
        help=command.summary,
        description="Stop a team's robots at once, or one of them; --release lets them go.",
        epilog=DETAILS,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("robot", nargs="?", type=member_name, help="its name (default: all)")
    parser.add_argument("--release", action="store_true", help="release in place of pressing")
    add_joining(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Become what presses.

    Raises:
        ConfigError: Nothing says which team is meant.
        OSError: This Python cannot be started once more.
    """
    from adhoc_teamwork.bringup.commands.joining import become_member

    return become_member(
        MODULE, options, {"robot": options.robot or "", "release": options.release}
    )
