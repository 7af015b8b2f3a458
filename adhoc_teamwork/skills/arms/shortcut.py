# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Shorten a path in joint space by straight motions between its parts."""

import numpy as np

from adhoc_teamwork.robot_model.arrays import Floats
from adhoc_teamwork.robot_model.collision import Collisions
from adhoc_teamwork.skills.arms.motions import is_free

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
