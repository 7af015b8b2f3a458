# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Where robots can stand and move in houses."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adhoc_teamwork.simulation.houses.house import Box, House, HouseObject, Wall
from adhoc_teamwork.simulation.houses.house_file.procthor import load_house
from adhoc_teamwork.simulation.lattice.cells import Lattice
from adhoc_teamwork.simulation.lattice.config import HEADINGS, StepConfig
from adhoc_teamwork.simulation.lattice.house import StepHouse
from adhoc_teamwork.simulation.motion.obstacles import Obstacles
from adhoc_teamwork.teamwork.maps.rooms import rooms_at
from adhoc_teamwork.teamwork.scene import Room
from adhoc_teamwork.teamwork.settings.config import ConfigError

SIDE = 3.0


def room_with(*boxes: Box) -> House:
    corners = ((0.0, 0.0), (SIDE, 0.0), (SIDE, SIDE), (0.0, SIDE))
    walls = tuple(
        Wall(*a, *b, 0.0, 2.5) for a, b in zip(corners, (*corners[1:], corners[0]), strict=True)
    )
    things = tuple(HouseObject(f"Box|{n}", "Box", box, (box,)) for n, box in enumerate(boxes))
    return House("test", (Room("room_0", corners),), walls, (), things, bounds=(0, 0, SIDE, SIDE))


def test_bodies_keep_off_the_walls(small_house: House) -> None:
    lattice = Lattice.of(small_house, StepConfig())
    assert lattice.points.min() == 0.25
    assert tuple(lattice.points.max(axis=0)) == (7.75, 3.75)
    assert (lattice.points / 0.25 == np.rint(lattice.points / 0.25)).all()
    assert lattice.at(4.0, 2.0) >= 0, "the doorway"
    assert lattice.at(4.0, 0.5) == -1
    assert lattice.at(2.0, 3.0) == -1, "the table"
    assert lattice.at(-3.0, 90.0) == -1


def test_cells_are_found_by_distance(small_house: House) -> None:
    lattice = Lattice.of(small_house, StepConfig())
    near = lattice.within(6.0, 2.1, 0.3)
    places = [tuple(lattice.points[c]) for c in near]
    assert places[:4] == [(6.0, 2.0), (6.0, 2.25), (5.75, 2.0), (6.25, 2.0)]
    assert places[4:] == [(5.75, 2.25), (6.25, 2.25)]
    assert lattice.nearest(6.0, 2.1) == near[0]
    assert not len(lattice.within(20.0, 20.0, 1.0))


def test_a_thin_screen_stops_moves_between_free_cells() -> None:
    # The screen is between two lattice columns that are both free of it by themselves.
    screen = Box(1.375, 1.5, 0.5, 0.02, 3.0, 1.0)
    thin = StepConfig(body_radius=0.1)
    lattice = Lattice.of(room_with(screen), thin)
    columns = {float(x) for x in lattice.points[:, 0]}
    assert columns == {1.5, 1.75, 2.0, 2.25, 2.5, 2.75}


def test_only_the_largest_part_counts() -> None:
    lattice = Lattice.of(room_with(Box(1.0, 1.5, 0.5, 0.2, 3.0, 1.0)), StepConfig())
    assert lattice.points[:, 0].min() > 1.0


def test_a_house_without_room_to_stand_ends_in_one_line() -> None:
    with pytest.raises(ConfigError, match=r"^test: rooms: .* fits nowhere; expected free floor$"):
        StepHouse.of(room_with(Box(1.5, 1.5, 0.5, 3.0, 3.0, 1.0)))


def test_rooms_of_points(small_house: House) -> None:
    xs, ys = np.array([1.0, 5.0, -1.0]), np.array([1.0, 1.0, 1.0])
    assert list(rooms_at(small_house.rooms, xs, ys)) == [0, 1, -1]


boxes = st.builds(
    Box,
    x=st.floats(0.0, SIDE),
    y=st.floats(0.0, SIDE),
    z=st.just(0.5),
    size_x=st.floats(0.05, 1.2),
    size_y=st.floats(0.05, 1.2),
    size_z=st.just(1.0),
    yaw=st.floats(-3.0, 3.0),
)


@settings(max_examples=25)
@given(st.lists(boxes, max_size=4))
def test_every_move_is_free_and_can_be_taken_back(solids: list[Box]) -> None:
    house, config = room_with(*solids), StepConfig()
    lattice = Lattice.of(house, config)
    obstacles = Obstacles.of(house, config.body_height)
    for cell in range(len(lattice)):
        for heading in range(HEADINGS):
            there = int(lattice.neighbours[cell, heading])
            if there < 0:
                continue
            assert lattice.neighbours[there, (heading + 2) % HEADINGS] == cell
            middle = (lattice.points[cell] + lattice.points[there]) / 2.0
            # The body is asked for at each twentieth of a metre: between, a corner may be nearer.
            assert obstacles.distance(*middle) >= config.body_radius - 0.03


@pytest.mark.slow
def test_robots_get_into_every_room_of_strangers_houses(unseen_house: Path) -> None:
    house = load_house(unseen_house)
    lattice = Lattice.of(house, StepConfig())
    assert set(range(len(house.rooms))) <= {int(room) for room in lattice.rooms}
