# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Where a robot is in `map`, whatever frames lie between `map` and its odometry's."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adhoc_teamwork.teamwork.geometry import Pose, normalize_angle
from adhoc_teamwork.teamwork.maps.pose_in_map import PoseInMap
from adhoc_teamwork.teamwork.maps.transform_buffer import Transform, TransformBuffer

metres, angles = st.floats(-50.0, 50.0), st.floats(-3.0, 3.0)
poses = st.builds(Pose, metres, metres, angles)


def put(buffer: TransformBuffer, parent: str, child: str, at: Pose, static: bool = False) -> None:
    turn = (0.0, 0.0, math.sin(at.yaw / 2.0), math.cos(at.yaw / 2.0))
    assert buffer.set(parent, child, 1.0, Transform((at.x, at.y, 0.0), turn), static)


@given(st.lists(poses, min_size=1, max_size=4), poses)
def test_a_chain_of_any_length_is_followed(chain: list[Pose], odometry: Pose) -> None:
    buffer, expected = TransformBuffer(), Pose(0.0, 0.0)
    names = ["map", *(f"frame{i}" for i in range(len(chain) - 1)), "odom"]
    for parent, child, at in zip(names, names[1:], chain, strict=False):
        put(buffer, parent, child, at)
        expected = expected.compose(at)
    place = PoseInMap(buffer)
    assert place.drive("/odom", odometry)
    found, expected = place.pose(), expected.compose(odometry)
    assert found is not None
    assert found.point.distance_to(expected.point) < 1e-6
    assert abs(normalize_angle(found.yaw - expected.yaw)) < 1e-6


def test_no_transform_is_needed_where_odometry_is_in_the_map() -> None:
    place = PoseInMap(TransformBuffer())
    assert place.pose() is None
    assert not place.needs_moving
    place.drive("map", Pose(1.0, 2.0, 0.5))
    assert place.pose() == Pose(1.0, 2.0, pytest.approx(0.5))
    assert not place.needs_moving


def test_what_moves_is_needed_until_what_is_fixed_does() -> None:
    buffer = TransformBuffer()
    place = PoseInMap(buffer)
    place.drive("odom", Pose(1.0, 0.0))
    assert place.pose() is None
    assert place.needs_moving
    put(buffer, "map", "site", Pose(2.0, 0.0), static=True)
    put(buffer, "site", "odom", Pose(3.0, 0.0))
    assert place.pose() == Pose(6.0, 0.0)
    assert place.needs_moving
    put(buffer, "site", "odom", Pose(4.0, 0.0), static=True)
    assert place.pose() == Pose(7.0, 0.0)
    assert not place.needs_moving


@pytest.mark.parametrize("x", [math.nan, math.inf])
def test_what_is_no_place_changes_nothing(x: float) -> None:
    place = PoseInMap(TransformBuffer())
    place.drive("map", Pose(1.0, 2.0))
    assert not place.drive("map", Pose(x, 0.0))
    assert not place.drive("", Pose(3.0, 0.0))
    assert place.pose() == Pose(1.0, 2.0)


def test_frames_in_a_circle_place_nobody() -> None:
    buffer = TransformBuffer()
    place = PoseInMap(buffer)
    put(buffer, "other", "odom", Pose(0.0, 0.0))
    put(buffer, "odom", "other", Pose(0.0, 0.0))
    place.drive("odom", Pose(0.0, 0.0))
    assert place.pose() is None
    assert place.needs_moving
