# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""An inverse reachability map: in how many ways a hand takes something so far ahead, so high."""

import numpy as np

from adhoc_teamwork.robot_model.arrays import Floats
from adhoc_teamwork.robot_model.collision.obstacles import box
from adhoc_teamwork.skills.arms.inverse import seeds, solve_each
from adhoc_teamwork.skills.arms.manipulator import Cell, Manipulator
from adhoc_teamwork.skills.arms.postures import postures_of
from adhoc_teamwork.skills.grasping.grasps import Item, grasps, item_box
from adhoc_teamwork.teamwork.bodies.reach_line import AHEAD, ReachLine
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
    hand: Manipulator, radius: float, body: float, line: ReachLine | None = None
) -> GraspShares:
    """Return the shares of all grasps of a small thing that an arm can carry out, by place.

    The robot faces the thing, and its arm touches neither itself nor the body; nor does it touch
    furniture over whose edge it reaches.

    Args:
        hand: The robot's arm.
        radius: How far from the upright axis the hand gets at all, metres.
        body: How far the robot reaches from that axis, metres: so far from furniture it stands.
        line: That it brings to the thing when it faces it; None where that is what is ahead.
    """
    faced = _Faced(hand, line or AHEAD)
    distances = np.asarray(np.arange(_NEAREST, radius + _STEP, _STEP), dtype=np.float64)
    top = float(faced.hand.shoulder[2]) + hand.longest
    heights = np.arange(0.0, max(top, 0.0) + _HEIGHT_STEP, _HEIGHT_STEP)
    random = np.random.default_rng(0)
    rows = [_shares(faced, distances, float(height), random) for height in heights]

    def behind(across: float) -> tuple[float, ...]:
        # At heights at which the hand takes nothing it takes nothing behind an edge, either.
        return tuple(
            _behind(faced, float(height), body, radius, across) if row.any() else 0.0
            for height, row in zip(heights, rows, strict=True)
        )

    return GraspShares(
        distances=tuple(round(float(d), 2) for d in distances),
        heights=tuple(round(float(h), 2) for h in heights),
        shares=tuple(tuple(round(float(s), 2) for s in row) for row in rows),
        behind=behind(_size(hand)),
        behind_turned=behind(_LONG),
        line=line,
    )


class _Faced:
    """Turn a robot on the floor so that the line along which its arm reaches goes along x.

    Args:
        hand: The arm.
        line: The line.
    """

    def __init__(self, hand: Manipulator, line: ReachLine) -> None:
        self.hand, self._line = hand.along_x(line), line

    def item(self, away: float, z: float, size: tuple[float, float, float]) -> Item:
        """Return a thing on the line, so far from the robot's axis and so high, metres."""
        along = float(self._line.along(np.array(away)))
        return Item(_THING, (along, self._line.aside, z), size)

    def ways(self, item: Item, opening: float) -> list[Floats]:
        """Return the poses, (4, 4), in which a hand that opens so far, metres, takes a thing."""
        return [one.pose for one in grasps(item, opening, self.hand.shoulder_floor)]


def _behind(faced: _Faced, height: float, body: float, radius: float, across: float) -> float:
    """Return how far behind an edge, `height` metres up, the hand takes a thin thing, metres.

    So many metres of it lie `across` the robot's way.
    """
    # What is deeper is harder: the deepest is found by halving.
    low, high = 0, round(_DEEPEST / _DEPTH_STEP)
    while low < high:
        number = (low + high + 1) // 2
        depth = number * _DEPTH_STEP
        places = np.arange(depth + body + _BEFORE, radius, _DISTANCE_STEP)
        if any(_takes_behind(faced, float(x), depth, height, across) for x in places):
            low = number
        else:
            high = number - 1
    return round(low * _DEPTH_STEP, 2)


def _takes_behind(faced: _Faced, away: float, depth: float, height: float, across: float) -> bool:
    """Tell whether the hand takes a thin thing so far away, so far behind an edge, metres."""
    hand = faced.hand
    item = faced.item(away, height + _THIN / 2.0, (_size(hand), across, _THIN))
    x, y, _ = item.centre
    top = box(_TOP, (x - depth + 0.5, y, height / 2.0), (1.0, 2.0, max(height, _THIN)))
    poses = np.array(faced.ways(item, hand.opening))
    states, *_ = solve_each(hand, poses, postures_of(hand).near(hand, poses, _NEAREST_POSTURES))
    around = Cell([hand], [top, item_box(item)]).collisions
    return bool(around.allowing(hand.hand, frozenset((_TOP, _THING))).free(states).any())


def _shares(faced: _Faced, distances: Floats, z: float, random: np.random.Generator) -> Floats:
    """Return the share of grasps that can be carried out at each distance, (n,)."""
    hand = faced.hand
    items = [faced.item(float(distance), z, (_size(hand),) * 3) for distance in distances]
    begin = seeds(hand, np.clip(np.zeros(hand.dof), hand.lower, hand.upper), _SEEDS, random)
    x, _, shoulder = hand.shoulder
    ahead = np.array([item.centre[0] for item in items])
    near = np.flatnonzero(np.hypot(ahead - x, z - shoulder) < hand.longest + _size(hand))
    if not len(near):
        return np.zeros(len(distances))
    # A hand that opens wider closes on corners, too: its shares would be of twice as many ways.
    on_sides = _size(hand) / _OF_OPENING
    ways = [faced.ways(items[n], on_sides) for n in near]
    poses = np.array([pose for of_one in ways for pose in of_one])
    distance_of = np.repeat(near, [len(of_one) for of_one in ways])
    states, which, _ = solve_each(hand, poses, begin)
    if not len(states):
        return np.zeros(len(distances))
    reached = np.unique(which[Cell([hand]).collisions.free(states)])
    count = np.bincount(distance_of, minlength=len(distances))
    carried_out = np.bincount(distance_of[reached], minlength=len(distances))
    return np.asarray(carried_out / np.maximum(1, count))


def _size(hand: Manipulator) -> float:
    """Return how wide the small thing is, metres: it fits between the fingers."""
    return min(_SIZE, _OF_OPENING * hand.opening)
