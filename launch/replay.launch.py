# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Play a recorded run: its sensors to perception, which sees it anew, or all of it to look at.

Time comes from the recording (`/clock`). Where the bag loops time jumps back, and perception begins
anew.
"""

from pathlib import Path
from typing import Any

from launch import LaunchDescription
from launch.actions import DeclareLaunchArgument, OpaqueFunction

from adhoc_teamwork.bringup.bags.bag_playing import Part, find_pictures, open_recording
from adhoc_teamwork.bringup.process_control.nodes import Per, When
from adhoc_teamwork.bringup.process_control.paths import robot_card_path
from adhoc_teamwork.bringup.process_control.replayed_robots import replayed_robots
from adhoc_teamwork.bringup.ros.launch_files.launch_arguments import (
    argument,
    boolean,
    check_file,
    network_arguments,
    number,
)
from adhoc_teamwork.bringup.ros.launch_files.launching import (
    end_with,
    nodes_for,
    start_nodes,
    values_without_run,
)
from adhoc_teamwork.bringup.ros.launch_files.starting import read_starting, starting_arguments
from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.settings.places import config_dir


def generate_launch_description() -> LaunchDescription:
    """Describe a replay."""
    return LaunchDescription(
        [
            DeclareLaunchArgument("bag", description="Run folder, or a bag (rosbag2)."),
            DeclareLaunchArgument(
                "part",
                default_value="sensors",
                description="sensors: what perception takes in, for perception; all: every topic.",
            ),
            DeclareLaunchArgument(
                "robots",
                default_value="",
                description="NAME=CARD for each robot whose perception is started, separated by "
                "commas; empty: those of the run.",
            ),
            DeclareLaunchArgument(
                "rate", default_value="1.0", description="Seconds of the recording in a second."
            ),
            DeclareLaunchArgument(
                "loop", default_value="false", description="Begin anew at the end."
            ),
            DeclareLaunchArgument(
                "params_file",
                default_value="",
                description="ROS parameter file with further or other parameters.",
            ),
            *starting_arguments(),
            *network_arguments(),
            OpaqueFunction(function=_start),
        ]
    )


def _start(context: Any) -> list[Any]:
    path = Path(argument(context, "bag"))
    recording = open_recording(path, argument(context, "part"))
    values = {
        **values_without_run(),
        "bag": str(path),
        "part": recording.part.value,
        "rate": number(context, "rate"),
        "loop": boolean(context, "loop"),
    }
    params_file = check_file(argument(context, "params_file"), "params_file")
    player = [n for n in nodes_for(Per.TEAM, {When.REPLAYED}) if n.when is When.REPLAYED]
    starting = read_starting(context)
    actions = start_nodes(player, values, params_file=params_file, starting=starting)
    actions += [end_with(action, "the recording is over") for action in tuple(actions)]
    if recording.part is Part.ALL:
        return actions
    perception = [n for n in nodes_for(Per.ROBOT, set()) if n.executable == "perception"]
    seen = find_pictures(recording)
    for robot, card in replayed_robots(path, argument(context, "robots")).items():
        if robot not in seen:
            raise ConfigError(
                f"{path}: no pictures of {robot} in it; expected a run of --record-images"
            )
        own = {**values, "robot_card": str(robot_card_path(config_dir(), card))}
        actions += start_nodes(
            perception,
            own,
            robot,
            use_sim_time=True,
            params_file=params_file,
            starting=starting,
        )
    return actions
