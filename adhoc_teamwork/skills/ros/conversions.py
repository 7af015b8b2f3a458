# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Convert the skills' own types to and from ROS messages."""

import math
from typing import Any

import numpy as np
from adhoc_interfaces.action import ExecuteSkill
from rclpy.duration import Duration
from trajectory_msgs.msg import JointTrajectory as JointTrajectoryMessage
from trajectory_msgs.msg import JointTrajectoryPoint

from adhoc_teamwork.skills.arms.trajectory import JointTrajectory
from adhoc_teamwork.skills.belief.grid import SemanticGrid
from adhoc_teamwork.skills.execution.executor import Feedback
from adhoc_teamwork.teamwork.actions.registry import subskills
from adhoc_teamwork.teamwork.maps.grid_frame import GridFrame
from adhoc_teamwork.teamwork.ros.conversions.action import arguments_from_ros
from adhoc_teamwork.teamwork.ros.conversions.fields import text_to_ros
from adhoc_teamwork.teamwork.ros.conversions.geometry import point_to_ros
from adhoc_teamwork.teamwork.ros.conversions.stamp import time_from_ros
from adhoc_teamwork.teamwork.team.subskill import SkillResult, SubSkill


def subskill_from_ros(goal: Any) -> SubSkill:
    """Return the SubSkill of an ExecuteSkill goal.

    A name that no spec has is kept as it came; whether there is such a sub-skill is the executor's
    to say.
    """
    given = arguments_from_ros(goal.arguments)
    if spec := subskills().get(goal.skill):
        # What is no argument of it is passed over: its precondition says what is missing.
        given = {a.name: given[a.name] for a in spec.arguments if a.takes(given.get(a.name))}
    return SubSkill(goal.skill, **given)


def skill_result_to_ros(result: SkillResult) -> Any:
    """Return an ExecuteSkill result."""
    return ExecuteSkill.Result(
        success=result.success,
        stage=result.stage.value if result.stage else "",
        cause=result.cause or "",
        message=text_to_ros(result.message),
        duration=float(result.duration),
        path_length=float(result.path_length),
        remedy=result.remedy or "",
    )


def feedback_to_ros(feedback: Feedback) -> Any:
    """Return ExecuteSkill feedback."""
    return ExecuteSkill.Feedback(
        stage=feedback.stage.value,
        text=text_to_ros(feedback.text),
        distance_remaining=float(feedback.distance_remaining),
        heading_for=[] if feedback.heading_for is None else [point_to_ros(feedback.heading_for)],
    )


def joint_trajectory_to_ros(trajectory: JointTrajectory) -> Any:
    """Return a trajectory_msgs/JointTrajectory that begins when it comes."""
    message = JointTrajectoryMessage(joint_names=list(trajectory.joints))
    for seconds, *states in zip(
        trajectory.times,
        trajectory.positions,
        trajectory.velocities,
        trajectory.accelerations,
        strict=True,
    ):
        position, velocity, acceleration = (state.tolist() for state in states)
        message.points.append(
            JointTrajectoryPoint(
                positions=position,
                velocities=velocity,
                accelerations=acceleration,
                time_from_start=Duration(seconds=float(seconds)).to_msg(),
            )
        )
    return message


def joint_trajectory_from_ros(message: Any) -> JointTrajectory:
    """Return a trajectory whose points give positions, velocities and accelerations.

    Raises:
        ValueError: A point gives other numbers than one for each joint.
    """
    joints = tuple(message.joint_names)
    rows = [(p.positions, p.velocities, p.accelerations) for p in message.points]
    if not rows or any(len(part) != len(joints) for row in rows for part in row):
        raise ValueError(f"{len(rows)} points of a trajectory: expected {len(joints)} numbers each")
    times = [time_from_ros(point.time_from_start) for point in message.points]
    columns = np.array(rows, dtype=np.float64)
    return JointTrajectory(joints, np.array(times), columns[:, 0], columns[:, 1], columns[:, 2])


def semantic_grid_from_ros(message: Any) -> SemanticGrid:
    """Return the grid of a nav_msgs/OccupancyGrid that lies along the axes of `map`.

    Raises:
        ValueError: It is empty, turned, or its data do not fit its size.
    """
    info = message.info
    turn = 2.0 * math.atan2(info.origin.orientation.z, info.origin.orientation.w or 1.0)
    cells = np.array(message.data, dtype=np.int8)
    if abs(turn) > 1e-3:
        raise ValueError(f"the map is turned by {turn:.3f} rad; expected 0")
    if cells.size == 0 or cells.size != info.width * info.height or info.resolution <= 0.0:
        raise ValueError(
            f"{cells.size} cells for {info.width} x {info.height} of {info.resolution} m"
        )
    corner = info.origin.position
    shape = (info.height, info.width)
    frame = GridFrame.of_corner(float(corner.x), float(corner.y), float(info.resolution), shape)
    return SemanticGrid(cells.reshape(shape), frame, time_from_ros(message.header.stamp))
