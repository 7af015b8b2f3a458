# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The commands of ``./adhoc``, by name: what they do and which module runs them."""

import importlib.util
from dataclasses import dataclass


@dataclass(frozen=True)
class Command:
    """Describe one command.

    Attributes:
        name: As it is typed.
        module: Has ``add_parser(subparsers)`` and ``run(args) -> int``.
        summary: One line of help.
    """

    name: str
    module: str
    summary: str


_ALL = (
    Command(
        "demo",
        "adhoc_teamwork.bringup.commands.demo",
        "robots tidy a house, one of them joining late",
    ),
    Command(
        "console",
        "adhoc_teamwork.bringup.commands.console",
        "look at a team in the browser; speak to it, stop it",
    ),
    Command(
        "timeline", "adhoc_teamwork.bringup.commands.timeline", "draw one run, or two side by side"
    ),
    Command(
        "replay",
        "adhoc_teamwork.bringup.commands.replay",
        "make a recorded run's decisions once more, and compare",
    ),
    Command(
        "bench",
        "adhoc_teamwork.bringup.commands.bench",
        "the tidying-up benchmark: task sets, runs, tables, plots",
    ),
    Command(
        "perceive",
        "adhoc_teamwork.bringup.commands.perceive",
        "perceive a recorded bag or folder of frames",
    ),
    Command(
        "skills",
        "adhoc_teamwork.bringup.commands.skills",
        "measure the sub-skills by random calls in houses",
    ),
    Command(
        "world",
        "adhoc_teamwork.bringup.commands.world",
        "write a house as a world of Gazebo or Isaac Sim",
    ),
    Command(
        "resume",
        "adhoc_teamwork.bringup.commands.resume",
        "say what a robot's body can do, from its URDF",
    ),
    Command(
        "comm-bench",
        "adhoc_teamwork.bringup.commands.comm_bench",
        "measure the message broker, also under faults",
    ),
    Command(
        "team",
        "adhoc_teamwork.bringup.commands.team",
        "watch a running team: who, where, doing what, links",
    ),
    Command(
        "stop",
        "adhoc_teamwork.bringup.commands.stop",
        "stop a team's robots at once, or let them go again",
    ),
    Command(
        "chat", "adhoc_teamwork.bringup.commands.chat", "take part in a running team as a person"
    ),
    Command(
        "stranger",
        "adhoc_teamwork.bringup.commands.stranger",
        "make a teammate of one that speaks another language",
    ),
    Command(
        "attack",
        "adhoc_teamwork.bringup.commands.attack",
        "try a hostile corpus against all of it; print what held",
    ),
    Command(
        "test",
        "adhoc_teamwork.bringup.commands.testing",
        "check format, style, types and imports, and run the tests",
    ),
    Command(
        "doctor",
        "adhoc_teamwork.bringup.commands.doctor",
        "say what is there, and what is missing or wrong",
    ),
    Command("setup", "adhoc_teamwork.bringup.commands.setup", "only prepare the environment"),
)

_ROOM_OF = {"attack": "attack", "comm-bench": "measuring", "skills": "measuring"}
"""Commands of rooms that are not installed on robots."""
COMMANDS = tuple(
    command
    for command in _ALL
    if command.name not in _ROOM_OF
    or importlib.util.find_spec(f"adhoc_teamwork.{_ROOM_OF[command.name]}") is not None
)


def usage() -> str:
    """Return the text of ``./adhoc --help``."""
    width = max(len(command.name) for command in COMMANDS)
    lines = [f"  {command.name:<{width}}  {command.summary}" for command in COMMANDS]
    return "\n".join(
        [
            "usage: ./adhoc COMMAND [options]",
            "",
            *lines,
            "",
            "The first command prepares what it needs, once. ./adhoc COMMAND --help says more.",
        ]
    )
