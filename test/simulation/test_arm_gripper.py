# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Fingers that close and open where the tool really is: objects, containers, doors, weights."""

import math
from dataclasses import replace

import pytest
from arm_bench import CONFIG, Bench, shipped_arm

from adhoc_teamwork.robot_model.arrays import transform
from adhoc_teamwork.simulation.events import EventKind
from adhoc_teamwork.simulation.houses.boxes import distance
from adhoc_teamwork.simulation.houses.house import House
from adhoc_teamwork.simulation.manipulation.gripper import GRIP_EFFORT
from adhoc_teamwork.simulation.manipulation.tool_hand import let_go
from adhoc_teamwork.simulation.simulator import HandCommand, Simulator
from adhoc_teamwork.simulation.tasks.scenario import load_card
from adhoc_teamwork.simulation.world import World
from adhoc_teamwork.teamwork.geometry import Point, Pose
from adhoc_teamwork.teamwork.states import value_of
from adhoc_teamwork.teamwork.team.goal import Furnishing
from adhoc_teamwork.teamwork.team.task import Task, TaskRobot

ARM = shipped_arm()
SUCCEEDED, ABORTED = "succeeded", "aborted"


def furnished_task(pose: Pose) -> Task:
    furnishing = Furnishing(containers={"Pot": 1}, openable={"Table": 1, "Shelf": 1})
    return Task("t", "h", 0, (), (TaskRobot("al", "quadruped", pose),), furnishing=furnishing)


@pytest.fixture
def bench(small_house: House) -> Bench:
    """Return the quadruped before the table, which has a door; the mug and a pot are on it."""
    card = load_card("quadruped", CONFIG)
    world = World.from_task(small_house, furnished_task(Pose(2.0, 2.0, 1.57)), {"al": card})
    world.robots["al"].joined = True
    return Bench(ARM, world, world.robots["al"])


def kinds(world: World) -> list[EventKind]:
    return [event.kind for event in world.take_events()]


def take_mug(bench: Bench) -> None:
    bench.reach(bench.world.objects["Mug|0"].centre)
    assert bench.grip(0.0) == (True, False, SUCCEEDED)
    assert bench.robot.held == "Mug|0"


def test_takes_what_is_between_the_fingers_and_carries_it_with_the_tool(bench: Bench) -> None:
    mug = bench.world.objects["Mug|0"]
    take_mug(bench)
    assert bench.arm.gripper.gap == pytest.approx(0.06)
    assert bench.arm.gripper.effort == GRIP_EFFORT
    bench.reach(Point(2.1, 2.75, 1.0))
    assert mug.centre.distance_to(Point(2.1, 2.75, 1.0)) < 0.01
    bench.robot.pose = Pose(1.0, 2.0, 1.57)
    bench.steps(1)
    assert mug.centre.distance_to(Point(1.1, 2.75, 1.0)) < 0.01
    assert kinds(bench.world) == [EventKind.GRASP]


def test_what_is_held_keeps_its_place_in_the_hand_and_turns_with_the_base(bench: Bench) -> None:
    mug, pose = bench.world.objects["Mug|0"], bench.robot.pose
    bench.reach(Point(mug.centre.x, mug.centre.y - 0.05, mug.centre.z + 0.04))
    bench.grip(0.0)
    before = mug.box
    bench.robot.pose = Pose(pose.x, pose.y, pose.yaw + 1.0)
    bench.steps(1)
    reach = mug.centre.planar_distance_to(pose.point)
    assert reach == pytest.approx(Point(before.x, before.y).planar_distance_to(pose.point))
    assert mug.box.yaw - before.yaw == pytest.approx(1.0)
    (solid,) = mug.solids()
    assert (solid.x, solid.y, solid.z, solid.yaw) == pytest.approx(
        (mug.box.x, mug.box.y, mug.box.z, mug.box.yaw)
    )


