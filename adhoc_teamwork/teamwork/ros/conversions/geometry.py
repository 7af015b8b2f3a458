# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Convert points and planar poses to and from geometry_msgs."""

import math
from typing import Any

import geometry_msgs.msg

from adhoc_teamwork.teamwork.geometry import Point, Pose, yaw_of


def point_to_ros(point: Point) -> Any:
    """Return a geometry_msgs/Point."""
    return geometry_msgs.msg.Point(x=float(point.x), y=float(point.y), z=float(point.z))


def point_from_ros(point: Any) -> Point:
    """Return a Point."""
    return Point(point.x, point.y, point.z)


def pose_to_ros(pose: Pose) -> Any:
    """Return a geometry_msgs/Pose on the floor."""
    return geometry_msgs.msg.Pose(
        position=geometry_msgs.msg.Point(x=float(pose.x), y=float(pose.y), z=0.0),
        orientation=geometry_msgs.msg.Quaternion(
            x=0.0, y=0.0, z=math.sin(pose.yaw / 2.0), w=math.cos(pose.yaw / 2.0)
        ),
    )


def pose_from_ros(pose: Any) -> Pose:
    """Return the planar part of a geometry_msgs/Pose."""
    q = pose.orientation
    return Pose(pose.position.x, pose.position.y, yaw_of(q.x, q.y, q.z, q.w))
