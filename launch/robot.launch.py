# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Start one robot: perception, skills and planner, in its namespace.

The robot's own drivers, Nav2 and arm are started by their own launch files in the same namespace.
"""

from typing import Any

from launch import LaunchDescription
from launch.actions import OpaqueFunction

from adhoc_teamwork.bringup.process_control.nodes import Per, When
from adhoc_teamwork.bringup.process_control.paths import robot_card_path
from adhoc_teamwork.bringup.ros.launch_files.launch_arguments import (
    argument,
    channel_argument,
    isaac_arguments,
    isaac_values,
    network_arguments,
    node_arguments,
    robot_arguments,
    segmenter_arguments,
    segmenter_values,
)
from adhoc_teamwork.bringup.ros.launch_files.launching import (
    model_arguments,
    model_values,
    nodes_for,
    start_given_nodes,
    values_without_run,
)
from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.settings.places import config_dir


def generate_launch_description() -> LaunchDescription:
    """Describe one robot."""
    return LaunchDescription(
        [
            *robot_arguments(),
            *node_arguments(),
            channel_argument(),
            *network_arguments(),
            *model_arguments(),
            *segmenter_arguments(),
            *isaac_arguments(),
            OpaqueFunction(function=_start),
        ]
    )


def _start(context: Any) -> list[Any]:
    namespace = argument(context, "namespace").strip("/")
    card = robot_card_path(config_dir(), argument(context, "robot_card"))
    channel = argument(context, "channel")
    own = {"robot": namespace, "robot_card": str(card), "channel": channel}
    segmenter, isaac = segmenter_values(context), isaac_values(context)
    if segmenter and isaac:
        raise ConfigError(
            "segmenter_model, isaac_classes: masks come from one of them; expected one"
        )
    circumstances = {When.SEGMENTED} if segmenter else {When.ISAAC} if isaac else set()
    circumstances |= {When.DRIVEN}
    values = {**values_without_run(), **model_values(context), **segmenter, **isaac, **own}
    return start_given_nodes(context, nodes_for(Per.ROBOT, circumstances), values, namespace)
