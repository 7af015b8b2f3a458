# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from adhoc_teamwork.teamwork.bodies.reach_line import AHEAD, ReachLine

lines = st.builds(ReachLine, st.floats(-math.pi, math.pi), st.floats(-0.5, 0.5))
distances = st.floats(0.5, 3.0)


@given(lines, distances)
def test_a_point_of_the_line_is_as_far_off_and_where_it_is_seen(
    line: ReachLine, distance: float
) -> None:
    away = np.array([distance])
    (point,) = line.points(away)
    assert np.hypot(*point) == pytest.approx(distance)
    bearing = line.bearing(away)[0]
    assert point == pytest.approx(distance * np.array([math.cos(bearing), math.sin(bearing)]))
    assert line.nearest(point) == pytest.approx(point)


@given(lines, st.floats(-2.0, 2.0), st.floats(-2.0, 2.0))
def test_the_nearest_point_is_straight_across(line: ReachLine, x: float, y: float) -> None:
    point = np.array([x, y])
    nearest = line.nearest(point)
    assert (point - nearest) @ [math.cos(line.yaw), math.sin(line.yaw)] == pytest.approx(
        0.0, abs=1e-9
    )
    assert line.nearest(nearest) == pytest.approx(nearest)
    assert (nearest @ [-math.sin(line.yaw), math.cos(line.yaw)]) == pytest.approx(line.aside)


def test_nearer_than_the_line_itself_is_where_the_line_is_nearest() -> None:
    line = ReachLine(0.0, 0.3)
    assert line.along(np.array([0.1, 0.3, 0.5])) == pytest.approx([0.0, 0.0, 0.4])
    assert line.bearing(np.array([0.1]))[0] == pytest.approx(math.pi / 2.0)


def test_ahead_is_ahead() -> None:
    assert AHEAD.points(np.array([0.0, 0.7])).tolist() == [[0.0, 0.0], [0.7, 0.0]]
