# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Serve one arm of a cell as ros2_control does: a trajectory controller and a gripper's."""

import math
from typing import Any

from control_msgs.action import FollowJointTrajectory, GripperCommand
from rclpy.action import GoalResponse
from rclpy.node import Node

from adhoc_teamwork.cells.driver import ArmDriver, HandGoal
from adhoc_teamwork.cells.world import CellWorld
from adhoc_teamwork.simulation.manipulation.arm_motion import ArmGoal
from adhoc_teamwork.simulation.ros.conversions import (
    tolerances_from_ros,
    trajectory_feedback_to_ros,
    trajectory_from_ros,
)
from adhoc_teamwork.simulation.ros.open_work import Enqueue, OpenGoals, serve_goals
from adhoc_teamwork.teamwork import topics

FEEDBACK_PERIOD = 0.2
"""Seconds of the cell's time between two feedbacks of one goal."""


class ArmServers:
    """Turn goals for one arm into what its driver does; `attend` is called by the loop.

    What is wrong with a trajectory is told by the error code with which it is aborted.
    """

    def __init__(
        self, node: Node, robot: str, world: CellWorld, driver: ArmDriver, enqueue: Enqueue
    ) -> None:
        self._node, self._robot, self._world, self._driver = node, robot, world, driver
        self._motions: OpenGoals[ArmGoal] = OpenGoals(node, enqueue, driver.cancel)
        self._grips: OpenGoals[HandGoal] = OpenGoals(node, enqueue, driver.cancel_grip)
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
                    self._motions.cancel,
                ),
                (
                    GripperCommand,
                    topics.GRIPPER_COMMAND,
                    self._accept_command,
                    self._begin_gripping,
                    self._grip,
                    self._grips.cancel,
                ),
            )
        )

    def destroy(self) -> None:
        """Take the action servers down."""
        for server in self._servers:
            server.destroy()

    def attend(self, now: float) -> None:
        """Send feedback and hand ended goals back, on the loop's thread."""
        state = self._driver.attend(now)
        self._motions.attend()
        self._grips.attend()
        if now < self._feedback_at:
            return
        self._feedback_at = now + FEEDBACK_PERIOD
        for handle, goal in self._motions.under_way:
            handle.publish_feedback(trajectory_feedback_to_ros(goal, self._driver.joints, now))
        for handle, _ in self._grips.under_way:
            handle.publish_feedback(GripperCommand.Feedback(position=state.gap, effort=state.grip))

    # On the executor's thread

    def _accept_trajectory(self, request: Any) -> GoalResponse:
        if request.multi_dof_trajectory.points:
            return self._reject("a trajectory of joints with several degrees of freedom")
        return GoalResponse.ACCEPT

    def _accept_command(self, request: Any) -> GoalResponse:
        if not math.isfinite(request.command.position):
            return self._reject("a gap that is no number")
        return GoalResponse.ACCEPT

    def _reject(self, what: str) -> GoalResponse:
        self._node.get_logger().warning(f"{self._robot} refuses {what}")
        return GoalResponse.REJECT

    def _begin_following(self, handle: Any) -> None:
        wanted = trajectory_from_ros(handle.request.trajectory)
        tolerances = tolerances_from_ros(handle.request)
        self._motions.begin(
            handle, lambda: self._driver.follow(wanted, tolerances, self._world.time)
        )

    def _follow(self, handle: Any) -> Any:
        goal = self._motions.end(handle, f"{self._robot}'s arm")
        return FollowJointTrajectory.Result(error_code=int(goal.error), error_string=goal.reason)

    def _begin_gripping(self, handle: Any) -> None:
        gap = float(handle.request.command.position)
        self._grips.begin(handle, lambda: self._driver.grip(gap, self._world.time))

    def _grip(self, handle: Any) -> Any:
        goal = self._grips.end(handle, f"{self._robot}'s hand")
        return GripperCommand.Result(
            position=goal.at, effort=goal.force, stalled=goal.stalled, reached_goal=goal.reached
        )
