# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Serve one arm of a cell as ros2_control does: a trajectory controller and a gripper's."""

from typing import Any

from control_msgs.action import GripperCommand
from rclpy.node import Node

from adhoc_teamwork.cells.driver import ArmDriver
from adhoc_teamwork.cells.world import CellWorld
from adhoc_teamwork.simulation.ros.arm_actions import ArmActions
from adhoc_teamwork.simulation.ros.conversions import (
    tolerances_from_ros,
    trajectory_feedback_to_ros,
    trajectory_from_ros,
)
from adhoc_teamwork.simulation.ros.open_work import Enqueue, OpenGoals


class ArmServers(ArmActions):
    """Turn goals for one arm into what its driver does; `attend` is called by the loop."""

    def __init__(
        self, node: Node, robot: str, world: CellWorld, driver: ArmDriver, enqueue: Enqueue
    ) -> None:
        self._world, self._driver = world, driver
        super().__init__(
            node,
            robot,
            OpenGoals(node, enqueue, driver.cancel),
            OpenGoals(node, enqueue, driver.cancel_grip),
        )

    def attend(self, now: float) -> None:
        """Send feedback and hand ended goals back, on the loop's thread."""
        state = self._driver.attend(now)
        if not self._attend_goals(now):
            return
        for handle, goal in self._motions.under_way:
            handle.publish_feedback(trajectory_feedback_to_ros(goal, self._driver.joints, now))
        for handle, _ in self._grips.under_way:
            handle.publish_feedback(GripperCommand.Feedback(position=state.gap, effort=state.grip))

    # On the executor's thread

    def _begin_following(self, handle: Any) -> None:
        wanted = trajectory_from_ros(handle.request.trajectory)
        tolerances = tolerances_from_ros(handle.request)
        self._motions.begin(
            handle, lambda: self._driver.follow(wanted, tolerances, self._world.time)
        )

    def _begin_gripping(self, handle: Any) -> None:
        gap = float(handle.request.command.position)
        self._grips.begin(handle, lambda: self._driver.grip(gap, self._world.time))

    def _grip(self, handle: Any) -> Any:
        goal = self._grips.end(handle, f"{self._robot}'s hand")
        return GripperCommand.Result(
            position=goal.at, effort=goal.force, stalled=goal.stalled, reached_goal=goal.reached
        )
