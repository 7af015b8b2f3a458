# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Tests of what is found out of a robot's hands."""

from pathlib import Path

import pytest
from real_robots import ROBOTS

from adhoc_teamwork.robot_model.arms import find_arms
from adhoc_teamwork.robot_model.hands import ends_of, finger_ends, finger_joints
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
    assert finger_ends(load_robot(OWN), ()) == {}


def test_a_finger_that_follows_is_where_the_other_takes_it() -> None:
    model = load_robot(
        ROBOTS / "tiago_pro_description/robots/tiago_pro.urdf", substitute_meshes=True
    )
    fingers = find_arms(model)[0].fingers
    ends = finger_ends(model, fingers)
    followers = {name: model.joints[name].mimic for name in fingers}
    assert sum(mimic is None for mimic in followers.values()) == 1
    for name, mimic in followers.items():
        factor = 1.0 if mimic is None else mimic.multiplier
        assert ends[name] == (pytest.approx(0.802851 * factor, abs=1e-4), pytest.approx(0.0))


def test_a_finger_that_turns_without_end_rests(tmp_path: Path) -> None:
    urdf = tmp_path / "r.urdf"
    urdf.write_text(
        f'<robot name="r"><link name="palm"/>{joint("palm", "jaw", "continuous")}</robot>'
    )
    assert finger_ends(load_robot(urdf), ("jaw_joint",)) == {"jaw_joint": (0.0, 0.0)}


def joint(parent: str, child: str, kind: str, more: str = "") -> str:
    """Return a link and the joint that moves it, named after it."""
    return (
        f'<link name="{child}"/><joint name="{child}_joint" type="{kind}"><parent link="{parent}"/>'
        f'<child link="{child}"/><axis xyz="0 0 1"/>{more}</joint>'
    )


LIMIT = '<limit lower="0" upper="0.04" effort="9" velocity="1"/>'
MIMIC = '<mimic joint="left_finger_joint"/>'


@pytest.mark.parametrize(
    ("inside", "fingers"),
    [
        # Robotiq's inner knuckles turn without limits, and hang on others.
        (
            joint("palm", "left_finger", "revolute", LIMIT)
            + joint("palm", "inner_knuckle", "continuous", MIMIC),
            {"left_finger_joint", "inner_knuckle_joint"},
        ),
        # A motor's horn turns beside the fingers that it moves.
        (
            joint("palm", "gripper_prop", "continuous")
            + joint("palm", "left_finger", "prismatic", LIMIT),
            {"gripper_prop_joint", "left_finger_joint"},
        ),
        # What carries the fingers turns all of the hand.
        (
            joint("palm", "hand_roll", "continuous")
            + joint("hand_roll", "left_finger", "prismatic", LIMIT),
            {"left_finger_joint"},
        ),
    ],
)
def test_a_joint_without_limits_is_of_a_hand_that_it_does_not_turn(
    tmp_path: Path, inside: str, fingers: set[str]
) -> None:
    urdf = tmp_path / "r.urdf"
    arm = joint("base", "palm", "revolute", LIMIT.replace("0.04", "1.5"))
    urdf.write_text(f'<robot name="r"><link name="base"/>{arm}{inside}</robot>')
    assert finger_joints(load_robot(urdf)) == fingers
