# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Which room a point is in, said of one point and of many alike."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from adhoc_teamwork.teamwork.geometry import Point
from adhoc_teamwork.teamwork.maps.rooms import NO_ROOM, room_at, room_id_at, rooms_at
from adhoc_teamwork.teamwork.scene import Room


def box(name: str, x0: float, y0: float, x1: float, y1: float) -> Room:
    return Room(name, ((x0, y0), (x1, y0), (x1, y1), (x0, y1)))


WEST, EAST = box("west", 0.0, 0.0, 4.0, 4.0), box("east", 4.0, 0.0, 8.0, 4.0)
OVER = box("over", 3.0, 1.0, 5.0, 3.0)
BENT = Room("bent", ((0.0, 4.0), (4.0, 4.0), (4.0, 6.0), (2.0, 6.0), (2.0, 8.0), (0.0, 8.0)))
HOUSE = (WEST, EAST, OVER, BENT)
numbers = st.one_of(st.floats(-1.0, 9.0), st.sampled_from([0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0]))
corners = st.lists(st.tuples(numbers, numbers), max_size=6).map(tuple)


@given(st.lists(corners, max_size=4), st.lists(st.tuples(numbers, numbers), max_size=20))
def test_many_points_are_where_each_is(
    outlines: list[tuple[tuple[float, float], ...]], points: list[tuple[float, float]]
) -> None:
    rooms = (*HOUSE, *(Room(f"room_{i}", outline) for i, outline in enumerate(outlines)))
    x, y = (np.array([point[axis] for point in points]) for axis in (0, 1))
    names = [rooms[i].room_id if i != NO_ROOM else "" for i in rooms_at(rooms, x, y)]
    assert names == [room_id_at(rooms, Point(*point, 0.7)) for point in points]


def test_a_grid_is_asked_row_by_row() -> None:
    found = rooms_at(HOUSE, np.array([1.0, 5.0, 9.0])[None, :], np.array([2.0, 5.0])[:, None])
    assert found.tolist() == [[0, 1, -1], [3, -1, -1]]


@pytest.mark.parametrize("slack", [0.0, 0.5])
@pytest.mark.parametrize(
    ("x", "y", "name"),
    [
        (4.0, 0.5, "east"),  # On the border of two rooms.
        (2.0, 4.0, "bent"),
        (3.5, 2.0, "west"),  # Where two overlap.
        (4.5, 2.0, "east"),
        (3.0, 5.0, "bent"),
    ],
)
def test_borders_and_overlaps_have_one_room_whoever_asks(
    x: float, y: float, name: str, slack: float
) -> None:
    found = room_at(HOUSE, Point(x, y), slack)
    assert found is not None
    assert found.room_id == name
    assert HOUSE[int(rooms_at(HOUSE, np.array(x), np.array(y)))].room_id == name


def test_beside_a_room_is_in_it_within_the_slack() -> None:
    beside = Point(8.3, 2.0)
    assert room_at(HOUSE, beside) is None
    assert room_at(HOUSE, beside, 0.2) is None
    assert room_at(HOUSE, beside, 0.4) is EAST
    assert room_at((Room("none", ()), Room("line", ((8.0, 2.0), (9.0, 2.0)))), beside, 0.4) is None
    assert room_at((), beside, 0.4) is None
