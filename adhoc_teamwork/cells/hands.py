# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Move the hands of a cell's arms: poses become joint states, joint states motion of all arms.

Motion is open loop: what a plan says is sent to the motors, whatever becomes of it.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from adhoc_teamwork.cells.compiling import CellModel
from adhoc_teamwork.cells.world import CellWorld
from adhoc_teamwork.robot_model.arrays import Floats, pose, rotation_rpy
from adhoc_teamwork.skills.arms.failure import ArmFailure
from adhoc_teamwork.skills.arms.from_urdf import manipulator
from adhoc_teamwork.skills.arms.inverse import by_distance, seeds, solve
from adhoc_teamwork.skills.arms.manipulator import Manipulator
from adhoc_teamwork.skills.arms.planner import out_of_reach
from adhoc_teamwork.skills.arms.straight import poses_between
from adhoc_teamwork.skills.arms.timing import timed
from adhoc_teamwork.skills.arms.trajectory import JointTrajectory

PERIOD = 0.02
"""Seconds between two commands to the motors."""
SPACING = 0.03
"""Metres between two poses of a straight motion that are solved."""
_JUMP = 0.6
"""Radians that a joint may turn between two of them."""
_SEEDS, _STATES = 16, 4
"""Seeds of inverse kinematics for a pose, and how many of its solutions are tried."""


@dataclass(frozen=True, eq=False)
class Reach:
    """Bring the hand to a pose, (4, 4), any way."""

    pose: Floats
    slowness: float = 1.0


@dataclass(frozen=True, eq=False)
class Follow:
    """Move the hand in straight lines from where it is, from pose to pose."""

    poses: tuple[Floats, ...]
    slowness: float = 1.0


@dataclass(frozen=True)
class Grip:
    """Close the fingers or suck; open them, or let go."""

    closed: bool
    seconds: float = 0.8


@dataclass(frozen=True)
class Rest:
    """Bring the arm back to the posture in which it began."""


Step = Reach | Follow | Grip | Rest


def arms_of(model: CellModel) -> dict[str, Manipulator]:
    """Return the planner's arm of each robot, where it stands, in the cell's frame."""
    kinds = {kind.name: kind for kind in model.kinds.values()}
    made = {name: manipulator(kind.model, kind.arm, kind.payload) for name, kind in kinds.items()}
    arms: dict[str, Manipulator] = {}
    for name, standing in model.cell.robots.items():
        base = pose(standing.at, rotation_rpy(0.0, 0.0, standing.yaw))
        arms[name] = made[standing.arm].of_robot(name).at(base)
    return arms


def reaching(
    arm: Manipulator, start: Floats, target: Floats, random: np.random.Generator
) -> Floats:
    """Return joint states, (n, dof), that bring the hand to a pose, the quickest first.

    Raises:
        ArmFailure: It is out of reach.
    """
    found = solve(arm, target, seeds(arm, start, _SEEDS, random), enough=_SEEDS)
    if not len(found.states):
        raise out_of_reach(arm, target, found.gap)
    return by_distance(found.states, start, arm.velocity)


def follow(arm: Manipulator, start: Floats, poses: Sequence[Floats]) -> Floats:
    """Return joint states, (n, dof), along straight lines of the hand through poses.

    Raises:
        ArmFailure: The arm cannot follow.
    """
    states, here = [start], arm.tool_poses(start)[0]
    for goal in poses:
        for target in poses_between(here, goal, SPACING):
            solutions = solve(arm, target, states[-1][None])
            found = solutions.states
            if not len(found) or np.abs(found[0] - states[-1]).max() > _JUMP:
                raise out_of_reach(arm, target, solutions.gap)
            states.append(found[0])
        here = goal
    return np.array(states)


