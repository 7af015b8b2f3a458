# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""How an arm carries what it holds, and what it keeps clear of on the way."""

from pathlib import Path

import numpy as np
import pytest

from adhoc_teamwork.robot_model.collision.obstacles import box
from adhoc_teamwork.skills.arms.from_urdf import load_arms
from adhoc_teamwork.skills.arms.manipulator import Cell, Manipulator
from adhoc_teamwork.skills.grasping.carrying import (
    BERTH,
    carrying_postures,
    clear_of,
    sticking_out,
    with_berth,
)
from adhoc_teamwork.skills.grasping.grasps import Item, grasps, item_box
from adhoc_teamwork.skills.grasping.pick_and_place import loaded
from adhoc_teamwork.teamwork.bodies.robot_card import load_robot_card

ROBOTS = Path(__file__).parents[3] / "config" / "robots"
STOWED = np.array(load_robot_card(ROBOTS / "quadruped.yaml").stowed)
AHEAD = np.zeros((1, 6))


@pytest.fixture(scope="module")
def arm() -> Manipulator:
    return load_arms(ROBOTS / "quadruped.urdf", payload=3.0)[0]


def holding(arm: Manipulator, *size: float) -> Manipulator:
    """Return the arm with something that it took from above, before it."""
    item = Item("held", (0.6, 0.0, 0.6), (size[0], size[1], size[2]))
    grasp = grasps(item, arm.opening, (0.0, 0.0), rims=True)[0]
    return loaded(arm, item, np.linalg.inv(grasp.pose) @ item_box(item).pose)


@pytest.mark.parametrize("size", [(0.08, 0.82, 0.08), (0.35, 0.3, 0.25), (0.2, 0.2, 0.4)])
def test_what_is_long_or_wide_is_carried_as_near_to_the_body_as_the_arm_alone(
    arm: Manipulator, size: tuple[float, float, float]
) -> None:
    full, alone = holding(arm, *size), float(sticking_out(arm, STOWED[None])[0])
    best = carrying_postures(full, STOWED, alone)[:8]
    assert Cell([full]).collisions.free(best).all()
    assert sticking_out(full, best).max() < alone + 0.05
    ahead = float(sticking_out(full, AHEAD)[0])
    assert ahead > 0.9


def test_what_is_small_is_carried_where_the_empty_arm_would_be(arm: Manipulator) -> None:
    alone = float(sticking_out(arm, STOWED[None])[0])
    assert carrying_postures(holding(arm, 0.06, 0.06, 0.1), STOWED, alone)[0] == pytest.approx(
        STOWED
    )


def test_how_far_it_sticks_out_does_not_hang_on_where_its_robot_stands(arm: Manipulator) -> None:
    away = np.eye(4)
    away[:2, 3] = 3.0, -2.0
    assert sticking_out(arm.at(away), AHEAD) == pytest.approx(sticking_out(arm, AHEAD))


def test_a_berth_is_kept_but_where_the_arm_has_to_be_nearer(arm: Manipulator) -> None:
    full = holding(arm, 0.06, 0.06, 0.1)
    hand = arm.tool_poses(STOWED[None])[0, :3, 3]
    far = box("far", (3.0, 0.0, 1.0), (0.2, 0.2, 0.2))
    at = next(
        x
        for x in np.arange(0.1, 0.4, 0.005)
        if Cell(
            [full], [box("near", (hand[0], hand[1] + x, hand[2]), (0.1, 0.1, 0.1))]
        ).collisions.free(STOWED[None])[0]
    )
    near = box("near", (hand[0], hand[1] + at, hand[2]), (0.1, 0.1, 0.1))
    made = with_berth(full, [far, near], STOWED[None])
    assert [o.half[0] for o in made] == pytest.approx([0.1 + BERTH, 0.05])


def test_what_is_touched_on_arrival_has_one_face_cut_back(arm: Manipulator) -> None:
    full = holding(arm, 0.06, 0.06, 0.1)
    x, y, z = arm.tool_poses(STOWED[None])[0, :3, 3]
    away, inside = (
        box("away", (x, y + 0.5, z), (0.2, 0.2, 0.2)),
        box("in", (x, y, z), (0.9, 0.9, 0.9)),
    )
    kept = clear_of(full, [away, inside], STOWED[None])
    assert [o.name for o in kept] == ["away"]
    wall = [box("by", (x, y + 0.5 + d, z), (1.0, 1.0, 1.0)) for d in np.arange(-0.12, 0.1, 0.01)]
    cut = clear_of(full, wall, STOWED[None])
    assert len(wall) - 4 <= len(cut) < len(wall)
    # The deepest is left out. Far side, height and width stay; the near face goes back as it must.
    for before, after in zip(wall[-len(cut) :], cut, strict=True):
        assert after.half[0] == before.half[0]
        assert after.half[2] == before.half[2]
        far = before.pose[1, 3] + before.half[1]
        assert after.pose[1, 3] + after.half[1] == pytest.approx(far)
    near = [o.pose[1, 3] - o.half[1] - y for o in cut]
    assert min(near) > 0.0
    assert max(near[:12]) - min(near[:12]) < 0.025
