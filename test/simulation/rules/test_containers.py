# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Doors and containers of the world: what a hand does with them, and what of them shows."""

from dataclasses import replace

import pytest

from adhoc_teamwork.simulation.events import EventKind
from adhoc_teamwork.simulation.houses.house import House
from adhoc_teamwork.simulation.manipulation.door_hand import close_door, open_door, put_in
from adhoc_teamwork.simulation.manipulation.hand import grasp, release
from adhoc_teamwork.simulation.sensors.sensors import Sensors
from adhoc_teamwork.simulation.world import World, WorldRobot
from adhoc_teamwork.teamwork.bodies.robot_card import RobotCard
from adhoc_teamwork.teamwork.geometry import Point, Pose
from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.team.causes import Cause
from adhoc_teamwork.teamwork.team.goal import Furnishing
from adhoc_teamwork.teamwork.team.task import Task, TaskRobot

TABLE = Point(2.0, 2.7, 0.6)


@pytest.fixture
def furnished(small_house: House, arm_card: RobotCard) -> World:
    """Return a world whose table is a cupboard with a door and whose pot is a container."""
    furnishing = Furnishing(containers={"Pot": 2}, openable={"Table": 1})
    al = TaskRobot("al", "arm", Pose(2.0, 2.2))
    task = Task("t", "h", 0, (), (al,), furnishing=furnishing)
    strong = replace(arm_card, capability=replace(arm_card.capability, payload=9.0))
    world = World.from_task(small_house, task, {"al": strong})
    world.robots["al"].joined = True
    return world


def arm(world: World) -> WorldRobot:
    return world.robots["al"]


def with_mug(world: World) -> WorldRobot:
    assert grasp(world, arm(world), Point(2.0, 2.8, 0.8)).success
    return arm(world)


def test_a_door_opens_and_closes_and_is_never_turned_twice(furnished: World) -> None:
    robot = arm(furnished)
    assert furnished.holders.is_shut("Table|0")
    assert open_door(furnished, robot, TABLE).success
    assert not furnished.holders.is_shut("Table|0")
    assert open_door(furnished, robot, TABLE).cause is Cause.BAD_ARGUMENT
    assert close_door(furnished, robot, TABLE).success
    kinds = [event.kind for event in furnished.take_events()]
    assert kinds == [EventKind.DOOR, EventKind.REFUSED, EventKind.DOOR]


def test_what_has_no_door_or_is_too_far_does_not_open(furnished: World) -> None:
    robot = arm(furnished)
    robot.pose = Pose(3.2, 0.9)
    assert open_door(furnished, robot, Point(3.5, 0.4, 0.3)).cause is Cause.NOT_OPENABLE
    assert open_door(furnished, robot, TABLE).cause is Cause.TOO_FAR


def test_what_was_put_behind_a_door_shows_only_while_it_is_open(furnished: World) -> None:
    robot = with_mug(furnished)
    mug = furnished.objects["Mug|0"]
    assert put_in(furnished, robot, TABLE).cause is Cause.CLOSED
    assert open_door(furnished, robot, TABLE).success
    assert put_in(furnished, robot, TABLE).success
    assert (robot.held, mug.support.receptacle, mug.support.inside) == ("", "Table|0", True)
    assert mug in furnished.at_rest()
    assert close_door(furnished, robot, TABLE).success
    assert mug not in furnished.at_rest()
    robot.pose = Pose(2.0, 3.8)
    assert grasp(furnished, robot, mug.centre).cause is Cause.CLOSED
    assert open_door(furnished, robot, TABLE).success
    assert grasp(furnished, robot, mug.centre).success
    assert furnished.holders.contents["Table|0"] == []


def test_a_full_cupboard_takes_no_more(furnished: World) -> None:
    robot = with_mug(furnished)
    open_door(furnished, robot, TABLE)
    assert put_in(furnished, robot, TABLE).success
    robot.pose = Pose(0.6, 1.1)
    assert grasp(furnished, robot, Point(0.6, 0.6, 0.1)).success
    robot.pose = Pose(2.0, 2.2)
    assert put_in(furnished, robot, TABLE).cause is Cause.NO_SPACE


def test_a_container_is_carried_with_what_is_in_it_and_weighs_as_much(furnished: World) -> None:
    robot = with_mug(furnished)
    mug, pot = furnished.objects["Mug|0"], furnished.objects["Pot|0"]
    assert put_in(furnished, robot, pot.centre).success
    assert mug.box.top > pot.box.top
    assert furnished.mass(pot) == pytest.approx(5.3)
    assert grasp(furnished, robot, pot.centre).success
    assert robot.held == "Pot|0"
    robot.pose = Pose(1.0, 1.0)
    furnished.carry(robot)
    assert mug not in furnished.at_rest()
    assert (mug.box.y, pot.box.y) == pytest.approx((1.0, 1.0))
    assert release(furnished, robot, Point(1.0, 1.6, 0.05)).success
    assert mug in furnished.at_rest()
    assert mug.centre.planar_distance_to(pot.centre) < 0.1


def test_a_container_does_not_go_into_itself_nor_where_nothing_is(furnished: World) -> None:
    robot = with_mug(furnished)
    assert put_in(furnished, robot, Point(1.2, 2.0, 0.5)).cause is Cause.NOT_RECEPTACLE


def test_labels_tell_of_doors_and_containers(furnished: World) -> None:
    sensors = Sensors(furnished)
    table, pot = (sensors.label(sensors.instance_of(n)) for n in ("Table|0", "Pot|0"))
    assert (table.closed, pot.closed, pot.is_receptacle) == (True, None, True)
    open_door(furnished, arm(furnished), TABLE)
    assert sensors.label(sensors.instance_of("Table|0")).closed is False


def test_things_can_be_inside_from_the_start(small_house: House) -> None:
    furnishing = Furnishing(openable={"Table": 1})
    task = Task("t", "h", 0, (), (), furnishing=furnishing, inside=(("Mug|0", "Table|0"),))
    world = World.from_task(small_house, task, {})
    assert world.objects["Mug|0"] not in world.at_rest()
    full = replace(task, inside=(("Mug|0", "Table|0"), ("Bottle|0", "Table|0")))
    with pytest.raises(ConfigError, match=r"inside: 'Bottle\|0'"):
        World.from_task(small_house, full, {})
