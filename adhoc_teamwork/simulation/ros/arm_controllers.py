# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Serve one robot's arm as ros2_control does: a trajectory controller and a gripper controller."""

from typing import Any

from control_msgs.action import GripperCommand
from rclpy.action import GoalResponse
from rclpy.node import Node

from adhoc_teamwork.simulation.manipulation.arm_motion import ArmGoal
from adhoc_teamwork.simulation.manipulation.gripper import GripperGoal
from adhoc_teamwork.simulation.manipulation.robot_arm import RobotArm
from adhoc_teamwork.simulation.ros.arm_actions import ArmActions
from adhoc_teamwork.simulation.ros.conversions import (
    gripper_feedback_to_ros,
    tolerances_from_ros,
    trajectory_feedback_to_ros,
    trajectory_from_ros,
)
from adhoc_teamwork.simulation.ros.open_work import Enqueue, OpenGoals
from adhoc_teamwork.simulation.simulator import Simulator


class ArmControllers(ArmActions):
    """Turn goals for one robot's joints and fingers into commands for the loop.

    A goal is rejected before the robot has joined. `ahead` is by how many seconds the robot's clock
    is ahead of the simulation's.
    """

    def __init__(
        self, node: Node, name: str, simulator: Simulator, ahead: float, enqueue: Enqueue
    ) -> None:
        self._simulator, self._ahead = simulator, ahead
        self._arm: RobotArm = simulator.arms[name]
        motion, gripper = self._arm.motion, self._arm.gripper
        super().__init__(
            node,
            name,
            OpenGoals(node, enqueue, motion.cancel),
            OpenGoals(node, enqueue, gripper.cancel),
        )

    def attend(self, now: float) -> None:
        """Send feedback and hand ended goals back, on the loop's thread."""
        if not self._attend_goals(now):
            return
        joints = self._arm.model.joints
        for handle, goal in self._motions.under_way:
            feedback = trajectory_feedback_to_ros(goal, joints, now, self._ahead)
            handle.publish_feedback(feedback)
        for handle, _ in self._grips.under_way:
            handle.publish_feedback(gripper_feedback_to_ros(self._arm.gripper))

    # On the executor's thread

    def _accept(self) -> GoalResponse:
        if self._simulator.joined(self._robot):
            return GoalResponse.ACCEPT
        return self._reject("a goal for its arm: it has not joined yet")

    def _begin_following(self, handle: Any) -> None:
        wanted = trajectory_from_ros(handle.request.trajectory, self._ahead)
        tolerances = tolerances_from_ros(handle.request)

        def start() -> ArmGoal:
            return self._simulator.move_arm(self._robot, wanted, tolerances)

        self._motions.begin(handle, start)

    def _begin_gripping(self, handle: Any) -> None:
        position = float(handle.request.command.position)

        def start() -> GripperGoal:
            return self._simulator.move_fingers(self._robot, position)

        self._grips.begin(handle, start)

    def _grip(self, handle: Any) -> Any:
        goal = self._grips.end(handle, f"{self._robot}'s gripper")
        gripper = self._arm.gripper
        return GripperCommand.Result(
            position=float(gripper.gap),
            effort=float(gripper.effort),
            stalled=goal.stalled,
            reached_goal=goal.reached,
        )
