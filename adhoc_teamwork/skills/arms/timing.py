# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Time a path so that no joint exceeds its speed and acceleration, by TOPP-RA."""

import logging
import math
from itertools import pairwise

import numpy as np
from toppra import SplineInterpolator, constraint
from toppra.algorithm import TOPPRA

from adhoc_teamwork.robot_model.arrays import Floats
from adhoc_teamwork.robot_model.collision import Collisions
from adhoc_teamwork.skills.arms.failure import ArmFailure, Step
from adhoc_teamwork.skills.arms.motions import states_between
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

logging.getLogger("toppra").setLevel(logging.ERROR)


def timed(
    path: Floats,
    joints: tuple[str, ...],
    velocity: Floats,
    acceleration: Floats,
    collisions: Collisions | None = None,
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
    curve = SplineInterpolator(along, points, bc_type="natural")
    limits = [
        constraint.JointVelocityConstraint(np.stack([-velocity, velocity], axis=1)),
        constraint.JointAccelerationConstraint(np.stack([-acceleration, acceleration], axis=1)),
    ]
    grid = np.linspace(0.0, along[-1], max(40, 2 * len(points)))
    made = TOPPRA(limits, curve, gridpoints=grid).compute_trajectory()
    if made is None:
        raise ArmFailure(Step.TIMING, Cause.INTERNAL_ERROR, "no timing of the path keeps limits")
    count = max(2, int(np.ceil(made.duration / PERIOD)) + 1)
    times = np.linspace(0.0, made.duration, count)
    positions, speeds, accelerations = made(times), made(times, 1), made(times, 2)
    # The limits are kept at the grid's points; between them a sharp bend may ask for more.
    excess = SPEED_SHARE * float((np.abs(accelerations) / acceleration).max())
    slower = max(1.0, math.sqrt(excess))
    times, speeds, accelerations = times * slower, speeds / slower, accelerations / slower**2
    speeds[[0, -1]] = 0.0
    positions[0], positions[-1] = points[0], points[-1]
    return JointTrajectory(joints, times, positions, speeds, accelerations)


def _dense(path: Floats, spacing: float) -> Floats:
    parts = [states_between(a, b, spacing) for a, b in pairwise(path)]
    return np.concatenate([path[:1], *parts])


def _without_repeats(path: Floats) -> Floats:
    keep = np.concatenate([[True], np.abs(np.diff(path, axis=0)).max(axis=1) > _SAME])
    return np.asarray(path[keep])
