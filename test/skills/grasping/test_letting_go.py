# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from raised_robot import raised_quadruped

from adhoc_teamwork.robot_model.arrays import Floats
from adhoc_teamwork.robot_model.collision.obstacles import box
from adhoc_teamwork.skills.arms.from_urdf import load_arms
from adhoc_teamwork.skills.arms.manipulator import Manipulator
from adhoc_teamwork.skills.grasping.grasps import Item, grasps, item_box
from adhoc_teamwork.skills.grasping.letting_go import poses_to_let_go, share_of_surfaces, tilt_of
from adhoc_teamwork.teamwork.bodies.reach_line import AHEAD

ROBOTS = Path(__file__).parents[3] / "config" / "robots"
BAT = Item("Bat_0", (0.6, 0.0, 0.035), (0.07, 0.8, 0.07))
FLOOR, TABLE = 0.0, 0.75


def ways_to_hold(arm: Manipulator, tilt: float) -> list[Floats]:
    """Return where the bat's middle is, (4, 4), in hands that take it so far from straight down."""
    found = grasps(BAT, arm.opening, (0.0, 0.0))
    held = [np.linalg.inv(grasp.pose) @ item_box(BAT).pose for grasp in found]
    return [in_hand for in_hand in held if math.isclose(tilt_of(in_hand), tilt, abs_tol=1e-6)]


def heights(item: Item, middles: list[Floats]) -> list[float]:
    """Return how high an item is in each of some poses, metres."""
    return [float(np.abs(m[2, :3]) @ np.array(item.size)) for m in middles]


def test_a_slanted_hand_serves_higher_surfaces_than_one_that_points_down(arm: Manipulator) -> None:
    down, slanted = ways_to_hold(arm, 0.0), ways_to_hold(arm, math.radians(60.0))
    assert max(share_of_surfaces(arm, BAT, held, [TABLE]) for held in down) == 0.0
    assert max(share_of_surfaces(arm, BAT, held, [FLOOR, TABLE]) for held in down) == 0.5
    assert max(share_of_surfaces(arm, BAT, held, [TABLE]) for held in slanted) == 1.0


def test_what_is_above_the_arm_altogether_does_not_count(arm: Manipulator) -> None:
    held = ways_to_hold(arm, 0.0)[0]
    assert share_of_surfaces(arm, BAT, held, [FLOOR, 3.0]) == 1.0
    assert share_of_surfaces(arm, BAT, held, [3.0]) == 1.0


@pytest.mark.parametrize(("front", "share"), [(0.5, 1.0), (1.1, 0.0)])
def test_a_surface_begins_before_the_robot_and_not_before_its_arm(
    arm: Manipulator, front: float, share: float
) -> None:
    held = ways_to_hold(arm, math.radians(60.0))[0]
    bumper = box("arm/bumper", (front - 0.05, 0.0, 0.1), (0.1, 0.4, 0.1))
    broad = replace(arm, fixed=(*arm.fixed, bumper))
    assert share_of_surfaces(broad, BAT, held, [0.4]) == share


def test_what_stands_out_above_a_surface_keeps_nothing_away(arm: Manipulator) -> None:
    held = ways_to_hold(arm, math.radians(60.0))[0]
    head = box("arm/head", (1.1, 0.0, 1.2), (0.1, 0.4, 0.1))
    assert share_of_surfaces(replace(arm, fixed=(*arm.fixed, head)), BAT, held, [0.4]) == 1.0


def test_an_arm_that_cannot_fold_lets_go_from_farther_off() -> None:
    """What a telescope holds is never so near to its robot as a surface may be."""
    (arm,) = load_arms(ROBOTS / "wheels_and_telescope.urdf", payload=1.0)
    cup = Item("Cup_0", (0.9, 0.0, 0.05), (0.08, 0.08, 0.1))
    grasp = grasps(cup, arm.opening, arm.shoulder_floor)[0]
    in_hand = np.linalg.inv(grasp.pose) @ item_box(cup).pose
    assert share_of_surfaces(arm, cup, in_hand, [TABLE]) == 1.0


def test_surfaces_are_as_high_wherever_the_urdf_has_its_root(
    arm: Manipulator, tmp_path: Path
) -> None:
    (raised,) = load_arms(raised_quadruped(tmp_path).with_suffix(".urdf"), payload=3.0)
    held = ways_to_hold(arm, math.radians(60.0))
    for height in (FLOOR, TABLE, 1.2):
        assert [share_of_surfaces(raised, BAT, one, [height]) for one in held[:3]] == [
            share_of_surfaces(arm, BAT, one, [height]) for one in held[:3]
        ]


def test_the_lowest_corner_is_as_high_as_the_place(arm: Manipulator) -> None:
    middles = list(poses_to_let_go(arm, BAT, ways_to_hold(arm, 0.0)[0], (0.6, 0.0, TABLE)))
    for middle, height in zip(middles, heights(BAT, middles), strict=True):
        assert middle[2, 3] - height / 2.0 == pytest.approx(TABLE)


def test_an_arm_that_reaches_along_a_line_lets_go_beside_it_turned_along_it(
    arm: Manipulator,
) -> None:
    """It cannot turn its hand to a place beside the line: the robot's base does that."""
    held = ways_to_hold(arm, math.radians(60.0))[0]
    along = replace(arm, line=AHEAD)
    x, y = along.shoulder_floor
    on_it, beside = (
        [m @ np.linalg.inv(held) for m in poses_to_let_go(along, BAT, held, (x + 0.5, place, 0.4))]
        for place in (y, y + 0.04)
    )
    for one, other in zip(on_it, beside, strict=True):
        assert other[:3, :3] == pytest.approx(one[:3, :3], abs=1e-9)
