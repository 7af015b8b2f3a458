# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Record a team that runs already: with `ros2 bag` where it is installed, else with our recorder.

Planners that started more than ten minutes before cannot be replayed; start the recording first.
"""

import shutil
from pathlib import Path
from typing import Any

from launch import LaunchDescription
from launch.actions import DeclareLaunchArgument, ExecuteProcess, OpaqueFunction
from launch_ros.actions import Node

from adhoc_teamwork.bringup.bags.bag_command import bag_command
from adhoc_teamwork.bringup.ros.launch_files.launch_arguments import (
    argument,
    boolean,
    network_arguments,
)
from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.settings.places import PACKAGE


def generate_launch_description() -> LaunchDescription:
    """Describe a recording."""
    return LaunchDescription(
        [
            DeclareLaunchArgument(
                "out", description="Folder to make; the bag is written to `bag` in it."
            ),
            DeclareLaunchArgument(
                "robots",
                default_value="tall,small,quadruped",
                description="Names of the robots to record, separated by commas.",
            ),
            DeclareLaunchArgument(
                "record_images",
                default_value="false",
                description="Record pictures, point clouds and object-room maps as well.",
            ),
            DeclareLaunchArgument(
                "use_sim_time", default_value="false", description="Take time from /clock."
            ),
            DeclareLaunchArgument(
                "recorder",
                default_value="auto",
                description="auto: ros2 bag where it is installed; own: our recorder.",
            ),
            *network_arguments(),
            OpaqueFunction(function=_start),
        ]
    )


def _start(context: Any) -> list[Any]:
    out = Path(argument(context, "out"))
    if out.exists() and any(out.iterdir()):
        raise ConfigError(f"out:={out}: is not empty; expected a new or empty folder")
    robots = tuple(n.strip() for n in argument(context, "robots").split(",") if n.strip())
    images, sim_time = boolean(context, "record_images"), boolean(context, "use_sim_time")
    if argument(context, "recorder") == "auto" and _has_ros2_bag():
        out.mkdir(parents=True, exist_ok=True)
        command = bag_command(out, robots, images, sim_time)
        return [ExecuteProcess(cmd=list(command), name="ros2_bag", output="both")]
    parameters = {
        "run_dir": str(out),
        "robots": ",".join(robots),
        "record_images": images,
        "use_sim_time": sim_time,
    }
    return [Node(package=PACKAGE, executable="recorder", parameters=[parameters], output="both")]


def _has_ros2_bag() -> bool:
    from ament_index_python.packages import get_packages_with_prefixes

    packages = get_packages_with_prefixes()
    wanted = ("ros2bag", "rosbag2_storage_mcap")
    return shutil.which("ros2") is not None and all(name in packages for name in wanted)
