# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

from pathlib import Path

import numpy as np
import pytest

from adhoc_teamwork.robot_model.arms import find_arms
from adhoc_teamwork.robot_model.collision.obstacles import box
from adhoc_teamwork.robot_model.tool_frame import tool_frame
from adhoc_teamwork.robot_model.urdf.robot import load_robot
from adhoc_teamwork.skills.arms.from_urdf import load_arms
from adhoc_teamwork.skills.arms.stowed import stowed
from adhoc_teamwork.skills.grasping.grasps import Item
from adhoc_teamwork.skills.grasping.pick_and_place import PickAndPlace

TIPS = 0.15
"""From the flange to the finger tips, metres."""


def link(name: str, size: str = "", at: str = "0 0 0") -> str:
    shape = f'<collision><origin xyz="{at}"/><geometry><box size="{size}"/></geometry></collision>'
    return f'<link name="{name}">{shape if size else ""}</link>'


def joint(name: str, parent: str, child: str, at: str, axis: str = "", limit: float = 2.0) -> str:
    limits = f'<limit lower="{-limit}" upper="{limit}" effort="60" velocity="1"/>'
    moving = f'<axis xyz="{axis}"/>{limits}' if axis else ""
    return (
        f'<joint name="{name}" type="{"revolute" if axis else "fixed"}"><parent link="{parent}"/>'
        f'<child link="{child}"/><origin xyz="{at}"/>{moving}</joint>'
    )


UP, ACROSS = "0 0 1", "0 1 0"
SIX = ((UP, 0.1), (ACROSS, 0.3), (ACROSS, 0.15), (UP, 0.15), (ACROSS, 0.1), (UP, 0.04))
FOUR = ((UP, 0.1), (ACROSS, 0.3), (ACROSS, 0.3), (ACROSS, 0.04))
"""Joints, each by its axis and by how far the next is, metres."""


def write_robot(
    folder: Path,
    frame: str = "",
    turns: float = 3.1,
    joints: tuple[tuple[str, float], ...] = SIX,
    ahead: float = 0.0,
) -> Path:
    """Write an arm with a flange, and fingers of two joints each on its palm.

    It begins `ahead` metres before the robot's middle.
    """
    parts = [link("base", "0.3 0.3 0.4", "0 0 -0.2")]
    above, at = "base", f"{ahead} 0 0.02"
    for number, (axis, length) in enumerate(joints):
        name = f"link_{number}"
        parts.append(link(name, f"0.05 0.05 {0.8 * length}", f"0 0 {0.5 * length}"))
        parts.append(joint(f"joint_{number}", above, name, at, axis, turns))
        above, at = name, f"0 0 {length}"
    parts += [link("tool0"), joint("flange", above, "tool0", at)]
    parts += [link("palm", "0.08 0.14 0.04", "0 0 0.02"), joint("mount", "tool0", "palm", "0 0 0")]
    for side, y in (("left", 0.045), ("right", -0.045)):
        parts += [
            link(f"{side}_knuckle", "0.02 0.01 0.04", "0 0 0.02"),
            joint(f"{side}_finger_joint", "palm", f"{side}_knuckle", f"0 {y} 0.05", "1 0 0", 0.6),
            link(f"{side}_tip", "0.02 0.01 0.05", "0 0 0.025"),
            joint(f"{side}_tip_joint", f"{side}_knuckle", f"{side}_tip", "0 0 0.05", "1 0 0", 0.6),
        ]
    if frame:
        parts += [link(frame), joint("between", "palm", frame, "0 0 0.12")]
    path = folder / "robot.urdf"
    path.write_text(f'<robot name="r">{"".join(parts)}</robot>', encoding="utf-8")
    return path


def tool_of(path: Path) -> tuple[str, np.ndarray]:
    model = load_robot(path)
    (arm,) = find_arms(model)
    return arm.tip, tool_frame(model, arm.kinematics(model), arm)


def test_a_hand_on_a_flange_grasps_between_its_finger_tips(tmp_path: Path) -> None:
    tip, tool = tool_of(write_robot(tmp_path))
    assert tip == "tool0"
    assert tool[:3, 0].tolist() == [0.0, 0.0, 1.0]
    assert abs(tool[:3, 1]).tolist() == [0.0, 1.0, 0.0]
    assert tool[2, 3] == pytest.approx(TIPS - 0.02)
    assert np.abs(tool[:2, 3]).max() < 1e-9


@pytest.mark.parametrize("frame", ["tcp", "grasp_frame"])
def test_a_frame_between_the_fingers_is_taken_as_it_is(tmp_path: Path, frame: str) -> None:
    tip, tool = tool_of(write_robot(tmp_path, frame))
    assert tip == frame
    assert np.abs(tool[:3, 3]).max() < 1e-9


@pytest.mark.parametrize("turns", [3.1, 2.0 * np.pi])
def test_such_a_hand_takes_a_mug(tmp_path: Path, turns: float) -> None:
    """With fingers of two joints beside what it holds, and joints that turn twice."""
    (arm,) = load_arms(write_robot(tmp_path, turns=turns), 1.0)
    assert not any(arm.hand >= set(pair) for pair in arm.apart)
    begin = stowed(arm)
    assert np.abs(begin).max() <= np.pi
    table = box("table", (0.65, 0.0, 0.18), (0.5, 1.0, 0.04))
    mug = Item("Mug_0", centre=(0.5, 0.1, 0.25), size=(0.05, 0.05, 0.1), mass=0.2)
    taken = PickAndPlace(arm, [table]).pick(begin, mug, support="table")
    assert [stage.name for stage in taken.stages] == ["pre-grasp", "approach", "lift"]


@pytest.mark.parametrize("y", [0.0, 0.02, -0.15])
def test_an_arm_of_four_joints_takes_what_lies_to_one_side(tmp_path: Path, y: float) -> None:
    """It reaches in the plane of its shoulder, which is not the robot's middle."""
    (arm,) = load_arms(write_robot(tmp_path, joints=FOUR, ahead=0.2), 1.0)
    mug = Item("Mug_0", centre=(0.7, y, 0.1), size=(0.05, 0.05, 0.1), mass=0.2)
    table = box("table", (0.75, 0.0, 0.03), (0.3, 1.0, 0.04))
    begin = np.array([0.0, -0.5, 1.5, 0.5])
    taken = PickAndPlace(arm, [table]).pick(begin, mug, support="table")
    assert taken.stages[-1].name == "lift"


def test_random_states_turn_half_a_turn_at_most(tmp_path: Path) -> None:
    for turns, most in ((3.1, 3.1), (2.0 * np.pi, np.pi)):
        (arm,) = load_arms(write_robot(tmp_path, turns=turns), 1.0)
        states = arm.random_states(500, np.random.default_rng(0))
        assert states.shape == (500, 6)
        assert 0.9 * most < np.abs(states).max() <= most
