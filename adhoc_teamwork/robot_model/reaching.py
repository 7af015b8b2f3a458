# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""How far a point of a robot gets: farthest points along directions, and points reached.

Along any direction the position of a link's origin is a sinusoid of each joint that turns, and
linear in each that slides, the others held still. So the farthest point along a direction is found
by bringing one joint after another to its best value, from many starts: exact steps instead of ever
more samples. Self-collision is not looked at, as in EMOS, whose workspace is the hull of sampled
forward kinematics.
"""

import numpy as np

from adhoc_teamwork.robot_model.arrays import Floats, Mask
from adhoc_teamwork.robot_model.damped_steps import damped_step
from adhoc_teamwork.robot_model.kinematics import Kinematics

STARTS = 4
"""How many of the best samples a search begins with, for each direction or point."""

CLOSE = 2e-3
"""Metres: nearer than that to a point, a configuration reaches it."""

_SWEEPS = 15
_STEPS = 30
_DAMPING = 1e-3
_LONGEST_STEP = 0.5


def sample_configurations(kinematics: Kinematics, count: int, seed: int = 0) -> Floats:
    """Return (count, dof) uniform within the limits, over a turn where a joint has no end."""
    low, high = kinematics.sampling_bounds()
    return np.random.default_rng(seed).uniform(low, high, (count, kinematics.dof))


def farthest(kinematics: Kinematics, link: str, directions: Floats, samples: Floats) -> Floats:
    """Return configurations (m, dof) that bring a link's origin farthest along directions (m, 3).

    Args:
        kinematics: Of the joints to use.
        link: Whose origin to move.
        directions: Unit vectors in the root's frame.
        samples: (n, dof) configurations; the best for each direction are where it starts.
    """
    reached = kinematics.positions(samples, link) @ directions.T
    starts = np.argsort(-reached, axis=0)[:STARTS].T
    q = samples[starts.ravel()].copy()
    along = np.repeat(directions, starts.shape[1], axis=0)
    gained = np.full(len(q), -np.inf)
    for _ in range(_SWEEPS):
        for column in range(kinematics.dof):
            _bring_to_best(kinematics, link, q, column, along)
        value = np.einsum("ij,ij->i", kinematics.positions(q, link), along)
        if np.all(value - gained < 1e-5):
            break
        gained = value
    best = value.reshape(starts.shape).argmax(axis=1)
    rows: Floats = q.reshape(*starts.shape, -1)[np.arange(len(directions)), best]
    return rows


def _bring_to_best(
    kinematics: Kinematics, link: str, q: Floats, column: int, along: Floats
) -> None:
    """Set one joint, in place, where the link's origin is farthest along each row's direction."""
    low, high = (bound[column] for bound in kinematics.sampling_bounds())
    jacobian = kinematics.jacobian(q, link, only=column)[:, :, column]
    slope = np.einsum("ij,ij->i", jacobian[:, :3], along)
    if not kinematics.model.joints[kinematics.joints[column]].turns:
        q[:, column] = np.where(slope >= 0.0, high, low)
        return
    # By delta from here it changes as slope sin(delta) + swing (cos(delta) - 1).
    swing = -np.einsum("ij,ij->i", np.cross(jacobian[:, 3:], jacobian[:, :3]), along)
    top = np.arctan2(slope, swing)
    here = q[:, column]
    options = np.stack(
        [here, np.full_like(here, low), np.full_like(here, high)]
        + [here + top + turn for turn in (-2.0 * np.pi, 0.0, 2.0 * np.pi)]
    )
    delta = options - here
    value = slope * np.sin(delta) + swing * (np.cos(delta) - 1.0)
    value[(options < low) | (options > high)] = -np.inf
    q[:, column] = options[value.argmax(axis=0), np.arange(len(here))]


def reach_points(
    kinematics: Kinematics, link: str, points: Floats, starts: Floats
) -> tuple[Floats, Mask]:
    """Return configurations (n, dof) near to points (n, 3), and which reach them.

    Damped least squares within the limits, each point from its own start (n, dof).
    """
    q = starts.copy()
    low, high = kinematics.sampling_bounds()
    for _ in range(_STEPS):
        error = points - kinematics.positions(q, link)
        wrong = np.linalg.norm(error, axis=1) > CLOSE / 4.0
        if not wrong.any():
            break
        jacobian = kinematics.jacobian(q[wrong], link)[:, :3]
        q[wrong] = damped_step(
            jacobian, error[wrong], _DAMPING, q[wrong], (low, high), _LONGEST_STEP
        )
    error = points - kinematics.positions(q, link)
    return q, np.asarray(np.linalg.norm(error, axis=1) <= CLOSE)
