# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Points of each kind lead from hand to goal, and each kind is tried in each round."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

pytest.importorskip("mujoco", reason="the extra `cells` is not installed")

from adhoc_teamwork.measuring.cells.waypoints import HIGH, WAYS, compare
from adhoc_teamwork.robot_model.arrays import Floats

POINT = arrays(np.float64, 3, elements=st.floats(-1.0, 1.0))


@given(hand=POINT, goal=POINT, number=st.integers(1, 6))
def test_a_straight_way_has_even_steps_from_hand_to_goal(
    hand: Floats, goal: Floats, number: int
) -> None:
    points = WAYS["straight"](hand, goal, [(0.0, 0.0, 0.0)] * number)
    assert len(points) == number
    steps = np.diff(np.array([hand, *points, goal]), axis=0)
    assert np.allclose(steps, (goal - hand) / (number + 1))


@given(hand=POINT, goal=POINT)
def test_a_fixed_way_goes_up_and_across_and_ends_above_the_goal(hand: Floats, goal: Floats) -> None:
    first, middle, last = np.array(WAYS["fixed"](hand, goal, [(0.0, 0.0, 0.0)]))
    assert np.allclose([first[:2], last[:2]], [hand[:2], goal[:2]])
    assert min(first[2], middle[2], last[2]) >= HIGH
    assert np.allclose(middle, (first + last) / 2.0)


def test_a_round_is_planned_with_points_of_every_kind() -> None:
    tried = compare("move_rope", 1)
    assert [(one.does, one.points) for one in tried] == [("taking", points) for points in WAYS]
    assert all(one.is_solved and one.seconds > 0.0 for one in tried)
