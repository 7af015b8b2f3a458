# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""An arm without ROS that does what it is told, or fails as a script says."""

import math

import numpy as np

from adhoc_teamwork.skills.arms.trajectory import JointTrajectory
from adhoc_teamwork.skills.back_ends.motion import DONE, Outcome
from adhoc_teamwork.teamwork.team.causes import Cause

ABORTED = Outcome(False, Cause.BLOCKED, "the arm was kept off its path")


class FakeMotion:
    """End at the `polls`-th poll, with an outcome; act on it then."""

    distance_remaining = math.nan

    def __init__(self, outcome: Outcome, polls: int, stalled: bool = False) -> None:
        self.outcome, self.left, self.stalled = outcome, polls, stalled
        self.cancelled = False

    def poll(self) -> Outcome | None:
        if self.cancelled:
            return Outcome(False, Cause.CANCELLED, "stopped as asked")
        self.left -= 1
        return self.outcome if self.left < 0 else None

    def cancel(self) -> None:
        self.cancelled = True


class FakeControllers:
    """Keep the protocol of `skills.controllers`; joints jump to the ends of trajectories.

    `moves` are outcomes of the next motions of the arm, `DONE` once they are used up. `thing` says
    what the fingers close on: nothing, a thing, or one that slips out at the next motion; what they
    hold falls out at the motion with the number `falls_at`. Where `feels` is false they tell
    nothing of what they hold.
    """

    def __init__(self, state: np.ndarray) -> None:
        self.ready, self.where, self.holds = True, state, False
        self.moves: list[Outcome] = []
        self.polls = 1
        self.thing: str = "light"
        self.stuck, self.feels = False, True
        self.moved, self.falls_at = 0, 0
        self.done: list[str] = []
        self.last: FakeMotion | None = None

    def state(self, joints: tuple[str, ...]) -> np.ndarray | None:
        assert self.where is None or len(joints) == len(self.where)
        return self.where

    def holding(self) -> bool | None:
        return self.holds and self.feels

    def follow(self, trajectory: JointTrajectory) -> FakeMotion:
        np.testing.assert_allclose(trajectory.positions[0], self.where, atol=1e-3)
        outcome = self.moves.pop(0) if self.moves else DONE
        if outcome.success:
            self.where = trajectory.positions[-1]
            self.moved += 1
            if self.thing == "heavy" or self.moved == self.falls_at:
                self.holds = False
        self.done.append("move")
        self.last = FakeMotion(outcome, self.polls)
        return self.last

    def grip(self, gap: float) -> FakeMotion:
        self.done.append(f"gap {gap:.2f}")
        stalled = False
        if gap > 0.05:
            stalled = self.stuck
            self.holds = self.holds and stalled
        elif gap == 0.0:
            stalled = self.holds = self.thing != "none"
        else:
            stalled = self.thing == "door"
        self.last = FakeMotion(DONE, self.polls, stalled)
        return self.last
