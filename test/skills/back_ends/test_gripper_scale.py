# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Tests of what a gripper's controller is told."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adhoc_teamwork.skills.back_ends.gripper_scale import GAPS, GripperScale

ANGLES = st.floats(-4.0, 4.0)


@given(st.floats(0.0, 0.3))
def test_gaps_stay_gaps_unless_said_otherwise(gap: float) -> None:
    assert GAPS.position(gap, 0.08) == gap


@given(ANGLES, ANGLES, st.floats(-1.0, 1.0))
def test_positions_stay_between_both_ends(closed: float, wide: float, gap: float) -> None:
    if closed != wide:
        position = GripperScale(closed, wide).position(gap, 0.08)
        assert min(closed, wide) - 1e-9 <= position <= max(closed, wide) + 1e-9


def test_a_joint_that_turns_to_shut_the_fingers() -> None:
    knuckle = GripperScale(closed=0.8, open=0.0)
    assert knuckle.position(0.0, 0.085) == 0.8
    assert knuckle.position(0.085, 0.085) == 0.0
    assert knuckle.position(0.02125, 0.085) == pytest.approx(0.6)
