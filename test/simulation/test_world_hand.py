# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Grasp and release: what works, and every cause of refusal."""

from dataclasses import replace

import pytest

from adhoc_teamwork.simulation.events import EventKind
from adhoc_teamwork.simulation.manipulation.hand import grasp, release
from adhoc_teamwork.simulation.world import World, WorldRobot
from adhoc_teamwork.teamwork.geometry import Point, Pose
from adhoc_teamwork.teamwork.scene import FLOOR
from adhoc_teamwork.teamwork.team.causes import Cause


def at(world: World, name: str, x: float, y: float) -> WorldRobot:
    """Stand a robot somewhere and return it."""
    robot = world.robots[name]
    robot.pose = Pose(x, y)
    return robot


def holding(world: World, x: float, y: float) -> WorldRobot:
    """Return the robot with the arm, the bottle in its hand."""
    robot = at(world, "al", 0.6, 1.1)
    assert grasp(world, robot, Point(0.6, 0.6, 0.1)).success
    return at(world, "al", x, y)


def test_grasp_takes_nearest_pickupable(world: World) -> None:
    robot = at(world, "al", 2.0, 2.2)
    result = grasp(world, robot, Point(2.05, 2.7, 0.85))
    assert result.success
    assert robot.held == "Mug|0"
    assert world.objects["Mug|0"].held_by == "al"
    (event,) = world.take_events()
    assert (event.kind, event.robot, event.object) == (EventKind.GRASP, "al", "Mug|0")


@pytest.mark.parametrize(
    ("stand", "target", "cause"),
    [
        ((0.6, 3.0), (0.6, 0.6, 0.1), Cause.TOO_FAR),
        ((0.6, 1.2), (0.6, 0.6, 1.3), Cause.TOO_HIGH),
        ((0.6, 1.2), (0.6, 0.6, -0.3), Cause.TOO_LOW),
        ((2.4, 2.2), (2.4, 2.8, 0.8), Cause.TOO_HEAVY),
        ((1.0, 1.5), (1.0, 1.9, 0.5), Cause.LOST_OBJECT),
        ((1.2, 2.9), (1.6, 3.0, 0.5), Cause.NOT_PICKUPABLE),
    ],
)
def test_grasp_refusals(
    world: World,
    stand: tuple[float, float],
    target: tuple[float, float, float],
    cause: Cause,
) -> None:
    robot = at(world, "al", *stand)
    result = grasp(world, robot, Point(*target))
    assert (result.success, result.cause) == (False, cause)
    assert not robot.held
    assert [e.kind for e in world.take_events()] == [EventKind.REFUSED]


def test_grasp_without_arm(world: World) -> None:
    assert grasp(world, at(world, "bo", 0.6, 1.1), Point(0.6, 0.6, 0.1)).cause is Cause.NO_ARM


def test_grasp_with_full_hand(world: World) -> None:
    robot = holding(world, 2.0, 2.2)
    assert grasp(world, robot, Point(2.0, 2.8, 0.8)).cause is Cause.HAND_FULL


def test_no_hand_reaches_through_a_wall(world: World) -> None:
    robot = holding(world, 3.7, 3.0)
    result = release(world, robot, Point(4.2, 3.0, 0.5))
    assert result.cause is Cause.TOO_FAR
    assert "wall" in result.message


def test_what_a_teammate_holds_is_not_there(world: World) -> None:
    holding(world, 0.6, 1.1)
    other = world.robots["bo"]
    other.card = world.robots["al"].card
    other.pose = Pose(1.1, 0.8)
    assert grasp(world, other, Point(0.6, 0.6, 0.1)).cause is Cause.LOST_OBJECT
    there = world.objects["Bottle|0"].centre
    assert grasp(world, other, there).cause is Cause.HELD_BY_OTHER


def test_release_on_table(world: World) -> None:
    robot = holding(world, 1.2, 3.0)
    assert release(world, robot, Point(1.7, 3.0, 0.8)).success
    bottle = world.objects["Bottle|0"]
    assert (bottle.support.receptacle, bottle.support.inside) == ("Table|0", False)
    assert bottle.box.bottom == pytest.approx(0.7)
    assert not robot.held
    assert world.where(bottle) == "on Table in room_0"


@pytest.mark.parametrize("height", [0.63, 0.7, 0.78])
def test_a_target_a_little_off_the_top_means_the_top(world: World, height: float) -> None:
    robot = holding(world, 1.2, 3.0)
    assert release(world, robot, Point(1.7, 3.0, height)).success
    assert world.objects["Bottle|0"].box.bottom == pytest.approx(0.7)


def test_something_flat_does_not_pass_into_furniture(world: World) -> None:
    robot = holding(world, 1.2, 3.0)
    bottle = world.objects["Bottle|0"]
    bottle.box = replace(bottle.box, size_z=0.01)
    assert release(world, robot, Point(1.7, 3.0, 0.3)).cause is Cause.NO_SPACE
    assert release(world, robot, Point(1.7, 3.0, 0.72)).success


def test_release_into_bin_is_inside(world: World) -> None:
    robot = holding(world, 3.5, 1.0)
    assert release(world, robot, Point(3.5, 0.4, 0.6)).success
    bottle = world.objects["Bottle|0"]
    assert (bottle.support.receptacle, bottle.support.inside) == ("Bin|0", True)
    assert world.take_events()[-1].kind is EventKind.DROP


def test_release_on_floor_in_other_room(world: World) -> None:
    robot = holding(world, 6.0, 1.0)
    world.robots["bo"].pose = Pose(7.5, 1.0)
    assert release(world, robot, Point(6.6, 1.0, 0.02)).success
    bottle = world.objects["Bottle|0"]
    assert (bottle.support.receptacle, bottle.room_id) == (FLOOR, "room_1")


@pytest.mark.parametrize(
    ("stand", "target", "cause"),
    [
        ((1.0, 1.5), (3.0, 1.5, 0.1), Cause.TOO_FAR),
        ((1.2, 3.0), (1.7, 3.0, 1.5), Cause.TOO_HIGH),
        ((1.0, 1.5), (1.5, 1.5, -0.5), Cause.TOO_LOW),
        ((2.0, 2.2), (2.0, 2.8, 0.75), Cause.NO_SPACE),
        ((1.2, 3.0), (1.6, 3.0, 0.2), Cause.NO_SPACE),
        ((1.0, 1.5), (1.1, 1.5, 0.1), Cause.NO_SPACE),
        ((7.5, 3.2), (7.5, 3.7, 0.5), Cause.NO_SPACE),
        ((0.3, 1.5), (-0.2, 1.5, 2.9), Cause.TOO_HIGH),
    ],
)
def test_release_refusals(
    world: World,
    stand: tuple[float, float],
    target: tuple[float, float, float],
    cause: Cause,
) -> None:
    robot = holding(world, *stand)
    assert release(world, robot, Point(*target)).cause is cause
    assert robot.held == "Bottle|0"


def test_release_of_nothing_and_without_arm(world: World) -> None:
    assert release(world, world.robots["al"], Point(1.4, 1.5, 0.0)).cause is Cause.HAND_EMPTY
    assert release(world, world.robots["bo"], Point(1.4, 1.5, 0.0)).cause is Cause.NO_ARM
