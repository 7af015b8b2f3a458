# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The planner of one arm's motions that runs in this process, with OMPL."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto

import numpy as np

from adhoc_teamwork.robot_model.arrays import Floats
from adhoc_teamwork.robot_model.collision.collision import CollisionCheck, Collisions
from adhoc_teamwork.skills.arms.failure import ArmFailure, Step
from adhoc_teamwork.skills.arms.inverse import by_distance, distinct, seeds, solve, solve_each
from adhoc_teamwork.skills.arms.manipulator import Cell, Manipulator
from adhoc_teamwork.skills.arms.postures import postures_of
from adhoc_teamwork.skills.arms.search import (
    GiveUp,
    never,
    path_is_free,
    shortened,
    straight_path,
)
from adhoc_teamwork.skills.arms.timing import timed
from adhoc_teamwork.skills.arms.trajectory import JointTrajectory
from adhoc_teamwork.teamwork.team.causes import Cause

_ROWS, _FEWEST, _MOST_SEEDS = 240, 2, 8
"""About how many rows one inverse kinematics of many poses has, and how many seeds a pose gets."""
_NEAREST = 2
"""Postures near each pose from which is begun where no second round follows."""
_MANY_SEEDS = 24
"""Seeds that a pose gets where the fewer led to no free state: among two, both may lead an elbow
into its own base."""


FindPath = Callable[[Cell, Floats, Sequence[Floats]], Floats | None]
"""Finds a path, (n, dof), of a cell's joints from a state to one of some others, each (dof,).

None where it found none. What it finds is checked against the cell by whoever asks.
"""


class Effort(Enum):
    """Say from how many seeds inverse kinematics of many poses begins."""

    NEAREST = auto()
    MORE_WHERE_NONE = auto()
    MANY = auto()


@dataclass(frozen=True)
class ArmSettings:
    """Bound the planner by what it tries, never by time: a busy machine plans the same.

    Attributes:
        planner: Which of OMPL's planners.
        iterations: How many times one search for a path may grow its trees.
        seeds: From how many states inverse kinematics begins, one number a round.
        goals: How many joint states that reach the target are tried.
        find: Who searches in OMPL's place.
    """

    planner: str = "RRTConnect"
    iterations: int = 750
    seeds: tuple[int, ...] = (8, 24, 48)
    goals: int = 6
    find: FindPath | None = None


class OmplPlanner:
    """Plan one arm in a cell by inverse kinematics, RRTConnect, shortcuts and timing.

    Args:
        cell: One arm and what stands around it.
        settings: Bounds.
        seed: Of the random numbers of inverse kinematics, searches and shortcuts. The same
            requests in the same order with the same seed are planned alike; with another one
            their paths differ, and so may which of several ways to reach a pose is taken.
        give_up: Asked now and then whether nobody waits for the plan any more.
    """

    def __init__(
        self,
        cell: Cell,
        settings: ArmSettings | None = None,
        seed: int = 0,
        give_up: GiveUp = never,
    ) -> None:
        if len(cell.arms) != 1:
            raise ValueError(f"one arm is expected, got {len(cell.arms)}: use JointPlanner")
        self.cell, self.arm = cell, cell.arms[0]
        self.settings, self.give_up = settings or ArmSettings(), give_up
        self.random = np.random.default_rng(seed)

    def to_state(self, start: Floats, goal: Floats) -> JointTrajectory:
        """Return a trajectory between two joint states, (dof,).

        Raises:
            ArmFailure: Either state touches something, or no path was found.
        """
        check_state(self.cell.collisions, start, "the arm's present state")
        check_state(self.cell.collisions, goal, "the goal")
        return self.along(self.path(start, [goal]))

    def to_pose(self, start: Floats, target: Floats) -> JointTrajectory:
        """Return a trajectory that ends with the grasp point at a pose, (4, 4).

        Raises:
            ArmFailure: Out of reach, in collision there, or no path was found.
        """
        check_state(self.cell.collisions, start, "the arm's present state")
        try:
            return self.along(self.path(start, self.reaching(start, target)))
        except ArmFailure as failure:
            if failure.step is not Step.SEARCH:
                raise
        # Another way of reaching the pose may be one that a path leads to.
        return self.along(self.path(start, self.reaching(start, target, most=True)))

    def reaching(self, start: Floats, target: Floats, most: bool = False) -> Floats:
        """Return free joint states that bring the grasp point to a pose, the nearest first.

        Args:
            start: Where the arm is, (dof,).
            target: Of the grasp point, (4, 4).
            most: Look for as many as the settings allow, not only for the first.

        Raises:
            ArmFailure: There are none.
        """
        settings = self.settings
        if most:
            settings = replace(settings, seeds=settings.seeds[-1:], goals=4 * settings.goals)
        return reaching(self.arm, self.cell.collisions, start, target, settings, self.random)

    def path(self, start: Floats, goals: Sequence[Floats] | Floats) -> Floats:
        """Return a short free path to one of some free joint states, (n, dof).

        Raises:
            ArmFailure: None was found.
        """
        return find_path(self.cell, start, list(goals), self.settings, self.random, self.give_up)

    def along(self, path: Floats) -> JointTrajectory:
        """Return a path in time, corners rounded where there is room."""
        arm = self.arm
        return timed(path, arm.joints, arm.velocity, arm.acceleration, self.cell.collisions)

    def line(self, path: Floats) -> JointTrajectory:
        """Return a dense path in time without rounding: a straight motion of the hand."""
        return timed(path, self.arm.joints, self.arm.velocity, self.arm.acceleration)


