# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Ropes, doors, weight, motors and time in a cell."""

import time
from collections.abc import Callable

import numpy as np
import pytest
from physical import CELLS, block, world_of

from adhoc_teamwork.cells.cell_file import Cell, Hinge, Part, Rope, Standing, Thing
from adhoc_teamwork.cells.compiling import compile_cell, load_kinds
from adhoc_teamwork.cells.world import CellWorld
from adhoc_teamwork.robot_model.arrays import pose

HALF_TURN = 1.5
ROPE = Rope((1.0, -0.4, 0.55), (1.0, 0.4, 0.55), links=16, radius=0.01, mass=0.2)


def test_a_rope_hangs_over_a_bar_and_gets_no_longer() -> None:
    bar = Thing(
        (Part(cylinder=(0.04, 0.3), rpy=(0.0, 1.5708, 0.0)),), at=(1.0, 0.0, 0.5), fixed=True
    )
    world = world_of(things={"bar": bar}, ropes={"rope": ROPE})
    world.step(2.0)
    state = world.observe()
    points = state.ropes["rope"]
    assert points.shape == (17, 3)
    assert points[[0, -1], 2].max() < 0.35
    assert 0.53 < points[:, 2].max() < 0.56
    assert ("bar", "rope") in state.touching
    lengths = np.linalg.norm(np.diff(points, axis=0), axis=1)
    assert lengths == pytest.approx(0.05, abs=1e-6)


def lid(friction: float) -> dict[str, Thing]:
    """Return a lid that sticks out from a post; its weight pulls it down with 0.5 N m."""
    post = Thing((Part(box=(0.1, 0.1, 0.8)),), at=(1.0, 0.0, 0.4), fixed=True)
    hinge = Hinge("post", axis=(0.0, 1.0, 0.0), range=(0.0, HALF_TURN), friction=friction)
    plate = Part(box=(0.2, 0.2, 0.02), at=(0.11, 0.0, 0.0))
    return {"post": post, "lid": Thing((plate,), at=(0.06, 0.0, 0.3), mass=0.46, hinge=hinge)}


def test_a_door_turns_as_far_as_its_hinge_and_keeps_where_friction_holds_it() -> None:
    fallen, kept = world_of(things=lid(0.05)), world_of(things=lid(0.8))
    for world in (fallen, kept):
        world.step(1.5)
    assert fallen.observe().doors["lid"] == pytest.approx(HALF_TURN, abs=0.03)
    assert kept.observe().doors["lid"] == pytest.approx(0.0, abs=0.02)
    # It stays on its hinge: the edge that turns is where it was.
    assert fallen.observe().things["lid"][:3, 3] == pytest.approx([1.06, 0.0, 0.7], abs=1e-4)


def test_motors_keep_their_speeds_and_ways() -> None:
    world = world_of()
    start = world.observe().arms["Ann"].positions
    far = start + np.array([2.0, 0.0, 0.0, 9.0, 0.0, 0.0, 0.0])
    world.move("Ann", far)
    world.step(0.4)
    now = world.observe().arms["Ann"]
    assert now.positions[0] - start[0] < 2.175 * 0.4
    assert np.abs(now.velocities).max() < 2.175 * 1.1
    world.step(2.0)
    reached = world.observe().arms["Ann"].positions
    assert reached[0] == pytest.approx(far[0], abs=2e-3)
    assert reached[3] == pytest.approx(-0.0698, abs=2e-3)


def test_an_arm_does_not_pass_through_a_wall_nor_push_harder_than_its_motors() -> None:
    wall = Thing((Part(box=(0.5, 0.02, 1.0)),), at=(0.15, 0.3, 0.5), fixed=True)
    world = world_of(things={"wall": wall})
    start = world.observe().arms["Ann"].positions
    world.move("Ann", start + np.array([2.0, *[0.0] * 6]))
    world.step(1.5)
    state = world.observe()
    assert ("Ann", "wall") in state.touching
    assert state.tips["Ann"][1, 3] < 0.3
    assert np.abs(state.arms["Ann"].efforts).max() <= 87.0 + 1e-6


def test_nothing_touches_where_two_arms_stand_as_they_begin() -> None:
    cell = Cell(
        {
            "Ann": Standing("ur5e_gripper", (0.0, 0.0, 0.0)),
            "Ben": Standing("panda", (1.2, 0.0, 0.0), 3.1416),
        }
    )
    world = CellWorld(compile_cell(cell, load_kinds(cell, CELLS)))
    assert world.observe().touching == frozenset()


def test_the_same_commands_make_the_same_bytes() -> None:
    def played(looks: int) -> str:
        """Drop a cube, move, and look now and then, which changes nothing."""
        world.reset({"cube": pose((0.4, 0.0, 0.3))})
        world.move("Ann", 0.9 * world.model.kinds["Ann"].posture)
        for _ in range(3):
            world.step(0.1)
            for _ in range(looks):
                world.observe()
        return world.digest()

    world = world_of(things={"cube": block(0.2)}, ropes={"rope": ROPE})
    first = played(0)
    assert played(2) == first
    world.step(0.1)
    assert world.digest() != first


@pytest.mark.parametrize(
    "ask",
    [
        lambda world: world.move("Ann", np.zeros(3)),
        lambda world: world.move("Ann", np.full(7, np.nan)),
        lambda world: world.step(-1.0),
        lambda world: world.step(1e9),
    ],
)
def test_what_no_motor_can_do_is_refused(ask: Callable[[CellWorld], None]) -> None:
    with pytest.raises(ValueError, match="expected"):
        ask(world_of())


def test_a_cell_of_three_arms_and_a_rope_is_quicker_than_real_time() -> None:
    """On an idle core it is 6 to 20 times; the bound leaves room for a busy one."""
    table = Thing((Part(box=(2.4, 2.4, 0.02)),), at=(0.0, 0.0, -0.0099), fixed=True)
    cell = Cell(
        {
            "Ann": Standing("ur5e_gripper", (-0.8, 0.0, 0.0)),
            "Ben": Standing("panda", (0.8, 0.0, 0.0), 3.1416),
            "Cleo": Standing("ur5e_suction", (0.0, 0.9, 0.0), -1.5708),
        },
        {"table": table, "cube": Thing((Part(box=(0.05,) * 3),), at=(0.0, 0.2, 0.03))},
        {"rope": Rope((0.0, -0.4, 0.015), (0.0, 0.1, 0.015), links=16, radius=0.01, mass=0.2)},
    )
    world = CellWorld(compile_cell(cell, load_kinds(cell, CELLS)))
    begin = time.process_time()
    world.step(1.0)
    assert time.process_time() - begin < 1.0
