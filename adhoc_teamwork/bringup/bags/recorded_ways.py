# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Read the ways of robots from a run's bag: events tell where they are but every few seconds."""

import struct
from pathlib import Path
from typing import Any, Protocol

from rosbags.serde import SerdeError
from rosbags.typesys import Stores, get_typestore

from adhoc_teamwork.teamwork.geometry import Pose, yaw_of
from adhoc_teamwork.teamwork.maps.pose_in_map import PoseInMap
from adhoc_teamwork.teamwork.maps.transform_buffer import TransformBuffer
from adhoc_teamwork.teamwork.recordings.mcap_scan import Message, scan
from adhoc_teamwork.teamwork.text.console import complain
from adhoc_teamwork.teamwork.topics import ODOM

APART = 400_000_000
"""Nanoseconds between two poses of a robot that are taken."""
_TRANSFORMS = ("/tf_static", "/tf")
_FARTHEST = 1e6
"""Metres from where a map begins."""
_NO_MESSAGE = (
    AssertionError,
    AttributeError,
    IndexError,
    KeyError,
    SerdeError,
    ValueError,
    struct.error,
)
"""What taking in bytes that are not the message that their topic has may raise."""


class PoseTaker(Protocol):
    """Be told where robots are."""

    def take_pose(self, robot: str, time: float, x: float, y: float, yaw: float) -> None:
        """Take in a pose in `map`, metres and radians, at a time of the ROS clock, seconds."""


def read_ways(bag: Path, taker: PoseTaker) -> None:
    """Tell where the robots of a bag drove, as far as the bag can be read.

    Raises:
        ConfigError: A file of it cannot be read, or is no MCAP.
    """
    ways = _Ways(taker)
    for path in sorted(bag.glob("*.mcap")):
        for record in scan(path):
            if isinstance(record, Message):
                ways.take(record)
    if ways.bad:
        complain(f"{bag}: {ways.bad} messages left out; the first: {ways.reason}")


class _Ways:
    def __init__(self, taker: PoseTaker) -> None:
        self._taker = taker
        self._store = get_typestore(Stores.ROS2_JAZZY)
        self._transforms = TransformBuffer()
        self._places: dict[str, PoseInMap] = {}
        self._taken: dict[str, int] = {}
        self.bad, self.reason = 0, ""

    def take(self, message: Message) -> None:
        """Take in odometry and transforms; all else is passed over without being decoded."""
        try:
            self._take(message)
        except _NO_MESSAGE as error:
            if not self.bad:
                self.reason = f"{message.channel.topic}: {error!s:.100}"
            self.bad += 1

    def _take(self, message: Message) -> None:
        topic = message.channel.topic
        if topic in _TRANSFORMS:
            fixed = topic == _TRANSFORMS[0]
            if fixed or not self._places or any(p.needs_moving for p in self._places.values()):
                self._transforms.take(self._decode(message), fixed)
            return
        robot, _, name = topic.removeprefix("/").partition("/")
        if name != ODOM or message.stamp - self._taken.get(robot, -APART) < APART:
            return
        odometry = self._decode(message)
        place = self._places.setdefault(robot, PoseInMap(self._transforms))
        if not place.drive(odometry.header.frame_id, _pose(odometry.pose.pose)):
            raise ValueError("a pose that is no place")
        pose = place.pose()
        if pose is not None:
            self._taken[robot] = message.stamp
            stamp = odometry.header.stamp
            self._taker.take_pose(robot, stamp.sec + stamp.nanosec * 1e-9, pose.x, pose.y, pose.yaw)

    def _decode(self, message: Message) -> Any:
        return self._store.deserialize_cdr(message.data, message.channel.kind)


def _pose(pose: Any) -> Pose:
    q = pose.orientation
    if not all(abs(v) < _FARTHEST for v in (pose.position.x, pose.position.y)):
        raise ValueError("a pose that is no place")
    return Pose(pose.position.x, pose.position.y, yaw_of(q.x, q.y, q.z, q.w))
