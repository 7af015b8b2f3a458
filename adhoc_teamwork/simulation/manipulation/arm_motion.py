# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Move an arm's joints along a trajectory, no faster and no farther than their limits allow."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from adhoc_teamwork.robot_model.arrays import Floats
from adhoc_teamwork.simulation.manipulation.arm_model import ArmModel
from adhoc_teamwork.simulation.manipulation.joint_trajectory import (
    ArmError,
    JointCurve,
    TrajectoryError,
    WantedTrajectory,
)
from adhoc_teamwork.simulation.motion.nav_goal import NavStatus

PATH_TOLERANCE = 0.1
"""How far a joint may be from where it should be on its way, radians or metres, if not said."""
GOAL_TOLERANCE = 0.01
"""How far it may be in the end, radians or metres, if not said."""
GOAL_TIME = 1.0
"""Seconds after a trajectory's end by which the joints must be there, if not said."""


@dataclass(frozen=True)
class Tolerances:
    """Hold what differs from the usual tolerances, by joint: infinite where any distance will do.

    `goal_time` is in seconds; 0 means the usual.
    """

    path: Mapping[str, float] = field(default_factory=dict)
    goal: Mapping[str, float] = field(default_factory=dict)
    goal_time: float = 0.0

    def check(self, joints: Sequence[str]) -> None:
        """Check that they are of these joints, and numbers.

        Raises:
            TrajectoryError: One is not.
        """
        for name, value in (*self.path.items(), *self.goal.items()):
            if name not in joints:
                reason = f"a tolerance of '{name}', which is no joint of the arm"
                raise TrajectoryError(ArmError.INVALID_JOINTS, reason)
            if not value > 0.0:
                reason = f"the tolerance of {name}: expected a number, got {value}"
                raise TrajectoryError(ArmError.INVALID_GOAL, reason)


@dataclass
class ArmGoal:
    """Hold one trajectory goal and how it goes; `desired` and `actual` are joint states (dof,)."""

    wanted: WantedTrajectory
    tolerances: Tolerances
    started: float
    desired: Floats
    actual: Floats
    status: NavStatus = NavStatus.ACTIVE
    error: ArmError = ArmError.SUCCESSFUL
    reason: str = ""

    @property
    def done(self) -> bool:
        """Tell whether the goal has ended."""
        return self.status is not NavStatus.ACTIVE

    def end(
        self, status: NavStatus, error: ArmError = ArmError.SUCCESSFUL, reason: str = ""
    ) -> None:
        """End the goal."""
        self.status, self.error, self.reason = status, error, reason

    def conclude(self, joints: Sequence[str], since: float, duration: float) -> None:
        """End the goal where the joints are there, or too far from where they should be.

        Args:
            joints: Their names, in the order of `actual`.
            since: Seconds since the trajectory began.
            duration: Seconds that it takes.
        """
        off = np.abs(self.desired - self.actual)
        path, goal = self.tolerances.path, self.tolerances.goal
        if since < duration:
            error = ArmError.PATH_TOLERANCE_VIOLATED
            self._give_up_beyond(joints, off, _bounds(joints, path, PATH_TOLERANCE), error)
            return
        bounds = _bounds(joints, goal, GOAL_TOLERANCE)
        if (off <= bounds).all():
            self.end(NavStatus.SUCCEEDED)
        elif since > duration + (self.tolerances.goal_time or GOAL_TIME):
            self._give_up_beyond(joints, off, bounds, ArmError.GOAL_TOLERANCE_VIOLATED)

    def _give_up_beyond(
        self, joints: Sequence[str], off: Floats, bounds: Floats, error: ArmError
    ) -> None:
        over = off - bounds
        worst = int(over.argmax())
        if over[worst] > 0.0:
            reason = f"{joints[worst]} is {off[worst]:.3f} from where it should be"
            self.end(NavStatus.ABORTED, error, reason)


def take_up(
    wanted: WantedTrajectory,
    tolerances: Tolerances,
    joints: Sequence[str],
    here: Floats,
    now: float,
    before: ArmGoal | None,
) -> tuple[ArmGoal, JointCurve | None]:
    """Return a goal and its curve from where the joints are, `here`, (dof,), at `now` (seconds).

    The goal `before`, on the way, is given up for it. What is wrong with a goal ends it at once;
    then there is no curve, and the goal before goes on.
    """
    goal = ArmGoal(wanted, tolerances, now, here, here)
    try:
        checked = wanted.checked(joints, now)
        tolerances.check(joints)
    except TrajectoryError as error:
        goal.end(NavStatus.ABORTED, error.error, str(error))
        return goal, None
    if before is not None:
        before.end(NavStatus.ABORTED, ArmError.INVALID_GOAL, "a newer goal took its place")
    if checked.starts_at is not None:
        goal.started = checked.starts_at
    return goal, JointCurve(checked, here)


def _bounds(joints: Sequence[str], given: Mapping[str, float], usual: float) -> Floats:
    return np.array([given.get(name, usual) for name in joints])


class ArmMotion:
    """Hold the joints' state and take up goals; without a goal the joints hold their positions."""

    def __init__(self, model: ArmModel) -> None:
        self.model = model
        self.state: Floats = model.stowed.copy()
        self.speed: Floats = np.zeros_like(self.state)
        self.goal: ArmGoal | None = None
        self._curve: JointCurve | None = None

    def follow(self, wanted: WantedTrajectory, tolerances: Tolerances, now: float) -> ArmGoal:
        """Take up a goal at simulated time `now`; a goal on the way is given up for it.

        What is wrong with a goal ends it at once, and the goal on the way goes on.
        """
        goal, curve = take_up(wanted, tolerances, self.model.joints, self.state, now, self.goal)
        if curve is not None:
            self.goal, self._curve = goal, curve
        return goal

    def cancel(self, goal: ArmGoal) -> None:
        """End a goal that is on the way: the joints stop where they are."""
        if goal is self.goal:
            goal.end(NavStatus.CANCELED, reason="cancelled")
            self._hold()

    def halt(self, reason: str) -> None:
        """Have the joints stop where they are; a goal on the way is given up."""
        if self.goal is not None:
            self.goal.end(NavStatus.ABORTED, ArmError.PATH_TOLERANCE_VIOLATED, reason)
        self._hold()

    def step(self, dt: float, now: float) -> None:
        """Move on by `dt` seconds to simulated time `now`."""
        if self.goal is None or self._curve is None:
            self.speed = np.zeros_like(self.state)
            return
        since = now - self.goal.started
        desired = self.state if since < 0.0 else self._curve.at(since)
        limits, most = self.model.kinematics, self.model.velocity * dt
        move = np.clip(np.clip(desired, limits.lower, limits.upper) - self.state, -most, most)
        self.state, self.speed = self.state + move, move / dt
        self.goal.desired, self.goal.actual = desired, self.state
        self.goal.conclude(self.model.joints, since, self._curve.duration)
        if self.goal.done:
            self._hold()

    def _hold(self) -> None:
        self.goal = self._curve = None
        self.speed = np.zeros_like(self.state)
