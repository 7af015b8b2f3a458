# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Tests of what is found out of a robot's hands."""

from pathlib import Path

import pytest
from real_robots import ROBOTS

from adhoc_teamwork.robot_model.arms import find_arms
from adhoc_teamwork.robot_model.hands import ends_of
from adhoc_teamwork.robot_model.urdf.robot import load_robot

OWN = Path(__file__).parents[2] / "config" / "robots" / "quadruped.urdf"
SO101 = ROBOTS / "so_arm_description/urdf/so101.urdf"
HANDS = (
    ("panda_description/urdf/panda.urdf", 0.0, 0.04),
    ("z1_description/urdf/z1.urdf", 0.0, -1.5707),
    ("so_arm_description/urdf/so101.urdf", -0.174533, 1.74533),
    ("tiago_pro_description/robots/tiago_pro.urdf", 0.802851, 0.0),
)


def test_our_own_hand_opens_upwards() -> None:
    (arm,) = find_arms(load_robot(OWN))
    assert ends_of(load_robot(OWN), arm.fingers) == (0.0, 0.04)


@pytest.mark.parametrize(("urdf", "closed", "wide"), HANDS)
def test_real_hands_are_shut_where_their_finger_tips_meet(
    urdf: str, closed: float, wide: float
) -> None:
    model = load_robot(ROBOTS / urdf, substitute_meshes=True)
    ends = ends_of(model, find_arms(model)[0].fingers)
    assert ends == (pytest.approx(closed, abs=1e-4), pytest.approx(wide, abs=1e-4))


def test_what_turns_the_whole_hand_is_no_finger() -> None:
    model = load_robot(SO101, substitute_meshes=True)
    (arm,) = find_arms(model)
    assert arm.fingers == ("gripper",)
    assert arm.joints[-1] == "wrist_roll"


def test_no_fingers_have_no_ends() -> None:
    assert ends_of(load_robot(OWN), ()) is None
