# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Places to stand in a room that a robot has and has not seen."""

from itertools import combinations

import numpy as np
import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st

from adhoc_teamwork.skills.belief.footprint import Footprint
from adhoc_teamwork.skills.belief.grid import FREE, UNSEEN, SemanticGrid
from adhoc_teamwork.skills.places.room_places import middle, places_in_room
from adhoc_teamwork.teamwork.geometry import Point
from adhoc_teamwork.teamwork.maps.grid_frame import GridFrame
from adhoc_teamwork.teamwork.scene import Room

_ROOM = Room("room_0", ((0.0, 0.0), (6.0, 0.0), (6.0, 4.0), (0.0, 4.0)))
_START = Point(-1.0, 2.0)
_RADIUS = 0.3


def _seen_to(end: float) -> SemanticGrid:
    """Return a map of the room of which the floor up to some x (m) was seen."""
    cells = np.full((50, 100), UNSEEN, dtype=np.int8)
    cells[:, : round((end + 2.0) / 0.1)] = FREE
    return SemanticGrid(cells, GridFrame.of_corner(-2.0, -0.5, 0.1, cells.shape))


def test_an_unseen_empty_room_is_entered_at_its_middle_first() -> None:
    first, *others = places_in_room(_ROOM, None, (), _START, _RADIUS, 3)
    assert first.y == pytest.approx(middle(_ROOM).y, abs=0.1)
    assert len(others) == 2


def test_where_a_sofa_is_said_to_stand_in_the_middle_it_is_passed_by() -> None:
    sofa = Footprint(3.0, 2.0, 1.2, 0.6)
    places = places_in_room(_ROOM, None, (sofa,), _START, _RADIUS, 3)
    assert len(places) == 3
    assert min(sofa.distance_to(place) for place in places) >= _RADIUS


def test_a_room_that_furniture_is_said_to_fill_is_tried_at_its_middle() -> None:
    everywhere = Footprint(3.0, 2.0, 3.0, 2.0)
    assert places_in_room(_ROOM, None, (everywhere,), _START, _RADIUS, 3) == [middle(_ROOM)]


@pytest.mark.parametrize("gap", [1e-9, 1e-4, 0.05])
def test_a_sliver_beside_furniture_is_no_place_and_takes_no_time(gap: float) -> None:
    wall_unit = Footprint(3.0, 2.0 - gap / 2.0, 3.0, 2.0 - gap / 2.0)
    assert places_in_room(_ROOM, None, (wall_unit,), _START, _RADIUS, 3) == [middle(_ROOM)]


def test_a_room_thinner_than_any_robot_still_has_a_middle() -> None:
    thin = Room("room_1", ((0.0, 0.0), (9.0, 0.0), (9.0, 1e-7), (0.0, 1e-7)))
    assert middle(thin) == Point(4.5, pytest.approx(0.0, abs=1e-6))


def test_known_floor_comes_first_and_something_else_last() -> None:
    places = places_in_room(_ROOM, _seen_to(2.0), (), _START, _RADIUS, 3)
    assert [place.x < 2.0 for place in places] == [True, True, False]


@given(
    st.lists(
        st.builds(
            Footprint,
            st.floats(-1.0, 7.0),
            st.floats(-1.0, 5.0),
            st.floats(0.01, 2.0),
            st.floats(0.01, 2.0),
        ),
        max_size=6,
    ),
    st.floats(-1.0, 6.0),
    st.integers(1, 5),
)
def test_places_are_in_the_room_and_apart(
    furniture: list[Footprint], end: float, count: int
) -> None:
    places = places_in_room(_ROOM, _seen_to(end), furniture, _START, _RADIUS, count)
    assert 1 <= len(places) <= count
    room = shapely.Polygon(_ROOM.outline)
    assert all(room.contains(shapely.Point(place.x, place.y)) for place in places)
    assert all(a.planar_distance_to(b) > 0.59 for a, b in combinations(places, 2))
