# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""How nodes are started: the launch arguments that users of nav2_bringup know."""

from dataclasses import dataclass
from typing import Any

from launch.actions import DeclareLaunchArgument
from launch.substitutions import LaunchConfiguration

from adhoc_teamwork.teamwork.settings.config import ConfigError

LOG_LEVELS = ("debug", "info", "warn", "error", "fatal")
NAMES = ("autostart", "use_respawn", "log_level")
"""Arguments that one launch file hands on to another."""


@dataclass(frozen=True)
class Starting:
    """Say whether nodes begin by themselves, come back, and how much they log.

    `autostart` is for managed nodes: false leaves them to a lifecycle manager.
    """

    autostart: bool = True
    use_respawn: bool = True
    log_level: str = "info"


USUAL = Starting()


def starting_arguments() -> list[Any]:
    """Return the launch arguments that make a `Starting`."""
    return [
        DeclareLaunchArgument(
            "autostart",
            default_value="true",
            description="Configure and activate the nodes as they start; false: a lifecycle "
            "manager does (docs/lifecycle.md).",
        ),
        DeclareLaunchArgument(
            "use_respawn",
            default_value="true",
            description="Start a process again that ended unexpectedly.",
        ),
        DeclareLaunchArgument(
            "log_level",
            default_value="info",
            description=f"What is logged: {', '.join(LOG_LEVELS)}.",
        ),
    ]


def read_starting(context: Any) -> Starting:
    """Return what `starting_arguments` stand for.

    Raises:
        ConfigError: One has a value that it cannot have.
    """
    given = {name: str(LaunchConfiguration(name).perform(context)) for name in NAMES}
    level = given["log_level"].lower()
    if level not in LOG_LEVELS:
        raise ConfigError(f"log_level:={level}: expected one of {', '.join(LOG_LEVELS)}")
    return Starting(
        autostart=read_boolean("autostart", given["autostart"]),
        use_respawn=read_boolean("use_respawn", given["use_respawn"]),
        log_level=level,
    )


def read_boolean(name: str, text: str) -> bool:
    """Return a launch argument that is true or false.

    Raises:
        ConfigError: It is neither.
    """
    words = {"true": True, "1": True, "yes": True, "on": True}
    words |= {"false": False, "0": False, "no": False, "off": False}
    if text.lower() not in words:
        raise ConfigError(f"{name}:={text}: expected true or false")
    return words[text.lower()]
