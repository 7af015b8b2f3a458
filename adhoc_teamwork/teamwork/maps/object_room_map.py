# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The object-room map: occupancy, classes and rooms of the floor, cell by cell (paper IV-C)."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from adhoc_teamwork.teamwork.maps.grid_frame import GridFrame

UNKNOWN, FREE, OCCUPIED = -1, 0, 100
"""Values of `ObjectRoomMap.occupancy`, those of nav_msgs/OccupancyGrid."""
NO_ROOM = -1


@dataclass(frozen=True, eq=False)
class ObjectRoomMap:
    """Hold layers over one grid; rows run along y and columns along x, the origin is low.

    Attributes:
        stamp: Seconds of the ROS clock.
        cell: Edge of a cell, metres.
        origin: Lower corner of the first cell, metres in `map`.
        occupancy: (height, width) -1 not looked at, 0 free, 100 occupied.
        rooms: (height, width) index into `room_ids`, -1 in none.
        room_ids: Ids of rooms, as in the scene graph.
        layers: (classes, height, width) whether something of a class is there.
        classes: Categories, such as Mug. Their order stays; new ones are appended.
    """

    stamp: float
    cell: float
    origin: tuple[float, float]
    occupancy: NDArray[np.int8]
    rooms: NDArray[np.int16]
    room_ids: tuple[str, ...]
    layers: NDArray[np.bool_]
    classes: tuple[str, ...]

    @property
    def frame(self) -> GridFrame:
        """Return where the cells lie."""
        return GridFrame(self.cell, self.origin, self.width, self.height)

    @property
    def width(self) -> int:
        """Return the number of columns."""
        return int(self.occupancy.shape[1])

    @property
    def height(self) -> int:
        """Return the number of rows."""
        return int(self.occupancy.shape[0])
