# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Houses that nobody drew by hand: our generator's, and those of others where there are any."""

from pathlib import Path

import numpy as np
import pytest
from unseen_houses import DATA, of_others, with_others

from adhoc_teamwork.simulation.houses.boxes import contains, covers
from adhoc_teamwork.simulation.houses.house import House, HouseObject
from adhoc_teamwork.simulation.houses.house_file.assets import DATA_FOLDER, shipped_assets
from adhoc_teamwork.simulation.houses.house_file.build_tables import main as build_tables
from adhoc_teamwork.simulation.houses.house_file.procthor import load_house
from adhoc_teamwork.simulation.motion.occupancy import components, occupancy_grid
from adhoc_teamwork.teamwork.geometry import Point

EDGE_CASES = sorted((DATA / "edge_cases").rglob("*.json"))


def on_furniture(house: House) -> list[tuple[HouseObject, HouseObject]]:
    pairs = []
    for thing in house.objects:
        carrier = house.object(thing.parent) if thing.parent else None
        if carrier is not None and thing.pickupable:
            pairs.append((thing, carrier))
    return pairs


def assert_loads(path: Path) -> None:
    house = load_house(path)
    assert len({o.name for o in house.objects}) == len(house.objects)
    assert len(house.warnings) <= 1
    assert all(o.mass > 0.0 for o in house.objects)


def test_every_house_loads(unseen_house: Path) -> None:
    assert_loads(unseen_house)


@pytest.mark.parametrize("path", of_others(EDGE_CASES))
def test_every_edge_case_loads(path: Path) -> None:
    assert_loads(path)


@pytest.mark.slow
@pytest.mark.parametrize("exact", [True, False], ids=["exact boxes", "mean boxes"])
def test_small_things_lie_on_their_furniture(unseen_house: Path, exact: bool) -> None:
    house = load_house(unseen_house, None if exact else shipped_assets())
    pairs = on_furniture(house)
    for thing, carrier in pairs:
        box = thing.box
        assert not any(contains(s, box.x, box.y, box.z) for s in carrier.solids), thing.name
        if not carrier.surfaces:
            continue
        under = [s for s in carrier.surfaces if covers(s, box.x, box.y, 1e-6)]
        assert any(abs(s.z - box.bottom) < 1e-6 for s in under), thing.name
    assert len(pairs) > 5


@pytest.mark.slow
def test_a_small_robot_gets_into_every_room(unseen_house: Path) -> None:
    house = load_house(unseen_house)
    grid = occupancy_grid(house, height=0.65)
    cells = np.argwhere(components(grid, 0.2) == 1)
    points = [Point(*grid.point((int(r), int(c)))) for r, c in cells[::7]]
    missed = [r.room_id for r in house.rooms if not any(r.contains(p) for p in points)]
    assert not missed


@pytest.mark.slow
def test_openings_join_all_rooms(unseen_house: Path) -> None:
    house = load_house(unseen_house)
    joined = {"room_0"}
    for _ in house.rooms:
        for door in house.doorways:
            if {door.room0, door.room1} & joined:
                joined |= {door.room0, door.room1}
    assert joined == {room.room_id for room in house.rooms}


@with_others
def test_both_schemas_give_the_same_house() -> None:
    old = load_house(DATA / "edge_cases" / "schema_0.0.1_temp.json")
    new = load_house(DATA / "edge_cases" / "schema_1.0.0_upgraded_output.json")
    assert old.walls == new.walls
    assert old.doorways == new.doorways
    assert old.objects == new.objects


@with_others
def test_furniture_stands_with_its_back_to_the_wall() -> None:
    house = load_house(DATA / "houses" / "house_7.json")
    bed = house.object("Bed|4|0")
    assert bed is not None
    head = max(bed.solids, key=lambda s: s.top)
    assert head.y == pytest.approx(8.971, abs=0.15)
    assert house.agent == pytest.approx((1.75, 2.75, -np.pi))


@with_others
def test_the_shipped_tables_are_what_the_command_works_out(tmp_path: Path) -> None:
    assert build_tables(["--db", str(DATA / "procthor_db"), "--out", str(tmp_path)]) == 0
    tables = sorted(tmp_path.glob("*.csv"))
    assert len(tables) == 4
    for table in tables:
        assert table.read_text() == (DATA_FOLDER / table.name).read_text(), table.name


def test_a_missing_database_ends_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert build_tables(["--db", str(tmp_path)]) == 2
    assert capsys.readouterr().err.count("\n") == 1
