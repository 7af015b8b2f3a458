# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Convert values of a grid's cells to nav_msgs."""

from array import array
from typing import Any

import numpy as np
from nav_msgs.msg import OccupancyGrid
from numpy.typing import NDArray

from adhoc_teamwork.teamwork import topics
from adhoc_teamwork.teamwork.maps.grid_frame import GridFrame
from adhoc_teamwork.teamwork.ros.conversions.stamp import time_to_ros


def occupancy_to_ros(frame: GridFrame, values: NDArray[np.int8], now: float) -> Any:
    """Return values of cells, rows along y, as a nav_msgs/OccupancyGrid in `map`."""
    message = OccupancyGrid()
    message.header.frame_id = topics.MAP_FRAME
    message.header.stamp = time_to_ros(now)
    message.info.map_load_time = message.header.stamp
    message.info.resolution = float(frame.cell)
    message.info.width, message.info.height = frame.width, frame.height
    message.info.origin.position.x, message.info.origin.position.y = frame.origin
    message.info.origin.orientation.w = 1.0
    message.data = array("b", values.tobytes())
    return message
