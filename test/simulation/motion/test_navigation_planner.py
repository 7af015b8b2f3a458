# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Paths on the floor: where there is one, where not and why, and distances to obstacles."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adhoc_teamwork.simulation.houses.boxes import covers, footprints_overlap, planar_distance
from adhoc_teamwork.simulation.houses.house import Box, House, HouseObject, Wall
from adhoc_teamwork.simulation.motion.nav_grid import COMFORT, NavGrid
from adhoc_teamwork.simulation.motion.navigation import GOAL_TOLERANCE, Disc, NavError, Planner
from adhoc_teamwork.simulation.motion.obstacles import Obstacles
from adhoc_teamwork.teamwork.geometry import Pose
from adhoc_teamwork.teamwork.scene import Room

RADIUS = 0.25
NUMBERS = st.floats(-3.0, 3.0)
BOXES = st.builds(
    Box, NUMBERS, NUMBERS, st.just(0.4), st.floats(0.1, 2.0), st.floats(0.1, 2.0), st.just(0.8),
    st.floats(-math.pi, math.pi),
)  # fmt: skip


def obstacles_of(house: House) -> Obstacles:
    return Obstacles.of(house, 0.6)


@pytest.fixture
def planner(small_house: House) -> Planner:
    return Planner(NavGrid.of(small_house, obstacles_of(small_house)), RADIUS)


def clearance_along(house: House, points: np.ndarray) -> float:
    obstacles = obstacles_of(house)
    return min(obstacles.distance(x, y) for x, y in points)


def test_path_leads_through_the_doorway(small_house: House, planner: Planner) -> None:
    plan = planner.plan(Pose(1.0, 1.0), Pose(7.0, 3.0))
    assert plan.path is not None
    points = plan.path.stretch(0.0, plan.path.length, 0.02)
    assert clearance_along(small_house, points) >= RADIUS
    assert tuple(points[0]) == (1.0, 1.0)
    assert math.dist(points[-1], (7.0, 3.0)) < 0.05
    assert plan.path.length < 1.15 * (math.dist((1, 1), (4, 2)) + math.dist((4, 2), (7, 3)))


def test_goal_too_near_to_a_wall_is_moved_into_the_open(planner: Planner) -> None:
    plan = planner.plan(Pose(1.0, 1.0), Pose(0.1, 2.0))
    assert plan.path is not None
    moved = math.dist(plan.path.points[-1], (0.1, 2.0))
    assert 0.1 < moved <= GOAL_TOLERANCE


@pytest.mark.parametrize(
    ("goal", "error"),
    [
        (Pose(2.0, 3.0), NavError.GOAL_OCCUPIED),
        (Pose(20.0, 3.0), NavError.GOAL_OUTSIDE_MAP),
    ],
)
def test_goal_that_cannot_be_reached(planner: Planner, goal: Pose, error: NavError) -> None:
    plan = planner.plan(Pose(1.0, 1.0), goal)
    assert (plan.path, plan.error) == (None, error)
    assert plan.reason


def test_body_too_wide_for_the_doorway_finds_no_way(small_house: House) -> None:
    wide = Planner(NavGrid.of(small_house, obstacles_of(small_house)), 0.5)
    plan = wide.plan(Pose(1.0, 1.5), Pose(7.0, 2.0))
    assert (plan.path, plan.error) == (None, NavError.NO_VALID_PATH)


def test_standing_robot_in_the_doorway_blocks_and_soft_things_do_not(planner: Planner) -> None:
    start, goal = Pose(1.0, 1.0), Pose(7.0, 3.0)
    thing = Disc(4.0, 2.0, 0.3)
    assert planner.plan(start, goal, standing=[thing]).error is NavError.NO_VALID_PATH
    assert planner.plan(start, goal, soft=[thing]).path is not None


