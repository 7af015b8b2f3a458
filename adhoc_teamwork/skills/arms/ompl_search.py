# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Paths in joint space past obstacles, searched with OMPL, which Pythons may lack."""

from collections.abc import Sequence
from itertools import count
from threading import Lock

import numpy as np
from ompl import base as ob
from ompl import geometric as og
from ompl import util as ou

from adhoc_teamwork.robot_model.arrays import Floats
from adhoc_teamwork.robot_model.collision.collision import CollisionCheck
from adhoc_teamwork.skills.arms.search import GiveUp, is_free, never

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

    def __init__(self, space: ob.SpaceInformation, collisions: CollisionCheck, dof: int) -> None:
        super().__init__(space)
        self._collisions, self._dof = collisions, dof

    def isValid(self, state: ob.State) -> bool:  # noqa: N802  (OMPL's name)
        return bool(self._collisions.free(_array(state, self._dof)[None])[0])


class _Motions(ob.MotionValidator):
    """Answer OMPL whether a motion is free, all its states in one check."""

    def __init__(self, space: ob.SpaceInformation, collisions: CollisionCheck, dof: int) -> None:
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
        collisions: CollisionCheck,
        lower: Floats,
        upper: Floats,
        planner: str = "RRTConnect",
    ) -> None:
        if planner not in PLANNERS:
            raise ValueError(f"planner {planner!r}: expected one of {', '.join(PLANNERS)}")
        self._dof, self._planner = len(lower), PLANNERS[planner]
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
