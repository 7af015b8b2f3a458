# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The same rules in both worlds: the ROS simulator's, and the benchmark's of steps on a lattice."""

import math
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from adhoc_teamwork.simulation.houses.house import Box, House, HouseObject, Surface
from adhoc_teamwork.simulation.lattice.actions import Action, ActionKind
from adhoc_teamwork.simulation.lattice.house import StepHouse
from adhoc_teamwork.simulation.lattice.placing import spot_on, spot_on_floor
from adhoc_teamwork.simulation.lattice.scene import Scene
from adhoc_teamwork.simulation.lattice.world import StepWorld
from adhoc_teamwork.simulation.manipulation.hand import grasp, release
from adhoc_teamwork.simulation.rules.reach import Arm
from adhoc_teamwork.simulation.world import World, WorldRobot
from adhoc_teamwork.teamwork.bodies.robot_card import RobotCard
from adhoc_teamwork.teamwork.geometry import Point, Pose
from adhoc_teamwork.teamwork.team.causes import Cause
from adhoc_teamwork.teamwork.team.task import Task, TaskRobot

SHELF = Box(1.0, 3.8, 1.58, 1.0, 0.3, 0.04)
NORTH = math.pi / 2.0
LOW, TALL = 1.1, 1.7
BOTTLE = Point(1.0, 3.8, 1.7)


def bottle_at(house: House, x: float, y: float, bottom: float) -> House:
    """Return the house with its bottle elsewhere."""
    objects = []
    for thing in house.objects:
        if thing.category == "Bottle":
            box = replace(thing.box, x=x, y=y, z=bottom + thing.box.size_z / 2.0)
            thing = replace(thing, box=box, solids=(box,))
        objects.append(thing)
    return replace(house, objects=tuple(objects))


@pytest.fixture
def high_shelf(small_house: House) -> House:
    """Return the house with a board at 1.6 m on the wall."""
    board = Surface(SHELF.x, SHELF.y, 1.6, SHELF.size_x, SHELF.size_y)
    shelf = HouseObject("Board|0", "Board", SHELF, (SHELF,), (board,), room_id="room_0")
    return replace(small_house, objects=(*small_house.objects, shelf))


@pytest.fixture
def robot_in(arm_card: RobotCard) -> Callable[..., tuple[World, WorldRobot]]:
    """Return a maker of robots in the ROS simulator's world: house, place, its arm's height."""

    def make(house: House, x: float, y: float, highest: float) -> tuple[World, WorldRobot]:
        can = replace(arm_card.capability, reach=1.5, reach_max_height=highest)
        task = Task("t", "h", 0, (), (TaskRobot("al", "arm", Pose(x, y, NORTH)),))
        world = World.from_task(house, task, {"al": replace(arm_card, capability=can)})
        world.robots["al"].joined = True
        return world, world.robots["al"]

    return make


@pytest.fixture
def scene(small_house: House) -> Scene:
    return Scene(StepHouse.of(small_house))


def step_robot(house: House, spec: object) -> StepWorld:
    world = StepWorld(StepHouse.of(house), [])
    world.join("al", spec)
    return world


def act(world: StepWorld, kind: ActionKind, target: str = "") -> str:
    return world.step({"al": Action(kind, target)})["al"].cause or ""


