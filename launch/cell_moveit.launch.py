# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Start MoveIt's move_group for each arm of a cell, in its namespace, from the cell's files.

Each plans for its own arm in the frame of its root, and executes with the controllers that the
node `cell` serves.
"""

from pathlib import Path
from typing import Any

from launch import LaunchDescription
from launch.actions import DeclareLaunchArgument, OpaqueFunction
from launch_ros.actions import Node

from adhoc_teamwork.bringup.demo_run.task_file import cell_file
from adhoc_teamwork.bringup.ros.launch_files.body_bringup import parameter_file
from adhoc_teamwork.bringup.ros.launch_files.launch_arguments import (
    argument,
    boolean,
    check_file,
    usual_arguments,
)
from adhoc_teamwork.bringup.ros.launch_files.packages import need
from adhoc_teamwork.cells.compiling import load_kinds
from adhoc_teamwork.cells.task_file import load_task
from adhoc_teamwork.skills.arms.from_urdf import manipulator
from adhoc_teamwork.skills.moveit.parameters import arm_of_model, move_group_parameters
from adhoc_teamwork.teamwork.settings.places import config_dir

NEEDED = (
    "moveit_ros_move_group",
    "moveit_planners_ompl",
    "moveit_kinematics",
    "moveit_simple_controller_manager",
)


def generate_launch_description() -> LaunchDescription:
    """Describe the move_groups of a cell."""
    return LaunchDescription(
        [
            DeclareLaunchArgument(
                "cell", description="The cell: a file, or the name of one in config/cells."
            ),
            *usual_arguments(),
            OpaqueFunction(function=_start),
        ]
    )


def _start(context: Any) -> list[Any]:
    for package in NEEDED:
        need(package)
    file = cell_file(argument(context, "cell"), config_dir())
    further = check_file(argument(context, "params_file"), "params_file")
    actions = []
    for robot, kind in load_kinds(load_task(file).cell, file.parent).items():
        mover = manipulator(kind.model, kind.arm, kind.payload)
        arm = arm_of_model(kind.model, kind.arm, mover, kind.posture, Path(kind.model.source))
        told = move_group_parameters(arm)
        told["use_sim_time"] = boolean(context, "use_sim_time")
        parameters = parameter_file(robot, "move_group", {"/**": {"ros__parameters": told}})
        actions.append(
            Node(
                package="moveit_ros_move_group",
                executable="move_group",
                namespace=robot,
                parameters=[str(parameters), *([further] if further else [])],
                output="both",
            )
        )
    return actions
