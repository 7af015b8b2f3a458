# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""One arm as its controllers drive it, and a cell as it is shown from what its sensors tell."""

import numpy as np
import pytest
from physical import block, world_of

from adhoc_teamwork.cells.at_work import PERIOD
from adhoc_teamwork.cells.compiling import TIMESTEP
from adhoc_teamwork.cells.driver import ArmDriver
from adhoc_teamwork.cells.sight import Mirror
from adhoc_teamwork.cells.world import CellWorld
from adhoc_teamwork.robot_model.arrays import Floats
from adhoc_teamwork.simulation.manipulation.arm_motion import Tolerances
from adhoc_teamwork.simulation.manipulation.joint_trajectory import (
    ArmError,
    TrajectoryPoint,
    WantedTrajectory,
)
from adhoc_teamwork.simulation.motion.nav_goal import NavStatus


def track_of(world: CellWorld, turn: float, seconds: float) -> Floats:
    """Return a smooth turn of the first joint, (n, dof), one state each `PERIOD`."""
    start = world.observe().arms["Ann"].positions
    share = np.linspace(0.0, 1.0, round(seconds / PERIOD) + 1)
    track = np.repeat(start[None], len(share), axis=0)
    track[:, 0] += turn * (3.0 * share**2 - 2.0 * share**3)
    return track


def wanted_of(world: CellWorld, track: Floats) -> WantedTrajectory:
    speeds = np.gradient(track, PERIOD, axis=0)
    speeds[-1] = 0.0
    points = tuple(
        TrajectoryPoint(number * PERIOD, tuple(track[number]), tuple(speeds[number]))
        for number in range(0, len(track), 5)
    )
    return WantedTrajectory(tuple(world.model.kinds["Ann"].arm.joints), points)


def drive(world: CellWorld, driver: ArmDriver, seconds: float) -> None:
    for _ in range(round(seconds / TIMESTEP)):
        driver.step(world.time)
        world.step(TIMESTEP)
        driver.attend(world.time)


def test_a_trajectory_leads_where_the_same_track_leads_in_open_loop() -> None:
    told, played = world_of(), world_of()
    track = track_of(told, 0.6, 1.0)
    driver = ArmDriver(told, "Ann")
    goal = driver.follow(wanted_of(told, track), Tolerances(), told.time)
    drive(told, driver, 1.2)
    played.perform({"Ann": track}, {}, len(track) - 1)
    played.step(0.2)
    assert goal.status is NavStatus.SUCCEEDED
    found = [world.observe().arms["Ann"].positions for world in (told, played)]
    assert np.abs(found[0] - track[-1]).max() < 0.01
    assert np.abs(found[0] - found[1]).max() < 2e-3


def test_an_arm_that_is_kept_off_its_way_gives_up_and_stays() -> None:
    world = world_of()
    driver = ArmDriver(world, "Ann")
    track = track_of(world, 1.5, 0.2)
    goal = driver.follow(wanted_of(world, track), Tolerances(), world.time)
    drive(world, driver, 0.5)
    assert goal.error is ArmError.PATH_TOLERANCE_VIOLATED
    here = world.observe().arms["Ann"].positions
    drive(world, driver, 0.5)
    assert np.abs(world.observe().arms["Ann"].positions - here).max() < 0.05


def test_joints_of_another_arm_are_refused_and_nothing_moves() -> None:
    world = world_of()
    driver = ArmDriver(world, "Ann")
    wanted = WantedTrajectory(("elbow",), (TrajectoryPoint(1.0, (0.5,)),))
    assert driver.follow(wanted, Tolerances(), world.time).error is ArmError.INVALID_JOINTS
    assert not driver.is_busy


@pytest.mark.parametrize("arm", ["panda", "ur5e_suction"])
def test_a_hand_tells_whether_it_holds_something(arm: str) -> None:
    world = world_of(arm, {"cube": block(0.2)})
    driver = ArmDriver(world, "Ann")
    empty = driver.grip(0.0, world.time)
    drive(world, driver, 3.5)
    assert (empty.status, empty.stalled) == (NavStatus.SUCCEEDED, False)
    world.reset(in_hands={"Ann": "cube"})
    driver = ArmDriver(world, "Ann")
    full = driver.grip(0.0, world.time)
    drive(world, driver, 3.5)
    assert (full.status, full.stalled) == (NavStatus.SUCCEEDED, True)


@pytest.mark.parametrize("arm", ["panda", "ur5e_suction"])
def test_what_sensors_tell_shows_the_same_cell(arm: str) -> None:
    world = world_of(arm, {"cube": block(0.2)})
    world.reset(in_hands={"Ann": "cube"})
    world.step(0.5)
    seen, shown = world.observe(), Mirror(world.model).show(world.snapshot())
    assert seen.held == shown.held == {"Ann": frozenset({"cube"})}
    assert (seen.touching, seen.time) == (shown.touching, shown.time)
    assert np.array_equal(seen.things["cube"], shown.things["cube"])
    assert np.array_equal(seen.tips["Ann"], shown.tips["Ann"])
    assert seen.arms["Ann"].sealed is shown.arms["Ann"].sealed
