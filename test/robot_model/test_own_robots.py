# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

from pathlib import Path

import numpy as np
import pytest

from adhoc_teamwork.robot_model.arms import find_arms
from adhoc_teamwork.robot_model.extent import collision_points
from adhoc_teamwork.robot_model.kinematics import Kinematics
from adhoc_teamwork.robot_model.limbs import LimbKind, Limbs
from adhoc_teamwork.robot_model.urdf.robot import load_robot
from adhoc_teamwork.teamwork.bodies.robot_card import RobotCard
from adhoc_teamwork.teamwork.settings.config import load_config

CONFIG = Path(__file__).parents[2] / "config" / "robots"
NAMES = ("quadruped", "small", "tall", "flier", "wheels_and_arm", "rotors")


@pytest.mark.parametrize("name", NAMES)
def test_body_stands_on_the_floor_inside_its_cards_outline(name: str) -> None:
    model = load_robot(CONFIG / f"{name}.urdf")
    body = load_config(CONFIG / f"{name}.yaml", RobotCard).body
    still = [link for link in model.links if not link.startswith(("arm_", "gripper_"))]
    points = collision_points(model, Kinematics(model, ()), still)
    assert points[:, 2].min() == pytest.approx(body.hover, abs=0.01)
    assert points[:, 2].max() <= body.height + 1e-6
    assert np.hypot(points[:, 0], points[:, 1]).max() <= body.radius + 0.01


def test_quadruped_has_an_arm_of_six_joints_and_a_gripper() -> None:
    model = load_robot(CONFIG / "quadruped.urdf")
    (arm,) = find_arms(model)
    assert arm.joints == tuple(f"arm_{i}_joint" for i in range(1, 7))
    assert arm.fingers == ("gripper_joint", "gripper_mirror_joint")
    assert arm.tip == "gripper_tcp"
    assert len(Limbs(model).of_kind(LimbKind.LEG)) == 4


def test_the_others_have_wheels_and_no_arm() -> None:
    for name, wheels in (("small", 4), ("tall", 2)):
        model = load_robot(CONFIG / f"{name}.urdf")
        assert len(Limbs(model).of_kind(LimbKind.WHEEL)) == wheels
        assert find_arms(model) == ()


def test_the_flier_has_four_rotors() -> None:
    limbs = Limbs(load_robot(CONFIG / "flier.urdf"))
    assert len(limbs.rotors) == 4
    assert limbs.of_kind(LimbKind.WHEEL) == ()
