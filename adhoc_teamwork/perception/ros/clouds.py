# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Convert the semantic point cloud to sensor_msgs."""

from array import array
from typing import Any

import numpy as np
from sensor_msgs.msg import PointCloud2, PointField

from adhoc_teamwork.perception.map.semantic_cloud import SemanticCloud
from adhoc_teamwork.teamwork.ros.conversions.stamp import time_to_ros

_POINT = np.dtype(
    [(name, "<f4") for name in ("x", "y", "z")]
    + [("rgb", "<u4"), ("class", "<i4"), ("instance", "<i4")]
)
_KINDS = {
    "x": PointField.FLOAT32,
    "y": PointField.FLOAT32,
    "z": PointField.FLOAT32,
    # RViz and PCL read the four bytes of a colour out of a float.
    "rgb": PointField.FLOAT32,
    "class": PointField.INT32,
    "instance": PointField.INT32,
}


def cloud_to_ros(cloud: SemanticCloud, frame_id: str, stamp: float) -> Any:
    """Return a sensor_msgs/PointCloud2 with x, y, z (m), rgb, class and instance of each point.

    A class is the index into `classes` of the object-room map, an instance counts objects within
    the message.
    """
    points = np.zeros(len(cloud.positions), _POINT)
    for axis, name in enumerate(("x", "y", "z")):
        points[name] = cloud.positions[:, axis]
    red, green, blue = cloud.colors().astype(np.uint32).T
    points["rgb"] = (red << 16) | (green << 8) | blue
    points["class"], points["instance"] = cloud.classes, cloud.instances
    message = PointCloud2(
        height=1,
        width=len(points),
        fields=[_field(name) for name in _POINT.names or ()],
        is_bigendian=False,
        point_step=_POINT.itemsize,
        row_step=_POINT.itemsize * len(points),
        is_dense=True,
    )
    message.data = array("B", points.tobytes())
    message.header.frame_id = frame_id
    message.header.stamp = time_to_ros(stamp)
    return message


def _field(name: str) -> Any:
    assert _POINT.fields is not None
    return PointField(name=name, offset=_POINT.fields[name][1], datatype=_KINDS[name], count=1)
