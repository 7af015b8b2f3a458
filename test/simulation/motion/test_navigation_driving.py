# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Robots under way: limits, cancelling, one another, and that nobody waits forever."""

import itertools
import math
from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from adhoc_teamwork.simulation.motion.motion import MotionLimits, Mover, Path
from adhoc_teamwork.simulation.motion.nav_goal import NavGoal, NavStatus
from adhoc_teamwork.simulation.motion.navigation import NavError
from adhoc_teamwork.simulation.motion.obstacles import Obstacles
from adhoc_teamwork.simulation.simulator import STEP, HandCommand, Simulator
from adhoc_teamwork.teamwork.geometry import Point, Pose, normalize_angle
from adhoc_teamwork.teamwork.team.task import TaskRobot

Maker = Callable[..., Simulator]
LIMITS = MotionLimits(0.5, 1.2, 0.8)


def two_robots(make: Maker, al: Pose, bo: Pose) -> Simulator:
    """Return a simulator with both robots there from the start."""
    return make(robots=(TaskRobot("al", "arm", al), TaskRobot("bo", "plain", bo)))


def check_apart(simulator: Simulator) -> None:
    """Fail where a body is in a wall, in furniture or in another body."""
    for robot in simulator.world.present():
        obstacles = Obstacles.of(simulator.world.house, robot.card.body.height)
        assert obstacles.distance(robot.pose.x, robot.pose.y) >= robot.radius - 1e-6
    for one, other in itertools.combinations(simulator.world.present(), 2):
        apart = one.pose.point.planar_distance_to(other.pose.point)
        assert apart >= one.radius + other.radius - 1e-6


def drive(simulator: Simulator, seconds: float, *goals: NavGoal) -> None:
    """Advance until all goals are done, at most some seconds, checking every step."""
    for _ in range(round(seconds / STEP)):
        if goals and all(goal.done for goal in goals):
            return
        simulator.step()
        check_apart(simulator)


def test_drives_to_the_pose_and_turns(make_simulator: Maker) -> None:
    simulator = make_simulator()
    goal = simulator.navigate("al", Pose(3.0, 1.5, 2.0))
    drive(simulator, 30.0, goal)
    assert goal.status is NavStatus.SUCCEEDED
    robot = simulator.world.robots["al"]
    assert robot.pose.point.distance_to(Point(3.0, 1.5)) < 0.01
    assert abs(normalize_angle(robot.pose.yaw - 2.0)) < 0.02
    assert robot.path_length == pytest.approx(2.0, abs=0.1)


def test_backs_up_straight_without_turning(make_simulator: Maker) -> None:
    simulator = make_simulator()
    drive(simulator, 30.0, simulator.navigate("al", Pose(3.0, 1.5, 2.0)))
    robot = simulator.world.robots["al"]
    before, speeds = robot.pose, []
    goal = simulator.back_up("al", 0.5, 0.2)
    while not goal.done:
        drive(simulator, STEP)
        speeds.append(robot.speed)
        assert abs(normalize_angle(robot.pose.yaw - before.yaw)) < 1e-6
        assert abs(robot.turn_rate) < 1e-9
    assert goal.status is NavStatus.SUCCEEDED
    assert robot.pose.point.planar_distance_to(before.point) == pytest.approx(0.5, abs=1e-3)
    assert abs(normalize_angle(robot.pose.heading_to(before.point) - before.yaw)) < 1e-3
    assert min(speeds) == pytest.approx(-0.2)
    assert max(speeds) <= 0.0
    ahead = simulator.navigate("al", Pose(3.0, 1.5, 2.0))
    drive(simulator, 30.0, ahead)
    assert ahead.status is NavStatus.SUCCEEDED


def test_does_not_back_up_into_a_wall_or_another(make_simulator: Maker) -> None:
    simulator = two_robots(make_simulator, Pose(0.6, 1.5, 0.0), Pose(3.0, 1.5, 0.0))
    into_wall = simulator.back_up("al", 1.0, 0.2)
    assert (into_wall.status, into_wall.error) == (NavStatus.ABORTED, NavError.COLLISION_AHEAD)
    drive(simulator, 20.0, simulator.navigate("al", Pose(2.2, 1.5)))
    into_other = simulator.back_up("bo", 0.8, 0.2)
    drive(simulator, 10.0, into_other)
    assert (into_other.status, into_other.error) == (NavStatus.ABORTED, NavError.COLLISION_AHEAD)