class Hands:
    """Carry out steps of several robots at once, in a cell.

    Args:
        world: The cell, at its beginning.
        seed: Of the random numbers of inverse kinematics.
    """

    def __init__(self, world: CellWorld, seed: int = 0) -> None:
        self.world, self.arms = world, arms_of(world.model)
        self._random = np.random.default_rng(seed)
        self._at = {name: kind.posture for name, kind in world.model.kinds.items()}

    def pose(self, robot: str) -> Floats:
        """Return where a robot's hand was sent last, (4, 4): x approaches, y closes."""
        return np.asarray(self.arms[robot].tool_poses(self._at[robot])[0])

    def play(self, ways: Mapping[str, Sequence[Sequence[Step]]]) -> dict[str, int]:
        """Carry out one of each robot's ways; all begin their next step together.

        Args:
            ways: For each robot lists of steps, of which the first that its arm can do is taken.

        Returns:
            Which way each robot took.

        Raises:
            ArmFailure: A robot can do none of its ways; nothing has moved.
        """
        plans = {name: self._first(name, own) for name, own in ways.items()}
        for name, (_, _, last) in plans.items():
            self._at[name] = last
        longest = max((len(motions) for _, motions, _ in plans.values()), default=0)
        for number in range(longest):
            now = {n: own[number] for n, (_, own, _) in plans.items() if number < len(own)}
            self._play(now)
        return {name: which for name, (which, _, _) in plans.items()}

    def _first(
        self, name: str, ways: Sequence[Sequence[Step]]
    ) -> tuple[int, list[JointTrajectory | Grip], Floats]:
        failed: ArmFailure | None = None
        for which, steps in enumerate(ways):
            try:
                return which, *self._planned(name, steps)
            except ArmFailure as failure:
                failed = failed or failure
        if failed is None:
            raise ValueError(f"{name}: no way was given")
        raise failed

    def _planned(
        self, name: str, steps: Sequence[Step]
    ) -> tuple[list[JointTrajectory | Grip], Floats]:
        """Return motions for steps, and where they end; each reach is one that can go on.

        Raises:
            ArmFailure: There is no such way.
        """
        arm, here = self.arms[name], self._at[name]
        made: list[JointTrajectory | Grip] = []
        for number, step in enumerate(steps):
            if isinstance(step, Grip):
                made.append(step)
                continue
            slow = 1.0 if isinstance(step, Rest) else step.slowness
            if isinstance(step, Rest):
                path = np.array([here, self.world.model.kinds[name].posture])
            elif isinstance(step, Follow):
                path = follow(arm, here, step.poses)
            else:
                path = np.array([here, self._leading_on(arm, here, step, steps[number + 1 :])])
            made.append(timed(path, arm.joints, arm.velocity / slow, arm.acceleration / slow))
            here = path[-1]
        return made, here

    def _leading_on(
        self, arm: Manipulator, here: Floats, step: Reach, rest: Sequence[Step]
    ) -> Floats:
        """Return a joint state for a pose from which the lines up to the next reach can be."""
        lines: list[Floats] = []
        for one in rest:
            if isinstance(one, (Reach, Rest)):
                break
            if isinstance(one, Follow):
                lines.extend(one.poses)
        failed: ArmFailure | None = None
        for state in reaching(arm, here, step.pose, self._random)[:_STATES]:
            try:
                follow(arm, state, lines)
            except ArmFailure as failure:
                failed = failure
                continue
            return np.asarray(state)
        assert failed is not None
        raise failed

    def _play(self, motions: Mapping[str, JointTrajectory | Grip]) -> None:
        """Let all arms move, so that all end together."""
        moving = {n: one for n, one in motions.items() if isinstance(one, JointTrajectory)}
        seconds = max(one.duration for one in moving.values()) if moving else 0.0
        for name, motion in motions.items():
            if isinstance(motion, Grip):
                self._grip(name, motion)
                seconds = max(seconds, motion.seconds)
        count = max(1, math.ceil(seconds / PERIOD))
        shares = np.linspace(0.0, 1.0, count + 1, dtype=np.float64)
        tracks = {name: one.at(shares * one.duration) for name, one in moving.items()}
        speeds = {name: np.gradient(track, PERIOD, axis=0) for name, track in tracks.items()}
        for number in range(count + 1):
            for name, track in tracks.items():
                last = number == count
                self.world.move(name, track[number], None if last else speeds[name][number])
            self.world.step(PERIOD)

    def _grip(self, name: str, grip: Grip) -> None:
        if grip.closed:
            self.world.close(name)
        else:
            self.world.open(name)
