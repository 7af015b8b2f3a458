# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What the points of furniture say of what is below and above the things on it."""

import tracemalloc
from collections.abc import Iterable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from adhoc_teamwork.robot_model.collision.obstacles import Obstacle, ObstacleSet, box
from adhoc_teamwork.skills.grasping.carriers import seat_below, shape_about
from adhoc_teamwork.skills.grasping.grasps import Item
from adhoc_teamwork.skills.grasping.surroundings import SUPPORT, making_room
from adhoc_teamwork.teamwork.geometry import Point

STAND = box("TVStand_0", (1.0, 0.0, 0.4), (0.6, 1.2, 0.8))
"""From 0.7 to 1.3 along x, -0.6 to 0.6 along y, 0.8 m high."""


def plane(x: tuple[float, float], y: tuple[float, float], z: float) -> np.ndarray:
    """Return points of something level, three centimetres apart."""
    xs, ys = np.meshgrid(np.arange(*x, 0.03), np.arange(*y, 0.03))
    return np.stack([xs.ravel(), ys.ravel(), np.full(xs.size, z)], axis=1)


def wall(x: float, y: tuple[float, float], z: tuple[float, float]) -> np.ndarray:
    """Return points of something upright across x."""
    ys, zs = np.meshgrid(np.arange(*y, 0.03), np.arange(*z, 0.03))
    return np.stack([np.full(ys.size, x), ys.ravel(), zs.ravel()], axis=1)


def thing(bottom: float, x: float = 0.9, y: float = 0.0) -> Item:
    """Return something small that stands there."""
    return Item("Watch_0", (x, y, bottom + 0.02), (0.05, 0.05, 0.04))


BOARD = plane((0.7, 1.3), (-0.6, 0.6), 0.5)
TOP = plane((0.7, 1.3), (-0.6, 0.6), 0.79)
EDGE_OF_TOP = wall(0.7, (-0.6, 0.6), (0.74, 0.8))


def clear(obstacles: Iterable[Obstacle], *point: float) -> bool:
    """Tell whether a point is in none of some obstacles."""
    distances = ObstacleSet(tuple(obstacles)).distances(np.array([point]))
    return bool((distances > 0.0).all())


@pytest.mark.parametrize(
    "points", [[BOARD, TOP], [BOARD, EDGE_OF_TOP]], ids=["from above", "its edge from before"]
)
def test_the_board_above_stays_and_between_there_is_room(points: list[np.ndarray]) -> None:
    below, above = shape_about(STAND, thing(0.5), np.concatenate(points), ())
    assert not clear(below, 1.0, 0.0, 0.45)
    assert clear([*below, *above], 1.0, 0.0, 0.6)
    assert not clear(above, 1.0, 0.0, 0.78)
    assert not clear(above, 1.2, 0.5, 0.78)


def test_a_table_top_stays_over_what_lies_on_a_chair_that_is_pushed_in() -> None:
    chair = box("Chair_0", (0.6, 0.05, 0.5), (0.6, 0.7, 1.0))
    seat = plane((0.35, 0.85), (-0.25, 0.35), 0.45)
    item = thing(0.45, x=0.8)
    points = np.concatenate([seat, EDGE_OF_TOP])
    _, above = shape_about(STAND, item, points, (chair,), Point(-0.5, 0.2, 0.0))
    assert not clear(above, 0.8, 0.0, 0.78)
    assert not clear(above, 1.2, 0.5, 0.78)
    assert clear(above, 0.8, 0.0, 0.6)


