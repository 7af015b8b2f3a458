# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Straight motions in joint space, and paths of them: searched with OMPL, then shortened."""

import math
from collections.abc import Callable, Sequence
from itertools import count, pairwise
from threading import Lock

import numpy as np
from ompl import base as ob
from ompl import geometric as og
from ompl import util as ou

from adhoc_teamwork.robot_model.arrays import Floats
from adhoc_teamwork.robot_model.collision.collision import Collisions

GiveUp = Callable[[], bool]
"""Asked now and then whether nobody waits for a plan any more."""


def never() -> bool:
    """Return False: whoever asked waits for the plan's end."""
    return False


RESOLUTION = 0.04
"""Joints turn at most this much between two states that are checked, radians (or metres)."""
_FIRST_LOOK = 6


def states_between(start: Floats, end: Floats, resolution: float = RESOLUTION) -> Floats:
    """Return evenly spaced states after `start` up to and with `end`, (n, dof)."""
    count = max(1, math.ceil(float(np.abs(end - start).max()) / resolution))
    shares = np.arange(1, count + 1) / count
    return start + shares[:, None] * (end - start)


def is_free(collisions: Collisions, start: Floats, end: Floats) -> bool:
    """Tell whether a straight motion from a free state touches nothing.

    A few states spread over a long motion are tried first: most motions that are not free show it.
    """
    states = states_between(start, end)
    if len(states) > 2 * _FIRST_LOOK:
        few = np.linspace(0, len(states) - 1, _FIRST_LOOK).astype(int)
        if not collisions.free(states[few]).all():
            return False
        states = np.delete(states, few, axis=0)
    return bool(collisions.free(states).all())


def path_is_free(collisions: Collisions, path: Floats) -> bool:
    """Tell whether the straight motions between the states of a path, (n, dof), are free."""
    if len(path) < 2:
        return bool(collisions.free(path).all())
    parts = [states_between(a, b) for a, b in pairwise(path)]
    return bool(collisions.free(np.concatenate([path[:1], *parts])).all())


def path_length(path: Floats) -> float:
    """Return the length of a path in joint space, in radians."""
    return float(np.linalg.norm(np.diff(path, axis=0), axis=1).sum())


PLANNERS = {
    "RRTConnect": og.RRTConnect,
    "RRT": og.RRT,
    "KPIECE": og.KPIECE1,
    "RRTstar": og.RRTstar,
}
"""The planners that can be named in a robot's settings."""

_RANGE = 1.0
"""The longest branch of a tree, radians for each square root of the number of joints."""

_MOST_SEED = 2**31

# OMPL takes its being seeded anew for an error.
ou.setLogLevel(ou.LogLevel.LOG_NONE)
_seeding = Lock()
"""OMPL has one generator of seeds in a process: searches side by side would share it."""


class _States(ob.StateValidityChecker):
    """Answer OMPL whether one state is free."""

    def __init__(self, space: ob.SpaceInformation, collisions: Collisions, dof: int) -> None:
        super().__init__(space)
        self._collisions, self._dof = collisions, dof

    def isValid(self, state: ob.State) -> bool:  # noqa: N802  (OMPL's name)
        return bool(self._collisions.free(_array(state, self._dof)[None])[0])


class _Motions(ob.MotionValidator):
    """Answer OMPL whether a motion is free, all its states in one check."""

    def __init__(self, space: ob.SpaceInformation, collisions: Collisions, dof: int) -> None:
        super().__init__(space)
        self._collisions, self._dof = collisions, dof

    def checkMotion(self, start: ob.State, end: ob.State) -> bool:  # noqa: N802  (OMPL's name)
        return is_free(self._collisions, _array(start, self._dof), _array(end, self._dof))


