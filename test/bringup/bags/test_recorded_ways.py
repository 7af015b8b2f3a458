# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The ways of robots, read from a run's bag."""

import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from rosbags.typesys import Stores, get_typestore

from adhoc_teamwork.bringup.bags.bag_writing import BAG, FILE, BagWriter
from adhoc_teamwork.bringup.bags.recorded_ways import read_ways
from adhoc_teamwork.bringup.team_console.picture import Picture
from adhoc_teamwork.teamwork.recordings.bag_topics import recorded_topics
from adhoc_teamwork.teamwork.settings.config import ConfigError

STORE = get_typestore(Stores.ROS2_JAZZY)
TYPES = STORE.types


def pose(x: float, yaw: float) -> Any:
    return TYPES["geometry_msgs/msg/Pose"](
        TYPES["geometry_msgs/msg/Point"](x, 2.0, 0.0),
        TYPES["geometry_msgs/msg/Quaternion"](0.0, 0.0, math.sin(yaw / 2), math.cos(yaw / 2)),
    )


def header(time: float, frame: str = "tall/odom") -> Any:
    stamp = TYPES["builtin_interfaces/msg/Time"](int(time), round((time % 1.0) * 1e9))
    return TYPES["std_msgs/msg/Header"](stamp, frame)


def odometry(time: float, x: float) -> bytes:
    kind, still = "nav_msgs/msg/Odometry", TYPES["geometry_msgs/msg/Vector3"](0.0, 0.0, 0.0)
    twist = TYPES["geometry_msgs/msg/TwistWithCovariance"](
        TYPES["geometry_msgs/msg/Twist"](still, still), np.zeros(36)
    )
    place = TYPES["geometry_msgs/msg/PoseWithCovariance"](pose(x, 0.5), np.zeros(36))
    return bytes(STORE.serialize_cdr(TYPES[kind](header(time), "base", place, twist), kind))


def transform(parent: str, child: str, time: float, x: float) -> bytes:
    kind = "tf2_msgs/msg/TFMessage"
    stamped = TYPES["geometry_msgs/msg/TransformStamped"](
        header(time, parent),
        child,
        TYPES["geometry_msgs/msg/Transform"](
            TYPES["geometry_msgs/msg/Vector3"](x, 0.0, 0.0),
            TYPES["geometry_msgs/msg/Quaternion"](0.0, 0.0, 0.0, 1.0),
        ),
    )
    return bytes(STORE.serialize_cdr(TYPES[kind]([stamped]), kind))


def ways(folder: Path) -> list[tuple[float, list[float]]]:
    picture = Picture()
    read_ways(folder / BAG, picture)
    lines = [json.loads(line) for line in picture.log.since(-1, 0)[2]]
    assert {track for track, _, _ in lines} <= {"pose/tall"}
    return [(time, value) for _, time, value in lines]


@pytest.fixture
def writer(tmp_path: Path) -> BagWriter:
    writer = BagWriter(tmp_path)
    writer.open()
    writer.list_topics(recorded_topics(("tall",)))
    writer.write("/tf_static", 1, transform("map", "site", 0.0, 1.0))
    writer.write("/tf", 2, transform("site", "tall/odom", 0.0, 0.0))
    return writer


def test_a_way_is_taken_in_steps_that_a_person_can_see(writer: BagWriter, tmp_path: Path) -> None:
    for tick in range(100):
        time = tick / 10
        writer.write("/tall/odom", round(time * 1e9), odometry(time, time))
    writer.close()
    found = ways(tmp_path)
    assert [time for time, _ in found] == pytest.approx([0.4 * i for i in range(25)])
    assert found[5] == (2.0, [3.0, 2.0, 0.5])


def test_odometry_that_drifted_is_put_where_the_robot_is_in_the_map(
    writer: BagWriter, tmp_path: Path
) -> None:
    writer.write("/tall/odom", 2 * 10**9, odometry(2.0, 5.0))
    writer.write("/tf", 2 * 10**9 + 1, transform("site", "tall/odom", 2.0, 4.0))
    writer.write("/tall/odom", 3 * 10**9, odometry(3.0, 6.0))
    writer.close()
    # From the fixture's place of `site` in `map`, one metre on.
    assert [value[0] for _, value in ways(tmp_path)] == pytest.approx([6.0, 11.0])


def test_a_bag_that_was_cut_off_is_read_as_far_as_it_goes(
    writer: BagWriter, tmp_path: Path
) -> None:
    writer.write("/tall/odom", 10**9, odometry(1.0, 5.0))
    writer.flush()
    # Nobody closes it.
    assert len(ways(tmp_path)) == 1


def test_a_run_without_bag_has_no_ways_and_a_false_one_is_refused(tmp_path: Path) -> None:
    assert ways(tmp_path) == []
    (tmp_path / BAG).mkdir()
    (tmp_path / BAG / FILE).write_bytes(b"no bag at all")
    with pytest.raises(ConfigError, match="not an MCAP"):
        ways(tmp_path)
