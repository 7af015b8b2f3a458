# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Straight motions in joint space, and whether they are free of collisions."""

import math
from itertools import pairwise

import numpy as np

from adhoc_teamwork.robot_model.arrays import Floats
from adhoc_teamwork.robot_model.collision import Collisions

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
