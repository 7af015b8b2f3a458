# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Scripted controllers of an arm and its joint states, for tests of the hand that moves joints."""

import time
from typing import Any

from control_msgs.action import FollowJointTrajectory, GripperCommand
from rclpy.action import ActionServer, CancelResponse, GoalResponse
from rclpy.callback_groups import ReentrantCallbackGroup
from sensor_msgs.msg import JointState

from adhoc_teamwork.skills.ros.conversions import joint_trajectory_from_ros
from adhoc_teamwork.teamwork import topics
from adhoc_teamwork.teamwork.ros import qos

STEP = 0.02
_PERIOD = 0.05


class ScriptedArm:
    """Serve both controllers by `script`, one word a trajectory, `follow` once it is used up.

    Words are `follow`, `reject`, `silent` (moves and never ends) and the numbers of error codes.
    Trajectories are followed `speedup` times as fast. `moving` tells whether joints move.
    """

    def __init__(self, node: Any, joints: tuple[str, ...], state: Any) -> None:
        self.node, self.joints, self.state = node, joints, list(state)
        self.script: list[str] = []
        self.gripped: list[float] = []
        self.speedup = 20.0
        self.moving, self.holds, self.empty = False, False, False
        self.goals = 0
        self._word = "follow"
        self._joints = node.create_publisher(JointState, topics.JOINT_STATES, qos.SENSOR)
        node.create_timer(_PERIOD, self._publish)
        self.servers = [
            self._serve(FollowJointTrajectory, topics.FOLLOW_JOINT_TRAJECTORY, self._follow),
            self._serve(GripperCommand, topics.GRIPPER_COMMAND, self._grip),
        ]

    def _serve(self, kind: Any, topic: str, execute: Any) -> Any:
        return ActionServer(
            self.node,
            kind,
            topic,
            execute,
            callback_group=ReentrantCallbackGroup(),
            goal_callback=self._on_goal,
            cancel_callback=lambda _handle: CancelResponse.ACCEPT,
        )

    def _publish(self) -> None:
        effort = -5.0 if self.holds else 0.0
        self._joints.publish(
            JointState(
                name=[*self.joints, topics.GRIPPER_JOINT],
                position=[*self.state, 0.0],
                effort=[*(0.0 for _ in self.joints), effort],
            )
        )

    def _on_goal(self, goal: Any) -> Any:
        if hasattr(goal, "command"):
            return GoalResponse.ACCEPT
        self.goals += 1
        self._word = self.script.pop(0) if self.script else "follow"
        return GoalResponse.REJECT if self._word == "reject" else GoalResponse.ACCEPT

    def _follow(self, handle: Any) -> Any:
        word, result = self._word, FollowJointTrajectory.Result()
        trajectory = joint_trajectory_from_ros(handle.request.trajectory)
        assert trajectory.joints == self.joints
        if word not in ("follow", "silent"):
            result.error_code, result.error_string = int(word), "as the script says"
            handle.abort()
            return result
        began, self.moving = time.monotonic(), True
        while True:
            at = self.speedup * (time.monotonic() - began)
            if word == "follow":
                self.state = trajectory.at(at).tolist()
            if handle.is_cancel_requested:
                handle.canceled()
                break
            if word == "follow" and at >= trajectory.duration:
                handle.succeed()
                break
            if at > 1000.0:
                handle.abort()
                break
            time.sleep(STEP)
        self.moving = False
        return result

    def _grip(self, handle: Any) -> Any:
        gap = handle.request.command.position
        self.gripped.append(gap)
        self.holds = gap < 0.05 and not self.empty
        handle.succeed()
        return GripperCommand.Result(position=gap, stalled=self.holds, reached_goal=not self.holds)