def test_what_is_turned_on_its_side_lies_there(bench: Bench) -> None:
    world, robot, mug = bench.world, bench.robot, bench.world.objects["Mug|0"]
    mug.box = replace(mug.box, size_x=0.06, size_y=0.08, size_z=0.5)
    robot.tool = transform((mug.centre.x, mug.centre.y, mug.centre.z), (0.0, 0.0, 0.0))
    world.take(mug, robot)
    for tilt, size in (
        (0.6, (0.06, 0.08, 0.5)),
        (math.pi / 2.0, (0.08, 0.5, 0.06)),
        (3.0, (0.06, 0.08, 0.5)),
    ):
        robot.tool = transform((2.0, 2.5, 1.2), (0.0, tilt, 0.0))
        world.carry(robot)
        assert mug.centre.distance_to(Point(2.0, 2.5, 1.2)) < 1e-9
        box = mug.box
        assert (box.size_x, box.size_y, box.size_z) == size
        (solid,) = mug.solids()
        assert (solid.bottom, solid.top) == pytest.approx((box.bottom, box.top))
    robot.tool = transform((2.0, 2.5, 1.2), (0.0, math.pi / 2.0, 0.3))
    world.carry(robot)
    along = Point(2.0 + 0.24 * math.cos(0.3), 2.5 + 0.24 * math.sin(0.3), 1.2)
    assert distance(mug.box, along) == 0.0
    assert let_go(world, robot).success
    assert mug.box.size_z == 0.06
    robot.tool = transform((2.0, 2.5, 1.2), (0.0, 0.0, 0.0))
    world.take(mug, robot)
    assert mug.box.size_z == 0.06


def test_takes_nothing_farther_off_and_nothing_with_fingers_that_were_shut(bench: Bench) -> None:
    centre = bench.world.objects["Mug|0"].centre
    bench.reach(Point(centre.x - 0.03 - 0.09, centre.y, centre.z))
    assert bench.grip(0.0) == (False, True, SUCCEEDED)
    bench.reach(centre)
    assert bench.grip(0.0) == (False, True, SUCCEEDED)
    assert bench.arm.gripper.effort == 0.0
    assert bench.grip(1.0) == (False, True, SUCCEEDED)
    assert bench.arm.gripper.gap == pytest.approx(ARM.opening)
    assert bench.grip(0.0) == (True, False, SUCCEEDED)


def test_fingers_that_stop_before_they_meet_anything_take_nothing(bench: Bench) -> None:
    bench.reach(bench.world.objects["Mug|0"].centre)
    assert bench.grip(0.065) == (False, True, SUCCEEDED)
    assert not bench.robot.held


def test_what_is_wider_than_the_gap_is_taken_by_its_rim_and_let_go(bench: Bench) -> None:
    mug = bench.world.objects["Mug|0"]
    mug.box = replace(mug.box, size_x=0.2, size_y=0.15)
    bench.reach(mug.centre)
    assert bench.grip(0.0) == (True, False, SUCCEEDED)
    assert bench.robot.held
    assert 0.0 < bench.arm.gripper.gap < ARM.opening
    assert bench.grip(ARM.opening) == (False, True, SUCCEEDED)
    assert not bench.robot.held


def test_what_is_too_heavy_feels_held_and_slips_out_as_the_hand_rises(bench: Bench) -> None:
    pot = bench.world.objects["Pot|0"]
    bench.robot.pose = Pose(2.4, 2.0, 1.57)
    bench.reach(pot.centre)
    assert bench.grip(0.0) == (True, False, SUCCEEDED)
    assert bench.arm.gripper.effort == GRIP_EFFORT
    assert not bench.robot.held
    before = pot.box
    bench.reach(Point(pot.centre.x, pot.centre.y, pot.centre.z + 0.05))
    assert (bench.arm.gripper.effort, bench.arm.gripper.gap) == (0.0, 0.0)
    assert pot.box == before
    (event,) = bench.world.take_events()
    assert event.kind is EventKind.REFUSED
    assert "5.00 kg" in event.text


