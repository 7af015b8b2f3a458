# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Serve one robot's navigation actions and hand service; the simulation loop does the work."""

import math
from functools import partial
from typing import Any

from adhoc_interfaces.srv import Manipulate
from nav2_msgs.action import BackUp, NavigateToPose
from rclpy.action import ActionServer, GoalResponse
from rclpy.duration import Duration
from rclpy.node import Node
from rclpy.task import Future

from adhoc_teamwork.simulation.motion.driver import Driver
from adhoc_teamwork.simulation.motion.nav_goal import NavGoal
from adhoc_teamwork.simulation.ros.open_work import (
    Enqueue,
    OpenGoals,
    OpenWork,
    answer_later,
    serve_goals,
)
from adhoc_teamwork.simulation.sensors.noise import Drift
from adhoc_teamwork.simulation.simulator import HandAction, HandCommand, Simulator
from adhoc_teamwork.teamwork import topics
from adhoc_teamwork.teamwork.geometry import Point, Pose
from adhoc_teamwork.teamwork.ros.conversions.geometry import pose_from_ros, pose_to_ros
from adhoc_teamwork.teamwork.ros.conversions.stamp import time_to_ros
from adhoc_teamwork.teamwork.team.causes import Cause

FEEDBACK_PERIOD = 0.5
FARTHEST_BACK = 10.0
_COMMANDS = {
    Manipulate.Request.GRASP: HandCommand.GRASP,
    Manipulate.Request.RELEASE: HandCommand.RELEASE,
    Manipulate.Request.OPEN: HandCommand.OPEN,
    Manipulate.Request.CLOSE: HandCommand.CLOSE,
    Manipulate.Request.PUT_IN: HandCommand.PUT_IN,
    Manipulate.Request.SET: HandCommand.SET,
}


