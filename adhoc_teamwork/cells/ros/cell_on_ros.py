# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""A cell that is seen and moved over ROS: joint states and poses in, goals for controllers out."""

import threading
import time
from collections.abc import Mapping
from typing import Any

import numpy as np
from action_msgs.msg import GoalStatus
from control_msgs.action import FollowJointTrajectory, GripperCommand
from control_msgs.msg import JointTolerance
from rclpy.duration import Duration
from sensor_msgs.msg import JointState, MultiDOFJointState
from trajectory_msgs.msg import JointTrajectory, JointTrajectoryPoint

from adhoc_teamwork.cells.at_work import PERIOD
from adhoc_teamwork.cells.compiling import CellModel
from adhoc_teamwork.cells.ros.joints import CellJoints, CellMessages
from adhoc_teamwork.cells.sight import CellState, Mirror, Snapshot
from adhoc_teamwork.robot_model.arrays import Floats
from adhoc_teamwork.robot_model.opening import opening_of
from adhoc_teamwork.skills.back_ends.motion import DONE, Outcome
from adhoc_teamwork.skills.ros.action_client import ActionClient
from adhoc_teamwork.skills.ros.action_goal import ActionGoal, GoalWords
from adhoc_teamwork.teamwork import topics
from adhoc_teamwork.teamwork.ros import qos
from adhoc_teamwork.teamwork.ros.conversions.stamp import time_from_ros, time_to_ros
from adhoc_teamwork.teamwork.team.causes import Cause

SPARSE = 5
"""Of a track every so many states are told: controllers go on by cubics between them."""
PATIENCE = 60.0
"""Seconds of wall time for which nothing may be seen of the cell, or no controller be there."""
LEAD = 1.5
"""Seconds of the cell's time after which arms begin to move, so that all begin together."""
SLACK = 30.0
"""Seconds of the cell's time that controllers may take longer than planned."""
_POLL = 0.01
_STAMPS_KEPT = 20
_ANY = -1.0
"""The tolerance of a goal that is carried out in open loop."""


class CellLostError(Exception):
    """Say that nothing is heard of the cell or of a controller any more."""


