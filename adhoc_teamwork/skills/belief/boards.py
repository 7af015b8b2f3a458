# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""On which boards of furniture things may be put, by its points that the robot has seen.

Furniture is believed to carry things at one height. A dresser or a shelving unit has several
boards, and an arm gets to some of them.
"""

import math

import numpy as np

from adhoc_teamwork.skills.belief.footprint import footprint, support_height, top_end
from adhoc_teamwork.skills.belief.grid import Floats
from adhoc_teamwork.teamwork.scene import Detection

_CELL = 0.04
"""Edge of the cells in which points are counted, metres: about as far apart as perception keeps
points of furniture."""
_LEVEL, _ERROR = 0.02, 0.02
"""Thickness of the layers in which they are counted, and by how much they err, metres."""
_LOWEST = 0.1
"""What is lower than this, metres, is a plinth or the floor."""
_MOST = 0.4
"""Where points at one height show over so much of the furniture's rectangle, it is a board."""
SAME_BOARD = 0.08
"""Boards nearer to each other than this, metres, are one."""


def other_boards(furniture: Detection, seen: Floats, room: float) -> list[float]:
    """Return how high the boards of furniture are on which nobody believes things to be put, m.

    Those of which most shows come first. What has less than `room` (m) to the next above is none.

    Args:
        furniture: As it is believed to be.
        seen: Points of things that the robot has seen, (n, 3), x and y in `map`, z above the floor.
        room: How much has to be free above a board, metres.
    """
    area, top = footprint(furniture), top_end(furniture)
    x, y, z = seen[:, 0], seen[:, 1], seen[:, 2]
    of_it = area.contains(x, y) & (z > _LOWEST) & (z < top + _ERROR)
    along_x, along_y = (
        max(1, math.ceil(2.0 * half / _CELL)) for half in (area.half_x, area.half_y)
    )
    row = np.minimum((x[of_it] - area.x + area.half_x) // _CELL, along_x - 1)
    column = np.minimum((y[of_it] - area.y + area.half_y) // _CELL, along_y - 1)
    layer = z[of_it] // _LEVEL
    # What is level shows in two layers where it is between them.
    shown = np.concatenate([np.stack([lower, row, column], axis=1) for lower in (layer, layer - 1)])
    layers, cells = np.unique(np.unique(shown, axis=0)[:, 0], return_counts=True)
    found: list[float] = []
    for lower, count in sorted(zip(layers, cells, strict=True), key=lambda one: -one[1]):
        height = float((lower + 1) * _LEVEL)
        if count < _MOST * along_x * along_y:
            break
        if all(abs(height - other) >= SAME_BOARD for other in found):
            found.append(height)
    above = [*found, top - SAME_BOARD]
    believed = support_height(furniture)
    return [
        height
        for height in found
        if abs(height - believed) >= SAME_BOARD
        and not any(0.0 < other - height < room for other in above)
    ]
