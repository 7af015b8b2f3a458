# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""An arm that cannot turn itself to a thing says along which line it reaches, wherever that is."""

import math
from pathlib import Path

import pytest
from telescopes import ROBOTS, telescope

from adhoc_teamwork.robot_model.arrays import transform
from adhoc_teamwork.skills.arms.from_urdf import load_arms
from adhoc_teamwork.skills.arms.manipulator import Manipulator
from adhoc_teamwork.skills.arms.reach_line import find_reach_line


@pytest.mark.parametrize("robot", ["quadruped", "wheels_and_arm"])
def test_an_arm_that_turns_itself_has_no_line(robot: str) -> None:
    assert load_arms(ROBOTS / f"{robot}.urdf", payload=1.0)[0].line is None


@pytest.mark.parametrize(
    ("x", "y", "yaw"), [(0.0, 0.0, 0.0), (-0.1, 0.14, -1.5708), (0, 0.08, 0.5)]
)
def test_the_line_goes_where_the_mast_points(
    x: float, y: float, yaw: float, tmp_path: Path
) -> None:
    line = telescope(tmp_path, x, y, yaw).line
    assert line is not None
    assert line.yaw == pytest.approx(yaw, abs=1e-3)
    assert line.aside == pytest.approx(y * math.cos(yaw) - x * math.sin(yaw), abs=1e-3)


def test_where_the_base_stands_changes_nothing_but_where_the_line_is(tmp_path: Path) -> None:
    arm = telescope(tmp_path, 0.0, 0.1, 0.0).at(transform((2.0, 1.0, 0.0), (0.0, 0.0, math.pi / 2)))
    assert find_reach_line(arm) == arm.line
    # The robot looks along y: its line is 0.1 m to its left, at x = 1.9.
    assert arm.on_its_line((1.7, 3.0, 0.4)) == pytest.approx((1.9, 3.0, 0.4))
    assert arm.shoulder_floor == pytest.approx((1.9, 1.0))


def test_an_arm_without_a_line_gets_anywhere(arm: Manipulator) -> None:
    assert arm.on_its_line((0.3, 0.4, 0.5)) == (0.3, 0.4, 0.5)