def test_what_comes_behind_a_robot_ends_its_backing_up(make_simulator: Maker) -> None:
    simulator = two_robots(make_simulator, Pose(1.0, 1.5, 0.0), Pose(3.5, 1.5, 0.0))
    backing = simulator.back_up("bo", 1.4, 0.1)
    drive(simulator, 40.0, simulator.navigate("al", Pose(2.2, 1.5)), backing)
    assert backing.status is NavStatus.ABORTED
    assert backing.error is NavError.COLLISION_AHEAD
    assert backing.reason == "al is behind it"


def test_a_robot_that_backs_up_is_cancelled_and_sent_elsewhere(make_simulator: Maker) -> None:
    simulator = make_simulator()
    drive(simulator, 30.0, simulator.navigate("al", Pose(3.0, 1.5, 0.0)))
    goal = simulator.back_up("al", 1.0, 0.2)
    drive(simulator, 1.0)
    simulator.fleet.drivers["al"].cancel(goal)
    drive(simulator, 0.5)
    assert goal.status is NavStatus.CANCELED
    again = simulator.back_up("al", 1.0, 0.2)
    drive(simulator, 1.0)
    ahead = simulator.navigate("al", Pose(3.0, 1.5))
    assert again.status is NavStatus.ABORTED
    drive(simulator, 30.0, ahead)
    assert ahead.status is NavStatus.SUCCEEDED
    assert simulator.back_up("al", 0.2, 0.2).status is NavStatus.ACTIVE


def test_who_drives_ahead_brakes_and_does_not_back_up(make_simulator: Maker) -> None:
    simulator = make_simulator()
    first = simulator.navigate("al", Pose(7.0, 2.0))
    drive(simulator, 3.0)
    robot = simulator.world.robots["al"]
    fast = robot.speed
    goal = simulator.back_up("al", 0.3, 0.2)
    assert first.status is goal.status is NavStatus.ABORTED
    simulator.step()
    assert 0.0 < robot.speed < fast
    drive(simulator, 0.5)
    assert robot.speed == 0.0
    again = simulator.back_up("al", 0.3, 0.2)
    drive(simulator, 10.0, again)
    assert again.status is NavStatus.SUCCEEDED


def test_cancel_stops_within_half_a_second(make_simulator: Maker) -> None:
    simulator = make_simulator()
    goal = simulator.navigate("al", Pose(7.0, 2.0))
    drive(simulator, 3.0)
    assert simulator.world.robots["al"].speed > 0.3
    simulator.fleet.drivers["al"].cancel(goal)
    drive(simulator, 0.5)
    assert simulator.world.robots["al"].speed == 0.0
    assert goal.status is NavStatus.CANCELED
    before = simulator.world.robots["al"].pose
    drive(simulator, 1.0)
    assert simulator.world.robots["al"].pose == before


def test_new_goal_takes_the_place_of_the_old(make_simulator: Maker) -> None:
    simulator = make_simulator()
    first = simulator.navigate("al", Pose(7.0, 2.0))
    drive(simulator, 2.0)
    second = simulator.navigate("al", Pose(0.5, 2.5))
    assert first.status is NavStatus.ABORTED
    drive(simulator, 30.0, second)
    assert second.status is NavStatus.SUCCEEDED


def test_unreachable_goal_is_aborted_at_once_with_a_reason(make_simulator: Maker) -> None:
    simulator = make_simulator()
    goal = simulator.navigate("al", Pose(2.0, 3.0))
    drive(simulator, 0.2)
    assert (goal.status, goal.error) == (NavStatus.ABORTED, NavError.GOAL_OCCUPIED)
    assert "fit" in goal.reason


def test_robots_swap_rooms_through_one_doorway(make_simulator: Maker) -> None:
    simulator = two_robots(make_simulator, Pose(2.0, 2.0), Pose(6.0, 2.0, 3.14))
    goals = (
        simulator.navigate("al", Pose(7.0, 2.0)),
        simulator.navigate("bo", Pose(1.0, 2.0)),
    )
    drive(simulator, 120.0, *goals)
    assert [goal.status for goal in goals] == [NavStatus.SUCCEEDED] * 2


def test_idle_robot_in_the_doorway_makes_way(make_simulator: Maker) -> None:
    simulator = two_robots(make_simulator, Pose(1.0, 2.0), Pose(4.0, 2.0))
    goal = simulator.navigate("al", Pose(7.0, 2.0))
    drive(simulator, 60.0, goal)
    assert goal.status is NavStatus.SUCCEEDED
    assert goal.recoveries > 0


