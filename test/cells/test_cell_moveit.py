# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What MoveIt is told of an arm of a cell: its joints, its group, and the controllers it has."""

import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from adhoc_teamwork.cells.arm_file import load_arm_kind
from adhoc_teamwork.skills.arms.from_urdf import manipulator
from adhoc_teamwork.skills.moveit.parameters import arm_of_model, move_group_parameters

ARMS = Path(__file__).parents[2] / "config" / "cells" / "arms"


@pytest.mark.parametrize(
    ("name", "controllers"),
    [
        ("ur5e_gripper", ["arm_controller", "gripper_controller"]),
        ("ur5e_suction", ["arm_controller"]),
        ("panda", ["arm_controller", "gripper_controller"]),
    ],
)
def test_move_group_executes_with_what_the_cell_serves(name: str, controllers: list[str]) -> None:
    kind = load_arm_kind(ARMS / f"{name}.yaml")
    mover = manipulator(kind.model, kind.arm, kind.payload)
    arm = arm_of_model(kind.model, kind.arm, mover, kind.posture, Path(kind.model.source))
    told = move_group_parameters(arm)
    manager = told["moveit_simple_controller_manager"]
    assert manager["controller_names"] == controllers
    assert manager["arm_controller"]["joints"] == list(kind.arm.joints)
    groups = ElementTree.fromstring(told["robot_description_semantic"]).findall("group")
    assert kind.arm.name in [group.get("name") for group in groups]
    assert set(kind.arm.joints) == set(told["robot_description_planning"]["joint_limits"])
