# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Houses drawn here, loaded through a file: the traps of the format one by one."""

import json
import math
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adhoc_teamwork.simulation.generation.house_drawing import HouseDrawing, Thing
from adhoc_teamwork.simulation.houses.boxes import contains
from adhoc_teamwork.simulation.houses.house import Box, House
from adhoc_teamwork.simulation.houses.house_file.coordinates import (
    attitude,
    box_yaw,
    heading,
    to_map,
)
from adhoc_teamwork.simulation.houses.house_file.procthor import load_house, room_type_name
from adhoc_teamwork.simulation.houses.levels import Span
from adhoc_teamwork.simulation.houses.shapes import furniture_shape
from adhoc_teamwork.simulation.world import World
from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.team.task import Task

Json = dict[str, Any]
SOUTH, WEST = -math.pi / 2.0, math.pi


def two_rooms() -> HouseDrawing:
    house = HouseDrawing()
    house.room("LivingRoom", 0, 0, 4, 4)
    house.room("Kitchen", 4, 0, 8, 4)
    return house


def load(data: Json, folder: Path) -> House:
    path = folder / "house.json"
    path.write_text(json.dumps(data), encoding="utf-8")
    return load_house(path)


def test_axes_are_not_mirrored() -> None:
    assert to_map((1.0, 2.0, 3.0)) == (1.0, 3.0, 2.0)
    assert heading(0.0) == pytest.approx(math.pi / 2.0)
    assert heading(90.0) == pytest.approx(0.0)
    assert box_yaw(90.0) == pytest.approx(-math.pi / 2.0)


@given(st.tuples(*[st.floats(0.01, 3.0)] * 3), st.floats(0.0, 360.0))
def test_turning_about_the_upright_axis_keeps_the_extents(
    extents: tuple[float, float, float], degrees: float
) -> None:
    turned = attitude(extents, (0.0, degrees, 0.0))
    assert (turned.size.x, turned.size.z, turned.size.y) == pytest.approx(extents)


def test_a_tilted_thing_lies_flat() -> None:
    size = attitude((0.1, 0.9, 0.1), (0.0, 0.0, 90.0)).size
    assert (size.x, size.y, size.z) == pytest.approx((0.9, 0.1, 0.1))


def test_a_drawing_comes_back_as_drawn(tmp_path: Path) -> None:
    drawing = two_rooms()
    drawing.things.append(Thing("Sofa", 1.0, 3.5, (1.8, 0.8, 0.8), SOUTH))
    drawing.agent = (2.0, 2.0, WEST)
    house = load(drawing.to_json(), tmp_path)
    sofa = house.object("Sofa|0|0")
    assert sofa is not None
    assert (sofa.box.x, sofa.box.y, sofa.box.bottom) == pytest.approx((1.0, 3.5, 0.0), abs=1e-3)
    assert sofa.room_id == "room_0"
    back = [s for s in sofa.solids if s.top > 0.7]
    assert back
    assert all(s.y > 3.7 for s in back), "the back is at the wall behind it"
    assert house.agent == pytest.approx((2.0, 2.0, -math.pi))
    assert [r.room_type for r in house.rooms] == ["LivingRoom", "Kitchen"]


def test_doors_are_measured_from_the_first_corner(tmp_path: Path) -> None:
    drawing = two_rooms()
    drawing.door(4.0, 1.0, 0.9)
    house = load(drawing.to_json(), tmp_path)
    (door,) = house.doorways
    assert (door.x, door.y, door.width) == pytest.approx((4.0, 1.0, 0.9))
    assert {door.room0, door.room1} == {"room_0", "room_1"}
    shared = sorted(
        (min(w.y0, w.y1), max(w.y0, w.y1), w.bottom) for w in house.walls if w.x0 == w.x1 == 4
    )
    assert shared == [
        pytest.approx((0.0, 0.55, 0.0)),
        pytest.approx((0.55, 1.45, 2.1)),
        pytest.approx((1.45, 4.0, 0.0)),
    ]


def test_a_door_in_the_old_schema_is_the_same_door(tmp_path: Path) -> None:
    drawing = two_rooms()
    drawing.door(4.0, 1.0, 0.9)
    data = drawing.to_json()
    new = load(data, tmp_path)
    for door in data["doors"]:
        low, high = door.pop("holePolygon")
        del door["assetPosition"]
        door["boundingBox"] = {"min": low, "max": high}
        door["assetOffset"] = {"x": 0, "y": 0, "z": 0}
    old = load(data, tmp_path)
    assert (old.walls, old.doorways) == (new.walls, new.doorways)


