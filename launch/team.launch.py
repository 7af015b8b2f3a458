# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Start a team's broker and several robots, such as in a simulator that runs already."""

from pathlib import Path
from typing import Any

from launch import LaunchDescription
from launch.actions import DeclareLaunchArgument, OpaqueFunction

from adhoc_teamwork.bringup.process_control.nodes import Per, When
from adhoc_teamwork.bringup.ros.launch_files.launch_arguments import (
    argument,
    boolean,
    channel_argument,
    check_file,
    isaac_arguments,
    isaac_values,
    network_arguments,
    node_arguments,
)
from adhoc_teamwork.bringup.ros.launch_files.launching import (
    model_arguments,
    model_values,
    nodes_for,
    start_nodes,
    values_without_run,
)
from adhoc_teamwork.bringup.ros.launch_files.packages import include_ours
from adhoc_teamwork.bringup.ros.launch_files.starting import NAMES as STARTING
from adhoc_teamwork.bringup.ros.launch_files.starting import read_starting
from adhoc_teamwork.teamwork.bodies.robot_list import named_cards

HERE = Path(__file__).parent
OFFLINE_PORT = 8088


def generate_launch_description() -> LaunchDescription:
    """Describe a team."""
    return LaunchDescription(
        [
            DeclareLaunchArgument(
                "robots",
                default_value="tall=tall,small=small,quadruped=quadruped",
                description="NAME=CARD for each robot, separated by commas.",
            ),
            DeclareLaunchArgument(
                "offline_model",
                default_value="true",
                description=f"Start the rule-based stand-in for a model on port {OFFLINE_PORT}.",
            ),
            *node_arguments(),
            channel_argument(),
            *model_arguments(),
            *isaac_arguments(),
            *network_arguments(),
            OpaqueFunction(function=_start),
        ]
    )


def _start(context: Any) -> list[Any]:
    sim_time = boolean(context, "use_sim_time")
    circumstances = {When.OFFLINE} if boolean(context, "offline_model") else set()
    channel = argument(context, "channel")
    values = values_without_run(OFFLINE_PORT) | {"channel": channel}
    params_file = check_file(argument(context, "params_file"), "params_file")
    team = start_nodes(
        nodes_for(Per.TEAM, circumstances),
        values,
        use_sim_time=sim_time,
        params_file=params_file,
        starting=read_starting(context),
    )
    asked = {**model_values(context), **isaac_values(context)}
    shared = {key: str(value) for key, value in asked.items()}
    shared |= {"use_sim_time": str(sim_time).lower(), "params_file": params_file}
    shared |= {name: argument(context, name) for name in (*STARTING, "channel")}
    robots = [
        include_ours(HERE / "robot.launch.py", {**shared, "namespace": name, "robot_card": card})
        for name, card in named_cards(argument(context, "robots"))
    ]
    return [*team, *robots]
