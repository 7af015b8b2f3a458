# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Drive one arm of a cell as its controllers do: a trajectory for its joints, a gap for its hand.

Goals are taken and refused as by ros2_control; what comes of them physics decides.
"""

from dataclasses import dataclass

import numpy as np

from adhoc_teamwork.cells.compiling import TIMESTEP
from adhoc_teamwork.cells.sight import ArmState
from adhoc_teamwork.cells.world import CellWorld
from adhoc_teamwork.simulation.manipulation.arm_motion import ArmGoal, Tolerances, take_up
from adhoc_teamwork.simulation.manipulation.joint_trajectory import JointCurve, WantedTrajectory
from adhoc_teamwork.simulation.motion.nav_goal import NavStatus

_STILL_FOR = 0.2
"""Seconds for which fingers stand still where they have ended."""
_STILL = 1e-4
"""Metres by which they move meanwhile at the most."""
_REACHED = 2e-3
"""Metres by which a gap may differ from what was commanded."""
_HAND_TIME = 3.0
"""Seconds after which a hand's goal ends in any case."""


@dataclass
class HandGoal:
    """Hold one command of a hand and how it goes.

    Attributes:
        gap: Metres, as commanded.
        started: When, in the cell's seconds.
        status, reason: How it ended.
        stalled: The fingers were stopped on the way; the suction holds something.
        reached: They are where they were sent.
        at: The gap at its end, metres.
        force: Of fingers or suction then, newtons.
    """

    gap: float
    started: float
    status: NavStatus = NavStatus.ACTIVE
    reason: str = ""
    stalled: bool = False
    reached: bool = False
    at: float = 0.0
    force: float = 0.0

    @property
    def done(self) -> bool:
        """Tell whether the goal has ended."""
        return self.status is not NavStatus.ACTIVE

    def end(self, status: NavStatus, reason: str = "") -> None:
        """End the goal."""
        self.status, self.reason = status, reason


class ArmDriver:
    """Move one arm; all is called between steps of physics, times in the cell's seconds.

    Args:
        world: The cell.
        robot: Whose arm.
    """

    def __init__(self, world: CellWorld, robot: str) -> None:
        self._world, self._robot = world, robot
        kind = world.model.kinds[robot]
        self.joints = tuple(kind.arm.joints)
        self._sucks = kind.suction is not None
        self.goal: ArmGoal | None = None
        self.hand_goal: HandGoal | None = None
        self._curve: JointCurve | None = None
        self._gap_since = (0.0, 0.0)

    @property
    def is_busy(self) -> bool:
        """Tell whether a goal is under way."""
        return self.goal is not None or self.hand_goal is not None

    def follow(self, wanted: WantedTrajectory, tolerances: Tolerances, now: float) -> ArmGoal:
        """Take up a trajectory; one on the way is given up for it.

        What is wrong with a goal ends it at once, and the goal on the way goes on.
        """
        here = self._state().positions
        goal, curve = take_up(wanted, tolerances, self.joints, here, now, self.goal)
        if curve is not None:
            self.goal, self._curve = goal, curve
        return goal

    def cancel(self, goal: ArmGoal) -> None:
        """End a goal that is on the way: the joints stop where they are."""
        if goal is self.goal:
            goal.end(NavStatus.CANCELED, reason="cancelled")
            self._hold()

    def grip(self, gap: float, now: float) -> HandGoal:
        """Move the fingers to a gap, metres; a suction sucks at 0, and lets air in at more."""
        if self.hand_goal is not None:
            self.hand_goal.end(NavStatus.ABORTED, "a newer goal took its place")
        if gap > _REACHED:
            self._world.open(self._robot, gap)
        else:
            self._world.close(self._robot, max(gap, 0.0))
        self.hand_goal = HandGoal(gap, now)
        self._gap_since = (np.inf, now)
        return self.hand_goal

    def cancel_grip(self, goal: HandGoal) -> None:
        """End a hand's goal that is on the way: the fingers stay where they are."""
        if goal is self.hand_goal:
            if not self._sucks:
                self._world.close(self._robot, self._state().gap)
            goal.end(NavStatus.CANCELED, "cancelled")
            self.hand_goal = None

    def step(self, now: float) -> None:
        """Tell the motors what to do in the step of physics that begins now."""
        goal, curve = self.goal, self._curve
        if goal is None or curve is None:
            return
        since = now - goal.started
        if since < 0.0:
            return
        desired = curve.at(since)
        ahead, behind = curve.at(since + TIMESTEP), curve.at(max(0.0, since - TIMESTEP))
        is_over = since >= curve.duration
        speed = None if is_over else (ahead - behind) / (min(since, TIMESTEP) + TIMESTEP)
        self._world.move(self._robot, desired, speed)
        goal.desired = desired

    def attend(self, now: float) -> ArmState:
        """See how far the goals are; return what the arm's sensors tell."""
        state = self._state()
        if self.goal is not None and self._curve is not None:
            self._attend_motion(self.goal, self._curve, state, now)
        if self.hand_goal is not None:
            self._attend_hand(self.hand_goal, state, now)
        return state

    def _attend_motion(self, goal: ArmGoal, curve: JointCurve, state: ArmState, now: float) -> None:
        goal.actual = state.positions
        goal.conclude(self.joints, now - goal.started, curve.duration)
        if goal.status is NavStatus.SUCCEEDED:
            self.goal = self._curve = None
        elif goal.done:
            self._hold()

    def _attend_hand(self, goal: HandGoal, state: ArmState, now: float) -> None:
        gap, since = self._gap_since
        if abs(state.gap - gap) > _STILL:
            self._gap_since, since = (state.gap, now), now
        is_late = now - goal.started > _HAND_TIME
        if now - since < _STILL_FOR and not is_late:
            return
        if self._sucks:
            sucks = goal.gap <= _REACHED
            goal.stalled, goal.reached = sucks and state.sealed, not sucks
        else:
            goal.reached = abs(state.gap - goal.gap) <= _REACHED or state.gap > goal.gap > _REACHED
            goal.stalled = not goal.reached
        goal.at, goal.force = state.gap, state.grip
        goal.end(NavStatus.SUCCEEDED)
        self.hand_goal = None

    def _hold(self) -> None:
        self.goal = self._curve = None
        self._world.move(self._robot, self._state().positions)

    def _state(self) -> ArmState:
        return self._world.arm(self._robot)
