# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Choose a posture in which an arm is out of the way."""

import numpy as np

from adhoc_teamwork.robot_model.arrays import Floats
from adhoc_teamwork.skills.arms.manipulator import Cell, Manipulator
from adhoc_teamwork.skills.arms.search import is_free

_SAMPLES = 600
_CLOSE = 12
_WAYS = 6


def stowed(arm: Manipulator) -> Floats:
    """Return a free joint state, (dof,), that keeps the hand close and is easy to leave.

    Of random free states those are taken whose hand is nearest to the upright axis through the
    shoulder and not below the shoulder, where furniture would stand in its way; and of these the
    one from which most straight motions to other free states are free.

    Raises:
        ValueError: The arm has no state in which it does not touch its robot.
    """
    collisions = Cell([arm]).collisions
    random = arm.random_states(_SAMPLES, np.random.default_rng(0))
    free = random[collisions.free(random)]
    if not len(free):
        raise ValueError(f"{arm.name} touches its own robot in each of {_SAMPLES} states")
    hands = arm.tool_poses(free)[:, :3, 3]
    out = np.linalg.norm(hands[:, :2] - arm.shoulder[:2], axis=1)
    below = np.maximum(0.0, arm.shoulder[2] - hands[:, 2])
    close = free[np.argsort(out + below, kind="stable")[:_CLOSE]]
    ways = [sum(is_free(collisions, one, other) for other in free[:_WAYS]) for one in close]
    return np.asarray(close[int(np.argmax(ways))])
