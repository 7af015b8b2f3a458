# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Steps of damped least squares within joint limits: what inverse kinematics is made of.

A joint at its limit that a step would bring beyond it stays, and the others are asked once more
without it; merely cut off, such steps end in places from where none leads on.
"""

import numpy as np

from adhoc_teamwork.robot_model.arrays import Floats

_ASKED_AGAIN = 2


def damped_step(
    jacobian: Floats,
    error: Floats,
    damping: Floats | float,
    states: Floats,
    limits: tuple[Floats, Floats],
    longest: float,
) -> Floats:
    """Return the states after one step towards no error, (n, dof), within the limits.

    Args:
        jacobian: How the error falls with each joint, (n, m, dof).
        error: What is left, (n, m).
        damping: Added to the squares, one for all or (n,): steps are shorter where it is large.
        states: Where the joints are, (n, dof), within the limits.
        limits: The lower and the upper ones, (dof,) each.
        longest: By how much one joint moves at most, radians or metres.
    """
    low, high = limits
    step = _solved(jacobian, error, damping)
    for _ in range(_ASKED_AGAIN):
        stays = ((states <= low) & (step < 0.0)) | ((states >= high) & (step > 0.0))
        rows = np.nonzero(stays.any(axis=1))[0]
        if not len(rows):
            break
        jacobian = np.where(stays[:, None, :], 0.0, jacobian)
        part = damping if np.ndim(damping) == 0 else np.asarray(damping)[rows]
        step[rows] = _solved(jacobian[rows], error[rows], part)
    step *= np.minimum(1.0, longest / np.maximum(np.abs(step).max(axis=1), 1e-9))[:, None]
    return np.clip(states + step, low, high)


def _solved(jacobian: Floats, error: Floats, damping: Floats | float) -> Floats:
    across = jacobian.transpose(0, 2, 1)
    square = jacobian @ across
    size = error.shape[1]
    square[:, np.arange(size), np.arange(size)] += np.reshape(damping, (-1, 1))
    return np.asarray((across @ np.linalg.solve(square, error[:, :, None]))[:, :, 0])
