# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""How a hand lets go of what it holds, and on which surfaces it could, held in some way.

A thing can be taken in ways in which no furniture takes it any more: a hand that points down does
not get above a counter with it. Whether it could is found out by inverse kinematics alone, before
surfaces that stand ahead of the robot.
"""

import math
from collections.abc import Iterator, Sequence

import numpy as np

from adhoc_teamwork.robot_model.arrays import Floats, pose, transform
from adhoc_teamwork.robot_model.collision.collision import Collisions
from adhoc_teamwork.robot_model.collision.obstacles import box
from adhoc_teamwork.skills.arms.inverse import seeds, solve_each
from adhoc_teamwork.skills.arms.manipulator import Cell, Manipulator
from adhoc_teamwork.skills.grasping.grasps import TILTS, Item, hand_turn, headings
from adhoc_teamwork.skills.grasping.pick_and_place import loaded
from adhoc_teamwork.teamwork.bodies.reach_line import AHEAD

ABOVE = 0.06
"""Metres above a surface at which the hand lets go."""
_LAID_HEADINGS, _LAID_TILTS = 3, 2
"""From so many sides, and with a hand so near to level, what is tall is laid down."""
_ROLLS = tuple(
    transform((0.0, 0.0, 0.0), (turn, 0.0, 0.0))[:3, :3] for turn in (math.pi / 2, -math.pi / 2)
)
"""A quarter of a turn of the hand about its approach, both ways."""
_SURFACE = "the surface"
_BEFORE, _BEHIND = (0.08, 0.48), (0.17, 0.33)
"""Metres that the robot, and the arm's shoulder, stand before a surface's edge, near or farther
off, and behind which the arm lets go."""
_DEPTH, _WIDTH = 0.6, 2.0
"""Of a surface, metres."""
_BESIDE = 0.06
"""So far beside a place, metres, an arm that reaches along a line lets go at the most."""
_SEEDS, _LOWEST = 2, 0.03
"""States that inverse kinematics begins from, and metres above a surface that are enough."""


def tilt_of(in_hand: Floats) -> float:
    """Return how far from straight down the hand points while the object in it is upright."""
    return math.acos(float(np.clip(-in_hand.T[2, 0], -1.0, 1.0)))


def poses_to_let_go(
    arm: Manipulator, item: Item, in_hand: Floats, place: tuple[float, float, float]
) -> Iterator[Floats]:
    """Yield where a held object's middle may be, (4, 4), when its lowest corner is at a place.

    First it is upright. Then what is tall is laid down across the hand's way, and all else leans.
    An arm that reaches along a line lets go a little beside the place, where its hand is there.
    """
    into = np.linalg.inv(in_hand)
    for turn in _turns(arm, item, in_hand, place):
        own = turn @ in_hand[:3, :3]
        half = float(np.abs(own[2]) @ np.array(item.size)) / 2.0
        made = pose((place[0], place[1], place[2] + half), own)
        if arm.line is not None:
            x, y, z = (made @ into)[:3, 3].tolist()
            aside = np.subtract(arm.on_its_line((x, y, z)), (x, y, z))
            if float(np.linalg.norm(aside)) <= _BESIDE:
                made[:3, 3] += aside
        yield made


def share_of_surfaces(
    arm: Manipulator, item: Item, in_hand: Floats, heights: Sequence[float]
) -> float:
    """Return on which share of surfaces a hand could let go of an object that it holds so.

    The robot stands near to them, or farther off if it could on none from there.

    Args:
        arm: With the hand empty; where it is does not matter.
        item: The object; where it is does not matter.
        in_hand: Its middle in the frame of the grasp point, (4, 4).
        heights: Of the surfaces, metres above the floor.
    """
    # The robot is turned so that its line goes along x, and what is held is over the place.
    full = loaded(arm, item, in_hand).along_x(arm.line or AHEAD)
    top = full.shoulder[2] + full.longest
    within = [height for height in heights if height < top]
    if not within:
        return 1.0
    could: list[bool] = []
    for before in _BEFORE:
        could = [_could_let_go(full, item, in_hand, height, before) for height in within]
        if any(could):
            break
    return sum(could) / len(could)


def _could_let_go(
    full: Manipulator, item: Item, in_hand: Floats, height: float, before: float
) -> bool:
    """Tell whether it could while the robot stands so far before a surface, metres."""
    aside = 0.0 if full.line is None else float(in_hand[1, 3])
    x, y = full.shoulder_floor
    edge, z = max(x, _front(full, height)) + before, height + _LOWEST
    places = [(edge + behind, y + aside, z) for behind in _BEHIND]
    middles = [m for place in places for m in poses_to_let_go(full, item, in_hand, place)]
    begin = seeds(full, full.middle, _SEEDS, np.random.default_rng(0))
    states, _, _ = solve_each(full, np.stack(middles) @ np.linalg.inv(in_hand), begin)
    return bool(len(states)) and bool(_beyond(full, edge, height).free(states).any())


def _beyond(arm: Manipulator, edge: float, height: float) -> Collisions:
    """Return what an arm touches before a surface whose edge is so far along x, metres."""
    size = (_DEPTH, _WIDTH, max(height, 1e-3))
    surface = box(_SURFACE, (edge + _DEPTH / 2.0, arm.shoulder_floor[1], size[2] / 2.0), size)
    return Cell([arm], [surface]).collisions.allowing(arm.hand, frozenset((_SURFACE,)))


def _front(arm: Manipulator, height: float) -> float:
    """Return how far along x the robot stands out below a height, metres."""
    parts = [part for part in arm.standing() if part.pose[2, 3] - part.extents[2] < height]
    return max((float(part.pose[0, 3] + part.extents[0]) for part in parts), default=-math.inf)


def _turns(
    arm: Manipulator, item: Item, in_hand: Floats, place: tuple[float, float, float]
) -> Iterator[Floats]:
    """Yield how the hand may be turned, (3, 3), when it lets go.

    An arm that reaches along a line has it turned so there, however far beside that the place is.
    """
    (x, y), there = arm.shoulder_floor, arm.on_its_line(place)
    ahead = math.atan2(there[1] - y, there[0] - x)
    tilt = tilt_of(in_hand)
    for heading in headings(ahead):
        yield hand_turn(heading, tilt)
    if item.size[2] > max(item.size[:2]):
        for heading in headings(ahead)[:_LAID_HEADINGS]:
            for level in TILTS[::-1][:_LAID_TILTS]:
                for roll in _ROLLS:
                    yield hand_turn(heading, level) @ roll
    for other in sorted(TILTS, key=lambda one: abs(one - tilt)):
        if abs(other - tilt) > 1e-3:
            for heading in headings(ahead)[:3]:
                yield hand_turn(heading, other)
