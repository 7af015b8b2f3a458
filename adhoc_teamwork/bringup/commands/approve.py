# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The ``approve`` command: see what agents ask for, and say yes or no to each."""

import argparse
import sys
import termios
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from adhoc_teamwork.bringup.bootstrap.commands import Command

PERIOD = 1.0
"""Seconds between looks at what waits."""
DETAILS = """
It shows what agents that came in by ./adhoc mcp want said to a team, word for word, and says it
only after a yes, which is typed at a terminal, once the question is there: a pipe is refused, and
what was typed before is dropped. Nothing else is taken for a yes. Ctrl-D ends, too.

Exit code: 0 done, 2 wrong input.
"""


def add_parser(subparsers: Any, command: Command) -> None:
    """Add the command to the command line."""
    parser = subparsers.add_parser(
        command.name,
        help=command.summary,
        description="Wait for what agents ask for, and answer each with yes or no, until Ctrl-C.",
        epilog=DETAILS,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--once", action="store_true", help="answer what waits now, and end")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Ask the person at the terminal about each request.

    Raises:
        ConfigError: There is no person at a terminal.
    """
    from adhoc_teamwork.bringup.agent_door.hatch import hatch_folder
    from adhoc_teamwork.teamwork.settings.config import ConfigError
    from adhoc_teamwork.teamwork.settings.user import user_name
    from adhoc_teamwork.teamwork.text.console import say

    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise ConfigError("approve: expected a terminal: a yes is a person's")
    say("What agents ask for is shown here." + ("" if options.once else " Ctrl-C ends."))
    who = f"{user_name()}@terminal"
    skipped: set[tuple[str, int]] = set()
    while True:
        try:
            answer_all(hatch_folder(), who, _typed, skipped)
        except EOFError:
            say("")
            return 0
        if options.once:
            return 0
        time.sleep(PERIOD)


def answer_all(
    folder: Path, who: str, read: Callable[[str], str], skipped: set[tuple[str, int]]
) -> None:
    """Ask about each request that waits and has not been put off.

    Args:
        folder: With the hatches.
        who: The person, for receipts.
        read: Shows a question and returns what is typed.
        skipped: Requests that were put off: neither yes nor no was typed. They wait on.

    Raises:
        EOFError: The person has typed the end of all answers, or the terminal is gone.
    """
    import asyncio

    from adhoc_teamwork.bringup.agent_door.desk import DeskError
    from adhoc_teamwork.bringup.agent_door.hatch import answer_at, look_through
    from adhoc_teamwork.teamwork.text.console import say

    for asked in asyncio.run(look_through(folder)):
        key = (str(asked.hatch), asked.number)
        if key in skipped:
            continue
        say(f"{asked.team}: an agent asks to let it say {asked.kind} (request {asked.number}):")
        say(f"    {asked.line}")
        typed = read("say it? yes/no: ").strip().casefold()
        if typed not in ("yes", "no"):
            skipped.add(key)
            say("neither yes nor no: it waits on")
            continue
        try:
            say(asyncio.run(answer_at(asked.hatch, asked.number, typed == "yes", who)))
        except DeskError as error:
            say(str(error))


def _typed(question: str) -> str:
    """Show a question at the terminal and return the line that is typed from then on.

    Raises:
        EOFError: There is none: Ctrl-D was typed, or the terminal is gone.
    """
    try:
        # What was typed before was meant for something else.
        termios.tcflush(sys.stdin, termios.TCIFLUSH)
        return input(question)
    except UnicodeDecodeError:
        return ""
    except (termios.error, OSError):
        raise EOFError from None
