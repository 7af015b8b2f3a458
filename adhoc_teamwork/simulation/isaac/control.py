# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""ros2_control for an arm in Isaac Sim: hardware behind two topics, and its controllers.

Isaac Sim's ROS 2 bridge tells of joints, so that no controller does.
"""

from typing import Any
from xml.etree import ElementTree

from adhoc_teamwork.simulation.gazebo.arm_control import (
    ARM_CONTROLLER,
    GRIPPER_CONTROLLER,
    MANAGER,
    add_hardware,
    controller_parameters,
    controllers,
)
from adhoc_teamwork.simulation.gazebo.robot import GazeboRobot
from adhoc_teamwork.teamwork import topics

DRIVER = "joint_state_topic_hardware_interface/JointStateTopicSystem"
"""The plugin of ros-controls that was topic_based_ros2_control."""
JOINT_COMMAND = "joint_command"
UPDATE_RATE = 60
"""Hertz: one update for each step of Isaac Sim."""
_KEPT = (ARM_CONTROLLER, GRIPPER_CONTROLLER)


def isaac_controllers(robot: GazeboRobot) -> tuple[str, ...]:
    """Return the names of a robot's controllers; none without an arm."""
    return tuple(name for name in controllers(robot) if name in _KEPT)


def isaac_controller_parameters(robot: GazeboRobot) -> dict[str, Any]:
    """Return the ROS parameters of a robot's controller manager and controllers, by node."""
    left_out = {name for name in controllers(robot) if name not in _KEPT}
    told = {
        node: entry
        for node, entry in controller_parameters(robot).items()
        if node.rpartition("/")[2] not in left_out
    }
    manager = f"/{robot.name}/{MANAGER}"
    if manager in told:
        settings = told[manager]["ros__parameters"]
        kept = {key: value for key, value in settings.items() if key not in left_out}
        told[manager] = {"ros__parameters": {**kept, "update_rate": UPDATE_RATE}}
    return told


def isaac_description(robot: GazeboRobot) -> str:
    """Return the robot's own URDF, with ros2_control for its arm where it has one.

    Raises:
        ConfigError: The card's stowed posture does not fit the arm.
    """
    root = robot.description()
    settings = {
        "joint_commands_topic": f"/{robot.name}/{JOINT_COMMAND}",
        "joint_states_topic": f"/{robot.name}/{topics.ISAAC_JOINTS}",
        # A command that differs little from the state is still one: the arm would sag.
        "trigger_joint_command_threshold": "-1",
    }
    add_hardware(root, robot, DRIVER, settings)
    return ElementTree.tostring(root, encoding="unicode")
