# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The narrowest upright box about a thing, from its points that the robot has seen.

Perception tells extents along the axes of `map`: about a bat that lies askew they are as wide as
they are long, and fingers find nothing at most of their edges.
"""

from dataclasses import replace

import numpy as np

from adhoc_teamwork.robot_model.arrays import Floats
from adhoc_teamwork.skills.grasping.grasps import Item

_ERROR = 0.02
"""Points and extents err by this, metres."""
_FEWEST = 8
_FLATTEST = 0.015
"""Points of what is lower than this, metres, cannot be told from those of what it lies on."""
_NARROWEST = 0.02
"""Of what seems narrower, metres, one side alone has been seen."""
_SHARE_SEEN = 0.8
"""Of the extents along the axes, the points have to fill so much."""
_WORTH = 0.7
"""A turned box is believed that covers no more than this share of the other."""
_FRONT_WIDTH, _FRONT_HEIGHT, _FLAT = 0.1, 0.06, 0.25
"""What is upright, so wide and high at least, metres, and so many times as wide as thick may be the
front of something: a book, or all that shows of a box."""
_TURNS = np.radians(np.arange(90.0))


def turned(item: Item, seen: Floats) -> Item:
    """Return a thing as it lies, or as it was given where too little of it was seen.

    Args:
        item: Its extents along the axes of the planning frame.
        seen: Points of things, (n, 3), metres in that frame.
    """
    middle, size = np.array(item.centre), np.array(item.size)
    if size[2] < _FLATTEST:
        return item
    away = seen - middle
    own = (np.abs(away) <= size / 2.0 + _ERROR).all(axis=1) & (away[:, 2] > 0.0)
    points = away[own, :2]
    if len(points) < _FEWEST:
        return item
    cos, sin = np.cos(_TURNS), np.sin(_TURNS)
    along, across = points @ np.stack([cos, sin]), points @ np.stack([-sin, cos])
    length, width = np.ptp(along, axis=0), np.ptp(across, axis=0)
    area = (length + _ERROR) * (width + _ERROR)
    best = int(np.argmin(area))
    missing = size[:2] - (length[0], width[0])
    if area[best] > _WORTH * area[0] or (missing > (1.0 - _SHARE_SEEN) * size[:2]).any():
        return item
    if min(length[best], width[best]) < _NARROWEST:
        return item
    grown = max(0.0, float(missing.min()))
    own_x = (along[:, best].max() + along[:, best].min()) / 2.0
    own_y = (across[:, best].max() + across[:, best].min()) / 2.0
    x = middle[0] + cos[best] * own_x - sin[best] * own_y
    y = middle[1] + sin[best] * own_x + cos[best] * own_y
    return Item(
        item.name,
        (float(x), float(y), item.centre[2]),
        (float(length[best]) + grown, float(width[best]) + grown, item.size[2]),
        float(_TURNS[best]),
        item.mass,
    )


def with_depth(item: Item, seen_from: tuple[float, float]) -> Item:
    """Return what may be the front of something with as much depth as it is wide or high at least.

    Args:
        item: As it was seen.
        seen_from: Floor point before it, metres, in its frame: the depth lies beyond.
    """
    thin = int(np.argmin(item.size[:2]))
    thick, wide, high = item.size[thin], item.size[1 - thin], item.size[2]
    if wide < _FRONT_WIDTH or high < _FRONT_HEIGHT or thick > _FLAT * min(wide, high):
        return item
    depth = min(wide, high)
    turn = item.yaw + thin * np.pi / 2.0
    across = np.array([np.cos(turn), np.sin(turn)])
    away = np.array(item.centre[:2]) - seen_from
    shift = np.copysign((depth - thick) / 2.0, away @ across) * across
    size = (depth, wide, high) if thin == 0 else (wide, depth, high)
    x, y, z = item.centre
    return replace(item, centre=(x + float(shift[0]), y + float(shift[1]), z), size=size)