class CellOnRos:
    """Be the cell at work for whoever plans; see `CellAtWork`.

    Everything but the callbacks is called on one thread that is not the executor's.

    Args:
        node: Whose subscriptions and clients they are.
        model: What stands in the cell.
    """

    def __init__(self, node: Any, model: CellModel) -> None:
        self._node, self._model = node, model
        self._joints, self._mirror = CellJoints(model), Mirror(model)
        self._news = threading.Condition()
        self._parts: dict[float, dict[str, Any]] = {}
        self._now: Snapshot | None = None
        self._is_over = False
        self._is_open: dict[str, bool] = {}
        self._arms: dict[str, Any] = {}
        self._hands: dict[str, Any] = {}

    @property
    def model(self) -> CellModel:
        """Return what stands in it."""
        return self._model

    def setup(self) -> None:
        """Connect."""
        node = self._node
        for robot in self._model.kinds:
            topic = f"/{robot}/{topics.JOINT_STATES}"
            self._listen(JointState, topic, robot)
            for clients, kind, name in (
                (self._arms, FollowJointTrajectory, topics.FOLLOW_JOINT_TRAJECTORY),
                (self._hands, GripperCommand, topics.GRIPPER_COMMAND),
            ):
                clients[robot] = ActionClient(node, kind, f"/{robot}/{name}")
        self._listen(JointState, topics.CELL_DOORS, topics.CELL_DOORS)
        self._listen(MultiDOFJointState, topics.CELL_BODIES, topics.CELL_BODIES)

    def shutdown(self) -> None:
        """End whatever waits, with `CellLostError`."""
        with self._news:
            self._is_over = True
            self._news.notify_all()

    def observe(self) -> CellState:
        """Return all of the cell as it is now.

        Raises:
            CellLostError: Nothing is seen of it.
        """
        return self._mirror.show(self._seen_after(self._time()))

    def positions(self) -> Floats:
        """Return the state of all joints of the physics, (nq,); see `observe` for errors."""
        return np.array(self._seen_after(self._time()).positions)

    def perform(
        self, tracks: Mapping[str, Floats], closing: Mapping[str, bool], steps: int
    ) -> None:
        """Carry out a part of a plan; see `CellAtWork`.

        Raises:
            CellLostError: The cell or a controller is gone.
        """
        told = {robot: self._trajectory(robot, track) for robot, track in tracks.items()}
        # Only now, when all is written down, for an arm that hears of it late has to catch up.
        began = self._time() + (LEAD if tracks else 0.0)
        goals = [self._follow(robot, goal, began) for robot, goal in told.items()]
        goals += [self._grip(robot, closed) for robot, closed in closing.items()]
        self._finish(goals, began + (steps + 1) * PERIOD)

    def open(self, robot: str) -> None:
        """Open a hand all the way, or let air in; see `observe` for errors."""
        if not self._is_open.get(robot, False):
            self._finish([self._grip(robot, False)], self._time())

    def step(self, seconds: float) -> None:
        """Let time pass; see `observe` for errors."""
        self._seen_after(self._time() + seconds)

    def _time(self) -> float:
        with self._news:
            return self._now.time if self._now is not None else 0.0

    def _seen_after(self, when: float) -> Snapshot:
        """Wait for what is seen after a time of the cell's.

        Raises:
            CellLostError: The cell's time does not go on.
        """
        with self._news:
            while True:
                if self._is_over:
                    raise CellLostError("the node ends")
                if self._now is not None and self._now.time > when:
                    return self._now
                before = self._now
                if not self._news.wait(PATIENCE) or before is self._now:
                    raise CellLostError(f"nothing new is seen of the cell for {PATIENCE:g} s")

    def _finish(self, goals: list[ActionGoal], until: float) -> None:
        while True:
            outcomes = [goal.poll() for goal in goals]
            for outcome in outcomes:
                if outcome is not None and outcome.cause is Cause.SERVER_MISSING:
                    raise CellLostError(outcome.message)
            now = self._time()
            if None not in outcomes and now >= until:
                return
            if now > until + SLACK:
                for goal in goals:
                    goal.cancel()
                raise CellLostError(f"controllers took {SLACK:g} s longer than planned")
            self._seen_after(now)
            time.sleep(_POLL)

    def _trajectory(self, robot: str, track: Floats) -> Any:
        """Return the goal of an arm that follows joint states, (n, dof), one each `PERIOD`."""
        speeds = np.gradient(track, PERIOD, axis=0)
        speeds[-1] = 0.0
        last = len(track) - 1
        chosen = sorted({*range(0, last, SPARSE), last})
        joints = list(self._model.kinds[robot].arm.joints)
        goal = FollowJointTrajectory.Goal(
            trajectory=JointTrajectory(
                joint_names=joints,
                points=[
                    JointTrajectoryPoint(
                        positions=track[number].tolist(),
                        velocities=speeds[number].tolist(),
                        time_from_start=Duration(seconds=number * PERIOD).to_msg(),
                    )
                    for number in chosen
                ],
            )
        )
        for tolerances in (goal.path_tolerance, goal.goal_tolerance):
            tolerances.extend(JointTolerance(name=name, position=_ANY) for name in joints)
        return goal

    def _follow(self, robot: str, goal: Any, when: float) -> ActionGoal:
        goal.trajectory.header.stamp = time_to_ros(when)
        return self._begin(self._arms[robot], goal, f"{robot}'s arm")

    def _grip(self, robot: str, closed: bool) -> ActionGoal:
        self._is_open[robot] = not closed
        kind = self._model.kinds[robot]
        wide = opening_of(kind.model, kind.arm.fingers) if kind.arm.fingers else 1.0
        goal = GripperCommand.Goal()
        goal.command.position = 0.0 if closed else float(wide)
        return self._begin(self._hands[robot], goal, f"{robot}'s hand")

    def _begin(self, client: Any, goal: Any, who: str) -> ActionGoal:
        words = GoalWords(f"the controller of {who}", Cause.BLOCKED)
        sent = ActionGoal(client, goal, words, _ended, PATIENCE)
        sent.poll()
        return sent

    def _listen(self, kind: Any, topic: str, part: str) -> None:
        self._node.create_subscription(
            kind, topic, lambda message: self._take(part, message), qos.SENSOR
        )

    def _take(self, part: str, message: Any) -> None:
        """Put what was told at one time together, on the executor's thread."""
        stamp = time_from_ros(message.header.stamp)
        told = self._parts.setdefault(stamp, {})
        told[part] = message
        while len(self._parts) > _STAMPS_KEPT:
            del self._parts[min(self._parts)]
        if len(told) < len(self._model.kinds) + 2:
            return
        self._parts.pop(stamp, None)
        robots = {name: told[name] for name in self._model.kinds}
        all_told = CellMessages(robots, told[topics.CELL_DOORS], told[topics.CELL_BODIES])
        try:
            now = self._joints.from_messages(all_told, stamp)
        except ValueError as error:
            self._node.get_logger().warning(
                f"what is told of the cell is not understood: {error}", throttle_duration_sec=5.0
            )
            return
        with self._news:
            if self._now is None or now.time > self._now.time:
                self._now = now
                self._news.notify_all()


def _ended(answer: Any, cancelled: bool) -> Outcome:
    """Return how a goal ended; what came of it is seen, whatever the controller says."""
    if answer.status == GoalStatus.STATUS_SUCCEEDED or cancelled:
        return DONE
    return Outcome(False, Cause.BLOCKED, "the controller gave up")
