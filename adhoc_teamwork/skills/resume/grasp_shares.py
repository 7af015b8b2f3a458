# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""An inverse reachability map: in how many ways a hand takes something so far ahead, so high."""

import numpy as np

from adhoc_teamwork.robot_model.arms import Arm
from adhoc_teamwork.robot_model.arrays import Floats
from adhoc_teamwork.robot_model.model import RobotModel
from adhoc_teamwork.skills.arms.from_urdf import manipulator
from adhoc_teamwork.skills.arms.inverse import seeds, solve_each
from adhoc_teamwork.skills.arms.manipulator import Cell, Manipulator
from adhoc_teamwork.skills.grasping.grasps import Item, grasps
from adhoc_teamwork.teamwork.bodies.resume import GraspShares

_STEP = 0.1
"""Metres between distances."""
_HEIGHT_STEP = 0.1
_NEAREST = 0.2
_SIZE = 0.06
"""Of the small thing that is taken, metres."""
_OF_OPENING = 0.8
_SEEDS = 8


def find_grasp_shares(model: RobotModel, arm: Arm, floor: float, radius: float) -> GraspShares:
    """Return the shares of all grasps of a small thing that an arm can carry out, by place.

    The robot faces the thing, and its arm touches neither itself nor the body.

    Args:
        model: The robot.
        arm: One of its arms.
        floor: Height of the floor in the root's frame, metres.
        radius: How far from the upright axis the hand gets at all, metres.
    """
    hand = manipulator(model, arm, payload=0.0)
    distances = np.asarray(np.arange(_NEAREST, radius + _STEP, _STEP), dtype=np.float64)
    top = float(hand.shoulder[2]) + hand.longest - floor
    heights = np.arange(0.0, max(top, 0.0) + _HEIGHT_STEP, _HEIGHT_STEP)
    random = np.random.default_rng(0)
    rows = [_shares(hand, distances, float(height) + floor, random) for height in heights]
    return GraspShares(
        distances=tuple(round(float(d), 2) for d in distances),
        heights=tuple(round(float(h), 2) for h in heights),
        shares=tuple(tuple(round(float(s), 2) for s in row) for row in rows),
    )


def _shares(hand: Manipulator, distances: Floats, z: float, random: np.random.Generator) -> Floats:
    """Return the share of grasps that can be carried out at each distance ahead, (n,)."""
    size = min(_SIZE, _OF_OPENING * hand.opening)
    seen_from = (float(hand.base[0, 3]), float(hand.base[1, 3]))
    poses = [
        [
            grasp.pose
            for grasp in grasps(
                Item("thing", (x, 0.0, z), (size, size, size)), hand.opening, seen_from
            )
        ]
        for x in map(float, distances)
    ]
    count = len(poses[0])
    begin = seeds(hand, np.clip(np.zeros(hand.dof), hand.lower, hand.upper), _SEEDS, random)
    states, which, _ = solve_each(hand, np.array(poses).reshape(-1, 4, 4), begin)
    if not len(states):
        return np.zeros(len(distances))
    reached = np.unique(which[Cell([hand]).collisions.free(states)])
    return np.asarray(np.bincount(reached // count, minlength=len(distances)) / count)
