# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Plan arms that share space as one: centralised RRT in the space of all their joints.

The method is RoCo's (roco.txt section III-C): inverse kinematics gives goals of all arms together,
waypoints in task space give goals in between, and one search moves all joints.
"""

import math
from collections.abc import Sequence
from dataclasses import replace
from itertools import product

import numpy as np

from adhoc_teamwork.robot_model.arrays import Floats
from adhoc_teamwork.skills.arms.failure import ArmFailure, Step
from adhoc_teamwork.skills.arms.inverse import by_distance, distinct, seeds, solve
from adhoc_teamwork.skills.arms.manipulator import Cell
from adhoc_teamwork.skills.arms.planner import ArmSettings, check_state, find_path, out_of_reach
from adhoc_teamwork.skills.arms.timing import timed
from adhoc_teamwork.skills.arms.trajectory import JointTrajectory
from adhoc_teamwork.teamwork.team.causes import Cause

_MOST_TOGETHER = 64
_SEARCHES, _SHARES = 8, 4
"""How many searches there are for a part of a way, and by how much each is shorter than asked."""


class JointPlanner:
    """Plan all arms of a cell together.

    Args:
        cell: Two arms or more and what stands around them.
        settings: Bounds; a part between waypoints has twice as many iterations at the most.
        seed: Of the random numbers.
    """

    def __init__(self, cell: Cell, settings: ArmSettings, seed: int = 0) -> None:
        self.cell, self.settings = cell, settings
        self.random = np.random.default_rng(seed)
        self._alone = [Cell([arm], cell.obstacles).collisions for arm in cell.arms]

    def to_poses(
        self,
        start: Floats,
        targets: Sequence[Floats | None],
        waypoints: Sequence[Sequence[Floats | None]] = (),
    ) -> JointTrajectory:
        """Return one trajectory of all joints that ends with each hand at its target.

        Args:
            start: Joint state of all arms, (dof,).
            targets: For each arm its grasp point's pose, (4, 4); None where it may stay.
            waypoints: Poses in between, for each arm one or None, in their order.

        Raises:
            ArmFailure: Some arm cannot reach, they touch, or no path was found.
        """
        check_state(self.cell.collisions, start, "the arms' present state")
        path: Floats = start[None]
        for poses in (*waypoints, targets):
            path = np.concatenate([path, self._part(path[-1], poses)[1:]])
        cell = self.cell
        return timed(path, cell.joints, cell.velocity, cell.acceleration, cell.collisions)

    def _part(self, start: Floats, poses: Sequence[Floats | None]) -> Floats:
        """Return a free path to poses, by one of several short searches.

        Each goes to other ways of reaching, too: one that has not found anything soon is seldom
        worth its going on.

        Raises:
            ArmFailure: None was found by any.
        """
        short = replace(self.settings, iterations=max(1, self.settings.iterations // _SHARES))
        failed: ArmFailure | None = None
        for _ in range(_SEARCHES):
            goals = self.goals(start, poses)
            try:
                return find_path(self.cell, start, list(goals), short, self.random)
            except ArmFailure as failure:
                if failure.step is not Step.SEARCH:
                    raise
                failed = failure
        assert failed is not None
        raise failed

    def goals(self, start: Floats, targets: Sequence[Floats | None]) -> Floats:
        """Return free joint states of all arms that reach the targets, the quickest first.

        Raises:
            ArmFailure: An arm cannot reach, or wherever they all reach they touch something.
        """
        if len(targets) != len(self.cell.arms):
            raise ValueError(f"{len(self.cell.arms)} arms, {len(targets)} targets")
        parts = [self.cell.part(index, start) for index in range(len(targets))]
        found = [
            part[None] if target is None else np.zeros((0, len(part)))
            for part, target in zip(parts, targets, strict=True)
        ]
        gaps = [math.inf] * len(targets)
        together: Floats = np.zeros((0, self.cell.dof))
        for count in self.settings.seeds:
            for index, (arm, target) in enumerate(zip(self.cell.arms, targets, strict=True)):
                if target is not None:
                    begin = seeds(arm, parts[index], count, self.random)
                    more = solve(arm, target, begin, enough=max(4, count // 2))
                    gaps[index] = min(gaps[index], more.gap)
                    known = distinct(np.concatenate([found[index], more.states]))
                    found[index] = by_distance(known, parts[index], arm.velocity)
            apart = [states[c.free(states)] for c, states in zip(self._alone, found, strict=True)]
            together = self._combined(apart, start)
            free = together[self.cell.collisions.free(together)]
            if len(free):
                return np.asarray(free[: self.settings.goals])
        raise self._refusal(targets, found, gaps, together)

    def _combined(self, found: Sequence[Floats], start: Floats) -> Floats:
        """Return the arms' states put together in every way, (n, dof), the quickest first."""
        few = [states[: self.settings.goals] for states in found]
        made = [np.concatenate(states) for states in product(*few)]
        together = np.array(made).reshape(-1, self.cell.dof)
        return by_distance(together, start, self.cell.velocity)[:_MOST_TOGETHER]

    def _refusal(
        self,
        targets: Sequence[Floats | None],
        found: Sequence[Floats],
        gaps: Sequence[float],
        together: Floats,
    ) -> ArmFailure:
        for arm, target, states, gap in zip(self.cell.arms, targets, found, gaps, strict=True):
            if target is not None and not len(states):
                return out_of_reach(arm, target, gap)
        touch = self.cell.collisions.first_touch(together)
        for collisions, states in zip(self._alone, found, strict=True):
            touch = touch or collisions.first_touch(states)
        assert touch is not None
        return ArmFailure(
            Step.COLLISION,
            Cause.BLOCKED,
            f"with all hands at their targets {touch.body} touches {touch.other}",
        )
