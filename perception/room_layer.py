# Copyright 2026 adhoc_teamwork maintainers
#
# Licensed under the Apache License, Version 2.0 (the "License");
# you may not use this file except in compliance with the License.
# You may obtain a copy of the License at
#
#     http://www.apache.org/licenses/LICENSE-2.0
#
# Unless required by applicable law or agreed to in writing, software
# distributed under the License is distributed on an "AS IS" BASIS,
# WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
# See the License for the specific language governing permissions and
# limitations under the License.

"""Draw the outlines of rooms on a grid."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from perception.grid_extent import GridExtent
from teamwork.scene import Room


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
