# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Drawn houses: what an architect and a robot expect of them."""

import math
from functools import cache
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from adhoc_teamwork.simulation.generation.house_drawing import HouseDrawing
from adhoc_teamwork.simulation.generation.house_generator import generate_house, main
from adhoc_teamwork.simulation.generation.rooms.room_programs import BATHROOM, SIZES
from adhoc_teamwork.simulation.houses.boxes import footprints_overlap, planar_distance
from adhoc_teamwork.simulation.houses.house import House
from adhoc_teamwork.simulation.houses.house_file.assets import shipped_assets
from adhoc_teamwork.simulation.houses.house_file.fields import Fields
from adhoc_teamwork.simulation.houses.house_file.procthor import house_of, load_house
from adhoc_teamwork.simulation.houses.placement import placement_table
from adhoc_teamwork.simulation.motion.occupancy import components, occupancy_grid
from adhoc_teamwork.teamwork.settings.config import ConfigError

pytestmark = pytest.mark.slow

HOUSES = [(rooms, seed) for rooms in SIZES for seed in (1, 2)]
every_house = pytest.mark.parametrize(("rooms", "seed"), HOUSES)


@cache
def drawn(rooms: int, seed: int) -> HouseDrawing:
    return generate_house(rooms, seed)


@cache
def loaded(rooms: int, seed: int) -> House:
    return house_of(Fields(drawn(rooms, seed).to_json(), "drawn"), shipped_assets())


def area(outline: tuple[tuple[float, float], ...]) -> float:
    following = (*outline[1:], outline[0])
    return abs(sum(a[0] * b[1] - a[1] * b[0] for a, b in zip(outline, following, strict=True))) / 2


@every_house
def test_rooms_have_the_proportions_of_rooms(rooms: int, seed: int) -> None:
    house = loaded(rooms, seed)
    assert len(house.rooms) == rooms
    assert not house.warnings
    for room in house.rooms:
        xs, ys = zip(*room.outline, strict=True)
        sides = sorted((max(xs) - min(xs), max(ys) - min(ys)))
        assert sides[0] >= 2.4
        assert sides[1] / sides[0] <= 2.4
        assert 5.0 < area(room.outline) < 50.0
        assert area(room.outline) >= 0.6 * sides[0] * sides[1]


@every_house
def test_rooms_do_not_overlap(rooms: int, seed: int) -> None:
    house = loaded(rooms, seed)
    rng = np.random.default_rng(0)
    x0, y0, x1, y1 = house.bounds
    from adhoc_teamwork.teamwork.geometry import Point

    for x, y in rng.uniform((x0, y0), (x1, y1), (400, 2)):
        assert sum(room.contains(Point(float(x), float(y))) for room in house.rooms) <= 1


@every_house
def test_every_room_has_a_door_and_bathrooms_are_no_passage(rooms: int, seed: int) -> None:
    house = loaded(rooms, seed)
    types = {room.room_id: room.room_type for room in house.rooms}
    joined = {"room_0"}
    for _ in house.rooms:
        for door in house.doorways:
            if {door.room0, door.room1} & joined:
                joined |= {door.room0, door.room1}
    assert joined == set(types)
    for door in house.doorways:
        assert not types[door.room0] == types[door.room1] == BATHROOM
        assert door.width > 0.9


@every_house
def test_a_wide_robot_gets_through_every_doorway(rooms: int, seed: int) -> None:
    house = loaded(rooms, seed)
    grid = occupancy_grid(house, 2.0)
    labels = components(grid, 0.3)
    for door in house.doorways:
        window, distance = grid.disc(door.x, door.y, 0.7)
        beside = labels[window][distance < 0.7]
        assert (beside == 1).any(), door
    for room in house.rooms:
        xs, ys = zip(*room.outline, strict=True)
        first, last = grid.cell(min(xs), min(ys)), grid.cell(max(xs), max(ys))
        inside = labels[first[0] : last[0], first[1] : last[1]]
        assert (inside == 1).mean() > 0.15, room.room_id


@every_house
def test_furniture_stands_free_of_doors_and_of_other_furniture(rooms: int, seed: int) -> None:
    house = loaded(rooms, seed)
    standing = [o for o in house.objects if not o.pickupable and not o.parent]
    for one, other in combinations(standing, 2):
        assert not footprints_overlap(one.box, other.box, 0.001), (one.name, other.name)
    for door in house.doorways:
        for thing in standing:
            assert planar_distance(thing.box, door.x, door.y) > 0.45, (door, thing.name)
    for thing in standing:
        assert thing.room_id, thing.name


@every_house
def test_small_things_lie_on_furniture_where_they_belong(rooms: int, seed: int) -> None:
    house = loaded(rooms, seed)
    table = placement_table()
    types = {room.room_id: room.room_type for room in house.rooms}
    small = [o for o in house.objects if o.pickupable]
    assert len(small) >= 8
    for thing in small:
        carrier = house.object(thing.parent)
        assert carrier is not None, thing.name
        assert not table.unreasonable(thing.category, carrier.category, types[carrier.room_id])
        assert math.isclose(thing.box.bottom, min((s.z for s in carrier.surfaces),
                            key=lambda z: abs(z - thing.box.bottom)), abs_tol=0.02)  # fmt: skip


@pytest.mark.parametrize("rooms", SIZES)
def test_the_same_seed_draws_the_same_house(rooms: int) -> None:
    assert generate_house(rooms, 1).to_json() == drawn(rooms, 1).to_json()
    assert generate_house(rooms, 2).to_json() != drawn(rooms, 1).to_json()


def test_some_rooms_are_no_rectangles_and_some_borders_open() -> None:
    houses = [loaded(*which) for which in HOUSES]
    assert any(len(room.outline) > 4 for house in houses for room in house.rooms)
    assert any(door.width > 2.0 for house in houses for door in house.doorways)


def test_a_house_without_rooms_is_refused() -> None:
    with pytest.raises(ConfigError, match="0 rooms; expected 1 to 10"):
        generate_house(0, 1)


def test_the_command_writes_a_house(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "house.json"
    assert main(["--rooms", "2", "--seed", "1", "--out", str(out)]) == 0
    assert load_house(out).objects
    assert main(["--rooms", "12", "--out", str(out)]) == 2
    assert main(["--rooms", "1", "--out", str(tmp_path / "no" / "where.json")]) == 2
    assert capsys.readouterr().err.count("\n") == 2
