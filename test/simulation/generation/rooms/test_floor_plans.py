# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Outlines and borders of rooms on a grid, cutting and growing, walking about a room."""

import numpy as np
import pytest

from adhoc_teamwork.simulation.generation.furniture.room_space import Rectangle, RoomSpace
from adhoc_teamwork.simulation.generation.furniture.room_walk import passable
from adhoc_teamwork.simulation.generation.rooms.floor_plan import two_wide
from adhoc_teamwork.simulation.generation.rooms.outlines import borders, outline
from adhoc_teamwork.simulation.generation.rooms.room_growth import FREE, OUTSIDE, Growth
from adhoc_teamwork.simulation.generation.rooms.room_slicing import slice_rooms

SQUARE = ((0.0, 0.0), (0.0, 4.0), (4.0, 4.0), (4.0, 0.0))
ELL = ((0.0, 0.0), (0.0, 4.0), (2.0, 4.0), (2.0, 2.0), (4.0, 2.0), (4.0, 0.0))


def grid(*rows: str) -> np.ndarray:
    """Return a grid from rows listed from small y up; letters are rooms, `.` is outside."""
    return np.array([[OUTSIDE if c == "." else ord(c) - ord("a") for c in row] for row in rows],
                    np.int32)  # fmt: skip


def test_outlines_run_clockwise_with_corners_only() -> None:
    assert outline(grid("aa", "aa"), 0) == [(0, 0), (0, 2), (2, 2), (2, 0)]
    assert outline(grid("aaa", "a.."), 0) == [(0, 0), (0, 2), (1, 2), (1, 1), (3, 1), (3, 0)]


@pytest.mark.parametrize(
    "rows", [("aaa", "aba", "aaa"), ("ab", "ba"), ("aba",)], ids=["hole", "corner", "apart"]
)
def test_a_room_that_is_not_in_one_piece_has_no_outline(rows: tuple[str, ...]) -> None:
    assert outline(grid(*rows), 0) is None


def test_borders_are_straight_stretches() -> None:
    found = borders(grid("aab", "aab", "acb"))
    assert found[0, 1] == [((2, 0), (2, 2))]
    assert found[0, 2] == [((1, 2), (1, 3)), ((1, 2), (2, 2))]
    assert (1, 2) in found
    assert borders(grid("a.b")) == {}


@pytest.mark.parametrize(
    ("rows", "wide"),
    [
        (("aaa", "aaa"), True),
        (("aa.", "aaa", ".aa"), False),
        (("aaa.", "aaaa", ".aaa"), True),
        (("aaaa", "aa.a"), False),
        (("aa..", "aa..", "..aa", "..aa"), False),
        (("aaaa", "aaaa", "a..."), False),
    ],
)
def test_a_room_is_two_cells_wide_everywhere(rows: tuple[str, ...], wide: bool) -> None:
    assert two_wide(grid(*rows) == 0) is wide


@pytest.mark.parametrize("seed", range(8))
def test_rooms_fill_the_house(seed: int) -> None:
    rng = np.random.default_rng(seed)
    house = np.full((7, 8), FREE, np.int32)
    house[:2, :2] = OUTSIDE
    for filled in (
        Growth(house.copy(), [12.0, 20.0, 20.0], rng).run(),
        slice_rooms(house, [12.0, 20.0, 20.0], rng),
    ):
        assert filled is not None
        assert (filled[:2, :2] == OUTSIDE).all()
        assert (filled != FREE).all()
        assert set(np.unique(filled)) == {OUTSIDE, 0, 1, 2}


def test_a_rectangle_is_within_an_outline_or_not() -> None:
    assert Rectangle(0.0, 0.0, 4.0, 2.0).within(ELL)
    assert Rectangle(0.0, 0.0, 2.0, 4.0).within(ELL)
    assert not Rectangle(1.0, 1.0, 3.0, 3.0).within(ELL)
    assert not Rectangle(2.5, 2.5, 3.5, 3.5).within(ELL)
    assert Rectangle(0.0, 0.0, 1.0, 1.0).overlaps(Rectangle(1.05, 0.0, 2.0, 1.0), gap=0.1)
    assert not Rectangle(0.0, 0.0, 1.0, 1.0).overlaps(Rectangle(1.0, 0.0, 2.0, 1.0))


def test_one_can_walk_about_a_room_that_is_not_barred() -> None:
    space = RoomSpace(SQUARE, entrances=[(2.0, 0.0)])
    assert passable(space)
    space.take(Rectangle(0.0, 3.0, 2.0, 4.0), None)
    assert passable(space)
    space.take(Rectangle(0.3, 1.5, 4.0, 1.7), None)
    assert not passable(space)


def test_furniture_before_the_door_bars_the_room() -> None:
    space = RoomSpace(SQUARE, entrances=[(2.0, 0.0)])
    space.take(Rectangle(1.2, 0.1, 2.8, 0.6), None)
    assert not passable(space)


def test_floor_at_a_door_is_kept_open() -> None:
    space = RoomSpace(SQUARE)
    space.keep_open(2.0, 0.0, 1.0, 0, 1.0)
    assert not space.takes(Rectangle(2.0, 0.5, 3.0, 1.5), None)
    assert space.takes(Rectangle(2.7, 0.5, 3.7, 1.5), None)
    assert not space.takes(Rectangle(2.7, 0.5, 3.7, 1.5), front=Rectangle(3.5, 0.5, 4.5, 1.5))
    assert [round(wall.length, 6) for wall in space.walls] == [4.0] * 4
    assert space.walls[0].place(1.0, 0.5) == pytest.approx((0.5, 1.0))
