# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Launch arguments that the files in launch/ share, and what was given for them.

Those of the network say in which ROS domain processes are, and how hosts find each other.
"""

import os
from pathlib import Path
from typing import Any

from launch.actions import DeclareLaunchArgument, OpaqueFunction, SetEnvironmentVariable
from launch.substitutions import LaunchConfiguration

from adhoc_teamwork.bringup.process_control.domains import check_domain
from adhoc_teamwork.bringup.process_control.nodes import Value
from adhoc_teamwork.bringup.ros.launch_files.starting import read_boolean, starting_arguments
from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.settings.discovery import (
    FORMS,
    given_by,
    load_discovery,
    read_discovery,
)
from adhoc_teamwork.teamwork.settings.places import config_dir
from adhoc_teamwork.teamwork.team.channel import CHANNEL_DESCRIPTION, OPEN


def argument(context: Any, name: str) -> str:
    """Return the text of a launch argument."""
    return str(LaunchConfiguration(name).perform(context))


def boolean(context: Any, name: str) -> bool:
    """Return a launch argument that is true or false.

    Raises:
        ConfigError: It is neither.
    """
    return read_boolean(name, argument(context, name))


def number(context: Any, name: str) -> float:
    """Return a launch argument that is a number.

    Raises:
        ConfigError: It is none.
    """
    text = argument(context, name)
    try:
        return float(text)
    except ValueError:
        raise ConfigError(f"{name}:={text}: expected a number") from None


def robot_arguments() -> list[Any]:
    """Return the arguments that say which robot is meant."""
    return [
        DeclareLaunchArgument(
            "namespace", description="The robot's name, and the namespace of its nodes."
        ),
        DeclareLaunchArgument(
            "robot_card",
            description="What the robot can do: a file, or the name of one in config/robots.",
        ),
    ]


def usual_arguments() -> list[Any]:
    """Return the arguments that ROS users expect of every launch file: time and parameters."""
    return [
        DeclareLaunchArgument(
            "use_sim_time", default_value="false", description="Take time from /clock."
        ),
        DeclareLaunchArgument(
            "params_file",
            default_value="",
            description="ROS parameter file with further or other parameters.",
        ),
    ]


def node_arguments() -> list[Any]:
    """Return the launch arguments that every process takes which runs beside a robot's drivers."""
    return [*usual_arguments(), *starting_arguments()]


def channel_argument() -> Any:
    """Return the launch argument that says what the team may say to each other."""
    return DeclareLaunchArgument(
        "channel",
        default_value=OPEN.name,
        description=CHANNEL_DESCRIPTION,
    )


def segmenter_arguments() -> list[Any]:
    """Return the launch arguments that say where a robot's masks come from."""
    return [
        DeclareLaunchArgument(
            "segmenter_model",
            default_value="",
            description="Segmentation model (ONNX) that makes masks of the colour camera's "
            "pictures; empty: the robot's drivers give masks.",
        ),
        DeclareLaunchArgument(
            "segmenter_classes",
            default_value=str(config_dir() / "segmenter" / "coco.yaml"),
            description="What the model's classes are to the robots.",
        ),
    ]


def segmenter_values(context: Any) -> dict[str, Value]:
    """Return the parameters that `segmenter_arguments` stand for; empty without a model.

    Raises:
        ConfigError: There is no such file.
    """
    names = ("segmenter_model", "segmenter_classes")
    if not argument(context, names[0]):
        return {}
    return {name: check_file(argument(context, name), name) for name in names}


def isaac_arguments() -> list[Any]:
    """Return the launch argument that says that masks come from Isaac Sim."""
    return [
        DeclareLaunchArgument(
            "isaac_classes",
            default_value="",
            description="Table of what Isaac Sim's segmentation shows, by adhoc world --classes; "
            "empty: masks do not come from Isaac Sim.",
        )
    ]


def isaac_values(context: Any) -> dict[str, Value]:
    """Return the parameter that `isaac_arguments` stands for; empty without a table.

    Raises:
        ConfigError: There is no such file.
    """
    table = check_file(argument(context, "isaac_classes"), "isaac_classes")
    return {"isaac_classes": table} if table else {}


def check_file(text: str, what: str) -> str:
    """Return a path from a launch argument.

    Raises:
        ConfigError: There is no such file.
    """
    if text and not Path(text).is_file():
        raise ConfigError(f"{what}:={text}: no such file")
    return text


def network_arguments() -> list[Any]:
    """Return the arguments `discovery` and `domain`, and what sets them for later processes."""
    return [
        DeclareLaunchArgument(
            "discovery",
            default_value="",
            description=f"How hosts find each other: {FORMS}; empty: as ROS 2's own variables "
            "say, or else config/communication/network.yaml.",
        ),
        DeclareLaunchArgument(
            "domain",
            default_value="",
            description="ROS domain, 0 to 232; empty: ROS_DOMAIN_ID.",
        ),
        OpaqueFunction(function=_set_network),
    ]


def _set_network(context: Any) -> list[Any]:
    variables: dict[str, str] = {}
    line = argument(context, "discovery")
    if line:
        variables = read_discovery(line, f"discovery:={line}").environment()
    elif not given_by(os.environ):
        variables = load_discovery(config_dir()).environment()
    domain = argument(context, "domain")
    if domain:
        variables["ROS_DOMAIN_ID"] = str(check_domain(domain, f"domain:={domain}"))
    return [SetEnvironmentVariable(name, value) for name, value in variables.items()]
