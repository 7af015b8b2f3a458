# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Convert goals, feedback and states of an arm's controllers; radians, metres, newtons."""

import math
from collections.abc import Iterable
from typing import Any

import sensor_msgs.msg
from control_msgs.action import FollowJointTrajectory, GripperCommand
from rclpy.duration import Duration

from adhoc_teamwork.robot_model.arrays import Floats
from adhoc_teamwork.simulation.manipulation.arm_motion import ArmGoal, Tolerances
from adhoc_teamwork.simulation.manipulation.gripper import Gripper
from adhoc_teamwork.simulation.manipulation.joint_trajectory import (
    TrajectoryPoint,
    WantedTrajectory,
)
from adhoc_teamwork.simulation.manipulation.robot_arm import RobotArm
from adhoc_teamwork.teamwork.ros.conversions.stamp import time_from_ros, time_to_ros
from adhoc_teamwork.teamwork.topics import GRIPPER_JOINT


def trajectory_from_ros(message: Any, ahead: float = 0.0) -> WantedTrajectory:
    """Return what a trajectory_msgs/JointTrajectory asks for, unchecked.

    Args:
        message: The trajectory; a stamp of zero means that it starts at once.
        ahead: By how many seconds the sender's clock is ahead.
    """
    points = tuple(
        TrajectoryPoint(
            _seconds(point.time_from_start), tuple(point.positions), tuple(point.velocities)
        )
        for point in message.points
    )
    stamp = time_from_ros(message.header.stamp)
    starts_at = stamp - ahead if stamp > 0.0 else None
    return WantedTrajectory(tuple(message.joint_names), points, starts_at)


def tolerances_from_ros(goal: Any) -> Tolerances:
    """Return the tolerances of a FollowJointTrajectory goal: 0 is the usual one, below 0 any."""
    return Tolerances(
        _by_joint(goal.path_tolerance),
        _by_joint(goal.goal_tolerance),
        max(0.0, _seconds(goal.goal_time_tolerance)),
    )


def trajectory_feedback_to_ros(
    goal: ArmGoal, joints: Iterable[str], now: float, ahead: float = 0.0
) -> Any:
    """Return the feedback of a goal under way at simulated time `now`, to a clock that is ahead."""
    message = FollowJointTrajectory.Feedback(joint_names=list(joints))
    message.header.stamp = time_to_ros(now + ahead)
    for point, positions in (
        (message.desired, goal.desired),
        (message.actual, goal.actual),
        (message.error, goal.desired - goal.actual),
    ):
        point.positions = _listed(positions)
        point.time_from_start = Duration(seconds=max(0.0, now - goal.started)).to_msg()
    return message


def gripper_feedback_to_ros(gripper: Gripper) -> Any:
    """Return the feedback of a command under way."""
    return GripperCommand.Feedback(position=float(gripper.gap), effort=float(gripper.effort))


def arm_joints_to_ros(arm: RobotArm, stamp: float) -> Any:
    """Return sensor_msgs/JointState of arm and fingers; these have effort while they hold a thing.

    Where no finger's joint is called `GRIPPER_JOINT`, the gap itself is told under that name.
    """
    fingers = arm.model.finger_positions(arm.gripper.gap)
    fingers.setdefault(GRIPPER_JOINT, arm.gripper.gap)
    message = sensor_msgs.msg.JointState(
        name=[*arm.model.joints, *fingers],
        position=[*_listed(arm.motion.state), *(float(value) for value in fingers.values())],
        velocity=[*_listed(arm.motion.speed), *(0.0 for _ in fingers)],
        effort=[*(0.0 for _ in arm.model.joints), *(arm.gripper.effort for _ in fingers)],
    )
    message.header.stamp = time_to_ros(stamp)
    return message


def _by_joint(tolerances: Any) -> dict[str, float]:
    return {
        one.name: math.inf if one.position < 0.0 else float(one.position)
        for one in tolerances
        if one.position != 0.0
    }


def _seconds(duration: Any) -> float:
    return float(Duration.from_msg(duration).nanoseconds) * 1e-9


def _listed(values: Floats) -> list[float]:
    return [float(value) for value in values]
