# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

import math
from collections.abc import Callable
from dataclasses import replace
from itertools import groupby
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from telescopes import telescope

from adhoc_teamwork.robot_model.arrays import Floats
from adhoc_teamwork.robot_model.collision.obstacles import box
from adhoc_teamwork.skills.arms.failure import ArmFailure, Step
from adhoc_teamwork.skills.arms.manipulator import Manipulator
from adhoc_teamwork.skills.arms.stowed import stowed
from adhoc_teamwork.skills.grasping.grasps import Item, grasps
from adhoc_teamwork.skills.grasping.hand_plan import Held
from adhoc_teamwork.skills.grasping.letting_go import poses_to_let_go, tilt_of
from adhoc_teamwork.skills.grasping.pick_and_place import LIFT, Care, Fingers, PickAndPlace
from adhoc_teamwork.teamwork.team.causes import Cause

TABLE = box("table", (0.8, 0.0, 0.4), (0.5, 1.0, 0.04))
MUG = Item("Mug_0", (0.65, 0.1, 0.47), (0.06, 0.06, 0.1), 0.4, 0.3)


def test_a_mug_is_picked_up_and_put_down(arm: Manipulator) -> None:
    hand = PickAndPlace(arm, [TABLE])
    pick = hand.pick(stowed(arm), MUG, "table")
    assert [stage.name for stage in pick.stages] == ["pre-grasp", "approach", "lift"]
    assert [stage.fingers for stage in pick.stages] == [Fingers.OPEN, Fingers.CLOSE, Fingers.STAY]
    for before, after in zip(pick.stages[:-1], pick.stages[1:], strict=True):
        assert before.motion.positions[-1] == pytest.approx(after.motion.positions[0])
    grasp = arm.tool_poses(pick.stages[1].motion.positions[-1])[0]
    assert (grasp @ pick.in_hand)[:3, 3] == pytest.approx(MUG.centre, abs=2e-3)
    lifted = arm.tool_poses(pick.stages[2].motion.positions[-1])[0]
    assert (lifted - grasp)[:3, 3] == pytest.approx([0.0, 0.0, LIFT], abs=2e-3)
    target = np.eye(4)
    target[:3, :3] = (grasp @ pick.in_hand)[:3, :3]
    target[:3, 3] = (0.65, -0.2, 0.475)
    place = hand.place(pick.stages[2].motion.positions[-1], MUG, pick.in_hand, target, "table")
    down = arm.tool_poses(place.stages[1].motion.positions[-1])[0] @ pick.in_hand
    assert down[:3, 3] == pytest.approx(target[:3, 3], abs=2e-3)
    assert place.stages[1].fingers is Fingers.OPEN
    assert place.duration > 0.0


@pytest.mark.parametrize("wanted", [lambda tilt: tilt > 0.6, lambda tilt: tilt < 0.1])
def test_a_mug_is_held_so_that_it_can_be_let_go_of(
    arm: Manipulator, wanted: Callable[[float], bool]
) -> None:
    asked = list[float]()

    def worth(in_hand: Floats) -> float:
        asked.append(tilt_of(in_hand))
        return float(wanted(asked[-1]))

    pick = PickAndPlace(arm, [TABLE]).pick(stowed(arm), MUG, "table", worth=worth)
    assert wanted(tilt_of(pick.in_hand))
    # What differs little is asked once.
    assert len(asked) < len(grasps(MUG, arm.opening, (0.0, 0.0))) / 2


def test_what_can_be_let_go_of_nowhere_is_held_as_is_worth_most(arm: Manipulator) -> None:
    def worth(in_hand: Floats) -> float:
        return 0.5 if 0.4 < tilt_of(in_hand) < 0.6 else 0.0

    pick = PickAndPlace(arm, [TABLE]).pick(stowed(arm), MUG, "table", worth=worth)
    assert tilt_of(pick.in_hand) == pytest.approx(math.radians(30.0), abs=1e-3)


@pytest.mark.parametrize(
    ("item", "cause", "words"),
    [
        (replace(MUG, mass=5.0), Cause.TOO_HEAVY, "weighs 5 kg"),
        (replace(MUG, size=(0.2, 0.3, 0.1)), Cause.GRASP_FAILED, "opens 0.08 m"),
        (replace(MUG, centre=(2.0, 0.0, 0.47)), Cause.TOO_FAR, "reaches"),
    ],
)
def test_the_body_is_asked_first(arm: Manipulator, item: Item, cause: Cause, words: str) -> None:
    with pytest.raises(ArmFailure, match=words) as failed:
        PickAndPlace(arm, [TABLE]).pick(stowed(arm), item, "table")
    assert failed.value.step is Step.TASK
    assert failed.value.cause is cause


