# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Move an arm's joints along a trajectory, no faster and no farther than their limits allow."""

from collections.abc import Mapping
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
        goal = ArmGoal(wanted, tolerances, now, self.state, self.state)
        try:
            checked = wanted.checked(self.model.joints, now)
            self._check(tolerances)
        except TrajectoryError as error:
            goal.end(NavStatus.ABORTED, error.error, str(error))
            return goal
        if self.goal is not None:
            reason = "a newer goal took its place"
            self.goal.end(NavStatus.ABORTED, ArmError.INVALID_GOAL, reason)
        if checked.starts_at is not None:
            goal.started = checked.starts_at
        self.goal, self._curve = goal, JointCurve(checked, self.state)
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
        self._conclude(self.goal, self._curve, since)

    def _conclude(self, goal: ArmGoal, curve: JointCurve, since: float) -> None:
        off = np.abs(goal.desired - self.state)
        if since < curve.duration:
            self._give_up_beyond(goal, off, goal.tolerances.path, PATH_TOLERANCE,
                                 ArmError.PATH_TOLERANCE_VIOLATED)  # fmt: skip
        elif (off <= self._bounds(goal.tolerances.goal, GOAL_TOLERANCE)).all():
            goal.end(NavStatus.SUCCEEDED)
        elif since > curve.duration + (goal.tolerances.goal_time or GOAL_TIME):
            self._give_up_beyond(goal, off, goal.tolerances.goal, GOAL_TOLERANCE,
                                 ArmError.GOAL_TOLERANCE_VIOLATED)  # fmt: skip
        if goal.done:
            self._hold()

    def _give_up_beyond(
        self,
        goal: ArmGoal,
        off: Floats,
        given: Mapping[str, float],
        usual: float,
        error: ArmError,
    ) -> None:
        over = off - self._bounds(given, usual)
        worst = int(over.argmax())
        if over[worst] > 0.0:
            reason = f"{self.model.joints[worst]} is {off[worst]:.3f} from where it should be"
            goal.end(NavStatus.ABORTED, error, reason)

    def _bounds(self, given: Mapping[str, float], usual: float) -> Floats:
        return np.array([given.get(name, usual) for name in self.model.joints])

    def _check(self, tolerances: Tolerances) -> None:
        for name, value in (*tolerances.path.items(), *tolerances.goal.items()):
            if name not in self.model.joints:
                reason = f"a tolerance of '{name}', which is no joint of the arm"
                raise TrajectoryError(ArmError.INVALID_JOINTS, reason)
            if not value > 0.0:
                reason = f"the tolerance of {name}: expected a number, got {value}"
                raise TrajectoryError(ArmError.INVALID_GOAL, reason)

    def _hold(self) -> None:
        self.goal = self._curve = None
        self.speed = np.zeros_like(self.state)
