# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The ``console`` command: one page with the team, live or recorded."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from adhoc_teamwork.bringup.bootstrap.commands import Command
from adhoc_teamwork.bringup.commands.handing_over import become
from adhoc_teamwork.bringup.joining_options import add_joining, member_name
from adhoc_teamwork.teamwork.settings.number_words import whole_number
from adhoc_teamwork.teamwork.settings.runs import LATEST, named_run, recorded_run

if TYPE_CHECKING:
    from adhoc_teamwork.bringup.team_console.picture import Picture

MODULE = "adhoc_teamwork.bringup.ros.console_node"
MEASURING = "adhoc_teamwork.measuring.console"
DETAILS = """
Without RUN and --live: the team that runs on this machine, else runs/latest.

--address other than this machine's own makes the page reachable from the network, to who has the
key that is printed: whoever has it can stop the robots and speak to them.

Exit code: 0 done, 1 with --measure: a limit is missed, 2 wrong input.
"""


def add_parser(subparsers: Any, command: Command) -> None:
    """Add the command to the command line."""
    parser = subparsers.add_parser(
        command.name,
        help=command.summary,
        description="Serve one page with the team: map, robots, dialogue, decisions and a "
        "timeline; of a live team also a box to speak to it and an emergency stop.",
        epilog=DETAILS,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    what = parser.add_mutually_exclusive_group()
    what.add_argument("run_folder", nargs="?", type=recorded_run, metavar="RUN",
        help="folder of a recorded run; 'latest' for runs/latest")  # fmt: skip
    what.add_argument("--live", action="store_true", help="the team that runs now")
    parser.add_argument("--port", type=whole_number(0, 65535), metavar="N",
        help="port of the page (default 8077, or any free one)")  # fmt: skip
    parser.add_argument("--address", default="127.0.0.1", metavar="A",
        help="address to serve at (default 127.0.0.1: only for this machine)")  # fmt: skip
    parser.add_argument("--name", default="operator", type=member_name, metavar="NAME",
        help="your name in the team when you speak (default operator)")  # fmt: skip
    parser.add_argument("--measure", action="store_true",
        help="measure: with RUN how soon it is there, else a made-up live team")  # fmt: skip
    add_joining(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Serve the page until Ctrl-C.

    Raises:
        ConfigError: There is neither run nor team, or the port is taken.
        OSError: This Python cannot be started once more.
    """
    if options.measure:
        return _measure(options)
    if options.live or (not options.run_folder and _team_runs(options)):
        return _live(options)
    return _recorded(options.run_folder or named_run(LATEST), options)


def _measure(options: argparse.Namespace) -> int:
    return become(MEASURING, [str(options.run_folder)] if options.run_folder else [])


def _team_runs(options: argparse.Namespace) -> bool:
    from adhoc_teamwork.bringup.commands.joining import running_domains

    return options.domain is not None or len(running_domains()) > 0


def _live(options: argparse.Namespace) -> int:
    from adhoc_teamwork.bringup.commands.joining import become_member

    port = -1 if options.port is None else options.port
    parameters = {"address": options.address, "port": port, "person": options.name}
    return become_member(MODULE, options, parameters)


def _recorded(folder: Path, options: argparse.Namespace) -> int:
    import asyncio
    import threading

    from adhoc_teamwork.bringup.team_console.picture import Picture
    from adhoc_teamwork.bringup.team_console.recorded import describe_run, read_run
    from adhoc_teamwork.bringup.team_console.server import Console
    from adhoc_teamwork.bringup.team_console.serving import listen, serve

    picture = Picture()
    read_run(folder, picture)
    about = {"mode": "recorded", "title": describe_run(folder)}
    # They take longer to read than all else: the page shows them as they come.
    ways = threading.Thread(target=_read_ways, args=(folder / "bag", picture), daemon=True)
    listener = listen(options.address, options.port)

    def make_app(stopping: asyncio.Event, key: str) -> Any:
        return Console(picture, about, None, stopping, ways.start).app(key)

    asyncio.run(serve(listener, make_app, f"Recorded run {folder}"))
    return 0


def _read_ways(bag: Path, picture: "Picture") -> None:
    from adhoc_teamwork.bringup.bags.recorded_ways import read_ways
    from adhoc_teamwork.teamwork.settings.config import ConfigError
    from adhoc_teamwork.teamwork.text.console import complain

    try:
        read_ways(bag, picture)
    except ConfigError as error:
        complain(f"adhoc: {error}")
