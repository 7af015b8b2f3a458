# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The parameters of MoveIt's nodes for one robot (ROS 2 Jazzy), from its card and URDF."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from adhoc_teamwork.robot_model.arms import Arm, find_arm
from adhoc_teamwork.robot_model.model import RobotModel
from adhoc_teamwork.robot_model.urdf.robot import load_robot
from adhoc_teamwork.skills.arms.from_urdf import manipulator
from adhoc_teamwork.skills.arms.manipulator import Manipulator
from adhoc_teamwork.skills.arms.stowed import stowed
from adhoc_teamwork.skills.moveit.srdf import srdf
from adhoc_teamwork.teamwork import topics
from adhoc_teamwork.teamwork.bodies.robot_card import RobotCard
from adhoc_teamwork.teamwork.settings.config import ConfigError, read_text

PIPELINE = "ompl"
PLANNER = "RRTConnect"
PLANNING_TIME = 2.0
"""Seconds for one search, where nobody says otherwise."""
_REQUEST = ("ResolveConstraintFrames", "ValidateWorkspaceBounds")
_START = ("CheckStartStateBounds", "CheckStartStateCollision")
_RESPONSE = ("AddTimeOptimalParameterization", "ValidateSolution", "DisplayMotionPath")


@dataclass(frozen=True)
class ArmOfRobot:
    """Hold a robot with its arm: `description` is the text of its URDF, `semantics` of its SRDF."""

    description: str
    semantics: str
    arm: Arm
    mover: Manipulator


def arm_of_robot(card: RobotCard, urdf: Path) -> ArmOfRobot:
    """Return the arm of a robot that works.

    Args:
        card: The robot's.
        urdf: File of its description.

    Raises:
        ConfigError: The file is no robot or has no such arm, or the card's posture does not fit it.
    """
    model = load_robot(urdf, substitute_meshes=True)
    arm = find_arm(model, card.arm)
    if arm is None:
        raise ConfigError(f"{urdf}: no arm found; expected a chain of joints with a hand")
    mover = manipulator(model, arm, card.capability.payload)
    posture = card.stowed or tuple(float(value) for value in stowed(mover))
    if len(posture) != mover.dof:
        raise ConfigError(
            f"the robot's card: stowed has {len(posture)} numbers; the arm has {mover.dof} joints"
        )
    return arm_of_model(model, arm, mover, posture, urdf)


def arm_of_model(
    model: RobotModel, arm: Arm, mover: Manipulator, posture: Sequence[float], urdf: Path
) -> ArmOfRobot:
    """Return an arm that rests in a posture, (dof,), with the description that it was read from.

    Raises:
        ConfigError: The description cannot be read any more.
    """
    return ArmOfRobot(read_text(urdf), srdf(model, arm, mover, posture), arm, mover)


def move_group_parameters(robot: ArmOfRobot) -> dict[str, Any]:
    """Return what the node `move_group` is told."""
    return {
        **_model(robot),
        **_pipeline(),
        **_controllers(robot.arm),
        "planning_pipelines": [PIPELINE],
        "default_planning_pipeline": PIPELINE,
        **{
            f"publish_{what}": True
            for what in ("planning_scene", "geometry_updates", "state_updates")
        },
        # The frames of its links bear no robot's name, and nobody is to take them for /tf's.
        "publish_transforms_updates": False,
        "publish_robot_description_semantic": True,
        "allow_trajectory_execution": True,
        "monitor_dynamics": False,
    }


def moveit_py_parameters(robot: ArmOfRobot) -> dict[str, Any]:
    """Return what the node of moveit_py is told, through which the skills search for paths."""
    return {
        **_model(robot),
        **_pipeline(),
        **_controllers(robot.arm),
        "planning_pipelines": {"pipeline_names": [PIPELINE]},
        "planning_scene_monitor_options": {
            "name": "planning_scene_monitor",
            "robot_description": "robot_description",
            "wait_for_initial_state_timeout": 10.0,
        },
        "plan_request_params": {
            "planning_attempts": 1,
            "planning_pipeline": PIPELINE,
            "planner_id": PLANNER,
            "planning_time": PLANNING_TIME,
            "max_velocity_scaling_factor": 1.0,
            "max_acceleration_scaling_factor": 1.0,
        },
    }


def _model(robot: ArmOfRobot) -> dict[str, Any]:
    mover = robot.mover
    limits = zip(mover.joints, mover.velocity, mover.acceleration, strict=True)
    return {
        "robot_description": robot.description,
        "robot_description_semantic": robot.semantics,
        "robot_description_kinematics": {
            robot.arm.name: {
                "kinematics_solver": "kdl_kinematics_plugin/KDLKinematicsPlugin",
                "kinematics_solver_search_resolution": 0.005,
                "kinematics_solver_timeout": 0.05,
            }
        },
        "robot_description_planning": {
            "joint_limits": {
                name: {
                    "has_velocity_limits": True,
                    "max_velocity": float(velocity),
                    "has_acceleration_limits": True,
                    "max_acceleration": float(acceleration),
                }
                for name, velocity, acceleration in limits
            }
        },
    }


def _pipeline() -> dict[str, Any]:
    requests = [f"default_planning_request_adapters/{name}" for name in (*_REQUEST, *_START)]
    responses = [f"default_planning_response_adapters/{name}" for name in _RESPONSE]
    return {
        PIPELINE: {
            "planning_plugins": ["ompl_interface/OMPLPlanner"],
            "request_adapters": requests,
            "response_adapters": responses,
            "planner_configs": {PLANNER: {"type": f"geometric::{PLANNER}", "range": 0.0}},
        }
    }


def _controllers(arm: Arm) -> dict[str, Any]:
    """Return which of ros2_control's actions MoveIt executes with: those that the skills use."""
    controller, action = topics.FOLLOW_JOINT_TRAJECTORY.split("/")
    told: dict[str, Any] = {
        controller: {
            "type": "FollowJointTrajectory",
            "action_ns": action,
            "default": True,
            "joints": list(arm.joints),
        }
    }
    if arm.fingers:
        controller, action = topics.GRIPPER_COMMAND.split("/")
        told[controller] = {
            "type": "GripperCommand",
            "action_ns": action,
            "default": True,
            "joints": [arm.fingers[0]],
            # What the fingers close on stops them before they are shut.
            "allow_failure": True,
        }
    manager = "moveit_simple_controller_manager"
    return {
        "moveit_manage_controllers": False,
        "moveit_controller_manager": f"{manager}/MoveItSimpleControllerManager",
        manager: {"controller_names": list(told), **told},
        "trajectory_execution": {
            "allowed_execution_duration_scaling": 1.5,
            "allowed_goal_duration_margin": 1.0,
            "allowed_start_tolerance": 0.05,
            "execution_duration_monitoring": True,
        },
    }