def test_lets_go_onto_what_is_below_and_falls_are_drops(bench: Bench) -> None:
    mug = bench.world.objects["Mug|0"]
    take_mug(bench)
    bench.reach(Point(1.8, 2.8, 0.86))
    assert bench.grip(0.08) == (False, True, SUCCEEDED)
    assert (mug.support.receptacle, mug.box.bottom) == ("Table|0", pytest.approx(0.7))
    take_mug(bench)
    bench.reach(Point(2.0, 2.5, 0.8))
    assert bench.grip(0.08) == (False, True, SUCCEEDED)
    assert (mug.support.receptacle, mug.box.bottom) == ("Floor", pytest.approx(0.0))
    assert kinds(bench.world) == [
        EventKind.GRASP, EventKind.RELEASE, EventKind.GRASP, EventKind.DROP,
    ]  # fmt: skip
    assert bench.robot.grip is None


def test_does_not_let_go_where_something_is_in_the_way(bench: Bench) -> None:
    take_mug(bench)
    bench.world.holders.capacity.pop("Pot|0")
    pot = bench.world.objects["Pot|0"].centre
    bench.reach(Point(pot.x - 0.01, pot.y, pot.z))
    assert bench.grip(0.08) == (True, False, ABORTED)
    assert bench.robot.held == "Mug|0"
    assert bench.arm.gripper.effort == GRIP_EFFORT
    bench.reach(Point(1.8, 2.8, 0.86))
    assert bench.grip(0.08) == (False, True, SUCCEEDED)


def test_lets_go_into_the_container_below(bench: Bench) -> None:
    take_mug(bench)
    pot = bench.world.objects["Pot|0"].box
    bench.robot.pose = Pose(2.2, 2.1, 1.57)
    bench.reach(Point(pot.x + 0.07, pot.y, pot.top + 0.15))
    assert bench.grip(0.08) == (False, True, SUCCEEDED)
    assert bench.world.holders.holder == {"Mug|0": "Pot|0"}


def test_pulls_a_door_open_and_pushes_it_shut(bench: Bench) -> None:
    front = Point(2.0, 2.65, 0.5)
    bench.reach(front)
    assert bench.grip(0.02) == (True, True, SUCCEEDED)
    assert bench.arm.gripper.effort == 0.0
    bench.reach(Point(2.0, 2.57, 0.5))
    assert bench.world.holders.is_shut("Table|0"), "8 cm are not enough"
    bench.reach(Point(2.0, 2.53, 0.5))
    assert not bench.world.holders.is_shut("Table|0")
    bench.reach(Point(2.0, 2.40, 0.5))
    assert not bench.world.holders.is_shut("Table|0"), "the handle was let go"
    bench.grip(0.08)
    bench.reach(Point(2.0, 2.52, 0.5))
    assert bench.grip(0.02) == (True, True, SUCCEEDED)
    bench.reach(front)
    assert bench.world.holders.is_shut("Table|0")
    assert kinds(bench.world) == [EventKind.DOOR, EventKind.DOOR]


def test_a_full_hand_opens_a_door_and_lets_go_before_it(bench: Bench) -> None:
    take_mug(bench)
    bench.reach(Point(2.0, 2.65, 0.5))
    assert bench.grip(0.02) == (True, False, SUCCEEDED)
    bench.reach(Point(2.0, 2.54, 0.5))
    assert not bench.world.holders.is_shut("Table|0")
    assert bench.robot.held == "Mug|0"
    bench.reach(Point(2.0, 2.60, 0.5))
    assert bench.grip(0.08) == (False, True, SUCCEEDED)
    assert bench.world.holders.holder == {"Mug|0": "Table|0"}


@pytest.mark.parametrize("full", [False, True])
def test_presses_a_button_to_the_next_value(small_house: House, full: bool) -> None:
    card = load_card("quadruped", CONFIG)
    task = furnished_task(Pose(2.0, 2.0, 1.57))
    lamps = Furnishing(states={"Table": {"power": ("off", "low", "high"), "warm": ("no", "yes")}})
    world = World.from_task(small_house, replace(task, furnishing=lamps), {"al": card})
    world.robots["al"].joined = True
    bench = Bench(ARM, world, world.robots["al"])
    if full:
        take_mug(bench)
    bench.reach(Point(2.0, 2.55, 0.6))
    values = []
    for _ in range(3):
        bench.grip(0.02)
        values.append(value_of(world.states.of("Table|0"), "power"))
        if not full:
            bench.grip(0.08)
    assert values == ["low", "high", "off"]
    assert value_of(world.states.of("Table|0"), "warm") == "no"
    bench.reach(Point(2.0, 2.3, 0.6))
    bench.grip(0.02)
    assert value_of(world.states.of("Table|0"), "power") == "off", "nothing is there"