def test_at_the_top_of_its_reach_a_hand_lifts_by_less_than_it_was_drawn_back(
    arm: Manipulator,
) -> None:
    """A mug on a board 1.05 m high: ten centimetres up the arm no longer gets."""
    board = box("board", (0.8, 0.0, 1.03), (0.5, 1.0, 0.04))
    mug = replace(MUG, centre=(0.65, 0.0, 1.1), yaw=0.0)
    pick = PickAndPlace(arm, [board]).pick(stowed(arm), mug, "board")
    before, grasp, lifted = (
        arm.tool_poses(motion.positions[-1])[0]
        for motion in (pick.stages[0].motion, pick.stages[1].motion, pick.stages[2].motion)
    )
    assert np.linalg.norm((before - grasp)[:3, 3]) > 2.0 * (lifted - grasp)[2, 3] > 0.04


def test_what_lies_right_beside_a_back_is_picked_up(arm: Manipulator) -> None:
    """A pillow at a headboard: a cover of spheres about it reaches into what is beside it."""
    pillow = Item("Pillow_0", (0.7, 0.0, 0.545), (0.25, 0.4, 0.25))
    back = box("bed", (0.86, 0.0, 0.55), (0.06, 1.0, 0.4))
    hand = PickAndPlace(arm, [TABLE, back], rims=True, care=Care.GLANCE)
    assert hand.pick(stowed(arm), pillow, "table").text.startswith("by its edge")


@pytest.mark.slow
def test_a_walled_in_object_is_told_as_blocked(arm: Manipulator) -> None:
    lid = box("lid", (0.65, 0.1, 0.56), (0.4, 0.4, 0.02))
    sides = [
        box(
            "side",
            (0.65 + 0.2 * dx, 0.1 + 0.2 * dy, 0.49),
            (0.02 + 0.4 * abs(dy), 0.02 + 0.4 * abs(dx), 0.14),
        )
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))
    ]
    with pytest.raises(ArmFailure, match="touches") as failed:
        PickAndPlace(arm, [TABLE, lid, *sides]).pick(stowed(arm), MUG, "table")
    assert failed.value.cause is Cause.BLOCKED


def test_grasps_fit_the_gripper_and_begin_from_above() -> None:
    found = grasps(MUG, 0.09, (0.0, 0.0))
    assert found[0].text == "from above"
    assert all(grasp.width <= 0.09 for grasp in found)
    for grasp in found:
        turn = grasp.pose[:3, :3]
        assert turn @ turn.T == pytest.approx(np.eye(3), abs=1e-9)
        assert np.linalg.det(turn) == pytest.approx(1.0)
        assert grasp.pose[2, 0] <= 1e-9  # no approach from below
    book = Item("Book_0", (0.6, 0.0, 0.5), (0.3, 0.05, 0.2))
    across = [grasp for grasp in grasps(book, 0.08, (0.0, 0.0)) if grasp.text == "from above"]
    assert across
    assert all(abs(grasp.pose[1, 1]) > 0.6 for grasp in across)


@given(st.floats(0.0, 3.1), st.floats(-1.5, 1.5))
def test_what_is_hardly_narrower_than_the_gap_goes_between_fingers_turned_to_it(
    yaw: float, bearing: float
) -> None:
    box = Item("Box_0", (0.6, 0.0, 0.3), (0.079, 0.079, 0.1), yaw)
    seen_from = (0.6 - 0.5 * math.cos(bearing), -0.5 * math.sin(bearing))
    found = grasps(box, 0.08, seen_from)
    assert found
    sides = np.array([math.cos(yaw), math.sin(yaw)])
    for grasp in found:
        turned = abs(float(grasp.pose[:2, 1] @ sides))
        assert max(turned, math.sqrt(max(0.0, 1.0 - turned * turned))) > 0.98


def test_what_stands_high_is_taken_below_and_above_its_middle_as_well() -> None:
    bat = Item("Bat_0", (0.6, 0.0, 0.9), (0.05, 0.05, 0.8))
    sideways = [g for g in grasps(bat, 0.08, (0.0, 0.0)) if g.text == "from the side"]
    assert {round(float(g.pose[2, 3]), 2) for g in sideways} == {0.7, 0.9, 1.1}
    assert len({float(g.pose[2, 3]) for g in grasps(MUG, 0.09, (0.0, 0.0)) if "side" in g.text}) < 3


