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

"""Convert a map of the ground's height to sensor_msgs/PointCloud2, a point a cell.

`teamwork.height_cloud` reads it.
"""

from array import array
from typing import Any

import numpy as np
from sensor_msgs.msg import PointCloud2, PointField

from teamwork.height_map import HeightMap
from teamwork.topics import MAP_FRAME

_AXES = ("x", "y", "z")


def height_map_to_ros(ground: HeightMap) -> Any:
    """Return an organised cloud: its rows and columns are those of the map."""
    rows, columns = ground.heights.shape
    points = np.empty((rows, columns, 3), np.float32)
    points[..., 0] = ground.x0 + ground.cell * np.arange(columns)[None, :]
    points[..., 1] = ground.y0 + ground.cell * np.arange(rows)[:, None]
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
