"""Inverse kinematics of any arm: damped least squares from many seeds at once."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.spatial.transform import Rotation

from skills.arms.manipulator import Manipulator

Array = NDArray[np.float64]

POSITION_TOLERANCE = 5e-4
"""Metres."""
ANGLE_TOLERANCE = 5e-3
"""Radians."""
_DAMPING = 0.05
_LONGEST_STEP = 0.4
_ITERATIONS = 40


@dataclass(frozen=True)
class Solutions:
    """Hold joint states, (n, dof), that bring the tool to a target, and how near any came.

    Attributes:
        states: Solutions within limits and tolerance; none where the target is out of reach.
        gap: The smallest distance of the tool to the target that was found, metres.
    """

    states: Array
    gap: float


def solve(
    arm: Manipulator, target: Array, seeds: Array, iterations: int = _ITERATIONS, enough: int = 4
) -> Solutions:
    """Return joint states that bring an arm's grasp point to a pose.

    Args:
        arm: Any arm.
        target: The grasp point's pose in the planning frame, (4, 4).
        seeds: Joint states to begin from, (n, dof).
        iterations: Bounds the search.
        enough: Solutions after which it ends.
    """
    states = np.clip(np.atleast_2d(seeds), arm.lower, arm.upper)
    found: list[Array] = []
    gap = np.inf
    eye = np.eye(6)
    for _ in range(iterations):
        error = _error(arm.tool_poses(states), target)
        distance = np.linalg.norm(error[:, :3], axis=1)
        angle = np.linalg.norm(error[:, 3:], axis=1)
        gap = min(gap, float(distance.min()))
        done = (distance < POSITION_TOLERANCE) & (angle < ANGLE_TOLERANCE)
        if done.any():
            found.extend(states[done])
            states, error = states[~done], error[~done]
        if not len(states) or len(found) >= enough:
            break
        jacobian = arm.jacobian(states)
        damping = _DAMPING * np.clip(np.linalg.norm(error, axis=1), 0.01, 1.0)
        square = jacobian @ jacobian.transpose(0, 2, 1) + (damping**2)[:, None, None] * eye
        step = jacobian.transpose(0, 2, 1) @ np.linalg.solve(square, error[..., None])
        step = step[..., 0]
        longest = np.abs(step).max(axis=1, keepdims=True)
        step *= np.minimum(1.0, _LONGEST_STEP / np.maximum(longest, 1e-9))
        states = np.clip(states + step, arm.lower, arm.upper)
    solutions = np.array(found).reshape(-1, arm.dof)
    return Solutions(distinct(solutions), gap)


def seeds(arm: Manipulator, near: Array, count: int, rng: np.random.Generator) -> Array:
    """Return a state, its middle with all limits, and random ones, (count, dof)."""
    random = rng.uniform(arm.lower, arm.upper, (max(0, count - 2), arm.dof))
    return np.concatenate([near[None], (near + arm.middle)[None] / 2.0, random])[:count]


def distinct(states: Array, apart: float = 0.1) -> Array:
    """Return states without those that are almost the same as an earlier one."""
    kept: list[Array] = []
    for state in states:
        if all(np.abs(state - other).max() > apart for other in kept):
            kept.append(state)
    return np.array(kept).reshape(-1, states.shape[1])


def by_distance(states: Array, start: Array, speeds: Array) -> Array:
    """Return states sorted by how long the slowest joint takes to them from a start."""
    return states[np.argsort(np.abs((states - start) / speeds).max(axis=1), kind="stable")]


def pose(position: Sequence[float], rotation: Array | None = None) -> Array:
    """Return a pose, (4, 4), from a position in metres and a rotation, (3, 3)."""
    made = np.eye(4)
    made[:3, 3] = position
    if rotation is not None:
        made[:3, :3] = rotation
    return made


def _error(poses: Array, target: Array) -> Array:
    turn = target[:3, :3] @ poses[:, :3, :3].transpose(0, 2, 1)
    return np.concatenate(
        [target[:3, 3] - poses[:, :3, 3], Rotation.from_matrix(turn).as_rotvec()], axis=1
    )
