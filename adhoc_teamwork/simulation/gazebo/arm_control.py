# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""ros2_control in Gazebo for a robot with an arm: hardware, controllers and their parameters."""

from collections.abc import Mapping
from typing import Any
from xml.etree.ElementTree import Element

from adhoc_teamwork.robot_model.hands import finger_ends
from adhoc_teamwork.simulation.gazebo.elements import add, plugin
from adhoc_teamwork.simulation.gazebo.robot import GazeboRobot
from adhoc_teamwork.teamwork import topics
from adhoc_teamwork.teamwork.settings.config import ConfigError

MANAGER = "controller_manager"
ARM_CONTROLLER = topics.FOLLOW_JOINT_TRAJECTORY.split("/")[0]
GRIPPER_CONTROLLER = topics.GRIPPER_COMMAND.split("/")[0]
JOINT_BROADCASTER = "joint_state_broadcaster"
FINGER_BROADCASTER = "finger_state_broadcaster"
UPDATE_RATE = 250
"""Hertz: one update for each step of the world's physics."""
_BROADCASTER_TYPE = "joint_state_broadcaster/JointStateBroadcaster"
_STATES = ("position", "velocity")


def controllers(robot: GazeboRobot) -> tuple[str, ...]:
    """Return the names of a robot's controllers, in the order in which they start."""
    if robot.arm is None:
        return ()
    gripper = (FINGER_BROADCASTER, GRIPPER_CONTROLLER) if robot.fingers else ()
    return (JOINT_BROADCASTER, ARM_CONTROLLER, *gripper)


def add_arm_control(root: Element, robot: GazeboRobot, parameters: str) -> None:
    """Add ros2_control for the arm and its fingers; nothing for a robot without an arm.

    Args:
        root: The <robot> element.
        robot: The robot.
        parameters: File of the controllers' parameters, as `controller_parameters` has them.

    Raises:
        ConfigError: The card's stowed posture does not fit the arm.
    """
    if robot.arm is None:
        return
    add_hardware(root, robot, "gz_ros2_control/GazeboSimSystem", {})
    element = plugin(
        root,
        "gz_ros2_control-system",
        "gz_ros2_control::GazeboSimROS2ControlPlugin",
        {"parameters": parameters, "controller_manager_name": MANAGER},
    )
    add(add(element, "ros"), "namespace", f"/{robot.name}")


def add_hardware(
    root: Element, robot: GazeboRobot, driver: str, settings: Mapping[str, str]
) -> None:
    """Add ros2_control's description of the arm and its fingers; nothing without an arm.

    Args:
        root: The <robot> element.
        robot: The robot.
        driver: The plugin that moves them.
        settings: Its parameters.

    Raises:
        ConfigError: The card's stowed posture does not fit the arm.
    """
    if robot.arm is None:
        return
    control = add(root, "ros2_control", name=f"{robot.name}_arm", type="system")
    hardware = add(control, "hardware")
    add(hardware, "plugin", driver)
    for key, setting in settings.items():
        add(hardware, "param", setting, name=key)
    start = robot.card.stowed or tuple(robot.model.joints[j].rest for j in robot.arm.joints)
    if len(start) != len(robot.arm.joints):
        raise ConfigError(
            f"{robot.name}: stowed has {len(start)} numbers; the arm has "
            f"{len(robot.arm.joints)} joints"
        )
    for name, value in zip(robot.arm.joints, start, strict=True):
        _add_joint(control, name, value, commanded=True)
    for name, (shut, _) in finger_ends(robot.model, robot.arm.fingers).items():
        _add_joint(control, name, shut, commanded=robot.model.joints[name].mimic is None)


def _add_joint(control: Element, name: str, start: float, commanded: bool) -> None:
    joint = add(control, "joint", name=name)
    if commanded:
        add(joint, "command_interface", name="position")
    for state in _STATES:
        interface = add(joint, "state_interface", name=state)
        if state == "position":
            add(interface, "param", float(start), name="initial_value")


def controller_parameters(robot: GazeboRobot) -> dict[str, Any]:
    """Return the ROS parameters of a robot's controller manager and controllers, by node."""
    if robot.arm is None:
        return {}
    kinds = {
        JOINT_BROADCASTER: _BROADCASTER_TYPE,
        ARM_CONTROLLER: "joint_trajectory_controller/JointTrajectoryController",
        FINGER_BROADCASTER: _BROADCASTER_TYPE,
        GRIPPER_CONTROLLER: "position_controllers/GripperActionController",
    }
    manager: dict[str, Any] = {"use_sim_time": True, "update_rate": UPDATE_RATE}
    manager |= {name: {"type": kinds[name]} for name in controllers(robot)}
    nodes = {MANAGER: manager} | {name: _settings(name, robot) for name in controllers(robot)}
    return {
        f"/{robot.name}/{node}": {"ros__parameters": settings} for node, settings in nodes.items()
    }


def _settings(controller: str, robot: GazeboRobot) -> dict[str, Any]:
    arm = robot.arm
    joints = list(arm.joints) if arm else []
    if controller == JOINT_BROADCASTER:
        # The fingers' states go out by our own node, with the effort that Gazebo does not tell.
        return {"joints": joints, "interfaces": list(_STATES)}
    if controller == FINGER_BROADCASTER:
        fingers = list(arm.fingers) if arm else []
        return {"joints": fingers, "interfaces": list(_STATES), "use_local_topics": True}
    if controller == GRIPPER_CONTROLLER:
        # What fingers close on stops them: a stall is how a grasp succeeds.
        return {
            "joint": robot.fingers[0],
            "goal_tolerance": 0.002,
            "allow_stalling": True,
            "stall_timeout": 0.5,
            "stall_velocity_threshold": 0.001,
        }
    return {
        "joints": joints,
        "command_interfaces": ["position"],
        "state_interfaces": list(_STATES),
        "allow_partial_joints_goal": False,
        "constraints": {
            "goal_time": 1.0,
            "stopped_velocity_tolerance": 0.05,
            **{name: {"trajectory": 0.1, "goal": 0.02} for name in joints},
        },
    }
