# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""A base that is told velocities keeps to its limits, runs into nothing, and stops when it must."""

import math
from collections.abc import Callable
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adhoc_teamwork.simulation.motion.nav_goal import NavStatus
from adhoc_teamwork.simulation.motion.velocity_driver import (
    SILENCE,
    STANDS_WITHIN,
    STILL,
    Velocity,
    VelocityDriver,
    approach,
)
from adhoc_teamwork.simulation.simulator import STEP, Simulator
from adhoc_teamwork.teamwork.geometry import Pose, normalize_angle
from adhoc_teamwork.teamwork.settings.navigation import Navigation

Maker = Callable[..., Simulator]
AHEAD = Velocity(0.3, 0.0)
speeds = st.floats(-5.0, 5.0)
gains = st.floats(0.001, 2.0)


@given(speeds, speeds, gains, gains)
def test_a_velocity_comes_nearer_by_no_more_than_it_may(
    now: float, wanted: float, faster: float, slower: float
) -> None:
    new = approach(now, wanted, faster, slower)
    assert min(now, wanted) <= new <= max(now, wanted)
    assert new == wanted or new != now
    assert abs(new) <= abs(now) + faster + 1e-9
    assert abs(new) >= abs(now) - slower - 1e-9
    # From ahead to backwards the base stands in between.
    assert new * now >= 0.0


@pytest.fixture
def simulator(make_simulator: Maker) -> Simulator:
    made = make_simulator(navigation=Navigation.NAV2)
    made.step()
    return made


def driver_of(simulator: Simulator) -> VelocityDriver:
    driver = simulator.fleet.drivers["al"]
    assert isinstance(driver, VelocityDriver)
    return driver


def drive(simulator: Simulator, velocity: Velocity, seconds: float) -> list[Velocity]:
    """Tell a velocity with each step; return how the base moved."""
    moved = []
    for _ in range(round(seconds / STEP)):
        simulator.tell_velocity("al", velocity)
        simulator.step()
        moved.append(driver_of(simulator).velocity)
    return moved


def test_within_the_limits_whatever_it_is_told(make_simulator: Maker) -> None:
    simulator = make_simulator(navigation=Navigation.NAV2)
    simulator.step()
    robot, driver = simulator.world.robots["al"], driver_of(simulator)
    start, limits = robot.pose, driver.mover.limits
    told = st.one_of(st.none(), st.builds(Velocity, st.floats(-9.0, 9.0), st.floats(-9.0, 9.0)))

    @settings(max_examples=40, deadline=None)
    @given(st.lists(told, min_size=1, max_size=25))
    def obeys(commands: list[Velocity | None]) -> None:
        robot.pose = start
        before = [(driver.velocity, robot.pose)]
        for command in commands:
            if command is not None:
                simulator.tell_velocity("al", command)
            simulator.fleet.step(STEP)
            simulator.world.time += STEP
            before.append((driver.velocity, robot.pose))
            assert simulator.fleet.distance(robot) >= robot.radius - 1e-9
        for (last, here), (new, there) in pairwise(before):
            assert abs(new.ahead) <= limits.max_speed + 1e-9
            assert abs(new.turn) <= limits.max_turn_rate + 1e-9
            assert abs(new.ahead) - abs(last.ahead) <= limits.acceleration * STEP + 1e-9
            assert abs(new.turn) - abs(last.turn) <= 2.0 * limits.max_turn_rate * STEP + 1e-9
            assert math.dist((here.x, here.y), (there.x, there.y)) <= abs(new.ahead) * STEP + 1e-9
            turned = normalize_angle(there.yaw - here.yaw)
            assert turned == pytest.approx(new.turn * STEP, abs=1e-9)

    obeys()


def test_it_reaches_what_it_is_told_ahead_backwards_and_turning(simulator: Simulator) -> None:
    robot = simulator.world.robots["al"]
    assert drive(simulator, AHEAD, 1.0)[-1] == AHEAD
    assert drive(simulator, Velocity(-0.2, 0.4), 1.0)[-1] == Velocity(-0.2, 0.4)
    assert (robot.speed, robot.turn_rate) == (-0.2, 0.4)
    assert simulator.moving("al") == "the base drives at 0.20 m/s"
    assert robot.path_length > 0.3


def test_it_stands_when_nothing_is_told_for_long(simulator: Simulator) -> None:
    drive(simulator, AHEAD, 1.0)
    for _ in range(round(SILENCE / STEP) - 1):
        simulator.step()
        assert driver_of(simulator).velocity == AHEAD
    for _ in range(round(STANDS_WITHIN / STEP)):
        simulator.step()
    assert driver_of(simulator).velocity == STILL
    assert not simulator.moving("al")


def test_a_stop_holds_whatever_is_told_and_is_not_outlasted(simulator: Simulator) -> None:
    robot = simulator.world.robots["al"]
    turning = Velocity(0.3, 1.0)
    drive(simulator, turning, 1.0)
    simulator.why_halted = lambda _: "the emergency stop is pressed"
    drive(simulator, turning, 0.5)
    stood = robot.pose
    drive(simulator, turning, 1.0)
    simulator.why_halted = lambda _: ""
    # Who kept on telling has to tell it to stand first.
    drive(simulator, turning, 1.0)
    assert robot.pose == stood
    drive(simulator, STILL, STEP)
    assert drive(simulator, AHEAD, 1.0)[-1] == AHEAD


def test_walls_and_other_robots_stop_it(make_simulator: Maker) -> None:
    simulator = make_simulator(navigation=Navigation.NAV2)
    for _ in range(round(4.0 / STEP)):
        simulator.step()
    al, bo = (simulator.world.robots[name] for name in ("al", "bo"))
    # In the doorway's line, where nothing but the other robot is in the way.
    al.pose, bo.pose = Pose(5.0, 2.0, 0.0), Pose(6.5, 2.0, 0.0)
    drive(simulator, Velocity(0.5, 0.0), 6.0)
    assert 0.0 <= bo.pose.x - al.pose.x - al.radius - bo.radius < 0.1
    al.pose = Pose(1.0, 1.5, math.pi)
    drive(simulator, Velocity(0.5, 0.0), 6.0)
    assert 0.0 <= al.pose.x - al.radius < 0.1
    assert drive(simulator, Velocity(-0.2, 0.0), 1.0)[-1] == Velocity(-0.2, 0.0)


def test_it_takes_no_goals_and_an_empty_battery_ends_it(simulator: Simulator) -> None:
    goal = simulator.navigate("al", Pose(1.0, 2.0))
    assert (goal.status, goal.reason) == (NavStatus.ABORTED, "the base is told velocities")
    simulator.world.robots["al"].battery = 0.0
    assert drive(simulator, AHEAD, 0.5)[-1] == STILL
    # Who has not joined yet cannot be told anything.
    simulator.tell_velocity("bo", AHEAD)
