# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Serve one robot's arm as ros2_control does: a trajectory controller and a gripper controller."""

import math
from typing import Any

from control_msgs.action import FollowJointTrajectory, GripperCommand
from rclpy.action import ActionServer, GoalResponse
from rclpy.node import Node

from adhoc_teamwork.simulation.manipulation.arm_motion import ArmGoal
from adhoc_teamwork.simulation.manipulation.gripper import GripperGoal
from adhoc_teamwork.simulation.manipulation.robot_arm import RobotArm
from adhoc_teamwork.simulation.ros.conversions import (
    gripper_feedback_to_ros,
    tolerances_from_ros,
    trajectory_feedback_to_ros,
    trajectory_from_ros,
)
from adhoc_teamwork.simulation.ros.open_work import Enqueue, OpenGoals, serve_goals
from adhoc_teamwork.simulation.simulator import Simulator
from adhoc_teamwork.teamwork import topics

FEEDBACK_PERIOD = 0.2
"""Seconds of simulated time between two feedbacks of one goal."""


class ArmControllers:
    """Turn goals for one robot's joints and fingers into commands for the loop.

    A goal is rejected before the robot has joined; what else is wrong with one is told by the error
    code with which it is aborted, as a rejection carries none. `ahead` is by how many seconds the
    robot's clock is ahead of the simulation's.
    """

    def __init__(
        self, node: Node, name: str, simulator: Simulator, ahead: float, enqueue: Enqueue
    ) -> None:
        self._node, self._name, self._simulator = node, name, simulator
        self._ahead = ahead
        self._arm: RobotArm = simulator.arms[name]
        motion, gripper = self._arm.motion, self._arm.gripper
        self._motions: OpenGoals[ArmGoal] = OpenGoals(node, enqueue, motion.cancel)
        self._grips: OpenGoals[GripperGoal] = OpenGoals(node, enqueue, gripper.cancel)
        self._feedback_at = 0.0
        self._servers = (
            self._serve(
                FollowJointTrajectory,
                topics.FOLLOW_JOINT_TRAJECTORY,
                self._accept_trajectory,
                self._begin_following,
                self._follow,
                self._motions.cancel,
            ),
            self._serve(
                GripperCommand,
                topics.GRIPPER_COMMAND,
                self._accept_command,
                self._begin_gripping,
                self._grip,
                self._grips.cancel,
            ),
        )

    def destroy(self) -> None:
        """Take the action servers down."""
        for server in self._servers:
            server.destroy()

    def attend(self, now: float) -> None:
        """Send feedback and hand ended goals back, on the loop's thread."""
        self._motions.attend()
        self._grips.attend()
        if now < self._feedback_at:
            return
        joints = self._arm.model.joints
        for handle, goal in self._motions.under_way:
            feedback = trajectory_feedback_to_ros(goal, joints, now, self._ahead)
            handle.publish_feedback(feedback)
        for handle, _ in self._grips.under_way:
            handle.publish_feedback(gripper_feedback_to_ros(self._arm.gripper))
        self._feedback_at = now + FEEDBACK_PERIOD

    # On the executor's thread

    def _serve(
        self, kind: Any, topic: str, accept: Any, begin: Any, execute: Any, cancel: Any
    ) -> ActionServer:
        name = f"/{self._name}/{topic}"
        return serve_goals(self._node, kind, name, accept, begin, execute, cancel)

    def _accept_trajectory(self, request: Any) -> GoalResponse:
        if request.multi_dof_trajectory.points:
            return self._reject("a trajectory of joints with several degrees of freedom")
        return self._accept()

    def _accept_command(self, request: Any) -> GoalResponse:
        if not math.isfinite(request.command.position):
            return self._reject("a gap that is no number")
        return self._accept()

    def _accept(self) -> GoalResponse:
        if self._simulator.joined(self._name):
            return GoalResponse.ACCEPT
        return self._reject("a goal for its arm: it has not joined yet")

    def _reject(self, what: str) -> GoalResponse:
        self._node.get_logger().warning(f"{self._name} refuses {what}")
        return GoalResponse.REJECT

    def _begin_following(self, handle: Any) -> None:
        wanted = trajectory_from_ros(handle.request.trajectory, self._ahead)
        tolerances = tolerances_from_ros(handle.request)

        def start() -> ArmGoal:
            return self._simulator.move_arm(self._name, wanted, tolerances)

        self._motions.begin(handle, start)

    def _follow(self, handle: Any) -> Any:
        goal = self._motions.end(handle, f"{self._name}'s arm")
        return FollowJointTrajectory.Result(error_code=int(goal.error), error_string=goal.reason)

    def _begin_gripping(self, handle: Any) -> None:
        position = float(handle.request.command.position)

        def start() -> GripperGoal:
            return self._simulator.move_fingers(self._name, position)

        self._grips.begin(handle, start)

    def _grip(self, handle: Any) -> Any:
        goal = self._grips.end(handle, f"{self._name}'s gripper")
        gripper = self._arm.gripper
        return GripperCommand.Result(
            position=float(gripper.gap),
            effort=float(gripper.effort),
            stalled=goal.stalled,
            reached_goal=goal.reached,
        )
