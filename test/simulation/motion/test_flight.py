# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""A robot that flies: over steps and low furniture, down when it has nothing to do."""

from dataclasses import replace
from pathlib import Path

import pytest

from adhoc_teamwork.simulation.houses.house_file.procthor import load_house
from adhoc_teamwork.simulation.motion.flight import LAND_AFTER
from adhoc_teamwork.simulation.motion.nav_goal import NavStatus
from adhoc_teamwork.simulation.sensors.camera import Camera
from adhoc_teamwork.simulation.simulator import Simulator
from adhoc_teamwork.simulation.tasks.scenario import load_card
from adhoc_teamwork.simulation.world import WorldRobot
from adhoc_teamwork.teamwork.geometry import Pose
from adhoc_teamwork.teamwork.team.task import Task, TaskRobot

CONFIG = Path(__file__).parents[3] / "config"
HOUSE = load_house(CONFIG / "houses" / "split_level.json")
CARD = load_card("flier", CONFIG)
HOVER = CARD.body.hover
OVER_TABLE = Pose(2.0, 2.9, 0.0)


def _flier(start: Pose, battery: float = 1000.0) -> tuple[Simulator, WorldRobot]:
    card = replace(CARD, capability=replace(CARD.capability, battery=battery))
    task = Task("flight", "", 0, (), (TaskRobot("flier", "flier", start),))
    simulator = Simulator(HOUSE, task, {"flier": card})
    simulator.start()
    return simulator, simulator.world.robots["flier"]


def _run(simulator: Simulator, seconds: float) -> None:
    until = simulator.time + seconds
    while simulator.time < until:
        simulator.step()


def test_it_takes_off_before_it_flies_and_gets_upstairs() -> None:
    simulator, robot = _flier(Pose(3.4, 1.8, 1.57))
    assert simulator.world.base_height(robot) == 0.0
    goal = simulator.navigate("flier", Pose(7.0, 2.6, 0.0))
    while not goal.done and simulator.time < 60.0:
        simulator.step()
        assert robot.speed == 0.0 or robot.altitude == pytest.approx(HOVER)
    assert goal.status is NavStatus.SUCCEEDED
    assert simulator.world.base_height(robot) == pytest.approx(0.48 + HOVER)


def test_it_flies_over_a_low_table_and_not_into_a_fridge() -> None:
    simulator, _ = _flier(Pose(3.4, 1.8, 1.57))
    planner = simulator.fleet.drivers["flier"]._planner
    assert planner.fits(OVER_TABLE.x, OVER_TABLE.y)
    fridge = HOUSE.object("Fridge|1|3")
    assert fridge is not None
    assert fridge.box.top > HOVER
    assert not planner.fits(fridge.box.x, fridge.box.y)


def test_with_nothing_to_do_it_lands_on_what_is_below() -> None:
    simulator, robot = _flier(Pose(3.4, 1.8, 1.57))
    goal = simulator.navigate("flier", OVER_TABLE)
    _run(simulator, 15.0)
    assert goal.status is NavStatus.SUCCEEDED
    assert robot.altitude == pytest.approx(HOVER)
    _run(simulator, LAND_AFTER)
    assert robot.altitude == pytest.approx(0.42), "the coffee table's height"
    landed, seconds = robot.battery, simulator.time
    assert LAND_AFTER < 1000.0 - landed < seconds, "hovering is work"
    _run(simulator, 10.0)
    assert robot.battery == landed
    again = simulator.navigate("flier", Pose(3.4, 1.8, 1.57))
    _run(simulator, 15.0)
    assert again.status is NavStatus.SUCCEEDED
    assert robot.altitude == pytest.approx(HOVER)


def test_an_empty_battery_brings_it_down() -> None:
    simulator, robot = _flier(Pose(3.4, 1.8, 1.57), battery=6.0)
    goal = simulator.navigate("flier", Pose(7.0, 2.6, 0.0))
    _run(simulator, 12.0)
    assert goal.status is NavStatus.ABORTED
    assert robot.altitude == 0.0


def test_its_camera_flies_with_it() -> None:
    simulator, robot = _flier(Pose(3.4, 1.8, 1.57))
    camera = Camera.of(robot.card)
    _run(simulator, 5.0)
    height = camera.position(robot.pose, simulator.world.base_height(robot))[2]
    assert height == pytest.approx(robot.card.capability.camera_height)
    depth = simulator.sensors.picture(robot).depth
    assert depth.min() > 0.5
