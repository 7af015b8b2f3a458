# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The ``mcp`` command: let an agent look at a team and ask for things, by a few typed tools."""

import argparse
from typing import Any

from adhoc_teamwork.bringup.bootstrap.commands import Command
from adhoc_teamwork.bringup.joining_options import add_joining, member_name
from adhoc_teamwork.teamwork.settings.number_words import whole_number
from adhoc_teamwork.teamwork.settings.runs import recorded_run

MODULE = "adhoc_teamwork.bringup.ros.agent_door_node"
DEFAULT_PORT = 8078
DETAILS = """
It speaks MCP over standard input and output, as agents start it; with --http at
http://127.0.0.1:N/mcp, for who has the token that it prints. What an agent wants said to the team
waits until a person says yes, with ./adhoc approve or on the console's page. Stopping does not
wait. It needs the extra mcp.

Exit code: 0 done, 2 wrong input.
"""


def add_parser(subparsers: Any, command: Command) -> None:
    """Add the command to the command line."""
    parser = subparsers.add_parser(
        command.name,
        help=command.summary,
        description="Serve an agent's tools: team status, scene, who can do something, why a robot "
        "decided what it did, say, propose a task or a goal, stop.",
        epilog=DETAILS,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("run_folder", nargs="?", type=recorded_run, metavar="RUN",
        help="folder of a recorded run, only to look at (default: the team that runs)")  # fmt: skip
    parser.add_argument("--http", nargs="?", type=whole_number(0, 65535), const=DEFAULT_PORT,
        default=-1, metavar="N",
        help=f"serve at a port of this machine ({DEFAULT_PORT} by default, 0: any)")  # fmt: skip
    parser.add_argument("--name", default="agent", type=member_name, metavar="NAME",
        help="the agent's name in the team (default agent)")  # fmt: skip
    add_joining(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Keep the door until its client or Ctrl-C ends it.

    Raises:
        ConfigError: There is neither run nor team, the extra is missing, or the port is taken.
        OSError: This Python cannot be started once more.
    """
    if options.run_folder is None:
        from adhoc_teamwork.bringup.commands.joining import become_member

        return become_member(MODULE, options, {"port": options.http, "person": options.name})
    import asyncio

    from adhoc_teamwork.bringup.agent_door.keeping import Door
    from adhoc_teamwork.bringup.team_console.picture import Picture
    from adhoc_teamwork.bringup.team_console.recorded import describe_run, read_run

    picture = Picture()
    read_run(options.run_folder, picture)
    door = Door(picture, f"recorded run {describe_run(options.run_folder)}", None)
    asyncio.run(door.keep(options.http))
    return 0
