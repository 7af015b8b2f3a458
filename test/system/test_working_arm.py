# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""A robot of two arms: what it announces, plans with and moves is one and the same."""

from dataclasses import replace
from pathlib import Path
from unittest.mock import Mock

import pytest

from adhoc_teamwork.robot_model.arms import find_arm
from adhoc_teamwork.robot_model.urdf.robot import load_robot
from adhoc_teamwork.simulation.gazebo.robot import load_gazebo_robot
from adhoc_teamwork.simulation.manipulation.arm_model import load_arm
from adhoc_teamwork.skills.belief.world import World
from adhoc_teamwork.skills.moveit.parameters import arm_of_robot
from adhoc_teamwork.skills.resume.command import resume_json
from adhoc_teamwork.skills.resume.make import make_resume
from adhoc_teamwork.skills.ros.arm.controlled_hand import controlled_hand
from adhoc_teamwork.teamwork.bodies.resume import working_arm
from adhoc_teamwork.teamwork.bodies.robot_card import RobotCard, load_robot_card
from adhoc_teamwork.teamwork.settings.config import ConfigError

ARMS = {"left": 0.3, "right": 0.5}
"""Metres that the upper arms are long, as the URDF has them in turn."""


def link(name: str, size: str, ahead: float) -> str:
    """Return a link that is a box, its middle so far ahead."""
    return (
        f'<link name="{name}"><inertial><origin xyz="{ahead} 0 0"/><mass value="0.5"/>'
        '<inertia ixx="0.01" ixy="0" ixz="0" iyy="0.01" iyz="0" izz="0.01"/></inertial>'
        f'<collision><origin xyz="{ahead} 0 0"/><geometry><box size="{size}"/></geometry>'
        "</collision></link>"
    )


def joint(name: str, parent: str, child: str, at: str, axis: str, limit: str) -> str:
    """Return a joint; it slides where that is how far, and else turns."""
    kind = "prismatic" if "0.04" in limit else "revolute"
    return (
        f'<joint name="{name}" type="{kind}"><parent link="{parent}"/><child link="{child}"/>'
        f'<origin xyz="{at}"/><axis xyz="{axis}"/><limit {limit} effort="40" velocity="1"/></joint>'
    )


def arm(side: str, y: float, upper: float) -> str:
    """Return an arm of three joints with two fingers."""
    turn = 'lower="-1.5" upper="1.5"'
    names = [f"{side}_{part}" for part in ("upper", "lower", "palm", "finger_a", "finger_b")]
    one, two, palm, a, b = names
    made = (
        link(one, f"{upper} 0.05 0.05", upper / 2.0)
        + joint(f"{side}_1_joint", "base_link", one, f"0.1 {y} 0.8", "0 1 0", turn)
        + link(two, "0.2 0.04 0.04", 0.1)
        + joint(f"{side}_2_joint", one, two, f"{upper} 0 0", "0 1 0", turn)
        + link(palm, "0.04 0.04 0.04", 0.0)
        + joint(f"{side}_3_joint", two, palm, "0.22 0 0", "1 0 0", turn)
    )
    for finger, way in ((a, 1), (b, -1)):
        name = f"{finger}_joint"
        made += link(finger, "0.06 0.01 0.02", 0.03)
        made += joint(
            name, palm, finger, f"0.02 {way * 0.005} 0", f"0 {way} 0", 'lower="0" upper="0.04"'
        )
    return made


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with an URDF and the resume that is made of it."""
    made = tmp_path_factory.mktemp("twin")
    arms = "".join(arm(side, y, ARMS[side]) for side, y in (("left", 0.2), ("right", -0.2)))
    (made / "twin.urdf").write_text(
        f'<robot name="twin">{link("base_link", "0.2 0.3 0.6", 0.0)}{arms}</robot>'
    )
    resume = make_resume(load_robot(made / "twin.urdf"))
    (made / "twin.resume.json").write_text(resume_json(resume))
    return made


def card_file(folder: Path, more: str = "", resume: str = "resume: twin.resume.json\n") -> Path:
    """Return a card of the robot."""
    told = "capability: {robot_type: twin, can_manipulate: true}\nurdf: twin.urdf\n"
    (folder / "twin.yaml").write_text(told + resume + more)
    return folder / "twin.yaml"


def moved(card: RobotCard, file: Path) -> list[tuple[str, ...]]:
    """Return the joints of the arm that each of those who move one has found."""
    simulated, gazebo = load_arm(card, file), load_gazebo_robot("rex", 0, file).arm
    hand = controlled_hand(Mock(), card, file.parent, Mock(), World(), None)
    assert simulated is not None
    assert gazebo is not None
    assert hand is not None
    moveit = arm_of_robot(card, file.parent / card.urdf)
    arms = (simulated, gazebo, hand._planner.arm, moveit.arm, moveit.mover)
    return [one.joints for one in arms]


@pytest.mark.parametrize(
    ("more", "works"), [("", "right"), ("arm: left\n", "left"), ("arm: right\n", "right")]
)
def test_all_move_the_arm_that_is_announced(folder: Path, more: str, works: str) -> None:
    file = card_file(folder, more)
    card = load_robot_card(file)
    assert card.arm == works
    joints = tuple(f"{works}_{number}_joint" for number in (1, 2, 3))
    assert moved(card, file) == [joints] * 5
    farthest = max(band.farthest for band in card.capability.reach_bands)
    assert farthest == pytest.approx(0.1 + ARMS[works] + 0.22, abs=0.05)


def test_what_a_hand_takes_where_is_of_that_arm(folder: Path) -> None:
    left, right = (load_robot_card(card_file(folder, f"arm: {side}\n")) for side in ARMS)
    assert left.grasps != right.grasps == load_robot_card(card_file(folder)).grasps


@pytest.mark.parametrize(("more", "works"), [("", "left"), ("arm: right\n", "right")])
def test_without_a_resume_the_first_arm_works_unless_another_is_named(
    folder: Path, more: str, works: str
) -> None:
    file = card_file(folder, more, resume="")
    assert {joints[0] for joints in moved(load_robot_card(file), file)} == {f"{works}_1_joint"}


def test_a_name_that_no_arm_has_is_refused_with_those_that_there_are(folder: Path) -> None:
    file = card_file(folder, "arm: third\n")
    with pytest.raises(ConfigError) as refused:
        load_robot_card(file)
    assert str(refused.value) == f"{file}: arm: 'third'; expected 'left', 'right'"
    file = card_file(folder, "arm: third\n", resume="")
    with pytest.raises(ConfigError) as refused:
        load_arm(load_robot_card(file), file)
    urdf = folder / "twin.urdf"
    assert str(refused.value) == f"{urdf}: no arm 'third'; expected 'left', 'right'"


def test_of_arms_that_reach_as_far_the_first_works(folder: Path) -> None:
    resume = make_resume(load_robot(folder / "twin.urdf"))
    left, right = resume.arms
    alike = replace(resume, arms=(replace(left, radius=right.radius - 0.005), right))
    assert working_arm(alike) is alike.arms[0]
    assert working_arm(replace(resume, arms=())) is None


def test_one_arm_is_the_first_whatever_its_resume_calls_it(folder: Path) -> None:
    resume = make_resume(load_robot(folder / "twin.urdf"))
    one = replace(resume, arms=(replace(resume.arms[0], name="old_name"),))
    (folder / "one.resume.json").write_text(resume_json(one))
    card = load_robot_card(card_file(folder, resume="resume: one.resume.json\n"))
    assert card.arm == ""
    found = find_arm(load_robot(folder / "twin.urdf"), card.arm)
    assert found is not None
    assert found.name == "left"
