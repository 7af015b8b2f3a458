# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Start Gazebo itself, put robots into it, and carry topics, through ros_gz."""

import shlex
from pathlib import Path
from typing import Any

from launch_ros.actions import Node

from adhoc_teamwork.bringup.ros.launch_files.packages import include_from, need
from adhoc_teamwork.teamwork.geometry import Pose

DROP = 0.01
"""Metres above the ground from which a robot is let down."""
NEEDED_BY_CONTROLLERS = (
    "gz_ros2_control",
    "joint_state_broadcaster",
    "joint_trajectory_controller",
    "gripper_controllers",
)
"""Packages whose plugins a robot with an arm needs in Gazebo."""


def gazebo(world: Path, headless: bool, further: str = "") -> Any:
    """Return the action that runs Gazebo on a world, and ends the launch with it.

    Args:
        world: The SDF file.
        headless: Without a window, with cameras that see all the same.
        further: Words for gz sim's command line.

    Raises:
        ConfigError: ros_gz_sim is not installed.
    """
    words = ["-r", *(["-s", "--headless-rendering"] if headless else []), str(world)]
    told = " ".join(shlex.quote(word) for word in words)
    return include_from(
        "ros_gz_sim",
        "gz_sim.launch.py",
        {"gz_args": f"{told} {further}".strip(), "on_exit_shutdown": "true"},
    )


def spawn(robot: str, world: str, pose: Pose, height: float = 0.0) -> Any:
    """Return what puts a robot into a running world, by the URDF that its namespace publishes.

    Args:
        robot: Its name and namespace.
        world: The world's name.
        pose: Where it starts.
        height: Of the ground there, metres.
    """
    options = {
        "-world": world,
        "-topic": "robot_description",
        "-name": robot,
        "-x": str(pose.x),
        "-y": str(pose.y),
        "-z": f"{height + DROP:.4g}",
        "-Y": str(pose.yaw),
    }
    return Node(
        package="ros_gz_sim",
        executable="create",
        name="spawn",
        namespace=robot,
        arguments=[word for pair in options.items() for word in pair],
        output="both",
    )


def bridge(config: Path, robot: str = "") -> Any:
    """Return the bridge of a robot, or of the whole team where none is named.

    Args:
        config: Its configuration file.
        robot: Its namespace.

    Raises:
        ConfigError: ros_gz_bridge is not installed.
    """
    need("ros_gz_bridge")
    return Node(
        package="ros_gz_bridge",
        executable="parameter_bridge",
        name="bridge",
        namespace=robot,
        parameters=[{"config_file": str(config), "use_sim_time": bool(robot)}],
        output="both",
    )
