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
        summary: One line of help.
        file: Of `commands/`, where it is not the name; has ``add_parser(subparsers, command)``,
            which sets ``run(args) -> int``.
    """

    name: str
    summary: str
    file: str = ""

    @property
    def module(self) -> str:
        """Return the module that adds its parser."""
        return f"adhoc_teamwork.bringup.commands.{self.file or self.name}"


_OTHERS = "handing_over"
_ALL = (
    Command("demo", "robots tidy a house, one of them joining late"),
    Command("trials", "run the whole stack in many houses; explain every failure"),
    Command("console", "look at a team in the browser; speak to it, stop it"),
    Command("timeline", "draw one run, or two side by side"),
    Command("replay", "make a recorded run's decisions once more, and compare", _OTHERS),
    Command("bench", "the tidying-up benchmark: task sets, runs, tables, plots", _OTHERS),
    Command("perceive", "perceive a recorded bag or folder of frames; measure it", _OTHERS),
    Command("skills", "measure the sub-skills in houses, and arm planning", _OTHERS),
    Command("world", "write a house as a world of Gazebo or Isaac Sim", _OTHERS),
    Command("resume", "say what a robot's body can do, from its URDF", _OTHERS),
    Command("comm-bench", "measure the message broker, also under faults", _OTHERS),
    Command("team", "watch a running team: who, where, doing what, links"),
    Command("stop", "stop a team's robots at once, or let them go again"),
    Command("chat", "take part in a running team as a person"),
    Command("mcp", "let an agent look at a team, and ask for things (MCP)"),
    Command("approve", "say yes or no to what an agent asks for"),
    Command("stranger", "make a teammate of one that speaks another language"),
    Command("attack", "try a hostile corpus against all of it; print what held", _OTHERS),
    Command("test", "check format, style, types and imports, and run the tests", "testing"),
    Command("doctor", "say what is there, and what is missing or wrong"),
    Command("setup", "only prepare the environment"),
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