def test_no_arm_serves_a_shelf_above_it(high_shelf: House, robot_in, spec_at) -> None:
    """An arm that ends at 1.1 m neither fills nor empties a shelf at 1.6 m; a taller one does."""
    on_shelf = bottle_at(high_shelf, 1.0, 3.8, 1.6)
    beside = bottle_at(high_shelf, 1.0, 2.8, 0.0)
    for highest, cause in ((LOW, Cause.TOO_HIGH), (TALL, None)):
        world, robot = robot_in(on_shelf, 1.0, 3.0, highest)
        assert grasp(world, robot, BOTTLE).cause is cause
        world, robot = robot_in(beside, 1.0, 3.0, highest)
        assert grasp(world, robot, Point(1.0, 2.8, 0.1)).success
        assert release(world, robot, Point(1.0, 3.8, 1.62)).cause is cause
    for highest, word in ((LOW, "too_high"), (TALL, "")):
        spec = spec_at(1.0, 3.0, NORTH, camera_height=1.6, reach_max_height=highest)
        steps = step_robot(on_shelf, spec)
        assert act(steps, ActionKind.LOOK_UP) == ""
        assert act(steps, ActionKind.PICK_UP, "Bottle_0") == word
        steps = step_robot(beside, replace(spec, start=Pose(1.0, 2.25, NORTH)))
        assert act(steps, ActionKind.LOOK_DOWN) == ""
        assert act(steps, ActionKind.PICK_UP, "Bottle_0") == ""
        for kind in (ActionKind.LOOK_UP, ActionKind.LOOK_UP, ActionKind.MOVE_AHEAD):
            act(steps, kind)
        assert act(steps, ActionKind.PUT_DOWN, "Board_0") == word


@pytest.mark.parametrize("x", [4.0, 4.05])
def test_what_lies_in_the_line_of_a_wall_or_behind_it_is_not_had(
    small_house: House, robot_in, spec_at, x: float
) -> None:
    """The wall at x = 4 ends at y = 1.55; the bottle touches it, or is just beyond."""
    house = bottle_at(small_house, x, 1.55, 0.0)
    world, robot = robot_in(house, 3.5, 1.55, TALL)
    assert grasp(world, robot, Point(x, 1.55, 0.1)).cause is Cause.TOO_FAR
    steps = step_robot(house, spec_at(3.5, 1.5, 0.0))
    act(steps, ActionKind.LOOK_DOWN)
    assert act(steps, ActionKind.PICK_UP, "Bottle_0") == "too_far"


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.floats(0.5, 3.5), st.floats(0.5, 2.4), st.floats(0.2, 1.5), st.floats(0.5, 1.8))
def test_what_one_world_finds_a_place_for_the_other_takes_there(
    small_house: House, scene: Scene, arm_card: RobotCard,
    x: float, y: float, reach: float, highest: float,
) -> None:  # fmt: skip
    numbers = scene.step_house.by_id
    for receptacle in ("Table_0", "Bin_0"):
        base, arm = Point(x, y), Arm(reach, 0.0, highest)
        found = spot_on(scene, numbers["Bottle_0"], numbers[receptacle], base, arm)
        if found is None:
            continue
        spot, surface = found
        can = replace(arm_card.capability, reach=reach, reach_max_height=highest)
        task = Task("t", "h", 0, (), (TaskRobot("al", "arm", Pose(x, y)),))
        world = World.from_task(small_house, task, {"al": replace(arm_card, capability=can)})
        world.take(world.objects["Bottle|0"], world.robots["al"])
        result = release(world, world.robots["al"], Point(spot.x, spot.y, spot.z))
        assert result.success, result.message
        assert world.objects["Bottle|0"].support.inside is surface.inside


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.floats(0.4, 7.6), st.floats(0.4, 3.6), st.integers(0, 3))
@example(3.5, 0.515625, 3)
def test_what_one_world_drops_on_the_floor_the_other_lets_go_of_there(
    small_house: House, scene: Scene, arm_card: RobotCard, x: float, y: float, heading: int
) -> None:
    """Unless nothing is free around the robot: then it lies under that."""
    yaw, number = heading * NORTH, scene.step_house.by_id["Mug_0"]
    spot = spot_on_floor(scene, number, Point(x, y), yaw)
    task = Task("t", "h", 0, (), (TaskRobot("al", "arm", Pose(x, y, yaw)),))
    can = replace(arm_card.capability, reach=1.0)
    world = World.from_task(small_house, task, {"al": replace(arm_card, capability=can)})
    world.take(world.objects["Mug|0"], world.robots["al"])
    result = release(world, world.robots["al"], Point(spot.x, spot.y, spot.z))
    if (spot.x, spot.y) != (round(x, 3), round(y, 3)):
        assert result.success, result.message
