# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What the hand feels, by the effort of its gripper's joint."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from adhoc_teamwork.teamwork.bodies.grip import FELT_EFFORT, felt_grip
from adhoc_teamwork.teamwork.topics import GRIPPER_JOINT

JOINTS = ["wheel", GRIPPER_JOINT]


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_fingers_that_push_either_way_feel_the_same(effort: float) -> None:
    felt = felt_grip(JOINTS, [7.0, effort])
    assert felt is (abs(effort) > FELT_EFFORT)
    assert felt_grip(JOINTS, np.array([7.0, -effort])) is felt


@pytest.mark.parametrize(
    ("names", "efforts"),
    [([], []), (["wheel"], [5.0]), (JOINTS, [5.0]), (JOINTS, []), ([GRIPPER_JOINT], [])],
)
def test_nothing_is_known_of_a_gripper_that_is_not_told_of(
    names: list[str], efforts: list[float]
) -> None:
    assert felt_grip(names, efforts) is None


@pytest.mark.parametrize("effort", [math.nan, math.inf, -math.inf])
def test_what_is_no_number_is_refused(effort: float) -> None:
    with pytest.raises(ValueError, match="gripper_joint has the effort"):
        felt_grip(JOINTS, [0.0, effort])
