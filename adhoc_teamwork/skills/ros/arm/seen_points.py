# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Points of things that the robot's perception has seen, for its arm to keep clear of."""

from typing import Any

import numpy as np
from sensor_msgs.msg import PointCloud2, PointField

from adhoc_teamwork.skills.belief.grid import Floats
from adhoc_teamwork.skills.belief.world import World
from adhoc_teamwork.teamwork import topics
from adhoc_teamwork.teamwork.ros import qos

_FIELDS = [("x", 0, PointField.FLOAT32), ("y", 4, PointField.FLOAT32), ("z", 8, PointField.FLOAT32)]
_LARGEST = 2_000_000


class SeenPoints:
    """Keep the newest semantic cloud, and read it when an arm's motion is planned.

    Perception makes it only while somebody listens: those robots' who plan with an arm do.
    """

    def __init__(self, node: Any, world: World, group: Any = None) -> None:
        self._node, self._world, self._group = node, world, group
        self._newest: Any = None
        self._read: tuple[Any, Floats] = (None, np.empty((0, 3)))

    def setup(self) -> None:
        """Subscribe."""
        self._node.create_subscription(
            PointCloud2, topics.SEMANTIC_CLOUD, self._keep, qos.LATCHED, callback_group=self._group
        )
        self._world.seen = self.points

    def points(self) -> Floats:
        """Return the points, (n, 3): x and y in `map`, z above the floor there, metres."""
        newest = self._newest
        if newest is not self._read[0]:
            try:
                self._read = newest, points_from_ros(newest)
            except ValueError as error:
                self._read = newest, np.empty((0, 3))
                self._node.get_logger().error(
                    f"perception sent what cannot be read: {error}", throttle_duration_sec=10.0
                )
        points, ground = self._read[1], self._world.ground
        if ground is None or not len(points):
            return points
        above = points.copy()
        above[:, 2] -= ground.at(points[:, 0], points[:, 1])
        return above

    def _keep(self, message: Any) -> None:
        self._newest = message


def points_from_ros(message: Any) -> Floats:
    """Return the places of a sensor_msgs/PointCloud2, (n, 3), that begins with x, y and z.

    Raises:
        ValueError: It has other fields, or data that do not fit its size.
    """
    fields = [(field.name, field.offset, field.datatype) for field in message.fields[:3]]
    count, step = message.width * message.height, message.point_step
    if fields != _FIELDS or message.is_bigendian or step < 12 or step % 4 or count > _LARGEST:
        raise ValueError("the semantic cloud does not begin with x, y and z in float32")
    if len(message.data) != count * step:
        raise ValueError(f"{len(message.data)} bytes for {count} points of {step}")
    rows = np.frombuffer(bytes(message.data), "<f4").reshape(count, step // 4)
    places = rows[:, :3].astype(np.float64)
    return np.asarray(places[np.isfinite(places).all(axis=1)])