def test_an_open_border_is_an_opening(tmp_path: Path) -> None:
    drawing = two_rooms()
    drawing.open_border(drawing.rooms[0], drawing.rooms[1])
    house = load(drawing.to_json(), tmp_path)
    assert not [w for w in house.walls if w.x0 == w.x1 == 4]
    (opening,) = house.doorways
    assert (opening.x, opening.y, opening.width) == pytest.approx((4.0, 2.0, 4.0))


def test_both_sides_of_a_wall_are_one_wall(tmp_path: Path) -> None:
    house = load(two_rooms().to_json(), tmp_path)
    # 2 long outer sides, 2 short ones, 1 between the rooms
    assert len(house.walls) == 5


def test_a_door_to_the_outside_stays_shut(tmp_path: Path) -> None:
    data = two_rooms().to_json()
    data["doors"].append(
        {
            "id": "door|0|0",
            "holePolygon": [{"x": 1, "y": 0, "z": 0}, {"x": 2, "y": 2, "z": 0}],
            "room0": "room|0",
            "room1": "room|0",
            "wall0": "wall|0|0.00|0.00|0.00|4.00",
            "wall1": "wall|exterior|0.00|0.00|0.00|4.00",
        }
    )
    house = load(data, tmp_path)
    assert not house.doorways
    assert [w for w in house.walls if w.x0 == w.x1 == 0 and abs(w.y1 - w.y0) == pytest.approx(4)]


def test_things_lie_on_surfaces_and_never_inside_solids(tmp_path: Path) -> None:
    drawing = two_rooms()
    mug = Thing("Mug", 1.0, 1.0, (0.1, 0.1, 0.1), pickupable=True)
    floating, sunk = 0.80, 0.65
    for x, z in ((1.0, floating), (1.4, sunk)):
        carried = Thing(mug.category, x, 1.0, mug.size, z=z, pickupable=True)
        drawing.things.append(Thing("DiningTable", x, 1.0, (0.3, 0.6, 0.75), on_it=(carried,)))
    house = load(drawing.to_json(), tmp_path)
    for name in ("Mug|0|1", "Mug|0|3"):
        thing = house.object(name)
        assert thing is not None
        table = house.object(thing.parent)
        assert table is not None
        assert not any(contains(s, thing.box.x, thing.box.y, thing.box.z) for s in table.solids)
        assert any(thing.box.bottom == pytest.approx(s.z) for s in table.surfaces)


def test_a_fridge_with_something_in_it_stands_open(tmp_path: Path) -> None:
    drawing = two_rooms()
    egg = Thing("Egg", 5.0, 1.0, (0.05, 0.05, 0.06), z=1.1, pickupable=True)
    drawing.things.append(Thing("Fridge", 5.0, 1.0, (0.8, 0.8, 1.8), on_it=(egg,)))
    house = load(drawing.to_json(), tmp_path)
    fridge, egg_there = house.object("Fridge|1|0"), house.object("Egg|1|1")
    assert fridge is not None
    assert egg_there is not None
    assert egg_there.box.bottom == pytest.approx(1.1)
    front = 5.0, 1.2, 1.13
    assert not any(contains(s, *front) for s in fridge.solids)


@pytest.mark.parametrize(
    ("category", "height", "inside"),
    [
        ("Fridge", 1.1, True),
        ("Fridge", 1.8, False),
        ("WashingMachine", 0.4, True),
        ("Wardrobe", 0.4, True),
        ("Sink", 1.7, True),
        ("GarbageCan", 0.02, True),
        ("Dresser", 1.1, False),
        ("ShelvingUnit", 1.1, False),
        ("DiningTable", 1.8, False),
    ],
)
def test_things_are_in_what_has_a_rim_or_doors_and_on_all_else(
    tmp_path: Path, category: str, height: float, inside: bool
) -> None:
    drawing = two_rooms()
    egg = Thing("Egg", 5.0, 1.0, (0.05, 0.05, 0.06), z=height, pickupable=True)
    drawing.things.append(Thing(category, 5.0, 1.0, (0.8, 0.8, 1.8), on_it=(egg,)))
    house = load(drawing.to_json(), tmp_path)
    world = World.from_task(house, Task("test", "", 0, (), ()), {})
    word = "in" if inside else "on"
    assert world.objects["Egg|1|1"].support.inside is inside
    assert world.where(world.objects["Egg|1|1"]) == f"{word} {category} in room_1"


@pytest.mark.parametrize(("category", "in_view"), [("Sink", True), ("GarbageCan", False)])
def test_what_lies_in_a_basin_is_in_plain_view_but_not_what_lies_in_a_bin(
    category: str, in_view: bool
) -> None:
    surfaces = furniture_shape(category, Box(0.0, 0.0, 0.45, 0.6, 0.6, 0.9)).surfaces
    assert [s.inside for s in surfaces] == [True]
    assert [s.in_view for s in surfaces] == [in_view]