def test_a_table_top_stays_beside_what_lies_on_a_chair_that_is_hardly_pushed_in() -> None:
    chair = box("Chair_0", (0.5, 0.0, 0.5), (0.6, 0.7, 1.0))
    bowl = Item("Bowl_0", (0.62, 0.0, 0.49), (0.2, 0.2, 0.08))
    points = np.concatenate([plane((0.25, 0.75), (-0.3, 0.3), 0.45), EDGE_OF_TOP])
    made = making_room([chair, STAND], bowl, points, Point(-0.5, 0.5, 0.0))
    above = [obstacle for obstacle in made if obstacle.name == "TVStand_0"]
    assert not clear(above, 0.71, 0.0, 0.78)
    assert clear(above, 0.71, 0.0, 0.6)
    assert clear(made, 0.62, 0.0, 0.6)
    low = making_room([chair, STAND], bowl, points[points[:, 2] < 0.7], Point(-0.5, 0.5, 0.0))
    assert all(obstacle.name != "TVStand_0" for obstacle in low)


def test_furniture_that_a_message_tells_to_be_huge_takes_little_memory() -> None:
    huge = box("Table_0", (0.0, 0.0, 15.0), (30.0, 30.0, 30.0))
    tracemalloc.start()
    below, above = shape_about(huge, thing(0.5), np.concatenate([BOARD, TOP]), ())
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 100e6
    assert not clear(below, 1.0, 0.0, 0.45)
    assert not clear(above, 1.0, 0.0, 0.79)


def test_a_corner_that_shows_beside_a_chair_is_no_board() -> None:
    chair = box("Chair_0", (0.6, 0.1, 0.5), (0.6, 1.0, 1.0))
    corner = wall(0.7, (-0.6, -0.45), (0.74, 0.8))
    points = np.concatenate([plane((0.35, 0.85), (-0.25, 0.35), 0.45), corner])
    _, above = shape_about(STAND, thing(0.45, x=0.8), points, (chair,), Point(-0.5, 0.2, 0.0))
    assert clear(above, 1.0, 0.0, 0.78)


@pytest.mark.parametrize("seed", range(8))
def test_an_edge_shows_in_two_layers_by_turns_and_not_in_every_cell(seed: int) -> None:
    random = np.random.default_rng(seed)
    along = np.arange(-0.6, 0.6, 0.04) + random.uniform(-0.02, 0.02, 30)
    edge = np.stack([np.full(30, 0.7), along, random.uniform(0.76, 0.8, 30)], axis=1)
    _, above = shape_about(STAND, thing(0.5), np.concatenate([BOARD, edge]), ())
    assert not clear(above, 1.0, 0.0, 0.78)
    assert clear(above, 1.0, 0.0, 0.7)


def test_a_seat_is_lower_than_the_back_behind_it() -> None:
    seat = plane((0.7, 1.1), (-0.6, 0.6), 0.4)
    back = wall(1.1, (-0.6, 0.6), (0.4, 0.8))
    below, above = shape_about(STAND, thing(0.4), np.concatenate([seat, back]), ())
    assert clear([*below, *above], 0.9, 0.0, 0.5)
    assert not clear(above, 1.11, 0.0, 0.6)
    assert not clear(above, 1.11, 0.5, 0.7)


def test_right_below_an_object_before_a_back_the_seat_is_known_and_a_leg_is_no_seat() -> None:
    seat = plane((0.7, 1.1), (-0.6, 0.6), 0.4)
    back = np.concatenate([wall(1.1, (-0.6, 0.6), (0.4, 0.8)), plane((1.1, 1.3), (-0.6, 0.6), 0.8)])
    seen = np.concatenate([seat, back])
    assert seat_below(STAND, thing(0.86), seen, ()) == pytest.approx(0.4)
    assert seat_below(STAND, thing(0.86, x=1.2), seen, ()) == pytest.approx(0.8)
    leg = wall(0.9, (-0.02, 0.02), (0.1, 0.7))
    assert np.isnan(seat_below(STAND, thing(0.86), leg, ()))
    assert np.isnan(seat_below(STAND, thing(0.86), np.empty((0, 3)), ()))


