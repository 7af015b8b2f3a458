# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Start MoveIt's move_group for one robot with an arm, with parameters from its card and URDF."""

from pathlib import Path
from typing import Any

from launch import LaunchDescription
from launch.actions import DeclareLaunchArgument, OpaqueFunction
from launch_ros.actions import Node

from adhoc_teamwork.bringup.process_control.paths import robot_card_path
from adhoc_teamwork.bringup.ros.launch_files.body_bringup import parameter_file
from adhoc_teamwork.bringup.ros.launch_files.launch_arguments import (
    argument,
    boolean,
    check_file,
    robot_arguments,
    usual_arguments,
)
from adhoc_teamwork.bringup.ros.launch_files.packages import need
from adhoc_teamwork.skills.moveit.parameters import arm_of_robot, move_group_parameters
from adhoc_teamwork.teamwork.bodies.robot_card import load_robot_card
from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.settings.places import config_dir

PLUGINS = (
    "moveit_planners_ompl",
    "moveit_kinematics",
    "moveit_simple_controller_manager",
)
"""Packages whose plugins move_group loads."""


def generate_launch_description() -> LaunchDescription:
    """Describe one robot's move_group."""
    return LaunchDescription(
        [
            *robot_arguments(),
            DeclareLaunchArgument(
                "urdf",
                default_value="",
                description="The robot's description; empty for the one that its card names.",
            ),
            *usual_arguments(),
            OpaqueFunction(function=_start),
        ]
    )


def _start(context: Any) -> list[Any]:
    for package in ("moveit_ros_move_group", *PLUGINS):
        need(package)
    card_file = robot_card_path(config_dir(), argument(context, "robot_card"))
    card = load_robot_card(card_file)
    given = check_file(argument(context, "urdf"), "urdf")
    if not given and not card.urdf:
        raise ConfigError(f"{card_file}: urdf: empty; expected the robot's description")
    urdf = Path(given) if given else card_file.parent / card.urdf
    told = move_group_parameters(arm_of_robot(card, urdf))
    told["use_sim_time"] = boolean(context, "use_sim_time")
    robot = argument(context, "namespace").strip("/")
    file = parameter_file(robot, "move_group", {"/**": {"ros__parameters": told}})
    further = check_file(argument(context, "params_file"), "params_file")
    return [
        Node(
            package="moveit_ros_move_group",
            executable="move_group",
            namespace=robot,
            parameters=[str(file), *([further] if further else [])],
            output="both",
        )
    ]
