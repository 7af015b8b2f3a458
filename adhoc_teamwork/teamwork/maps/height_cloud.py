# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Read a map of the ground's height from a sensor_msgs/PointCloud2, as ROS or a bag gives it."""

from typing import Any

import numpy as np

from adhoc_teamwork.teamwork.maps.grid_frame import GridFrame
from adhoc_teamwork.teamwork.maps.height_map import HeightMap

_FLOAT32 = 7
"""PointField.FLOAT32."""
_FIELDS = (("x", 0, _FLOAT32), ("y", 4, _FLOAT32), ("z", 8, _FLOAT32))
_POINT = 12
_LARGEST = 4_000_000
"""More cells than any house has."""


def height_map_from_ros(message: Any) -> HeightMap:
    """Return the map in an organised cloud of x, y and z.

    Raises:
        ValueError: It is not organised, has other fields, or its points form no even grid.
    """
    rows, columns = message.height, message.width
    fields = tuple((field.name, field.offset, field.datatype) for field in message.fields)
    whole = _POINT * rows * columns
    if fields != _FIELDS or message.point_step != _POINT or len(message.data) != whole:
        raise ValueError("the ground is no cloud of x, y and z in float32")
    if rows < 2 or columns < 2 or rows * columns > _LARGEST:
        raise ValueError(f"the ground has {rows} x {columns} cells; expected a grid")
    points = np.frombuffer(bytes(message.data), np.float32).reshape(rows, columns, 3)
    if not np.isfinite(points).all():
        raise ValueError("the ground has points that are nowhere")
    x0, y0 = (float(value) for value in points[0, 0, :2])
    cell = float(points[0, -1, 0] - x0) / (columns - 1)
    even_x = x0 + cell * np.arange(columns)[None, :] - points[..., 0]
    even_y = y0 + cell * np.arange(rows)[:, None] - points[..., 1]
    if cell <= 0.0 or max(np.abs(even_x).max(), np.abs(even_y).max()) > 0.1 * cell:
        raise ValueError("the ground's points form no even grid along x and y")
    frame = GridFrame.of_middles(x0, y0, cell, (rows, columns))
    return HeightMap(frame, points[..., 2].copy())