def test_small_thing_on_the_way_is_driven_round(planner: Planner) -> None:
    thing = Disc(6.0, 2.0, 0.05)
    plan = planner.plan(Pose(4.6, 2.0), Pose(7.4, 2.0), soft=[thing])
    assert plan.path is not None
    points = plan.path.stretch(0.0, plan.path.length, 0.02)
    assert np.hypot(points[:, 0] - 6.0, points[:, 1] - 2.0).min() >= RADIUS + 0.04


def test_low_and_high_things_are_not_in_the_way(small_house: House) -> None:
    def house_with(box: Box) -> House:
        thing = HouseObject("X|0", "X", box, (box,))
        return House("h", small_house.rooms, (), (), (thing,), bounds=small_house.bounds)

    rug, lamp, chair = (
        Box(2, 2, z, 1, 1, size) for z, size in ((0.01, 0.02), (2, 0.5), (0.2, 0.4))
    )
    assert obstacles_of(house_with(rug)).distance(2, 2) == math.inf
    assert obstacles_of(house_with(lamp)).distance(2, 2) == math.inf
    assert obstacles_of(house_with(chair)).distance(2, 2) == pytest.approx(-0.5)


@given(st.lists(BOXES, min_size=1, max_size=4), NUMBERS, NUMBERS)
def test_distance_agrees_with_each_box(boxes: list[Box], x: float, y: float) -> None:
    things = tuple(HouseObject(str(i), "X", b, (b,)) for i, b in enumerate(boxes))
    wall = Wall(-3.0, -3.0, 3.0, 3.0, 0.0, 2.0)
    house = House("h", (), (wall,), (), things)
    expected = min([*(planar_distance(b, x, y) for b in boxes), abs(x - y) / math.sqrt(2.0)])
    assert obstacles_of(house).distance(x, y) == pytest.approx(expected, abs=1e-9)
    field = obstacles_of(house).distance_field(np.array([x]), np.array([y]), COMFORT)
    assert field[0, 0] == pytest.approx(min(expected, COMFORT), abs=1e-9)
    assert any(covers(b, x, y) for b in boxes) == (
        min(planar_distance(b, x, y) for b in boxes) <= 0
    )


@given(BOXES, BOXES)
def test_overlap_is_mutual_and_seen_at_the_centres(one: Box, other: Box) -> None:
    assert footprints_overlap(one, other, 0.0) == footprints_overlap(other, one, 0.0)
    if planar_distance(one, other.x, other.y) < -0.01:
        assert footprints_overlap(one, other, 0.0)


def test_body_fits_nowhere_nearer_than_its_radius(small_house: House, planner: Planner) -> None:
    xs, ys = np.arange(0.005, 4.5, 0.03), np.arange(0.005, 4.0, 0.03)
    distance = obstacles_of(small_house).distance_field(xs, ys, COMFORT)
    fits = np.array([[planner.fits(x, y) for x in xs] for y in ys])
    assert distance[fits].min() >= RADIUS
    assert distance[~fits].max() <= RADIUS + 0.08


@settings(max_examples=25)
@given(st.lists(BOXES, max_size=5), st.tuples(NUMBERS, NUMBERS), st.tuples(NUMBERS, NUMBERS))
def test_no_path_ever_touches_a_solid(
    boxes: list[Box], start: tuple[float, float], goal: tuple[float, float]
) -> None:
    things = tuple(HouseObject(str(i), "X", b, (b,)) for i, b in enumerate(boxes))
    room = Room("room_0", ((-3.5, -3.5), (3.5, -3.5), (3.5, 3.5), (-3.5, 3.5)))
    house = House("h", (room,), (), (), things, bounds=(-3.5, -3.5, 3.5, 3.5))
    planner = Planner(NavGrid.of(house, obstacles_of(house)), RADIUS)
    first = planner.nearest_free(*start, [], 2.0)
    if first is None:
        return
    plan = planner.plan(Pose(*first), Pose(*goal))
    if plan.path is not None:
        points = plan.path.stretch(0.0, plan.path.length, 0.02)
        assert clearance_along(house, points) >= RADIUS - 1e-9 if boxes else True
        assert math.dist(points[-1], goal) <= GOAL_TOLERANCE + 1e-9