def test_who_begins_to_work_makes_way_no_farther(make_simulator: Maker) -> None:
    """Between two motions of its arm the base drove on, and a plate was let go beside its place."""
    simulator = two_robots(make_simulator, Pose(1.0, 2.0), Pose(4.0, 2.0))
    simulator.navigate("al", Pose(7.0, 2.0))
    bo, driver = simulator.world.robots["bo"], simulator.fleet.drivers["bo"]
    while bo.speed == 0.0:
        drive(simulator, 0.1)
        assert simulator.world.time < 30.0
    driver.hand_busy = True
    drive(simulator, 1.0)
    at = bo.pose
    driver.hand_busy, driver.stays_until = False, simulator.world.time + 3.0
    drive(simulator, 2.5)
    assert bo.pose == at


def test_idle_robot_that_came_into_the_doorway_later_makes_way(make_simulator: Maker) -> None:
    simulator = two_robots(make_simulator, Pose(1.0, 2.0), Pose(6.0, 1.0))
    goal = simulator.navigate("al", Pose(7.0, 2.0))
    drive(simulator, 1.0)
    simulator.world.robots["bo"].pose = Pose(4.0, 2.0)
    drive(simulator, 20.0, goal)
    assert goal.status is NavStatus.SUCCEEDED


def test_robot_that_appears_right_ahead_is_not_driven_into(make_simulator: Maker) -> None:
    simulator = two_robots(make_simulator, Pose(4.6, 2.0), Pose(6.0, 0.5))
    simulator.navigate("al", Pose(7.0, 2.0))
    drive(simulator, 2.0)
    al, bo = (simulator.world.robots[name] for name in ("al", "bo"))
    assert al.speed > 0.4
    bo.pose = Pose(al.pose.x + al.radius + bo.radius + 0.01, al.pose.y)
    drive(simulator, 1.0)
    assert al.speed == 0.0


def test_block_that_does_not_end_ends_the_goal(make_simulator: Maker) -> None:
    simulator = two_robots(make_simulator, Pose(1.0, 2.0), Pose(4.0, 2.0))
    simulator.fleet.drivers["bo"].hand_busy = True  # it will not make way
    goal = simulator.navigate("al", Pose(7.0, 2.0))
    drive(simulator, 60.0, goal)
    assert (goal.status, goal.error) == (NavStatus.ABORTED, NavError.FAILED_TO_MAKE_PROGRESS)


def test_base_stands_while_the_hand_works(make_simulator: Maker) -> None:
    simulator = make_simulator()
    simulator.world.robots["al"].pose = Pose(0.6, 1.1)
    simulator.manipulate("al", HandCommand.GRASP, Point(0.6, 0.6, 0.1))
    goal = simulator.navigate("al", Pose(3.0, 1.5))
    drive(simulator, 1.0)
    assert simulator.world.robots["al"].pose == Pose(0.6, 1.1)
    drive(simulator, 30.0, goal)
    assert goal.status is NavStatus.SUCCEEDED


@settings(max_examples=6, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.tuples(st.floats(-0.5, 8.5), st.floats(-0.5, 4.5)), min_size=4, max_size=4))
def test_bodies_never_overlap_anything(
    make_simulator: Maker, targets: list[tuple[float, float]]
) -> None:
    simulator = two_robots(make_simulator, Pose(1.0, 1.5), Pose(6.0, 1.5))
    for pair in (targets[:2], targets[2:]):
        goals = [
            simulator.navigate(name, Pose(*target))
            for name, target in zip(("al", "bo"), pair, strict=True)
        ]
        drive(simulator, 60.0, *goals)
        assert all(goal.done for goal in goals)


@given(
    st.lists(st.tuples(st.floats(-2, 2), st.floats(-2, 2)), min_size=2, max_size=5),
    st.floats(-3.0, 3.0),
)
@settings(max_examples=40)
def test_motion_keeps_its_limits_and_arrives(points: list[tuple[float, float]], yaw: float) -> None:
    mover = Mover(Pose(*points[0], 0.5), LIMITS)
    path = Path(points)
    mover.follow(path, yaw)
    speed, steps = 0.0, 0
    while not mover.arrived:
        before = mover.pose
        driven = mover.step(STEP, True, lambda _x, _y: True)
        assert driven <= LIMITS.max_speed * STEP + 1e-9
        assert (
            abs(normalize_angle(mover.pose.yaw - before.yaw)) <= LIMITS.max_turn_rate * STEP + 1e-9
        )
        assert mover.speed - speed <= LIMITS.acceleration * STEP + 1e-9
        speed = mover.speed
        steps += 1
        assert steps < 4000
    assert math.dist((mover.pose.x, mover.pose.y), path.points[-1]) < 1e-6