@given(st.floats(-1.5, 1.5), st.floats(0.15, 0.6))
def test_what_lies_askew_can_be_taken_by_its_middle(askew: float, length: float) -> None:
    """A bat whose extents are those of a wide box: some grasp closes across it, on its middle."""
    along = np.array([math.cos(askew), math.sin(askew), 0.0])
    size = (max(abs(length * along[0]), 0.04), max(abs(length * along[1]), 0.04), 0.05)
    bat = Item("Bat_0", (0.6, 0.1, 0.4), size)
    found = grasps(bat, 0.03, (0.0, 0.0), rims=True)
    middle = np.array([0.6, 0.1, 0.425])
    assert any(
        np.linalg.norm(grasp.pose[:3, 3] - middle) < 0.02
        and abs(grasp.pose[:3, 1] @ along) < math.cos(math.radians(60.0))
        for grasp in found
    )


def test_a_grasp_that_closed_on_nothing_is_not_tried_again(arm: Manipulator) -> None:
    hand, missed = PickAndPlace(arm, [TABLE], rims=True, care=Care.GLANCE), list[Floats]()
    wide = Item("Box_0", (0.65, 0.0, 0.52), (0.2, 0.3, 0.2))
    places = []
    for _ in range(3):
        pick = hand.pick(stowed(arm), wide, "table", missed)
        missed.append(Held(wide, pick.in_hand).taken_from)
        places.append(tuple(missed[-1][:3, 3].round(3)))
    assert len(set(places)) == 3
    every = [grasp.pose for grasp in grasps(wide, arm.opening, (0.0, 0.0), rims=True)]
    with pytest.raises(ArmFailure, match="closed on nothing wherever"):
        hand.pick(stowed(arm), wide, "table", every)


def test_what_is_too_wide_is_taken_by_its_nearest_upper_edge(arm: Manipulator) -> None:
    box_ = Item("Box_0", (0.65, 0.0, 0.52), (0.2, 0.3, 0.2))
    assert not grasps(box_, 0.08, (0.0, 0.0))
    edges = grasps(box_, 0.08, (0.0, 0.0), rims=True)
    assert edges[0].pose[:3, 3] == pytest.approx([0.55, 0.0, 0.61])
    assert [text for text, _ in groupby(edges, lambda grasp: grasp.text.split(",")[0])] == [
        "by its edge",
        "by its middle",
        "by its edge",
    ]
    pick = PickAndPlace(arm, [TABLE], rims=True).pick(stowed(arm), box_, "table")
    held = arm.tool_poses(pick.stages[1].motion.positions[-1])[0]
    assert held[2, 3] == pytest.approx(0.62, abs=0.02)


@pytest.mark.parametrize("beside", [-0.025, 0.0, 0.02])
def test_an_arm_to_the_side_takes_and_leaves_what_is_a_little_beside_its_line(
    beside: float, tmp_path: Path
) -> None:
    """The line goes to the right, at x = -0.1: the thing is between the open fingers there."""
    arm = telescope(tmp_path, -0.1, 0.14, -math.pi / 2.0)
    table = box("table", (-0.1, -0.8, 0.4), (1.0, 0.5, 0.04))
    mug = Item("Mug_0", (-0.1 + beside, -0.75, 0.47), (0.06, 0.06, 0.1), 0.4)
    hand = PickAndPlace(arm, [table])
    pick = hand.pick(stowed(arm), mug, "table")
    grasp = arm.tool_poses(pick.stages[1].motion.positions[-1])[0]
    assert grasp[0, 3] == pytest.approx(-0.1, abs=2e-3)
    assert (grasp @ pick.in_hand)[:2, 3] == pytest.approx(mug.centre[:2], abs=2e-3)
    targets = list(poses_to_let_go(arm, mug, pick.in_hand, (-0.1, -0.75, 0.45)))
    full = pick.stages[-1].motion.positions[-1]
    place = hand.place_any(full, mug, pick.in_hand, targets, "table")
    down = arm.tool_poses(place.stages[1].motion.positions[-1])[0]
    assert down[0, 3] == pytest.approx(-0.1, abs=2e-3)
    assert place.left is not None
    assert place.left.pose[:2, 3] == pytest.approx([-0.1 + beside, -0.75], abs=2e-3)


def test_an_arm_to_the_side_gets_to_nothing_far_from_its_line(tmp_path: Path) -> None:
    arm = telescope(tmp_path, -0.1, 0.14, -math.pi / 2.0)
    mug = Item("Mug_0", (0.1, -0.75, 0.47), (0.06, 0.06, 0.1), 0.4)
    with pytest.raises(ArmFailure) as failed:
        PickAndPlace(arm, []).pick(stowed(arm), mug)
    assert failed.value.step is Step.INVERSE_KINEMATICS
