# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Inverse kinematics of any arm: damped least squares from many seeds at once."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.spatial.transform import Rotation

from adhoc_teamwork.robot_model.arrays import Floats
from adhoc_teamwork.robot_model.damped_steps import damped_step
from adhoc_teamwork.skills.arms.manipulator import Manipulator

POSITION_TOLERANCE = 5e-4
"""Metres."""
ANGLE_TOLERANCE = 5e-3
"""Radians."""
_DAMPING = 0.1
_LONGEST_STEP = 0.8
_ITERATIONS = 40
_NEARER, _STEPS_IN_VAIN = 0.9, 6
"""A descent that in so many steps got no nearer than this share of the best before is given up."""
_ABOUT_TURNED_ROUND = -0.99
"""The cosine of an angle from which on its axis does not follow from differences."""


@dataclass(frozen=True)
class Solutions:
    """Hold joint states, (n, dof), that bring the tool to a target, and how near any came.

    Attributes:
        states: Solutions within limits and tolerance; none where the target is out of reach.
        gap: The smallest distance of the tool to the target that was found, metres.
    """

    states: Floats
    gap: float


def solve(
    arm: Manipulator, target: Floats, seeds: Floats, iterations: int = _ITERATIONS, enough: int = 4
) -> Solutions:
    """Return joint states that bring an arm's grasp point to a pose.

    Args:
        arm: Any arm.
        target: The grasp point's pose in the planning frame, (4, 4).
        seeds: Joint states to begin from, (n, dof).
        iterations: Bounds the search.
        enough: Solutions after which it ends.
    """
    begin = np.atleast_2d(seeds)
    targets = np.broadcast_to(target, (len(begin), 4, 4))
    found, _, gap = _descend(arm, targets, begin, iterations, enough)
    return Solutions(distinct(found), gap)


def solve_each(
    arm: Manipulator, targets: Floats, seeds: Floats, iterations: int = _ITERATIONS
) -> tuple[Floats, NDArray[np.intp], float]:
    """Return joint states that bring the grasp point to one of many poses, in one go.

    Args:
        arm: Any arm.
        targets: Poses of the grasp point, (n, 4, 4), in the planning frame.
        seeds: Joint states to begin from: (k, dof), the same for each pose, or (n, k, dof).
        iterations: Bounds the search.

    Returns:
        States (m, dof), the number of the pose that each reaches, (m,), and the smallest distance
        of the grasp point to any pose that was found, metres.
    """
    each = np.broadcast_to(seeds, (len(targets), *seeds.shape[-2:]))
    count = each.shape[1]
    spread, begin = np.repeat(targets, count, axis=0), each.reshape(-1, arm.dof)
    found, rows, gap = _descend(arm, spread, begin, iterations, len(begin))
    return found, np.asarray(rows // count), gap


def _descend(
    arm: Manipulator, targets: Floats, states: Floats, iterations: int, enough: int
) -> tuple[Floats, NDArray[np.intp], float]:
    """Return the states that came to their targets, their rows, and the smallest gap, metres."""
    states = np.clip(states, arm.lower, arm.upper)
    rows: NDArray[np.intp] = np.arange(len(states))
    best: Floats = np.full(len(states), np.inf)
    vain: Floats = np.zeros(len(states))
    found: list[Floats] = []
    which: list[NDArray[np.intp]] = []
    gap = np.inf
    for _ in range(iterations):
        poses, jacobian = arm.tool_motion(states)
        error = _error(poses, targets)
        distance = np.linalg.norm(error[:, :3], axis=1)
        angle = np.linalg.norm(error[:, 3:], axis=1)
        gap = min(gap, float(distance.min()))
        done = (distance < POSITION_TOLERANCE) & (angle < ANGLE_TOLERANCE)
        if done.any():
            found.append(states[done])
            which.append(rows[done])
        left = np.hypot(distance, angle)
        nearer = left < _NEARER * best
        best, vain = np.where(nearer, left, best), np.where(nearer, 0, vain + 1)
        go_on = ~done & (vain < _STEPS_IN_VAIN)
        if not go_on.any() or sum(map(len, found)) >= enough:
            break
        targets, rows, best, vain = targets[go_on], rows[go_on], best[go_on], vain[go_on]
        damping = (_DAMPING * np.clip(left[go_on], 0.01, 1.0)) ** 2
        states = damped_step(
            jacobian[go_on],
            error[go_on],
            damping,
            states[go_on],
            (arm.lower, arm.upper),
            _LONGEST_STEP,
        )
    if not found:
        return np.zeros((0, arm.dof)), np.zeros(0, dtype=np.intp), gap
    return np.concatenate(found), np.concatenate(which), gap


def seeds(arm: Manipulator, near: Floats, count: int, rng: np.random.Generator) -> Floats:
    """Return a state, its middle with all limits, and random ones, (count, dof)."""
    random = arm.random_states(max(0, count - 2), rng)
    return np.concatenate([near[None], (near + arm.middle)[None] / 2.0, random])[:count]


def distinct(states: Floats, apart: float = 0.1) -> Floats:
    """Return states without those that are almost the same as an earlier one."""
    kept: list[Floats] = []
    for state in states:
        if all(np.abs(state - other).max() > apart for other in kept):
            kept.append(state)
    return np.array(kept).reshape(-1, states.shape[1])


def by_distance(states: Floats, start: Floats, speeds: Floats) -> Floats:
    """Return states sorted by how long the slowest joint takes to them from a start."""
    return states[np.argsort(np.abs((states - start) / speeds).max(axis=1), kind="stable")]


def _error(poses: Floats, targets: Floats) -> Floats:
    """Return by what each pose is to move and to turn, (n, 6), metres and radians."""
    turn = targets[:, :3, :3] @ poses[:, :3, :3].transpose(0, 2, 1)
    axis = turn[:, (2, 0, 1), (1, 2, 0)] - turn[:, (1, 2, 0), (2, 0, 1)]
    twice = np.linalg.norm(axis, axis=1)
    cosine = (np.trace(turn, axis1=1, axis2=2) - 1.0) / 2.0
    factor = np.arctan2(twice / 2.0, cosine) / np.maximum(twice, 1e-12)
    about = axis * np.where(twice > 1e-9, factor, 0.5)[:, None]
    round_ = cosine < _ABOUT_TURNED_ROUND
    if round_.any():
        about[round_] = Rotation.from_matrix(turn[round_]).as_rotvec()
    return np.concatenate([targets[:, :3, 3] - poses[:, :3, 3], about], axis=1)
