# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""How an arm holds what it carries while its robot drives: as near as may be to the body.

Navigation knows the body's radius alone. A bat or a box held out ahead sweeps through furniture
when the robot turns beside it; held upright over the body it comes by.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain, product

import numpy as np

from adhoc_teamwork.robot_model.arrays import Floats
from adhoc_teamwork.robot_model.collision.obstacles import Obstacle
from adhoc_teamwork.skills.arms.manipulator import Cell, Manipulator

BERTH = 0.02
"""Metres that a load keeps farther from things where it can: what is believed of both errs."""
_CUT = (0.02, 0.04, 0.06, 0.08, 0.1, 0.12, 0.14, 0.16)
"""Metres by which one face is cut back of what a load touches where it is."""
_SAMPLES = 800
"""So many joint states each are drawn about the stowed posture and from all that there are."""
_ABOUT = 0.6
"""Joints other than the wrist's are drawn within this of the stowed posture, radians."""
_WRIST = 3
"""The last joints, which turn the hand more than they move it."""
STEP = 0.05
"""What sticks out farther by less than this, metres, is as good."""


def sticking_out(arm: Manipulator, states: Floats) -> Floats:
    """Return how far arm and load reach from the upright axis of their robot, (n,), metres."""
    own = arm.at(np.eye(4))
    poses = own.poses(states)
    reach = np.zeros(len(states))
    for body in own.bodies:
        pose, spheres = poses[body.name], body.spheres
        centres = spheres.centres @ pose[:, :3, :3].transpose(0, 2, 1) + pose[:, None, :3, 3]
        out = np.hypot(centres[..., 0], centres[..., 1]) + spheres.radii
        reach = np.maximum(reach, out.max(axis=1))
    return reach


def carrying_postures(arm: Manipulator, stowed: Floats, alone: float) -> Floats:
    """Return joint states, (n, dof), in which a load may be carried, the best first.

    Best are those that stick out no farther than `alone` (the arm without a load when stowed),
    then each by `STEP` farther; among these, the stowed posture and what is near to it. None of
    them has the load in the robot itself; what stands around is for the caller to see to.

    Args:
        arm: With its load.
        stowed: Joint state, (dof,), of the empty arm when it is out of the way.
        alone: How far that sticks out, metres.
    """
    random = np.random.default_rng(0)
    near = stowed + random.uniform(-_ABOUT, _ABOUT, (_SAMPLES, arm.dof))
    near[:, -_WRIST:] = random.uniform(arm.lower[-_WRIST:], arm.upper[-_WRIST:], (_SAMPLES, _WRIST))
    anywhere = arm.random_states(_SAMPLES, random)
    drawn = np.clip(np.concatenate([stowed[None], near, anywhere]), arm.lower, arm.upper)
    free = drawn[Cell([arm.at(np.eye(4))]).collisions.free(drawn)]
    farther = np.maximum(sticking_out(arm, free) - alone, 0.0)
    away = np.abs((free - stowed) / arm.velocity).max(axis=1, initial=0.0)
    return np.asarray(free[np.lexsort((away, np.ceil(farther / STEP)))])


def with_berth(arm: Manipulator, obstacles: Sequence[Obstacle], states: Floats) -> list[Obstacle]:
    """Return obstacles grown by `BERTH`, but for those of a name that an arm then touches.

    Args:
        arm: With its load.
        obstacles: What is around, in the planning frame.
        states: Joint states, (n, dof), in which the arm has to be all the same.
    """
    wide = {obstacle.name for obstacle in obstacles}
    while True:
        made = [_grown(o, BERTH) if o.name in wide else o for o in obstacles]
        touch = Cell([arm], made).collisions.first_touch(states)
        if touch is None or touch.other not in wide:
            return made
        wide.remove(touch.other)


def clear_of(arm: Manipulator, obstacles: Sequence[Obstacle], states: Floats) -> list[Obstacle]:
    """Return obstacles, one face of each cut back as far as it takes to touch an arm in no state.

    What is touched although a face is cut back by the last of `_CUT` is left out.

    Args:
        arm: With its load.
        obstacles: In the planning frame.
        states: Joint states, (n, dof), in which the arm has to be.
    """
    made = []
    for obstacle in obstacles:
        for one in chain((obstacle,), _cut_back(obstacle)):
            if Cell([arm], [one]).collisions.free(states).all():
                made.append(one)
                break
    return made


def _cut_back(obstacle: Obstacle) -> Iterator[Obstacle]:
    """Yield an obstacle with each of its faces cut back in turn, the least first."""
    for depth, axis, side in product(_CUT, range(3), (-1.0, 1.0)):
        half = list(obstacle.half)
        half[axis] -= depth / 2.0
        if half[axis] > 0.0:
            pose = obstacle.pose.copy()
            pose[:3, 3] += side * depth / 2.0 * pose[:3, axis]
            yield replace(obstacle, pose=pose, half=(half[0], half[1], half[2]))


def _grown(obstacle: Obstacle, by: float) -> Obstacle:
    half = tuple(length + by for length in obstacle.half)
    return replace(obstacle, half=(half[0], half[1], half[2]))
