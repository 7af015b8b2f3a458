# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Serve one arm's two actions as ros2_control does: trajectories, and commands of a gripper."""

import math
from typing import Any

from control_msgs.action import FollowJointTrajectory, GripperCommand
from rclpy.action import GoalResponse
from rclpy.node import Node

from adhoc_teamwork.simulation.manipulation.arm_motion import ArmGoal
from adhoc_teamwork.simulation.ros.open_work import OpenGoals, serve_goals
from adhoc_teamwork.teamwork import topics

FEEDBACK_PERIOD = 0.2
"""Seconds of simulated time between two feedbacks of one goal."""


class ArmActions:
    """Take in goals for one arm and hand their results back; whose arm it is carries them out.

    What is wrong with a trajectory is told by the error code with which it is aborted, as a
    rejection carries none.
    """

    def __init__(
        self, node: Node, robot: str, motions: OpenGoals[ArmGoal], grips: OpenGoals[Any]
    ) -> None:
        self._node, self._robot = node, robot
        self._motions, self._grips = motions, grips
        self._feedback_at = 0.0
        self._servers = tuple(
            serve_goals(node, kind, f"/{robot}/{topic}", accept, begin, execute, cancel)
            for kind, topic, accept, begin, execute, cancel in (
                (
                    FollowJointTrajectory,
                    topics.FOLLOW_JOINT_TRAJECTORY,
                    self._accept_trajectory,
                    self._begin_following,
                    self._follow,
                    motions.cancel,
                ),
                (
                    GripperCommand,
                    topics.GRIPPER_COMMAND,
                    self._accept_command,
                    self._begin_gripping,
                    self._grip,
                    grips.cancel,
                ),
            )
        )

    def destroy(self) -> None:
        """Take the action servers down."""
        for server in self._servers:
            server.destroy()

    def _attend_goals(self, now: float) -> bool:
        """Hand ended goals back, on the loop's thread; tell whether feedback is due."""
        self._motions.attend()
        self._grips.attend()
        if now < self._feedback_at:
            return False
        self._feedback_at = now + FEEDBACK_PERIOD
        return True

    # On the executor's thread

    def _accept(self) -> GoalResponse:
        return GoalResponse.ACCEPT

    def _begin_following(self, handle: Any) -> None:
        raise NotImplementedError

    def _begin_gripping(self, handle: Any) -> None:
        raise NotImplementedError

    def _grip(self, handle: Any) -> Any:
        raise NotImplementedError

    def _accept_trajectory(self, request: Any) -> GoalResponse:
        if request.multi_dof_trajectory.points:
            return self._reject("a trajectory of joints with several degrees of freedom")
        return self._accept()

    def _accept_command(self, request: Any) -> GoalResponse:
        if not math.isfinite(request.command.position):
            return self._reject("a gap that is no number")
        return self._accept()

    def _reject(self, what: str) -> GoalResponse:
        self._node.get_logger().warning(f"{self._robot} refuses {what}")
        return GoalResponse.REJECT

    def _follow(self, handle: Any) -> Any:
        goal = self._motions.end(handle, f"{self._robot}'s arm")
        return FollowJointTrajectory.Result(error_code=int(goal.error), error_string=goal.reason)
