"""What a robot on its way makes of the others."""

import math
from collections.abc import Callable

import numpy as np
import pytest

from simulation.motion import Path
from simulation.nav_goal import NavGoal
from simulation.obstacles import Obstacles
from simulation.simulator import Simulator
from simulation.traffic import GAP, Traffic, Vehicle
from teamwork.geometry import Pose
from teamwork.task import TaskRobot

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
