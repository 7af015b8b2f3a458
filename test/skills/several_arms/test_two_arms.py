# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

from collections.abc import Sequence

import numpy as np
import pytest

from adhoc_teamwork.robot_model.arrays import Floats, pose
from adhoc_teamwork.skills.arms.failure import ArmFailure, Step
from adhoc_teamwork.skills.arms.manipulator import Cell, Manipulator
from adhoc_teamwork.skills.arms.planner import ArmSettings
from adhoc_teamwork.skills.arms.stowed import stowed
from adhoc_teamwork.skills.several_arms.jointly import JointPlanner
from adhoc_teamwork.skills.several_arms.plan_text import parse_plan

DOWN = np.array([[0.0, 0.0, 1.0], [0.0, 1.0, 0.0], [-1.0, 0.0, 0.0]])
AHEAD = np.eye(3)
BACK = np.diag([-1.0, -1.0, 1.0])
PLACES = {"apple": (0.7, 0.15, 0.6), "banana": (0.8, -0.15, 0.6)}


@pytest.fixture(scope="module")
def cell(arm: Manipulator) -> Cell:
    facing = np.diag([-1.0, -1.0, 1.0, 1.0])
    facing[0, 3] = 1.7
    return Cell([arm.of_robot("left"), arm.at(facing).of_robot("right")])


@pytest.fixture(scope="module")
def start(arm: Manipulator) -> np.ndarray:
    return np.concatenate([stowed(arm)] * 2)


def test_two_arms_move_together_without_touching(cell: Cell, start: np.ndarray) -> None:
    targets = [pose(PLACES["apple"], AHEAD), pose(PLACES["banana"], BACK)]
    found = JointPlanner(cell, ArmSettings(iterations=3000)).to_poses(start, targets)
    assert len(found.joints) == len(set(found.joints)) == 12
    fine = np.array([found.at(t) for t in np.arange(0.0, found.duration, 0.02)])
    assert cell.collisions.free(fine).all()
    for index, arm in enumerate(cell.arms):
        end = arm.tool_poses(cell.part(index, found.positions[-1]))[0]
        assert np.abs(end - targets[index]).max() < 0.006
    one = found.part(cell.arms[1].joints)
    assert one.positions[-1] == pytest.approx(cell.part(1, found.positions[-1]))


@pytest.mark.parametrize(("in_vain", "is_found"), [(5, True), (50, False)])
def test_what_some_searches_do_not_find_another_does(
    cell: Cell, start: np.ndarray, in_vain: int, is_found: bool
) -> None:
    asked: list[int] = []

    def find(_: Cell, begin: Floats, goals: Sequence[Floats]) -> Floats | None:
        asked.append(len(goals))
        return None if len(asked) <= in_vain else np.stack([begin, goals[0]])

    targets = [pose(PLACES["apple"], AHEAD), pose(PLACES["banana"], BACK)]
    planner = JointPlanner(cell, ArmSettings(find=find))
    if is_found:
        assert planner.to_poses(start, targets).duration > 0.0
        assert len(asked) == in_vain + 1
    else:
        with pytest.raises(ArmFailure) as failed:
            planner.to_poses(start, targets)
        assert (failed.value.step, len(asked)) == (Step.SEARCH, 8)


def test_arms_that_would_meet_are_told_of_the_collision(cell: Cell, start: np.ndarray) -> None:
    same = [pose((0.8, 0.15, 0.6), AHEAD), pose((0.8, 0.15, 0.6), BACK)]
    with pytest.raises(ArmFailure, match=r"left .* touches right") as failed:
        JointPlanner(cell, ArmSettings(seeds=(16,))).goals(start, same)
    assert failed.value.step is Step.COLLISION


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("I would pick the apple.", "begin with EXECUTE"),
        ("EXECUTE\nNAME Alice ACTION PICK apple", "no action for Bob"),
        ("EXECUTE\nNAME Carol ACTION WAIT", "no robot Carol"),
        (
            "EXECUTE\nNAME Alice ACTION PICK apple PATH [(1, 2)]\nNAME Bob ACTION WAIT",
            "PATH of Alice",
        ),
    ],
)
def test_a_plan_in_another_form_is_refused_with_what_is_wrong(text: str, words: str) -> None:
    with pytest.raises(ArmFailure, match=words) as failed:
        parse_plan(text, ["Alice", "Bob"])
    assert failed.value.step is Step.PARSE


def test_talk_before_the_plan_is_not_read() -> None:
    text = "EXECUTE? Not yet.\nEXECUTE\nNAME Bob ACTION PICK cup PATH [(0.1, -.2, 1e-1)]"
    actions = parse_plan(text, ["Bob"])
    assert actions["Bob"].words == ("PICK", "cup")
    assert actions["Bob"].path == ((0.1, -0.2, 0.1),)
