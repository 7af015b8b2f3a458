# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""A halted robot brakes, its arm stops, what it holds it holds; released it resumes nothing."""

from collections.abc import Callable

import numpy as np
import pytest
from arm_bench import shipped_arm, wanted

from adhoc_teamwork.simulation.manipulation.arm_motion import Tolerances
from adhoc_teamwork.simulation.manipulation.robot_arm import RobotArm
from adhoc_teamwork.simulation.motion.nav_goal import NavStatus
from adhoc_teamwork.simulation.simulator import STEP, HandCommand, Simulator
from adhoc_teamwork.teamwork.geometry import Point, Pose
from adhoc_teamwork.teamwork.team.causes import Cause

Maker = Callable[..., Simulator]
PRESSED = "the emergency stop is pressed"
GOAL = Pose(1.0, 2.0)


@pytest.fixture
def simulator(make_simulator: Maker) -> Simulator:
    simulator = make_simulator()
    simulator.step()
    return simulator


def halt(simulator: Simulator, why: str = PRESSED) -> None:
    simulator.why_halted = lambda _: why


def test_a_drive_ends_within_the_braking_distance_and_is_not_resumed(simulator: Simulator) -> None:
    robot = simulator.world.robots["al"]
    goal = simulator.navigate("al", GOAL)
    while robot.speed < 0.9 * robot.card.capability.max_speed:
        simulator.step()
    limits = simulator.fleet.drivers["al"].mover.limits
    before, most = robot.path_length, limits.stopping_distance(robot.speed) + robot.speed * STEP
    halt(simulator)
    for _ in range(round(0.5 / STEP)):
        simulator.step()
    assert 0.0 < robot.path_length - before <= most
    assert (goal.status, goal.reason) == (NavStatus.ABORTED, PRESSED)
    assert not simulator.moving("al")
    stood = robot.pose
    refused = simulator.navigate("al", GOAL)
    for _ in range(20):
        simulator.step()
    assert refused.status is NavStatus.ABORTED
    halt(simulator, "")
    for _ in range(20):
        simulator.step()
    assert robot.pose == stood
    again = simulator.navigate("al", GOAL)
    for _ in range(round(20.0 / STEP)):
        simulator.step()
    assert again.status is NavStatus.SUCCEEDED


def test_a_hand_at_work_ends_at_once_and_does_nothing(simulator: Simulator) -> None:
    action = simulator.manipulate("al", HandCommand.GRASP, Point(0.0, 0.0, 0.0))
    assert action.result is None
    halt(simulator)
    simulator.step()
    assert action.result is not None
    assert action.result.cause is Cause.CANCELLED
    assert not simulator.moving("al")


def test_a_hand_is_told_to_stop_by_its_client(simulator: Simulator) -> None:
    action = simulator.manipulate("al", HandCommand.GRASP, Point(0.0, 0.0, 0.0))
    simulator.stop_hand("al")
    assert action.result is not None
    assert action.result.cause is Cause.CANCELLED
    halt(simulator, "")
    simulator.step()
    assert not simulator.fleet.drivers["al"].hand_busy


def test_joints_and_fingers_stop_where_they_are(simulator: Simulator) -> None:
    model = shipped_arm()
    arm = RobotArm(model, simulator.world, simulator.world.robots["al"])
    simulator.arms["al"] = arm
    away = (arm.motion.state + 0.5).tolist()
    moved = simulator.move_arm("al", wanted(model, (4.0, away)), Tolerances())
    gripped = simulator.move_fingers("al", 0.0)
    for _ in range(4):
        simulator.step()
    assert simulator.moving("al")
    halt(simulator)
    simulator.step()
    stood, gap = arm.motion.state.copy(), arm.gripper.gap
    assert (moved.status, gripped.status) == (NavStatus.ABORTED, NavStatus.ABORTED)
    assert moved.reason == PRESSED
    for _ in range(20):
        simulator.step()
    assert np.array_equal(arm.motion.state, stood)
    assert arm.gripper.gap == gap
    assert not simulator.moving("al")