def test_a_narrow_shelf_has_boards_and_sides_too() -> None:
    """One is 0.9 m wide and 0.23 m deep: hands went through its board and its side."""
    shelf = box("ShelvingUnit_0", (1.0, 0.0, 0.6), (0.24, 0.9, 1.2))
    board, side = plane((0.88, 1.12), (-0.45, 0.45), 0.9), plane((0.88, 1.12), (0.5, 1.2), 0.0)
    side = np.stack([side[:, 0], np.full(len(side), -0.44), side[:, 1]], axis=1)
    made = making_room([shelf], thing(0.5, x=1.0), np.concatenate([board, side]))
    assert not clear(made, 1.0, 0.2, 0.91)
    assert not clear(made, 1.0, -0.44, 0.7)
    assert clear(made, 1.0, 0.0, 0.7)


def test_armrests_are_no_board() -> None:
    seat = plane((0.7, 1.3), (-0.5, 0.5), 0.4)
    xs, zs = np.meshgrid(np.arange(0.7, 1.3, 0.03), np.arange(0.1, 0.55, 0.03))
    arms = [np.stack([xs.ravel(), np.full(xs.size, y), zs.ravel()], axis=1) for y in (-0.58, 0.58)]
    below, above = shape_about(STAND, thing(0.4), np.concatenate([seat, *arms]), ())
    assert clear([*below, *above], 1.0, 0.0, 0.5)
    assert not clear(above, 1.0, 0.58, 0.5)


@pytest.mark.parametrize("wide", [0.12, 0.2, 0.3])
def test_armrests_of_which_only_the_tops_show_are_no_board(wide: float) -> None:
    """From before a sofa its ends do not show, and the top of an armrest does."""
    sofa = box("Sofa_0", (1.0, 0.0, 0.4), (0.9, 1.9, 0.8))
    seat = plane((0.55, 1.25), (-0.9 + wide, 0.9 - wide), 0.4)
    back = wall(1.25, (-0.95, 0.95), (0.4, 0.8))
    arms = [plane((0.55, 1.25), y, 0.56) for y in ((-0.95, -0.95 + wide), (0.95 - wide, 0.95))]
    below, above = shape_about(sofa, thing(0.4), np.concatenate([seat, back, *arms]), ())
    assert clear([*below, *above], 0.9, 0.0, 0.56)
    assert all(not clear(above, 0.9, y, 0.57) for y in (-0.92, 0.92))


def test_of_a_narrow_armrest_on_the_far_side_hardly_more_than_an_edge_shows() -> None:
    chair = box("ArmChair_0", (0.3, 0.0, 0.3), (0.6, 0.6, 0.6))
    seat = plane((0.0, 0.55), (-0.22, 0.22), 0.3)
    near = wall(-0.29, (0.0, 0.55), (0.1, 0.45))[:, (1, 0, 2)]
    tops = [plane((0.0, 0.55), y, 0.44) for y in ((-0.3, -0.24), (0.24, 0.3))]
    points = np.concatenate([seat, near, *tops])
    below, above = shape_about(chair, thing(0.3, x=0.2), points, (), Point(-0.3, -0.5))
    assert clear([*below, *above], 0.3, 0.0, 0.45)
    assert all(not clear(above, 0.3, y, 0.44) for y in (-0.28, 0.28))


def test_only_a_board_whose_edge_faces_the_robot_goes_on_inwards() -> None:
    points = np.concatenate([BOARD, EDGE_OF_TOP])
    for x, faces in ((0.2, True), (1.8, False)):
        _, above = shape_about(STAND, thing(0.5), points, (), Point(x, 0.0))
        assert clear(above, 1.2, 0.0, 0.78) is not faces
        assert not clear(above, 0.71, 0.0, 0.78)


