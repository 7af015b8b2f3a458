# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The ``chat`` command: take part in a running team as a person."""

import argparse
import re
from typing import Any

from adhoc_teamwork.bringup.bootstrap.commands import Command
from adhoc_teamwork.bringup.joining_options import add_joining, member_name
from adhoc_teamwork.teamwork.settings.number_words import number
from adhoc_teamwork.teamwork.settings.runs import LATEST, named_run, recorded_run

MODULE = "adhoc_teamwork.comm_bridge.ros.chat"
SEAT_MODULE = "adhoc_teamwork.comm_bridge.ros.seat_chat"
DETAILS = """
With --for you decide for a robot whose policy is `person`, from the same list as a model would, and
rate the trial when it is over (docs/communication.md).

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
    parser.add_argument("--for", type=member_name, default=None, metavar="ROBOT", dest="robot",
        help="sit in for the model of a robot that runs with --policy person")  # fmt: skip
    parser.add_argument("--run", type=recorded_run, default=None, metavar="RUN",
        help="with --for: the folder of the run, for your ratings (default runs/latest)",
        dest="run_dir")  # fmt: skip
    add_joining(parser)
    parser.add_argument("--linger", type=number(0.0, 3600.0), default=3.0, metavar="S",
        help="how long to listen after the last line of a pipe (default 3)")  # fmt: skip
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Become the chat.

    Raises:
        ConfigError: Nothing says which team is meant, or where ratings go.
        OSError: This Python cannot be started once more.
    """
    from adhoc_teamwork.bringup.commands.joining import become_member
    from adhoc_teamwork.teamwork.settings.config import ConfigError
    from adhoc_teamwork.teamwork.settings.user import user_name

    name = options.name or re.sub(r"\W", "_", user_name()) or "person"
    namespace = name if not name[0].isdigit() else "_" + name
    words = ["-r", f"__ns:=/{namespace}"]
    if not options.robot:
        if options.run_dir is not None:
            raise ConfigError("--run: only with --for ROBOT")
        return become_member(MODULE, options, {"linger": options.linger}, words)
    folder = (options.run_dir or named_run(LATEST)).resolve()
    if not folder.is_dir():
        raise ConfigError(f"--run {folder}: no such folder; expected that of the run, for ratings")
    settings = {"robot": options.robot, "run_dir": str(folder)}
    return become_member(SEAT_MODULE, options, settings, words)
