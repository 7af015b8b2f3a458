# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The ``chat`` command: take part in a running team as a person."""

import argparse
import getpass
import re
from typing import Any

from adhoc_teamwork.bringup.bootstrap.commands import Command
from adhoc_teamwork.bringup.joining_options import add_joining, member_name
from adhoc_teamwork.teamwork.settings.number_words import number

MODULE = "adhoc_teamwork.comm_bridge.ros.chat"
DETAILS = """
Words go to everyone; what begins with a slash is a command: /help lists them. Lines may come from a
pipe as well; then the chat ends --linger seconds after the last of them.

Exit code: 0 done, 1 nobody relays what is said, 2 wrong input (in a pipe: a line that was wrong).
"""


def add_parser(subparsers: Any, command: Command) -> None:
    """Add the command to the command line."""
    parser = subparsers.add_parser(
        command.name,
        help=command.summary,
        description="Take part in a running team as a person: say what you do, answer plans, "
        "report things, ask for help, and see what the team says.",
        epilog=DETAILS,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--name", type=member_name, default=None, metavar="NAME",
        help="your name in the team (default your user name)")  # fmt: skip
    add_joining(parser)
    parser.add_argument("--linger", type=number(0.0, 3600.0), default=3.0, metavar="S",
        help="how long to listen after the last line of a pipe (default 3)")  # fmt: skip
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Become the chat.

    Raises:
        ConfigError: Nothing says which team is meant.
        OSError: This Python cannot be started once more.
    """
    from adhoc_teamwork.bringup.commands.joining import become_member

    name = options.name or re.sub(r"\W", "_", getpass.getuser()) or "person"
    namespace = name if not name[0].isdigit() else "_" + name
    words = ["-r", f"__ns:=/{namespace}"]
    return become_member(MODULE, options, {"linger": options.linger}, words)