def test_what_hangs_on_a_wall_neither_blocks_nor_carries(tmp_path: Path) -> None:
    drawing = two_rooms()
    drawing.things.append(Thing("Painting", 2.0, 3.98, (1.0, 0.03, 0.7), SOUTH, z=1.3))
    painting = load(drawing.to_json(), tmp_path).object("Painting|0|0")
    assert painting is not None
    assert not painting.solids
    assert not painting.surfaces


def test_unknown_assets_are_kept_and_named_once(tmp_path: Path) -> None:
    data = two_rooms().to_json()
    place = {"x": 1, "y": 0.4, "z": 1}
    for name in ("sectional_sofa-0 (living room)", "0123456789abcdef0123456789abcdef"):
        data["objects"].append({"id": name, "assetId": "0123456789abcdef", "position": place})
    house = load(data, tmp_path)
    assert [o.category for o in house.objects] == ["Sofa", "Object"]
    (warning,) = house.warnings
    assert "2 of 2 objects" in warning


def test_an_inline_type_wins_over_the_asset(tmp_path: Path) -> None:
    data = two_rooms().to_json()
    place = {"x": 1, "y": 0.06, "z": 1}
    data["objects"] = [
        {"id": "a", "assetId": "Apple_1", "position": place},
        {"id": "b", "assetId": "Apple_1", "objectType": "Tomato", "position": place},
        {"id": "c", "assetId": "Apple_1", "position": place},
    ]
    house = load(data, tmp_path)
    assert [o.category for o in house.objects] == ["Apple", "Tomato", "Apple"]
    assert all(o.pickupable for o in house.objects)
    assert len({o.name for o in house.objects}) == 3


def test_types_of_objaverse_assets_are_types_as_others(tmp_path: Path) -> None:
    data = two_rooms().to_json()
    asset = "0123456789abcdef"
    book = {"id": "a", "objectType": "ObjaBook", "position": {"x": 1, "y": 0.06, "z": 1}}
    picture = {"id": "b", "objectType": "ObjaPicture", "position": {"x": 1, "y": 1.6, "z": 0.05}}
    data["objects"] = [entry | {"assetId": asset} for entry in (book, picture)]
    book_there, picture_there = load(data, tmp_path).objects
    assert (book_there.category, picture_there.category) == ("Book", "Picture")
    assert book_there.pickupable
    assert not picture_there.solids


def test_room_types_in_free_text() -> None:
    assert room_type_name("living room") == "LivingRoom"
    assert room_type_name("LivingRoom") == "LivingRoom"


@pytest.mark.parametrize(
    ("change", "where"),
    [
        ({"rooms": None}, "rooms"),
        ({"rooms": {}}, "rooms"),
        ({"rooms": [{"id": "room|1"}]}, "rooms[0].floorPolygon"),
        ({"rooms": [{"floorPolygon": [{"x": 0, "z": 0}]}]}, "rooms[0].floorPolygon"),
        ({"walls": [{"id": "w", "polygon": [{"x": "a", "z": 0}]}]}, "walls[0].polygon[0].x"),
        ({"walls": [3]}, "walls[0]"),
        ({"objects": [{"id": "a"}]}, "objects[0].position"),
        ({"objects": [{"id": 7, "position": {"x": 0, "z": 0}}]}, "objects[0].id"),
        ({"metadata": {"agent": 3}}, "metadata.agent"),
    ],
)
def test_what_is_no_house_ends_in_one_line(change: Json, where: str, tmp_path: Path) -> None:
    data = {**two_rooms().to_json(), **change}
    with pytest.raises(ConfigError) as caught:
        load(data, tmp_path)
    message = str(caught.value)
    assert f"house.json: {where}: expected" in message
    assert "\n" not in message


@pytest.mark.parametrize("text", ["", "[1]", "{", "rooms: 3", "[" * 100_000])
def test_what_is_not_json_ends_in_one_line(text: str, tmp_path: Path) -> None:
    path = tmp_path / "house.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ConfigError, match=r"house\.json"):
        load_house(path)


def test_missing_parts_are_allowed(tmp_path: Path) -> None:
    data = two_rooms().to_json()
    for key in ("doors", "walls", "windows", "objects", "metadata"):
        data[key] = None
    house = load(data, tmp_path)
    assert len(house.rooms) == 2
    assert house.agent is None
    assert load({"rooms": []}, tmp_path).rooms == ()


def test_a_table_on_whose_foot_something_tall_stands_has_a_top_all_the_same() -> None:
    box = Box(0.0, 0.0, 0.4, 1.0, 1.0, 0.8)
    shape = furniture_shape("DiningTable", box, (Span(0.01, 0.9),))
    assert [surface.z for surface in shape.surfaces]
