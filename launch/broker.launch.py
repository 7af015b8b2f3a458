# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Start the message broker, which every team has once."""

from typing import Any

from launch import LaunchDescription
from launch.actions import DeclareLaunchArgument, OpaqueFunction

from adhoc_teamwork.bringup.process_control.nodes import Per
from adhoc_teamwork.bringup.ros.launch_files.launch_arguments import (
    argument,
    channel_argument,
    network_arguments,
    node_arguments,
)
from adhoc_teamwork.bringup.ros.launch_files.launching import (
    nodes_for,
    start_given_nodes,
    values_without_run,
)


def generate_launch_description() -> LaunchDescription:
    """Describe the broker."""
    return LaunchDescription(
        [
            *node_arguments(),
            channel_argument(),
            *network_arguments(),
            DeclareLaunchArgument(
                "domains",
                default_value="",
                description="ROS domains beside its own that the broker joins, such as 21,22.",
            ),
            OpaqueFunction(function=_start),
        ]
    )


def _start(context: Any) -> list[Any]:
    given = {name: argument(context, name) for name in ("domains", "channel")}
    values = {**values_without_run(), **given}
    return start_given_nodes(context, nodes_for(Per.TEAM, set()), values)
