"""Start the message broker, which every team has once."""

from typing import Any

from launch import LaunchDescription
from launch.actions import OpaqueFunction

from bringup.nodes import Per
from bringup.ros.launching import (
    node_arguments,
    nodes_for,
    start_given_nodes,
    values_without_run,
)
from bringup.ros.networking import network_arguments


def generate_launch_description() -> LaunchDescription:
    """Describe the broker."""
    return LaunchDescription(
        [
            *node_arguments(),
            *network_arguments(),
            OpaqueFunction(function=_start),
        ]
    )


def _start(context: Any) -> list[Any]:
    return start_given_nodes(context, nodes_for(Per.TEAM, set()), values_without_run())
