# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Time a path so that no joint exceeds its speed and acceleration, as fast as that allows.

Along a path the square of the speed is all there is to choose, and joints' speeds and accelerations
are linear in it (Verscheure et al. 2009): one linear programme finds the largest that they allow.
"""

from itertools import pairwise

import numpy as np
from scipy.interpolate import CubicSpline
from scipy.optimize import Bounds, LinearConstraint, milp
from scipy.sparse import csr_array

from adhoc_teamwork.robot_model.arrays import Floats
from adhoc_teamwork.robot_model.collision.collision import CollisionCheck
from adhoc_teamwork.skills.arms.failure import ArmFailure, Step
from adhoc_teamwork.skills.arms.search import states_between
from adhoc_teamwork.skills.arms.trajectory import JointTrajectory
from adhoc_teamwork.teamwork.team.causes import Cause

PERIOD = 0.04
"""Seconds between two points of a trajectory."""
_LOOK = 0.0125
"""Seconds between two states of a trajectory that are checked: 0.04 rad at the usual speeds."""
SPEED_SHARE = 0.9
"""How much of the limits a trajectory uses: the rest is the controller's."""
_SPACINGS = (0.3, 0.12, 0.05)
_SAME = 1e-4
_LEAST_GRID, _FINER = 100, 4
"""Points of a path at which limits are kept: so many, or so many times the points it has."""
_TURNING_BACK = 1e-3
"""A joint that moves less along the path does not bound the speed along it."""


def timed(
    path: Floats,
    joints: tuple[str, ...],
    velocity: Floats,
    acceleration: Floats,
    collisions: CollisionCheck | None = None,
) -> JointTrajectory:
    """Return a trajectory along a path, from rest to rest, as fast as the limits allow.

    Corners are rounded by a spline through points of the path; where the spline would touch
    something it is drawn nearer to the path, and in the end the arm stops at each corner.

    Args:
        path: Joint states, (n, dof).
        joints: Names of the joints.
        velocity: Limits, (dof,).
        acceleration: Limits, (dof,).
        collisions: Checks the rounded corners; without it they are not checked.

    Raises:
        ArmFailure: No trajectory keeps the limits.
    """
    path = _without_repeats(path)
    if len(path) == 1:
        still = np.zeros((1, path.shape[1]))
        return JointTrajectory(joints, np.zeros(1), path, still, still)
    limits = SPEED_SHARE * velocity, SPEED_SHARE * acceleration
    for spacing in _SPACINGS:
        made = _along(_dense(path, spacing), joints, *limits)
        if collisions is None or len(path) == 2 or collisions.free(made.every(_LOOK)).all():
            return made
    parts = [_along(path[i : i + 2], joints, *limits) for i in range(len(path) - 1)]
    return chained(parts)


def chained(parts: list[JointTrajectory]) -> JointTrajectory:
    """Return trajectories one after the other; each begins where the last ends."""
    times, begin = [parts[0].times], parts[0].duration
    for part in parts[1:]:
        times.append(part.times[1:] + begin)
        begin += part.duration
    rest = parts[1:]
    return JointTrajectory(
        parts[0].joints,
        np.concatenate(times),
        np.concatenate([parts[0].positions, *(part.positions[1:] for part in rest)]),
        np.concatenate([parts[0].velocities, *(part.velocities[1:] for part in rest)]),
        np.concatenate([parts[0].accelerations, *(part.accelerations[1:] for part in rest)]),
    )


