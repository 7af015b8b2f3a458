# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""An inverse reachability map: in how many ways a hand takes something so far ahead, so high."""

import numpy as np

from adhoc_teamwork.robot_model.arms import Arm
from adhoc_teamwork.robot_model.arrays import Floats
from adhoc_teamwork.robot_model.collision.obstacles import box
from adhoc_teamwork.robot_model.model import RobotModel
from adhoc_teamwork.skills.arms.from_urdf import manipulator
from adhoc_teamwork.skills.arms.inverse import seeds, solve_each
from adhoc_teamwork.skills.arms.manipulator import Cell, Manipulator
from adhoc_teamwork.skills.arms.postures import postures_of
from adhoc_teamwork.skills.grasping.grasps import Item, grasps, item_box
from adhoc_teamwork.teamwork.bodies.resume import GraspShares

_STEP = 0.1
"""Metres between distances."""
_HEIGHT_STEP = 0.1
_NEAREST = 0.2
_SIZE = 0.06
"""Of the small thing that is taken, metres."""
_OF_OPENING = 0.8
_SEEDS, _NEAREST_POSTURES = 8, 4
_THIN, _LONG = 0.01, 0.3
"""A thin thing, metres, is taken from above or at a slant: beside it is what it lies on. Of a long
one the fingers close on two sides alone."""
_DEEPEST, _DEPTH_STEP = 0.6, 0.05
_DISTANCE_STEP = 0.07
_BEFORE = 0.02
"""Metres between the robot and the furniture before which it stands."""
_TOP, _THING = "top", "thing"


def find_grasp_shares(
    model: RobotModel, arm: Arm, floor: float, radius: float, body: float
) -> GraspShares:
    """Return the shares of all grasps of a small thing that an arm can carry out, by place.

    The robot faces the thing, and its arm touches neither itself nor the body; nor does it touch
    furniture over whose edge it reaches.

    Args:
        model: The robot.
        arm: One of its arms.
        floor: Height of the floor in the root's frame, metres.
        radius: How far from the upright axis the hand gets at all, metres.
        body: How far the robot reaches from that axis, metres: so far from furniture it stands.
    """
    hand = manipulator(model, arm, payload=0.0)
    distances = np.asarray(np.arange(_NEAREST, radius + _STEP, _STEP), dtype=np.float64)
    top = float(hand.shoulder[2]) + hand.longest - floor
    heights = np.arange(0.0, max(top, 0.0) + _HEIGHT_STEP, _HEIGHT_STEP)
    random = np.random.default_rng(0)
    rows = [_shares(hand, distances, float(height) + floor, random) for height in heights]

    def behind(across: float) -> tuple[float, ...]:
        # At heights at which the hand takes nothing it takes nothing behind an edge, either.
        return tuple(
            _behind(hand, float(height), floor, body, radius, across) if row.any() else 0.0
            for height, row in zip(heights, rows, strict=True)
        )

    return GraspShares(
        distances=tuple(round(float(d), 2) for d in distances),
        heights=tuple(round(float(h), 2) for h in heights),
        shares=tuple(tuple(round(float(s), 2) for s in row) for row in rows),
        behind=behind(_size(hand)),
        behind_turned=behind(_LONG),
    )


def _behind(
    hand: Manipulator, height: float, floor: float, body: float, radius: float, across: float
) -> float:
    """Return how far behind an edge, `height` metres up, the hand takes a thin thing, metres.

    So many metres of it lie `across` the robot's way.
    """
    # What is deeper is harder: the deepest is found by halving.
    low, high = 0, round(_DEEPEST / _DEPTH_STEP)
    while low < high:
        number = (low + high + 1) // 2
        depth = number * _DEPTH_STEP
        places = np.arange(depth + body + _BEFORE, radius, _DISTANCE_STEP)
        if any(_takes_behind(hand, float(x), depth, height, floor, across) for x in places):
            low = number
        else:
            high = number - 1
    return round(low * _DEPTH_STEP, 2)


def _takes_behind(
    hand: Manipulator, x: float, depth: float, height: float, floor: float, across: float
) -> bool:
    """Tell whether the hand takes a thin thing so far ahead, so far behind an edge, metres."""
    item = Item(_THING, (x, 0.0, floor + height + _THIN / 2.0), (_size(hand), across, _THIN))
    top = box(_TOP, (x - depth + 0.5, 0.0, floor + height / 2.0), (1.0, 2.0, max(height, _THIN)))
    poses = np.array(_ways(hand, item))
    states, *_ = solve_each(hand, poses, postures_of(hand).near(hand, poses, _NEAREST_POSTURES))
    around = Cell([hand], [top, item_box(item)]).collisions
    return bool(around.allowing(hand.hand, frozenset((_TOP, _THING))).free(states).any())


def _shares(hand: Manipulator, distances: Floats, z: float, random: np.random.Generator) -> Floats:
    """Return the share of grasps that can be carried out at each distance ahead, (n,)."""
    extents = (_size(hand),) * 3
    begin = seeds(hand, np.clip(np.zeros(hand.dof), hand.lower, hand.upper), _SEEDS, random)
    x, _, shoulder = hand.shoulder
    near = np.flatnonzero(np.hypot(distances - x, z - shoulder) < hand.longest + _size(hand))
    if not len(near):
        return np.zeros(len(distances))
    ways = [_ways(hand, Item(_THING, (float(distances[n]), 0.0, z), extents)) for n in near]
    poses = np.array([pose for of_one in ways for pose in of_one])
    distance_of = np.repeat(near, [len(of_one) for of_one in ways])
    states, which, _ = solve_each(hand, poses, begin)
    if not len(states):
        return np.zeros(len(distances))
    reached = np.unique(which[Cell([hand]).collisions.free(states)])
    count = np.bincount(distance_of, minlength=len(distances))
    carried_out = np.bincount(distance_of[reached], minlength=len(distances))
    return np.asarray(carried_out / np.maximum(1, count))


def _ways(hand: Manipulator, item: Item) -> list[Floats]:
    """Return the poses of the hand, (4, 4), in which it takes something that the robot faces."""
    return [grasp.pose for grasp in grasps(item, hand.opening, hand.shoulder_floor)]


def _size(hand: Manipulator) -> float:
    """Return how wide the small thing is, metres: it fits between the fingers."""
    return min(_SIZE, _OF_OPENING * hand.opening)
