# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What a robot's body needs in any simulator and on the robot: transforms, controllers, bridges."""

import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml
from launch_ros.actions import Node
from launch_ros.parameter_descriptions import ParameterValue

from adhoc_teamwork.bringup.ros.launch_files.packages import need
from adhoc_teamwork.teamwork.topics import frame

MANAGER_WAIT = 120.0
"""Seconds for which controllers wait for their manager: the simulator starts slowly."""


def parameter_file(robot: str, what: str, told: Mapping[str, Any]) -> Path:
    """Return a new ROS parameter file, in a folder for temporary files.

    Args:
        robot: Whose nodes they are for.
        what: The file's name without ending.
        told: What the file says, by node.
    """
    file = Path(tempfile.mkdtemp(prefix=f"adhoc_{robot}_")) / f"{what}.yaml"
    file.write_text(yaml.safe_dump(dict(told), sort_keys=False), encoding="utf-8")
    return file


def state_publisher(robot: str, description: str, use_sim_time: bool) -> Any:
    """Return what publishes a robot's links in `/tf` from its `joint_states`, and its URDF.

    Args:
        robot: Its name: the namespace, and the first part of its frames.
        description: The URDF's text.
        use_sim_time: Take time from `/clock`.

    Raises:
        ConfigError: robot_state_publisher is not installed.
    """
    need("robot_state_publisher")
    parameters = {
        # Not to be read as YAML, which it may look like.
        "robot_description": ParameterValue(description, value_type=str),
        "frame_prefix": frame(robot, ""),
        "use_sim_time": use_sim_time,
    }
    return Node(
        package="robot_state_publisher",
        executable="robot_state_publisher",
        namespace=robot,
        parameters=[parameters],
        output="both",
    )


def controller_spawner(
    robot: str, controllers: Sequence[str], parameter_file: Path, use_sim_time: bool
) -> Any:
    """Return what starts a robot's ros2_control controllers, one after the other.

    Args:
        robot: Its name and namespace, in which its controller manager is.
        controllers: Their names.
        parameter_file: With the controllers' parameters.
        use_sim_time: Take time from `/clock`.

    Raises:
        ConfigError: controller_manager is not installed.
    """
    need("controller_manager")
    options = {
        "--controller-manager": f"/{robot}/controller_manager",
        "--controller-manager-timeout": f"{MANAGER_WAIT:g}",
        "--param-file": str(parameter_file),
    }
    return Node(
        package="controller_manager",
        executable="spawner",
        namespace=robot,
        arguments=[*controllers, *(word for pair in options.items() for word in pair)],
        parameters=[{"use_sim_time": use_sim_time}],
        output="both",
    )
