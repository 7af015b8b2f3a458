# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Move an arm through ros2_control's FollowJointTrajectory and GripperCommand actions."""

import math
from collections.abc import Callable
from typing import Any

from action_msgs.msg import GoalStatus
from control_msgs.action import FollowJointTrajectory, GripperCommand

from adhoc_teamwork.robot_model.arrays import Floats
from adhoc_teamwork.skills.arms.trajectory import JointTrajectory
from adhoc_teamwork.skills.back_ends.driver_words import trajectory_cause
from adhoc_teamwork.skills.back_ends.motion import DONE, Motion, Outcome
from adhoc_teamwork.skills.ros.action_client import ActionClient
from adhoc_teamwork.skills.ros.action_goal import ActionGoal, GoalWords
from adhoc_teamwork.skills.ros.conversions import joint_trajectory_to_ros
from adhoc_teamwork.skills.ros.driver_client import SERVER_WAIT
from adhoc_teamwork.skills.ros.joint_sense import JointSense
from adhoc_teamwork.teamwork import topics
from adhoc_teamwork.teamwork.clock import was_set_back
from adhoc_teamwork.teamwork.ros.conversions.stamp import seconds_now
from adhoc_teamwork.teamwork.ros.patience import patience_clock
from adhoc_teamwork.teamwork.team.causes import Cause

SLACK = 5.0
"""Seconds on the node's clock that a controller may take longer than its motion."""
FINGERS_TIME = 5.0
"""Seconds on the node's clock that the fingers may take."""
_ARM = GoalWords("the arm's controller", Cause.BLOCKED)
_GRIPPER = GoalWords("the gripper's controller", Cause.BLOCKED)


class ArmControllers:
    """Speak to the controllers of the node's namespace; `skills.controllers` says what for.

    Args:
        node: The node whose executor handles the answers.
        sense: Where the joints are.
        callback_group: Where callbacks run.
        server_wait: Seconds to wait for a controller that is not there, by `patience_clock`.
        position: What the gripper's controller is told for a gap in metres; the gap itself unless
            given.
    """

    def __init__(
        self,
        node: Any,
        sense: JointSense,
        callback_group: Any = None,
        server_wait: float = SERVER_WAIT,
        position: Callable[[float], float] = float,
    ) -> None:
        self._node, self._sense, self._group = node, sense, callback_group
        self._position = position
        self._server_wait = server_wait
        self._arm: Any = None
        self._gripper: Any = None

    def setup(self) -> None:
        """Create the clients."""
        self._arm = self._client(FollowJointTrajectory, topics.FOLLOW_JOINT_TRAJECTORY)
        self._gripper = self._client(GripperCommand, topics.GRIPPER_COMMAND)

    def shutdown(self) -> None:
        """Destroy the clients."""
        clients, self._arm, self._gripper = (self._arm, self._gripper), None, None
        for client in clients:
            if client is not None:
                client.destroy()

    @property
    def ready(self) -> bool:
        """Tell whether both controllers answer."""
        clients = (self._arm, self._gripper)
        return all(client is not None and client.server_is_ready() for client in clients)

    def state(self, joints: tuple[str, ...]) -> Floats | None:
        """Return where joints are, radians or metres; None while one is unknown."""
        return self._sense.state(joints)

    def holding(self) -> bool | None:
        """Tell whether the fingers feel something; None while unknown."""
        return self._sense.holding()

    def follow(self, trajectory: JointTrajectory) -> Motion:
        """Start moving along a trajectory, at once."""
        goal = FollowJointTrajectory.Goal(trajectory=joint_trajectory_to_ros(trajectory))
        patience = patience_clock(self._node)
        motion = ActionGoal(self._arm, goal, _ARM, _followed, self._server_wait, patience=patience)
        motion.poll()
        return _Bounded(motion, trajectory.duration + SLACK, self._now, _ARM)

    def grip(self, gap: float) -> "GripMotion":
        """Start moving the fingers to a gap, metres."""
        goal = GripperCommand.Goal()
        goal.command.position = self._position(gap)
        patience = patience_clock(self._node)
        return GripMotion(self._gripper, goal, self._server_wait, self._now, patience)

    def _client(self, kind: Any, topic: str) -> Any:
        return ActionClient(self._node, kind, topic, callback_group=self._group)

    def _now(self) -> float:
        return seconds_now(self._node)


class _Bounded:
    """Follow a goal; one that takes too long is cancelled and ends with cause `timeout`."""

    distance_remaining = math.nan

    def __init__(
        self, goal: ActionGoal, seconds: float, clock: Callable[[], float], words: GoalWords
    ) -> None:
        self._goal, self._seconds, self._clock, self._words = goal, seconds, clock, words
        self._began = clock()
        self._late = False

    def poll(self) -> Outcome | None:
        """Return how it ended, or None while it is under way."""
        outcome = self._goal.poll()
        if outcome is not None:
            said = f"{self._words.server} took longer than {self._seconds:.0f} s"
            return Outcome(False, Cause.TIMEOUT, said) if self._late else outcome
        now = self._clock()
        if was_set_back(self._began, now):
            self._began = now
        if not self._late and now - self._began > self._seconds:
            self._late = True
            self._goal.cancel()
        return None

    def cancel(self) -> None:
        """Ask the controller to stop."""
        self._goal.cancel()


class GripMotion(_Bounded):
    """Follow the fingers to a gap; what stops them on the way is no failure."""

    def __init__(
        self,
        client: Any,
        goal: Any,
        server_wait: float,
        clock: Callable[[], float],
        patience: Callable[[], float],
    ) -> None:
        self.stalled = False
        motion = ActionGoal(client, goal, _GRIPPER, self._read, server_wait, patience=patience)
        motion.poll()
        super().__init__(motion, FINGERS_TIME, clock, _GRIPPER)

    def _read(self, answer: Any, cancelled: bool) -> Outcome:
        self.stalled = bool(answer.result.stalled)
        # Whether a stall succeeds or aborts is a setting of the controller.
        if answer.status == GoalStatus.STATUS_SUCCEEDED or self.stalled:
            return DONE
        if answer.status == GoalStatus.STATUS_CANCELED and cancelled:
            return Outcome(False, Cause.CANCELLED, "the fingers were stopped as asked")
        return Outcome(False, None, "the gripper's controller gave up")


def _followed(answer: Any, cancelled: bool) -> Outcome:
    if answer.status == GoalStatus.STATUS_SUCCEEDED:
        return DONE
    if answer.status == GoalStatus.STATUS_CANCELED:
        by = "as asked" if cancelled else "by somebody else"
        cause = Cause.CANCELLED if cancelled else Cause.BLOCKED
        return Outcome(False, cause, f"the arm was stopped {by}")
    cause, reason = trajectory_cause(answer.result.error_code)
    said = str(answer.result.error_string)
    return Outcome(False, cause, f"{reason}: {said}" if said else reason)