def reaching(
    arm: Manipulator,
    collisions: Collisions,
    start: Floats,
    target: Floats,
    settings: ArmSettings,
    random: np.random.Generator,
) -> Floats:
    """Return free joint states of one arm that reach a pose, the quickest to get to first.

    Args:
        arm: Whose joints are sought.
        collisions: Of this arm alone or with others held still.
        start: Where the arm is, (dof,).
        target: Of the grasp point, (4, 4), in the planning frame.
        settings: Bounds.
        random: Where the seeds come from.

    Raises:
        ArmFailure: Out of reach, or every way to reach it touches something.
    """
    found: Floats = np.zeros((0, arm.dof))
    gap = math.inf
    for count in settings.seeds:
        begin = seeds(arm, start, count, random)
        solutions = solve(arm, target, begin, enough=max(4, count // 2))
        found, gap = np.concatenate([found, solutions.states]), min(gap, solutions.gap)
        found = distinct(found)
        if len(found):
            free = found[collisions.free(found)]
            if len(free):
                return by_distance(free, start, arm.velocity)[: settings.goals]
    if not len(found):
        raise out_of_reach(arm, target, gap)
    raise _touching_there(arm, collisions, found)


def reaching_any(
    arm: Manipulator,
    collisions: Collisions,
    start: Floats,
    targets: Sequence[Floats],
    random: np.random.Generator,
    effort: Effort = Effort.MORE_WHERE_NONE,
) -> list[tuple[int, Floats]]:
    """Return free joint states of one arm that reach one of many poses, with the pose's number.

    The quickest to get to of each pose come first, the preferred poses before the others, then the
    second quickest: where many states of one pose are in vain, other poses are tried, too.

    Args:
        arm: Whose joints are sought.
        collisions: What must not touch there.
        start: Where the arm is, (dof,).
        targets: Of the grasp point, (4, 4) each, the preferred first.
        random: Where the seeds come from.
        effort: From how many seeds they are looked for.

    Raises:
        ArmFailure: All are out of reach, or every way to reach one touches something.
    """
    few = min(_MOST_SEEDS, max(_FEWEST, _ROWS // len(targets)))
    rounds = {
        Effort.NEAREST: (_NEAREST,),
        Effort.MORE_WHERE_NONE: (few, _MANY_SEEDS),
        Effort.MANY: (_MANY_SEEDS,),
    }
    goals = np.stack(targets)
    for count in rounds[effort]:
        if effort is Effort.NEAREST:
            begin = postures_of(arm).near(arm, goals, count)
        else:
            begin = seeds(arm, start, count, random)
        states, which, gap = solve_each(arm, goals, begin)
        free = collisions.free(states)
        if free.any():
            break
    if not len(states):
        raise out_of_reach(arm, targets[0], gap)
    if not free.any():
        raise _touching_there(arm, collisions, states)
    made: list[tuple[int, int, Floats]] = []
    for number in np.unique(which[free]):
        near = by_distance(distinct(states[free & (which == number)]), start, arm.velocity)
        made.extend((rank, int(number), state) for rank, state in enumerate(near))
    made.sort(key=lambda one: one[:2])
    return [(number, state) for _, number, state in made]


def _touching_there(arm: Manipulator, collisions: Collisions, states: Floats) -> ArmFailure:
    touch = collisions.first_touch(states)
    assert touch is not None
    return ArmFailure(
        Step.COLLISION,
        Cause.BLOCKED,
        f"where {arm.name} would reach it, {touch.body} touches {touch.other}",
    )


def out_of_reach(arm: Manipulator, target: Floats, gap: float) -> ArmFailure:
    """Return the failure of inverse kinematics; `gap` is how near the hand came, metres."""
    x, y, z = target[:3, 3]
    return ArmFailure(
        Step.INVERSE_KINEMATICS,
        Cause.TOO_FAR,
        f"{arm.name} cannot bring its hand to ({x:.2f}, {y:.2f}, {z:.2f}) m that way round: "
        f"the nearest is {gap:.2f} m off",
    )


def given_up() -> ArmFailure:
    """Return the failure of a plan that nobody waits for any more."""
    return ArmFailure(Step.SEARCH, Cause.CANCELLED, "planning was given up")


def check_state(collisions: Collisions, state: Floats, what: str) -> None:
    """Check that a joint state touches nothing.

    Raises:
        ArmFailure: It does.
    """
    touch = collisions.first_touch(state)
    if touch is not None:
        message = f"in {what} {touch.body} touches {touch.other}"
        raise ArmFailure(Step.COLLISION, Cause.BLOCKED, message)


def search_path(
    collisions: CollisionCheck,
    limits: tuple[Floats, Floats],
    start: Floats,
    goals: Sequence[Floats],
    settings: ArmSettings,
    random: np.random.Generator,
    give_up: GiveUp = never,
) -> Floats | None:
    """Return a free path to one of some free states, (n, dof); None where none was found.

    A straight one where there is such, else as OMPL finds it within the settings' iterations.

    Args:
        collisions: Say which states are free.
        limits: The lower and the upper ones of the joints, (dof,) each.
        start: Joint state, (dof,).
        goals: Joint states, the preferred first.
        settings: Bounds.
        random: Where the search's samples come from.
        give_up: Asked now and then whether nobody waits for it any more.

    Raises:
        ArmFailure: There is no OMPL here.
    """
    path = straight_path(collisions, start, goals)
    if path is not None:
        return path
    try:
        from adhoc_teamwork.skills.arms.ompl_search import Search
    except ModuleNotFoundError as error:
        if error.name != "ompl":
            raise
        message = "no straight way is free, and this Python has no OMPL to search for another"
        raise ArmFailure(Step.SEARCH, Cause.BLOCKED, message) from None
    search = Search(collisions, *limits, settings.planner)
    return search.path(start, list(goals), settings.iterations, random, give_up)


def find_path(
    cell: Cell,
    start: Floats,
    goals: Sequence[Floats],
    settings: ArmSettings,
    random: np.random.Generator,
    give_up: GiveUp = never,
) -> Floats:
    """Return a short free path of all the cell's joints to one of some free states, (n, dof).

    Raises:
        ArmFailure: None was found within the settings' bounds, or nobody waits for it any more.
    """
    no_way = "no way past what is around was found"
    if settings.find is not None:
        path = settings.find(cell, start, list(goals))
    else:
        no_way += f" in {settings.iterations} iterations"
        limits = cell.lower, cell.upper
        path = search_path(cell.collisions, limits, start, goals, settings, random, give_up)
    if path is None:
        raise given_up() if give_up() else ArmFailure(Step.SEARCH, Cause.BLOCKED, no_way)
    path = shortened(cell.collisions, path, random)
    if not path_is_free(cell.collisions, path):
        raise ArmFailure(Step.SEARCH, Cause.BLOCKED, "the way that was found touches something")
    return path