class Search:
    """Find paths among obstacles for one mechanism.

    Args:
        collisions: Says which states are free.
        lower: Lower limits of the joints, (dof,).
        upper: Upper limits, (dof,).
        planner: One of `PLANNERS`.
    """

    def __init__(
        self,
        collisions: Collisions,
        lower: Floats,
        upper: Floats,
        planner: str = "RRTConnect",
    ) -> None:
        if planner not in PLANNERS:
            raise ValueError(f"planner {planner!r}: expected one of {', '.join(PLANNERS)}")
        self._collisions, self._dof, self._planner = collisions, len(lower), PLANNERS[planner]
        self._space = ob.RealVectorStateSpace(self._dof)
        bounds = ob.RealVectorBounds(self._dof)
        for joint in range(self._dof):
            bounds.setLow(joint, float(lower[joint]))
            bounds.setHigh(joint, float(upper[joint]))
        self._space.setBounds(bounds)
        self._information = ob.SpaceInformation(self._space)
        self._states = _States(self._information, collisions, self._dof)
        self._motions = _Motions(self._information, collisions, self._dof)
        self._information.setStateValidityChecker(self._states)
        self._information.setMotionValidator(self._motions)
        with _seeding:
            self._information.setup()

    def path(
        self,
        start: Floats,
        goals: Sequence[Floats],
        iterations: int,
        random: np.random.Generator,
        give_up: GiveUp = never,
    ) -> Floats | None:
        """Return a free path from a free state to any of some free goals, (n, dof), or None.

        The same request with the same random numbers has the same answer, however busy the
        machine is.

        Args:
            start: Joint state to begin at, (dof,).
            goals: Joint states, the preferred first.
            iterations: How many times the search may grow its trees.
            random: Where the search's samples come from.
            give_up: Asked before each of them.
        """
        for goal in goals:
            if is_free(self._collisions, start, goal):
                return np.stack([start, goal])
        problem = ob.ProblemDefinition(self._information)
        problem.addStartState(self._state(start))
        ends = ob.GoalStates(self._information)
        for goal in goals:
            ends.addState(self._state(goal))
        problem.setGoal(ends)
        grown = count(1)

        def is_over() -> bool:
            return next(grown) > iterations or give_up()

        with _seeding:
            ou.RNG.setSeed(int(random.integers(1, _MOST_SEED)))
            planner = self._planner(self._information)
            planner.setProblemDefinition(problem)
            planner.setRange(_RANGE * np.sqrt(self._dof))
            planner.setup()
            planner.solve(ob.PlannerTerminationCondition(is_over))
        if not problem.hasExactSolution():
            return None
        path = problem.getSolutionPath()
        return np.array([_array(state, self._dof) for state in path.getStates()])

    def _state(self, values: Floats) -> ob.State:
        state = self._space.allocState()
        state[0 : self._dof] = [float(value) for value in values]
        return state


def _array(state: ob.State, dof: int) -> Floats:
    return np.array(state[0:dof])


ATTEMPTS = 40


def shortened(
    collisions: Collisions, path: Floats, rng: np.random.Generator, attempts: int = ATTEMPTS
) -> Floats:
    """Return a path with the same ends that is no longer, free where the given one is.

    Whole parts are skipped first, from the far end; then random points of it are joined.
    """
    path = _skipped(collisions, path)
    for _ in range(attempts if len(path) > 2 else 0):
        lengths = np.linalg.norm(np.diff(path, axis=0), axis=1)
        along = np.concatenate([[0.0], lengths.cumsum()])
        low, high = np.sort(rng.uniform(0.0, along[-1], 2))
        before, after = np.searchsorted(along, (low, high), side="right") - 1
        if before == after:
            continue
        one, other = _point(path, along, low), _point(path, along, high)
        if is_free(collisions, one, other):
            path = np.concatenate([path[: before + 1], [one, other], path[after + 1 :]])
            if len(path) <= 2:
                break
    return _skipped(collisions, path)


def _skipped(collisions: Collisions, path: Floats) -> Floats:
    """Return a path without the states that a straight motion can pass over."""
    kept, here = [0], 0
    while here < len(path) - 1:
        there = len(path) - 1
        while there > here + 1 and not is_free(collisions, path[here], path[there]):
            there -= 1
        kept.append(there)
        here = there
    return path[kept]


def _point(path: Floats, along: Floats, at: float) -> Floats:
    index = min(int(np.searchsorted(along, at, side="right")) - 1, len(path) - 2)
    share = (at - along[index]) / max(along[index + 1] - along[index], 1e-12)
    return np.asarray(path[index] + share * (path[index + 1] - path[index]))