def test_a_deep_board_shows_to_its_end_or_only_its_edge() -> None:
    bench = box("Desk_0", (1.0, 0.0, 0.4), (0.8, 1.2, 0.8))
    floor = plane((0.6, 1.4), (-0.6, 0.6), 0.4)
    for board in (plane((0.6, 1.4), (-0.6, 0.6), 0.58), wall(0.6, (-0.6, 0.6), (0.56, 0.6))):
        below, above = shape_about(bench, thing(0.4), np.concatenate([floor, board]), ())
        assert not clear(above, 1.0, 0.0, 0.58)
        assert clear([*below, *above], 1.0, 0.0, 0.48)


def test_before_a_tank_its_seat_is_lower() -> None:
    seat = plane((0.7, 1.0), (-0.6, 0.6), 0.4)
    tank = np.concatenate([plane((1.0, 1.3), (-0.6, 0.6), 0.8), wall(1.0, (-0.6, 0.6), (0.4, 0.8))])
    below, above = shape_about(STAND, thing(0.8), np.concatenate([seat, tank]), ())
    assert clear([*below, *above], 0.8, 0.0, 0.6)
    assert not clear(below, 1.2, 0.0, 0.7)
    assert not above


def test_what_an_object_hides_below_itself_is_not_above_it() -> None:
    """A pot on the seat, close to the tank: of the seat below it nothing shows."""
    pot = Item("Pot_0", (0.88, 0.0, 0.46), (0.2, 0.2, 0.12))
    seat = plane((0.7, 1.0), (-0.6, 0.6), 0.4)
    hidden = (np.abs(seat[:, :2] - np.array(pot.centre[:2])) < 0.12).all(axis=1)
    tank = wall(1.0, (-0.6, 0.6), (0.4, 0.8))
    _, above = shape_about(STAND, pot, np.concatenate([seat[~hidden], tank]), ())
    assert all(clear(above, x, 0.0, z) for x in (0.8, 0.88, 0.96) for z in (0.55, 0.7))
    assert not clear(above, 1.01, 0.0, 0.7)


def test_where_nothing_was_seen_it_is_a_box_up_to_the_thing() -> None:
    below, above = shape_about(STAND, thing(0.5), np.empty((0, 3)), ())
    assert not clear(below, 1.0, 0.0, 0.49)
    assert clear(below, 1.0, 0.0, 0.51)
    assert not above


def test_points_of_what_stands_there_are_not_the_carriers() -> None:
    vase = box("Vase_0", (1.0, 0.3, 0.65), (0.2, 0.2, 0.3))
    points = np.concatenate([BOARD, wall(0.92, (0.22, 0.38), (0.5, 0.8))])
    assert shape_about(STAND, thing(0.5), points, (vase,))[1] == []
    assert shape_about(STAND, thing(0.5), points, ())[1]


def test_room_is_made_for_an_object_under_a_board_and_small_carriers_are_boxes() -> None:
    watch = thing(0.5)
    seen = np.concatenate([BOARD, TOP])
    made = making_room([STAND], watch, seen)
    assert {o.name for o in made} == {SUPPORT, "TVStand_0"}
    assert [o.name for o in making_room([STAND], watch)] == [SUPPORT]
    tray = box("Tray_0", (0.9, 0.0, 0.4), (0.3, 0.3, 0.3))
    assert [o.name for o in making_room([tray], watch, seen)] == [SUPPORT]


@given(
    st.lists(
        st.tuples(st.floats(0.71, 1.29), st.floats(-0.59, 0.59), st.floats(0.01, 0.79)),
        min_size=1,
        max_size=60,
    ),
    st.floats(0.1, 0.7),
)
def test_every_point_that_was_seen_is_in_the_shape_or_at_the_objects_feet(
    points: list[tuple[float, float, float]], bottom: float
) -> None:
    below, above = shape_about(STAND, thing(bottom), np.array(points), ())
    shape = ObstacleSet((*below, *above))
    assert len(shape)
    distances = shape.distances(np.array(points)).min(axis=1)
    for (_, _, z), distance in zip(points, distances.tolist(), strict=True):
        assert distance <= 1e-6 or bottom < z <= bottom + 0.07
