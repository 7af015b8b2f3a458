# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What a robot on its way makes of the others."""

import math
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path as FilePath

import numpy as np
import pytest

from adhoc_teamwork.simulation.motion.motion import Path
from adhoc_teamwork.simulation.motion.nav_goal import NavGoal, NavStatus
from adhoc_teamwork.simulation.motion.obstacles import Obstacles
from adhoc_teamwork.simulation.motion.traffic import GAP, Traffic, Vehicle
from adhoc_teamwork.simulation.simulator import Simulator
from adhoc_teamwork.simulation.tasks.scenario import load_card
from adhoc_teamwork.simulation.tasks.task_maker import TaskRequest, make_task
from adhoc_teamwork.teamwork.geometry import Pose
from adhoc_teamwork.teamwork.team.task import TaskRobot

CONFIG = FilePath(__file__).resolve().parents[3] / "config"
Maker = Callable[..., Simulator]


@pytest.fixture
def simulator(make_simulator: Maker) -> Simulator:
    """Return a simulator with `al` to the left of `bo`, both at rest."""
    robots = (TaskRobot("al", "arm", Pose(1.0, 1.5)), TaskRobot("bo", "plain", Pose(2.0, 1.5)))
    return make_simulator(robots=robots)


def traffic_of(simulator: Simulator, name: str) -> Traffic[Vehicle]:
    drivers = simulator.fleet.drivers
    height = drivers[name].robot.card.body.height
    obstacles = Obstacles.of(simulator.world.house, height)
    return Traffic(drivers[name], obstacles, lambda: [d for n, d in drivers.items() if n != name])


def test_who_stands_on_the_path_blocks_it_and_who_stands_beside_it_does_not(
    simulator: Simulator,
) -> None:
    traffic, al = traffic_of(simulator, "al"), simulator.fleet.drivers["al"]
    bo = simulator.world.robots["bo"]
    assert traffic.blocker() is None
    al.mover.follow(Path([(1.0, 1.5), (3.0, 1.5)]), None)
    bo.pose = Pose(1.6, 1.5)
    assert traffic.blocker() is simulator.fleet.drivers["bo"]
    bo.pose = Pose(1.6, 1.5 + al.robot.radius + bo.radius + 2 * GAP)
    assert traffic.blocker() is None
    bo.pose = Pose(0.3, 1.5)
    assert traffic.blocker() is None


def test_a_new_way_past_a_robot_that_stands_close_is_barred_and_one_away_from_it_is_not(
    simulator: Simulator,
) -> None:
    traffic = traffic_of(simulator, "al")
    simulator.world.robots["bo"].pose = Pose(1.5, 1.7)
    assert traffic.bars(Path([(1.0, 1.5), (1.2, 1.6), (3.0, 1.5)]))
    assert not traffic.bars(Path([(1.0, 1.5), (0.2, 1.4)]))


@pytest.mark.slow
@pytest.mark.parametrize("goal", [(20.1, 1.5), (20.5, 2.5), (17.0, 2.0), (19.0, 2.0)])
def test_robots_that_stand_side_by_side_with_crossing_ways_get_past_each_other(
    goal: tuple[float, float],
) -> None:
    task, house = make_task(TaskRequest(config=CONFIG))
    task = replace(task, robots=tuple(replace(robot, joins_at=0.0) for robot in task.robots))
    cards = {robot.name: load_card(robot.card, CONFIG) for robot in task.robots}
    simulator = Simulator(house, task, cards)
    simulator.start()
    places = {
        "quadruped": Pose(18.94, 3.25, -0.03),
        "tall": Pose(19.11, 3.71, -0.75),
        "small": Pose(18.73, 4.31, 1.4),
    }
    for name, place in places.items():
        simulator.world.robots[name].pose = place
    goals = [
        simulator.fleet.go("quadruped", Pose(20.06, 1.06, -3.0)),
        simulator.fleet.go("tall", Pose(*goal)),
        simulator.fleet.go("small", Pose(20.3, 1.8)),
    ]
    while simulator.time < 60.0 and not all(goal.done for goal in goals):
        simulator.step()
    assert [goal.status for goal in goals] == 3 * [NavStatus.SUCCEEDED], goals


def test_a_robot_may_leave_what_is_too_near_but_not_approach_it(simulator: Simulator) -> None:
    traffic = traffic_of(simulator, "al")
    simulator.world.robots["bo"].pose = Pose(1.4, 1.5)
    assert not traffic.is_free(1.1, 1.5)
    assert traffic.is_free(0.9, 1.5)


def test_only_who_stands_without_a_goal_is_planned_round_from_the_start(
    simulator: Simulator,
) -> None:
    traffic, bo = traffic_of(simulator, "al"), simulator.fleet.drivers["bo"]
    assert traffic.standing() == traffic.near() == traffic.all() == [bo.disc]
    bo.goal = NavGoal("bo", Pose(3.0, 1.5), 0.0)
    assert traffic.standing() == []
    bo.robot.pose = Pose(7.0, 1.5)
    assert (traffic.near(), traffic.all()) == ([], [bo.disc])


def test_who_carries_something_goes_first_then_who_is_first_by_name(simulator: Simulator) -> None:
    al, bo = simulator.fleet.drivers["al"], simulator.fleet.drivers["bo"]
    assert traffic_of(simulator, "al").has_right_of_way(bo)
    assert not traffic_of(simulator, "bo").has_right_of_way(al)
    bo.robot.held = "Bottle|0"
    assert not traffic_of(simulator, "al").has_right_of_way(bo)
    assert traffic_of(simulator, "bo").has_right_of_way(al)


def test_who_is_beside_a_way_is_found(simulator: Simulator) -> None:
    traffic, bo = traffic_of(simulator, "al"), simulator.fleet.drivers["bo"]
    way = np.array([(x, 1.5) for x in np.arange(0.5, 3.5, 0.1)])
    reach = traffic.reach(bo)
    assert math.isclose(reach, 0.5)
    bo.robot.pose = Pose(2.0, 1.5 + reach + 0.1)
    assert traffic.beside(way, 0.2) == [bo]
    assert traffic.beside(way, 0.05) == []
