# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What hands hold in a cell, they hold by contact and within their force."""

from dataclasses import replace

import numpy as np
import pytest
from physical import FLAT, block, world_of

from adhoc_teamwork.benchmark.arms.playing import cell_of
from adhoc_teamwork.cells.cell_file import Thing
from adhoc_teamwork.cells.script import Script
from adhoc_teamwork.cells.task_world import begin
from adhoc_teamwork.cells.world import CellWorld
from adhoc_teamwork.robot_model.arrays import pose

GRAVITY = 9.81
FINGERS = 2.0 * 70.0
"""Newtons of weight that two pads with a friction of 1 hold when each presses with 70 N."""


def height(world: CellWorld, thing: str = "cube") -> float:
    return float(world.observe().things[thing][2, 3])


@pytest.mark.parametrize(("share", "held"), [(0.7, True), (1.3, False)])
def test_fingers_hold_what_their_force_bears(share: float, held: bool) -> None:
    world = world_of(things={"cube": block(share * FINGERS / GRAVITY)})
    world.reset(in_hands={"Ann": "cube"})
    start = height(world)
    world.step(1.5)
    assert (height(world) > start - 2e-3) is held
    assert world.observe().held["Ann"] == (frozenset({"cube"}) if held else frozenset())


@pytest.mark.parametrize("mass", [0.01, 0.5])
def test_fingers_press_no_deeper_into_what_is_light(mass: float) -> None:
    world = world_of(things={"cube": block(mass, 0.02)})
    world.reset(in_hands={"Ann": "cube"})
    world.step(1.0)
    arm = world.observe().arms["Ann"]
    assert 0.016 < arm.gap < 0.02
    assert arm.grip == pytest.approx(FINGERS, rel=0.02)


def test_a_rope_that_two_hands_hold_is_still_held_while_they_talk() -> None:
    """On ROS a dialog takes some twenty seconds."""
    task, model = cell_of("move_rope")
    world = CellWorld(model)
    begin(task, world, 1)
    script = Script(task, world, 1)
    script.round({"Alice": "PICK rope_front", "Bob": "PICK rope_back"})
    before = world.observe().ropes["rope"]
    world.step(20.0)
    now = world.observe()
    assert now.held == {"Alice": frozenset({"rope"}), "Bob": frozenset({"rope"})}
    assert np.abs(now.ropes["rope"][[0, -1]] - before[[0, -1]]).max() < 0.01


def test_open_fingers_hold_nothing_that_is_between_them() -> None:
    world = world_of(things={"cube": block(0.1)})
    world.reset(in_hands={"Ann": "cube"})
    assert height(world) > 0.4
    world.open("Ann")
    world.step(1.0)
    assert height(world) < 0.03


def test_fingers_that_close_beside_a_thing_do_not_hold_it() -> None:
    """A centimetre before the finger tips is as good as a mile."""
    world = world_of(things={"cube": block(0.1), "shelf": Thing((FLAT,), fixed=True)})
    tip = world.observe().tips["Ann"] @ world.model.arms["Ann"].tool
    below = tip[:3, 3] - [0.0, 0.0, 0.012 + 0.01 + 0.02]
    world = world_of(
        things={
            "cube": block(0.1),
            "shelf": Thing((FLAT,), at=tuple(below - [0.0, 0.0, 0.03]), fixed=True),
        }
    )
    world.reset({"cube": pose(below)})
    world.close("Ann")
    world.step(1.0)
    state = world.observe()
    assert state.held["Ann"] == frozenset()
    assert state.arms["Ann"].gap < 1e-3
    assert ("cube", "shelf") in state.touching
    # Up and away goes the hand alone.
    lifted = state.arms["Ann"].positions + np.array([0.0, -0.3, 0.0, 0.0, 0.0, 0.0, 0.0])
    world.move("Ann", lifted)
    world.step(1.0)
    assert abs(height(world) - below[2]) < 2e-3


@pytest.mark.parametrize(("newtons", "held"), [(45.0, True), (95.0, False)])
def test_a_suction_holds_what_its_force_bears(newtons: float, held: bool) -> None:
    """Its 75 N are a bound."""
    world = world_of("ur5e_suction", {"cube": block(newtons / GRAVITY, 0.06)})
    world.reset(in_hands={"Ann": "cube"})
    start = height(world)
    world.step(1.0)
    state = world.observe()
    assert (height(world) > 0.3) is held
    assert state.held["Ann"] == (frozenset({"cube"}) if held else frozenset())
    if held:
        assert height(world) > start - 3e-3
        world.open("Ann")
        world.step(1.0)
        assert height(world) < 0.1


def test_a_lip_that_hangs_over_an_edge_sucks_nothing() -> None:
    thing = replace(block(0.05, 0.06), grasp=(0.025, 0.0, 0.0))
    world = world_of("ur5e_suction", {"cube": thing})
    world.reset(in_hands={"Ann": "cube"})
    assert not world.observe().arms["Ann"].sealed
    world.step(1.0)
    assert height(world) < 0.1
