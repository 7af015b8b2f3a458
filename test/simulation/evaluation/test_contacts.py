# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What passes through what is noticed, once each time."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from adhoc_teamwork.robot_model.arrays import transform
from adhoc_teamwork.simulation.evaluation.contacts import Contacts, depth_inside
from adhoc_teamwork.simulation.events import EventKind
from adhoc_teamwork.simulation.world import World, WorldRobot
from adhoc_teamwork.teamwork.geometry import Pose

UNIT = np.array([0.5, 0.5, 0.5])
MUG = "Mug|0"


def told(world: World, contacts: Contacts) -> list[str]:
    """Return what is said of the world as it is now."""
    contacts.check()
    return [event.text for event in world.take_events() if event.kind is EventKind.CONTACT]


def hand(robot: WorldRobot, world: World, x: float, y: float, z: float, turn: float = 0.0) -> None:
    """Bring a robot's tool, and what it holds, to a point in `map`, turned about x."""
    robot.tool = transform((x, y, z), (turn, 0.0, 0.0))
    world.carry(robot)


@pytest.fixture
def holder(world: World) -> WorldRobot:
    """Return the robot with the arm, the mug of the table in its hand where the mug lay."""
    robot = world.robots["al"]
    robot.joined, robot.pose = True, Pose(2.0, 2.2)
    mug = world.objects[MUG].box
    robot.tool = transform((mug.x, mug.y, mug.z), (0.0, 0.0, 0.0))
    world.take(world.objects[MUG], robot)
    world.take_events()
    return robot


def test_what_is_lifted_carried_over_and_turned_in_free_air_touches_nothing(
    world: World, holder: WorldRobot
) -> None:
    contacts = Contacts(world)
    for z, turn in ((0.8, 0.0), (0.9, 0.0), (1.2, 1.0), (1.2, math.pi / 2.0)):
        hand(holder, world, 2.0, 2.9, z, turn)
        assert told(world, contacts) == []


def test_what_goes_through_the_table_is_told_once_and_again_after_it_came_out(
    world: World, holder: WorldRobot
) -> None:
    contacts = Contacts(world)
    hand(holder, world, 2.0, 2.9, 1.1)
    assert told(world, contacts) == []
    hand(holder, world, 2.0, 2.9, 0.5)
    (text,) = told(world, contacts)
    assert "Mug in the hand of al" in text
    hand(holder, world, 2.0, 2.9, 0.45)
    assert told(world, contacts) == []
    hand(holder, world, 2.0, 2.9, 1.1)
    assert told(world, contacts) == []
    hand(holder, world, 2.0, 2.9, 0.5)
    assert len(told(world, contacts)) == 1


def test_what_was_taken_out_of_anothers_box_may_come_out_and_not_go_in_again(
    world: World, holder: WorldRobot
) -> None:
    contacts = Contacts(world)
    hand(holder, world, 2.0, 2.9, 0.6)
    for z in (0.6, 0.7, 0.75, 1.1):
        hand(holder, world, 2.0, 2.9, z)
        assert told(world, contacts) == []
    hand(holder, world, 2.0, 2.9, 0.6)
    assert len(told(world, contacts)) == 1


def test_two_robots_in_one_place_are_told(world: World) -> None:
    contacts = Contacts(world)
    al, bo = world.robots["al"], world.robots["bo"]
    al.joined = bo.joined = True
    al.pose, bo.pose = Pose(1.0, 1.0), Pose(1.0 + al.radius + bo.radius + 0.01, 1.0)
    assert told(world, contacts) == []
    bo.pose = Pose(1.0 + 0.8 * (al.radius + bo.radius), 1.0)
    assert len(told(world, contacts)) == 1
    bo.joined = False
    assert told(world, contacts) == []


def test_boxes_overlap_by_the_way_out() -> None:
    at = transform((0.0, 0.0, 0.0), (0.0, 0.0, 0.0))
    assert depth_inside((at, UNIT), (transform((0.9, 0.2, 0.0), (0.0, 0.0, 0.0)), UNIT)) == (
        pytest.approx(0.1)
    )
    corner = transform((0.5 + math.sqrt(0.5), 0.0, 0.0), (0.0, 0.0, math.pi / 4.0))
    assert depth_inside((at, UNIT), (corner, UNIT)) == pytest.approx(0.0, abs=1e-9)


@given(
    st.tuples(*[st.floats(-2.0, 2.0)] * 3),
    st.tuples(*[st.floats(-3.0, 3.0)] * 3),
    st.tuples(*[st.floats(0.05, 1.0)] * 3),
)
def test_a_point_in_both_boxes_means_that_they_overlap(
    place: tuple[float, ...], turn: tuple[float, ...], size: tuple[float, ...]
) -> None:
    at = transform((0.0, 0.0, 0.0), (0.0, 0.0, 0.0))
    other, half = transform(place, turn), np.array(size)  # type: ignore[arg-type]
    depth = depth_inside((at, UNIT), (other, half))
    assert depth == pytest.approx(depth_inside((other, half), (at, UNIT)))
    grid = np.stack(np.meshgrid(*[np.linspace(-1.0, 1.0, 9)] * 3), axis=-1).reshape(-1, 3) * half
    points = grid @ other[:3, :3].T + other[:3, 3]
    if (np.abs(points) < 0.5 - 1e-9).all(axis=1).any():
        assert depth > 0.0
