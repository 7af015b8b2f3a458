"""Start the message broker, which every team has once."""

from typing import Any

from launch import LaunchDescription
from launch.actions import DeclareLaunchArgument, OpaqueFunction

from bringup.nodes import Per
from bringup.ros.launching import (
    argument,
    boolean,
    check_file,
    nodes_for,
    start_nodes,
    values_without_run,
)


def generate_launch_description() -> LaunchDescription:
    """Describe the broker."""
    return LaunchDescription(
        [
            DeclareLaunchArgument(
                "use_sim_time", default_value="false", description="Take time from /clock."
            ),
            DeclareLaunchArgument(
                "params_file",
                default_value="",
                description="ROS parameter file with further or other parameters.",
            ),
            OpaqueFunction(function=_start),
        ]
    )


def _start(context: Any) -> list[Any]:
    return start_nodes(
        nodes_for(Per.TEAM, set()),
        values_without_run(),
        use_sim_time=boolean(context, "use_sim_time"),
        params_file=check_file(argument(context, "params_file"), "params_file"),
    )