class RobotActions:
    """Turn goals and requests into commands for the loop, and what comes of them into answers.

    ROS callbacks run on the executor's thread and only enqueue; `attend` runs on the loop's. Where
    the robot means a place, it means it as it believes to stand, which `drift` tells.
    """

    def __init__(
        self, node: Node, name: str, simulator: Simulator, drift: Drift, enqueue: Enqueue
    ) -> None:
        """Offer the hand, and the actions where it is not Nav2 that drives."""
        self._node = node
        self._name = name
        self._simulator = simulator
        self._drift, self._enqueue = drift, enqueue
        self._drives: OpenGoals[NavGoal] = OpenGoals(node, enqueue, Driver.cancel)
        self._backing: OpenGoals[NavGoal] = OpenGoals(node, enqueue, Driver.cancel)
        self._hands: OpenWork[HandAction] = OpenWork(enqueue, _handled)
        self._feedback_at = 0.0
        self._servers = [] if simulator.driven_by_velocities else self._serve_drives()
        answer_later(
            node.create_service(Manipulate, f"/{name}/{topics.MANIPULATE}", self._manipulate)
        )

    def _serve_drives(self) -> list[ActionServer]:
        return [
            serve_goals(self._node, kind, f"/{self._name}/{topic}", *calls)
            for kind, topic, *calls in (
                (
                    NavigateToPose,
                    topics.NAVIGATE_TO_POSE,
                    self._accept,
                    self._begin,
                    self._navigate,
                    self._drives.cancel,
                ),
                (
                    BackUp,
                    topics.BACK_UP,
                    self._accept_backing,
                    self._begin_backing,
                    self._back_up,
                    self._backing.cancel,
                ),
            )
        ]

    def destroy(self) -> None:
        """Take the action servers down."""
        for server in self._servers:
            server.destroy()

    # On the executor's thread

    def _accept(self, request: Any) -> GoalResponse:
        position, frame_id = request.pose.pose.position, request.pose.header.frame_id
        if frame_id not in ("", topics.MAP_FRAME):
            self._refuse(f"a goal in frame '{frame_id}'; expected '{topics.MAP_FRAME}'")
        elif not (math.isfinite(position.x) and math.isfinite(position.y)):
            self._refuse("a goal that is not a number")
        elif not self._simulator.joined(self._name):
            self._refuse("a goal: it has not joined yet")
        else:
            return GoalResponse.ACCEPT
        return GoalResponse.REJECT

    def _accept_backing(self, request: Any) -> GoalResponse:
        """Take a goal as Nav2 does: straight back by the amount of x, whatever its sign."""
        target, speed = request.target, request.speed
        if not (abs(target.x) <= FARTHEST_BACK and 0.0 < abs(speed) < math.inf):
            self._refuse(f"to back up by more than {FARTHEST_BACK:g} m, or at no speed")
        elif target.y != 0.0 or target.z != 0.0:
            self._refuse("to back up other than straight")
        elif not self._simulator.joined(self._name):
            self._refuse("to back up: it has not joined yet")
        else:
            return GoalResponse.ACCEPT
        return GoalResponse.REJECT

    def _refuse(self, what: str) -> None:
        self._node.get_logger().warning(f"{self._name} refuses {what}")

    def _begin(self, handle: Any) -> None:
        pose = pose_from_ros(handle.request.pose.pose)

        def start() -> NavGoal:
            return self._simulator.navigate(self._name, self._drift.actual(pose))

        self._drives.begin(handle, start)

    def _navigate(self, handle: Any) -> Any:
        return _told(self._drives.end(handle, self._name), NavigateToPose.Result())

    def _begin_backing(self, handle: Any) -> None:
        distance, speed = abs(handle.request.target.x), abs(handle.request.speed)

        def start() -> NavGoal:
            return self._simulator.back_up(self._name, distance, speed)

        self._backing.begin(handle, start)

    def _back_up(self, handle: Any) -> Any:
        return _told(self._backing.end(handle, self._name), BackUp.Result())

    def _manipulate(self, request: Any, response: Any) -> Future:
        answer: Future = Future()
        if request.command == Manipulate.Request.STOP:
            self._enqueue(partial(self._simulator.stop_hand, self._name))
            response.success = True
            answer.set_result(response)
            return answer
        point, frame_id = request.target.point, request.target.header.frame_id
        command = _COMMANDS.get(request.command)
        if command is None or frame_id not in ("", topics.MAP_FRAME):
            response.success, response.cause = False, Cause.BAD_ARGUMENT.value
            response.message = f"unknown command {request.command} or frame '{frame_id}'"
            answer.set_result(response)
            return answer
        target = Point(point.x, point.y, point.z)

        def begin() -> HandAction:
            spot = self._drift.actual(Pose(target.x, target.y))
            meant = Point(spot.x, spot.y, target.z)
            return self._simulator.manipulate(self._name, command, meant, request.state)

        def end(action: HandAction) -> None:
            if action.result is not None:
                response.success = action.result.success
                response.cause = action.result.cause or ""
                response.message = action.result.message
            answer.set_result(response)

        self._hands.begin(begin, end)
        return answer

    # On the loop's thread

    def attend(self, now: float) -> None:
        """Send feedback and hand finished work back to whoever asked for it."""
        self._drives.attend()
        self._backing.attend()
        self._hands.attend()
        drives = self._drives.under_way
        if drives and now >= self._feedback_at:
            self._feedback_at = now + FEEDBACK_PERIOD
            for handle, goal in drives:
                handle.publish_feedback(self._feedback(goal, now))

    def _feedback(self, goal: NavGoal, now: float) -> Any:
        robot = self._simulator.world.robots[self._name]
        message = NavigateToPose.Feedback()
        message.current_pose.header.frame_id = topics.MAP_FRAME
        message.current_pose.header.stamp = time_to_ros(now)
        message.current_pose.pose = pose_to_ros(self._drift.here)
        message.navigation_time = Duration(seconds=now - goal.started).to_msg()
        message.number_of_recoveries = goal.recoveries
        if math.isfinite(goal.distance_remaining):
            message.distance_remaining = goal.distance_remaining
            seconds = goal.distance_remaining / robot.card.capability.max_speed
            message.estimated_time_remaining = Duration(seconds=seconds).to_msg()
        return message


def _told(goal: NavGoal, result: Any) -> Any:
    """Return an action's result that tells how a goal ended."""
    result.error_code = int(goal.error)
    if hasattr(result, "error_msg"):
        # The first releases of Jazzy have none.
        result.error_msg = goal.reason
    return result


def _handled(action: HandAction) -> bool:
    return action.result is not None
