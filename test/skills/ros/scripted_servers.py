# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""A scripted Nav2, arm driver and robot, for the skills' node tests."""

import itertools
import math
import threading
import time
from collections.abc import Callable
from typing import Any

import rclpy
from action_msgs.msg import GoalStatus
from adhoc_interfaces.srv import Manipulate
from nav2_msgs.action import BackUp, NavigateToPose
from nav2_msgs.srv import ClearEntireCostmap
from nav_msgs.msg import Odometry
from rclpy.action import ActionServer, CancelResponse, GoalResponse
from rclpy.callback_groups import ReentrantCallbackGroup
from rclpy.executors import MultiThreadedExecutor
from sensor_msgs.msg import JointState

from adhoc_teamwork.teamwork import topics
from adhoc_teamwork.teamwork.geometry import Pose
from adhoc_teamwork.teamwork.ros import qos
from adhoc_teamwork.teamwork.ros.conversions.geometry import pose_from_ros, pose_to_ros

STEP = 0.02
_numbers = itertools.count()


def new_name() -> str:
    """Return the name of a robot that no earlier test had: what it left is not taken for ours."""
    return f"rob{next(_numbers)}"


class ScriptedNav2:
    """Serve NavigateToPose and BackUp by `mode`: succeed, reject, abort, no_way, silent, deaf.

    `delay` in seconds. Deaf it is silent and obeys no cancel, of which `cancels` counts how many
    came. On success and while silent the robot's `pose` moves towards the goal at `speed` (m/s).
    Modes in `script` come before `mode`, one a goal. `cleared` counts how often a costmap was
    emptied.
    """

    def __init__(self, node: Any) -> None:
        self.mode, self.delay, self.speed = "succeed", 0.05, 50.0
        self.pose, self.moving, self.goals = Pose(1.0, 1.0, 0.0), False, 0
        self.script: list[str] = []
        self.cleared = self.cancels = 0
        for which in ("global", "local"):
            node.create_service(ClearEntireCostmap, topics.clear_costmap(which), self._on_clear)
        self.servers = [
            ActionServer(
                node,
                kind,
                name,
                execute,
                callback_group=ReentrantCallbackGroup(),
                goal_callback=self._on_goal,
                cancel_callback=self._on_cancel,
            )
            for kind, name, execute in (
                (NavigateToPose, topics.NAVIGATE_TO_POSE, self._execute),
                (BackUp, topics.BACK_UP, self._back_up),
            )
        ]

    def _on_cancel(self, _handle: Any) -> Any:
        self.cancels += 1
        return CancelResponse.REJECT if self.mode == "deaf" else CancelResponse.ACCEPT

    def _on_clear(self, _request: Any, response: Any) -> Any:
        self.cleared += 1
        return response

    def _on_goal(self, _goal: Any) -> Any:
        self.goals += 1
        if self.script:
            self.mode = self.script.pop(0)
        return GoalResponse.REJECT if self.mode == "reject" else GoalResponse.ACCEPT

    def _execute(self, handle: Any) -> Any:
        goal = pose_from_ros(handle.request.pose.pose)

        def tell(left: float) -> None:
            handle.publish_feedback(NavigateToPose.Feedback(distance_remaining=left))

        return self._drive(handle, goal, NavigateToPose.Result(), tell)

    def _back_up(self, handle: Any) -> Any:
        there = self.pose.transform(-handle.request.target.x, 0.0)
        goal = Pose(there.x, there.y, self.pose.yaw)
        return self._drive(handle, goal, BackUp.Result(), lambda _: None)

    def _drive(self, handle: Any, goal: Pose, result: Any, tell: Callable[[float], None]) -> Any:
        mode = self.mode
        began, self.moving = time.monotonic(), True
        while time.monotonic() - began < 40.0:
            if handle.is_cancel_requested:
                handle.canceled()
                break
            left = self.pose.point.planar_distance_to(goal.point)
            tell(left)
            if mode in ("abort", "no_way") and time.monotonic() - began > self.delay:
                result.error_code = 208 if mode == "no_way" else 0
                handle.abort()
                break
            if mode == "succeed" and left < self.speed * STEP:
                self.pose = goal
                handle.succeed()
                break
            self._advance(goal, left)
            time.sleep(STEP)
        self.moving = False
        return result

    def _advance(self, goal: Pose, left: float) -> None:
        share = min(1.0, self.speed * STEP / left) if left > 1e-6 else 0.0
        self.pose = Pose(
            self.pose.x + share * (goal.x - self.pose.x),
            self.pose.y + share * (goal.y - self.pose.y),
            goal.yaw,
        )


class ScriptedRobot:
    """Publish odometry and joint states of a robot whose arm grasps and releases as told.

    While it `works`, what was begun ends only when it is told to stop.
    """

    def __init__(self, node: Any, nav: ScriptedNav2, frame: str) -> None:
        self.node, self.nav, self.frame = node, nav, frame
        self.holds, self.refuse, self.works = False, "", False
        self.calls: list[Any] = []
        self._odom = node.create_publisher(Odometry, topics.ODOM, qos.SENSOR)
        self._joints = node.create_publisher(JointState, topics.JOINT_STATES, qos.SENSOR)
        node.create_service(
            Manipulate, topics.MANIPULATE, self._manipulate, callback_group=ReentrantCallbackGroup()
        )
        node.create_timer(0.05, self._publish)

    def _publish(self) -> None:
        odom = Odometry()
        odom.header.frame_id = self.frame
        odom.pose.pose = pose_to_ros(self.nav.pose)
        self._odom.publish(odom)
        effort = 5.0 if self.holds else 0.0
        self._joints.publish(JointState(name=["wheel", topics.GRIPPER_JOINT], effort=[0.0, effort]))

    def _manipulate(self, request: Any, response: Any) -> Any:
        self.calls.append(request)
        if request.command == Manipulate.Request.STOP:
            self.works = False
            response.success = True
            return response
        if self.works:
            while self.works:
                time.sleep(STEP)
            response.cause = "cancelled"
            return response
        if self.refuse:
            response.cause, response.message = self.refuse, f"refused: {self.refuse}"
            return response
        self.holds = request.command == Manipulate.Request.GRASP
        response.success = True
        return response


class Spinner:
    """Spin nodes of one context on a thread, by an executor of eight threads or another."""

    def __init__(self, context: Any, *nodes: Any, executor: Any = None) -> None:
        self.executor = executor or MultiThreadedExecutor(8, context=context)
        for node in nodes:
            self.executor.add_node(node)
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        while not self._stop.is_set():
            try:
                self.executor.spin_once(timeout_sec=0.1)
            except rclpy.executors.ExternalShutdownException:
                return

    def close(self) -> None:
        self._stop.set()
        self._thread.join(15.0)
        self.executor.shutdown(timeout_sec=15.0)


def eventually(condition: Any, seconds: float = 15.0) -> bool:
    """Wait, bounded, until a condition holds; return whether it does."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if condition():
            return True
        time.sleep(0.01)
    return bool(condition())


def quickest(stop: Any, attempts: int = 3, wanted: float = 0.5) -> float:
    """Return the shortest of a few stops, in seconds: a busy machine may be late once."""
    best = math.inf
    for _ in range(attempts):
        best = min(best, stop())
        if best < wanted:
            break
    return best


SUCCEEDED, CANCELED, ABORTED = (
    GoalStatus.STATUS_SUCCEEDED,
    GoalStatus.STATUS_CANCELED,
    GoalStatus.STATUS_ABORTED,
)