def test_opening_lets_go_of_a_handle_and_there_is_none_in_the_air(bench: Bench) -> None:
    bench.reach(Point(2.0, 2.65, 0.5))
    bench.grip(0.02)
    bench.grip(0.08)
    bench.reach(Point(2.0, 2.45, 0.5))
    assert bench.world.holders.is_shut("Table|0")
    bench.reach(Point(2.0, 2.40, 0.5))
    assert bench.grip(0.02) == (False, True, SUCCEEDED)


def test_a_wall_is_between_the_hand_and_what_is_behind_it(bench: Bench) -> None:
    bottle = bench.world.objects["Bottle|0"]
    bench.world.rest(bottle, 4.06, 1.0, bench.world.support_below(4.06, 1.0, 0.0))
    bench.robot.pose = Pose(3.4, 1.0)
    bench.reach(bottle.centre)
    assert bench.grip(0.0) == (False, True, SUCCEEDED)


def test_cancel_stops_the_fingers_and_a_newer_command_takes_over(bench: Bench) -> None:
    gripper = bench.arm.gripper
    first = gripper.command(0.0)
    bench.steps(6)
    second = gripper.command(0.08)
    assert str(first.status) == ABORTED
    bench.steps(1)
    gripper.cancel(second)
    gap = gripper.gap
    bench.steps(5)
    assert str(second.status) == "canceled"
    assert gripper.gap == gap


@pytest.fixture
def simulator(small_house: House) -> Simulator:
    """Return a started simulator with the quadruped, its arm included."""
    card = load_card("quadruped", CONFIG)
    made = Simulator(small_house, furnished_task(Pose(2.0, 2.0, 1.57)), {"al": card}, {"al": ARM})
    made.start()
    return made


def test_the_base_stays_while_the_arm_works_and_a_little_longer(simulator: Simulator) -> None:
    driver = simulator.fleet.drivers["al"]
    simulator.move_fingers("al", 0.0)
    goal = simulator.navigate("al", Pose(1.0, 1.0))
    for _ in range(3):
        simulator.step()
    assert simulator.world.robots["al"].pose == Pose(2.0, 2.0, 1.57)
    for _ in range(400):
        simulator.step()
    assert goal.done
    simulator.move_fingers("al", 0.08)
    for _ in range(20):
        simulator.step()
    assert not driver.hand_busy
    assert not driver.idle
    for _ in range(60):
        simulator.step()
    assert driver.idle


def test_a_hand_told_a_point_shares_the_arm_that_is_there(simulator: Simulator) -> None:
    point = simulator.world.objects["Mug|0"].centre
    simulator.world.robots["al"].pose = Pose(2.0, 2.2, 1.57)
    simulator.move_fingers("al", 0.05)
    refused = simulator.manipulate("al", HandCommand.GRASP, point).result
    assert refused is not None
    assert not refused.success
    for _ in range(20):
        simulator.step()
    taken = simulator.manipulate("al", HandCommand.GRASP, point)
    for _ in range(40):
        simulator.step()
    assert taken.result is not None
    assert taken.result.success
    gripper = simulator.arms["al"].gripper
    assert (gripper.gap, gripper.effort) == (pytest.approx(0.06), GRIP_EFFORT)
    laid = simulator.manipulate("al", HandCommand.RELEASE, replace(point, z=0.76))
    for _ in range(40):
        simulator.step()
    assert laid.result is not None
    assert laid.result.success
    assert (gripper.gap, gripper.effort) == (ARM.opening, 0.0)
