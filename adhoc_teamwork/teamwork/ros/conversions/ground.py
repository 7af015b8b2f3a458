# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Convert a map of the ground's height to sensor_msgs/PointCloud2, a point a cell.

`adhoc_teamwork.teamwork.maps.height_cloud` reads it.
"""

from array import array
from typing import Any

import numpy as np
from sensor_msgs.msg import PointCloud2, PointField

from adhoc_teamwork.teamwork.maps.height_map import HeightMap
from adhoc_teamwork.teamwork.topics import MAP_FRAME

_AXES = ("x", "y", "z")


def height_map_to_ros(ground: HeightMap) -> Any:
    """Return an organised cloud: its rows and columns are those of the map."""
    rows, columns = ground.heights.shape
    points = np.empty((rows, columns, 3), np.float32)
    x, y = ground.frame.middles()
    points[..., 0], points[..., 1] = x[None, :], y[:, None]
    points[..., 2] = ground.heights
    message = PointCloud2(
        height=rows,
        width=columns,
        fields=[
            PointField(name=name, offset=4 * axis, datatype=PointField.FLOAT32, count=1)
            for axis, name in enumerate(_AXES)
        ],
        is_bigendian=False,
        point_step=12,
        row_step=12 * columns,
        is_dense=True,
    )
    message.data = array("B", points.tobytes())
    message.header.frame_id = MAP_FRAME
    return message
