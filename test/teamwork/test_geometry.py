# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Planar geometry in REP-103 frames."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adhoc_teamwork.teamwork.geometry import (
    Point,
    Pose,
    Size,
    goes_through,
    normalize_angle,
    point_in_polygon,
)

coordinates = st.floats(-50, 50)


def test_left_of_a_robot_that_faces_east_is_north() -> None:
    assert Pose(1.0, 2.0, 0.0).transform(0.0, 1.0) == Point(1.0, 3.0)


@given(coordinates, coordinates, st.floats(-math.pi, math.pi), coordinates, coordinates)
def test_transform_keeps_distances(
    x: float, y: float, yaw: float, ahead: float, left: float
) -> None:
    moved = Pose(x, y, yaw).transform(ahead, left)
    assert math.isclose(
        moved.planar_distance_to(Point(x, y)), math.hypot(ahead, left), abs_tol=1e-9
    )


@given(st.builds(Pose, coordinates, coordinates, st.floats(-3.1, 3.1)))
def test_a_pose_and_its_inverse_cancel(pose: Pose) -> None:
    for home in (pose.compose(pose.inverse()), pose.inverse().compose(pose)):
        assert home.point.distance_to(Point(0.0, 0.0)) < 1e-9
        assert math.isclose(home.yaw, 0.0, abs_tol=1e-9)


@given(st.floats(-1000, 1000))
def test_normalized_angles_are_the_same_direction(angle: float) -> None:
    wrapped = normalize_angle(angle)
    assert -math.pi <= wrapped < math.pi
    assert math.isclose(math.cos(wrapped), math.cos(angle), abs_tol=1e-9)
    assert math.isclose(math.sin(wrapped), math.sin(angle), abs_tol=1e-9)


@pytest.mark.parametrize(
    ("x", "y", "inside"), [(0.5, 0.5, True), (1.5, 1.5, False), (0.5, 1.5, True), (3, 0, False)]
)
def test_point_in_an_l_shaped_room(x: float, y: float, inside: bool) -> None:
    outline = ((0, 0), (2, 0), (2, 1), (1, 1), (1, 2), (0, 2))
    assert point_in_polygon(x, y, outline) is inside


def test_nothing_lies_in_an_outline_without_corners() -> None:
    assert not point_in_polygon(0.0, 0.0, ())


def test_a_thing_goes_through_an_opening_with_its_shorter_sides_first() -> None:
    bowl = Size(0.2, 0.2, 0.1)
    assert goes_through(Size(0.3, 0.02, 0.02), bowl)
    assert goes_through(Size(0.2, 0.1, 0.3), bowl)
    assert not goes_through(Size(0.5, 0.35, 0.15), bowl)
