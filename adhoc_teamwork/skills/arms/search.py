# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Straight motions in joint space, and paths of them, shortened."""

import math
from collections.abc import Callable, Sequence
from itertools import pairwise

import numpy as np

from adhoc_teamwork.robot_model.arrays import Floats
from adhoc_teamwork.robot_model.collision.collision import CollisionCheck

GiveUp = Callable[[], bool]
"""Asked now and then whether nobody waits for a plan any more."""


def never() -> bool:
    """Return False: whoever asked waits for the plan's end."""
    return False


RESOLUTION = 0.04
"""Joints turn at most this much between two states that are checked, radians (or metres)."""
_FIRST_LOOK = 6


def states_between(start: Floats, end: Floats, resolution: float = RESOLUTION) -> Floats:
    """Return evenly spaced states after `start` up to and with `end`, (n, dof)."""
    count = max(1, math.ceil(float(np.abs(end - start).max()) / resolution))
    shares = np.arange(1, count + 1) / count
    return start + shares[:, None] * (end - start)


def is_free(collisions: CollisionCheck, start: Floats, end: Floats) -> bool:
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


def path_is_free(collisions: CollisionCheck, path: Floats) -> bool:
    """Tell whether the straight motions between the states of a path, (n, dof), are free."""
    if len(path) < 2:
        return bool(collisions.free(path).all())
    parts = [states_between(a, b) for a, b in pairwise(path)]
    return bool(collisions.free(np.concatenate([path[:1], *parts])).all())


def path_length(path: Floats) -> float:
    """Return the length of a path in joint space, in radians."""
    return float(np.linalg.norm(np.diff(path, axis=0), axis=1).sum())


def straight_path(
    collisions: CollisionCheck, start: Floats, goals: Sequence[Floats]
) -> Floats | None:
    """Return the straight motion, (2, dof), to the first of the goals to which it is free."""
    for goal in goals:
        if is_free(collisions, start, goal):
            return np.stack([start, goal])
    return None


ATTEMPTS = 40


def shortened(
    collisions: CollisionCheck, path: Floats, rng: np.random.Generator, attempts: int = ATTEMPTS
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


def _skipped(collisions: CollisionCheck, path: Floats) -> Floats:
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
