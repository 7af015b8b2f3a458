# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Draw the outlines of rooms on a grid."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from adhoc_teamwork.perception.map.grid_extent import GridExtent
from adhoc_teamwork.teamwork.scene import Room


def room_layer(rooms: Sequence[Room], extent: GridExtent) -> NDArray[np.int16]:
    """Return (height, width) the index of the room in which each cell's middle is, or -1."""
    layer = np.full((extent.height, extent.width), -1, np.int16)
    x, y = extent.centres()
    for index, room in enumerate(rooms):
        if len(room.outline) >= 3:
            layer[_inside(room.outline, x[None, :], y[:, None])] = index
    return layer


def _inside(
    outline: Sequence[tuple[float, float]],
    x: NDArray[np.floating[Any]],
    y: NDArray[np.floating[Any]],
) -> NDArray[np.bool_]:
    """Tell by the even-odd rule which points of a grid lie inside an outline."""
    inside = np.zeros(np.broadcast_shapes(x.shape, y.shape), np.bool_)
    previous_x, previous_y = outline[-1]
    for corner_x, corner_y in outline:
        if corner_y != previous_y:
            spans = (corner_y > y) != (previous_y > y)
            slope = (previous_x - corner_x) / (previous_y - corner_y)
            inside ^= spans & (x < corner_x + (y - corner_y) * slope)
        previous_x, previous_y = corner_x, corner_y
    return inside