def _along(
    points: Floats, joints: tuple[str, ...], velocity: Floats, acceleration: Floats
) -> JointTrajectory:
    lengths = np.linalg.norm(np.diff(points, axis=0), axis=1)
    along = np.concatenate([[0.0], lengths.cumsum()])
    if len(points) == 2:
        middle = (points[0] + points[1]) / 2.0
        points, along = np.stack([points[0], middle, points[1]]), along[[0, 1, 1]] * [0, 0.5, 1]
    curve = CubicSpline(along, points, bc_type="natural")
    grid = np.linspace(0.0, along[-1], max(_LEAST_GRID, _FINER * len(points)))
    squares = _squared_speeds(curve, grid, velocity, acceleration)
    pace = np.sqrt(squares)
    between = 2.0 * np.diff(grid) / (pace[1:] + pace[:-1])
    passed = np.concatenate([[0.0], between.cumsum()])
    times = np.linspace(0.0, passed[-1], max(2, int(np.ceil(passed[-1] / PERIOD)) + 1))
    piece = np.clip(np.searchsorted(passed, times, side="right") - 1, 0, len(between) - 1)
    gain, since = np.diff(pace)[piece] / between[piece], times - passed[piece]
    here, now = grid[piece] + (pace[piece] + gain * since / 2.0) * since, pace[piece] + gain * since
    slopes, bends = curve(here, 1), curve(here, 2)
    positions, speeds = curve(here), slopes * now[:, None]
    accelerations = slopes * gain[:, None] + bends * now[:, None] ** 2
    # The limits are kept at the grid's points; between them a sharp bend may ask for more.
    faster = SPEED_SHARE * float((np.abs(speeds) / velocity).max())
    harder = SPEED_SHARE * float((np.abs(accelerations) / acceleration).max())
    slower = max(1.0, faster, harder**0.5)
    times, speeds, accelerations = times * slower, speeds / slower, accelerations / slower**2
    speeds[[0, -1]] = 0.0
    positions[0], positions[-1] = points[0], points[-1]
    return JointTrajectory(joints, times, positions, speeds, accelerations)


def _squared_speeds(
    curve: CubicSpline, grid: Floats, velocity: Floats, acceleration: Floats
) -> Floats:
    """Return the squares of the speed along a curve, (n,), at an even grid; zero at its ends.

    Between two points the acceleration along the curve is constant; joints keep their limits at
    both ends of each step.

    Raises:
        ArmFailure: Nothing moves at all, or the solver gave up.
    """
    slopes, bends = curve(grid, 1), curve(grid, 2) / acceleration
    most = np.min(velocity / np.maximum(np.abs(slopes), _TURNING_BACK), axis=1) ** 2
    most[[0, -1]] = 0.0
    # A joint's acceleration is slope * (next - this) / (2 step) + bend * (square at that end).
    pull = slopes / acceleration / (2.0 * (grid[1] - grid[0]))
    of_this = np.concatenate([bends[:-1] - pull[:-1], -pull[1:]])
    of_next = np.concatenate([pull[:-1], bends[1:] + pull[1:]])
    step = np.tile(np.arange(len(grid) - 1), 2)[:, None] + np.zeros(slopes.shape[1], np.int64)
    columns = np.stack([step, step + 1], axis=-1).ravel()
    shares = np.stack([of_this, of_next], axis=-1).ravel()
    rows = csr_array((shares, columns, np.arange(0, len(shares) + 1, 2)))
    found = milp(
        -np.ones(len(grid)), bounds=Bounds(0.0, most), constraints=LinearConstraint(rows, -1.0, 1.0)
    )
    squares = np.zeros(len(grid)) if found.x is None else np.clip(found.x, 0.0, most)
    if not (squares[1:] + squares[:-1]).all():
        raise ArmFailure(Step.TIMING, Cause.INTERNAL_ERROR, "no timing of the path keeps limits")
    return np.asarray(squares)


def _dense(path: Floats, spacing: float) -> Floats:
    parts = [states_between(a, b, spacing) for a, b in pairwise(path)]
    return np.concatenate([path[:1], *parts])


def _without_repeats(path: Floats) -> Floats:
    keep = np.concatenate([[True], np.abs(np.diff(path, axis=0)).max(axis=1) > _SAME])
    return np.asarray(path[keep])
