# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Houses of anybody: too large, too many, or with names that are none end in one line, at once."""

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from adhoc_teamwork.simulation.houses.house_file.fields import LONGEST_NAME, MOST_AREA, MOST_OBJECTS
from adhoc_teamwork.simulation.houses.house_file.procthor import load_house
from adhoc_teamwork.teamwork.settings.config import ConfigError

TWO_ROOMS = Path(__file__).parents[4] / "config" / "houses" / "two_rooms.json"
SPLIT_LEVEL = TWO_ROOMS.with_name("split_level.json")
QUICK = 10.0
"""Seconds in which the largest house is read, also on a busy machine."""


def data(path: Path = TWO_ROOMS) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


def refusal(folder: Path, house: Any) -> str:
    path = folder / "house.json"
    path.write_text(json.dumps(house), encoding="utf-8")
    began = time.monotonic()
    with pytest.raises(ConfigError) as caught:
        load_house(path)
    assert time.monotonic() - began < QUICK
    assert "\n" not in str(caught.value)
    assert "\x1b" not in str(caught.value)
    return str(caught.value)


def scaled(value: Any, by: float) -> Any:
    if isinstance(value, dict):
        return {key: scaled(inner, by) for key, inner in value.items()}
    if isinstance(value, list):
        return [scaled(inner, by) for inner in value]
    return value * by if isinstance(value, (int, float)) and not isinstance(value, bool) else value


def twice(kind: str) -> Callable[[Any], None]:
    return lambda house: house[kind].append(house[kind][0])


def named(name: str) -> Callable[[Any], None]:
    return lambda house: house["objects"][0].update(id=name)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (twice("rooms"), "rooms[3].id: expected an id that no other room has"),
        (twice("walls"), "].id: expected an id that no other wall has"),
        (twice("objects"), "].id: expected an id that no other object has"),
        (named("Mug\x1b[31m"), "objects[0].id: expected a name of"),
        (named("Mug\n"), "objects[0].id: expected a name of"),
        (named("M\u202eug"), "objects[0].id: expected a name of"),
        (named("M" * (LONGEST_NAME + 1)), "objects[0].id: expected a name of"),
        (lambda h: h["rooms"][0].update(id="\x1b[2J"), "rooms[0].id: expected a name of"),
        (lambda h: h["objects"][0]["position"].update(x=1e308), "position.x: expected metres"),
        (lambda h: h["objects"][0]["position"].update(x=10**400), "expected a finite number"),
        (lambda h: h["objects"][0].update(mass=-1), "mass: expected kilograms"),
        (
            lambda h: h["objects"][0].update(boundingBox={"x": 900, "y": 1, "z": 1}),
            "boundingBox: expected extents",
        ),
        (lambda h: h["rooms"][0]["floorPolygon"][0].update(x=1e9), "expected metres"),
        (lambda h: h["rooms"][0].update(floorPolygon=[{"x": 0, "z": 0}] * 999), "at most"),
        (lambda h: h.update(rooms=h["rooms"] * 500), "rooms: expected at most"),
        (lambda h: h.update(walls=h["walls"] * 500), "walls: expected at most"),
        (lambda h: h.update(doors=h["doors"] * 5000), "doors: expected at most"),
        (lambda h: h.update(objects=h["objects"] * 300), "objects: expected at most"),
        (
            lambda h: h["objects"][0].update(
                children=[{"assetId": "Apple_1", "position": {"x": 1, "z": 1}}] * 9000
            ),
            "objects: expected at most",
        ),
    ],
)
def test_what_no_house_has_is_refused(
    tmp_path: Path, change: Callable[[Any], None], reason: str
) -> None:
    house = data()
    change(house)
    assert reason in refusal(tmp_path, house)


@pytest.mark.parametrize("by", [1e6, 1e300])
def test_a_house_scaled_up_is_refused(tmp_path: Path, by: float) -> None:
    assert "expected metres within" in refusal(tmp_path, scaled(data(), by))


def test_a_house_that_no_map_can_hold_is_refused(tmp_path: Path) -> None:
    assert f"expected all within {MOST_AREA:g} square metres" in refusal(
        tmp_path, scaled(data(), 20.0)
    )


def test_stairs_without_end_are_refused(tmp_path: Path) -> None:
    house = data(SPLIT_LEVEL)
    house["stairs"][0]["steps"] = 10**9
    assert "steps: expected at most" in refusal(tmp_path, house)


def test_the_size_of_an_asset_without_end_is_not_believed(tmp_path: Path) -> None:
    house = data()
    house["objects"] = [{"id": "a", "assetId": "Countertop_I_9999999x9", "position":
        {"x": 1, "y": 0.5, "z": 1}}]  # fmt: skip
    path = tmp_path / "house.json"
    path.write_text(json.dumps(house))
    (thing,) = load_house(path).objects
    assert thing.box.size_x < 50.0


@pytest.mark.slow
def test_the_fullest_house_is_read_at_once(tmp_path: Path) -> None:
    house = data()
    house["objects"] = [
        {
            "id": f"thing|{i}",
            "assetId": "Dining_Table_1" if i % 2 else "Apple_1",
            "position": {"x": 0.1 * (i % 60), "y": 0.4 if i % 2 else 1.0, "z": 0.04 * (i // 60)},
        }
        for i in range(MOST_OBJECTS)
    ]
    path = tmp_path / "house.json"
    path.write_text(json.dumps(house))
    began = time.monotonic()
    assert len(load_house(path).objects) == MOST_OBJECTS
    assert time.monotonic() - began < QUICK


def test_things_without_an_id_get_names_of_their_own(tmp_path: Path) -> None:
    house = data()
    house["objects"] = [{"assetId": "Apple_1", "position": {"x": 1, "y": 0, "z": 1}}] * 3
    path = tmp_path / "house.json"
    path.write_text(json.dumps(house))
    assert [t.name for t in load_house(path).objects] == ["Apple_1", "Apple_1#2", "Apple_1#3"]


def places(value: Any) -> list[Any]:
    return list(value) if isinstance(value, dict) else list(range(len(value)))


ANY = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=5,
)


@settings(max_examples=80, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data(), st.sampled_from([TWO_ROOMS, SPLIT_LEVEL]))
def test_anything_anywhere_is_read_or_refused(tmp_path: Path, draw: Any, path: Path) -> None:
    house = place = data(path)
    for _ in range(draw.draw(st.integers(0, 6))):
        keys = [k for k in places(place) if isinstance(place[k], (dict, list)) and place[k]]
        if not keys:
            break
        place = place[draw.draw(st.sampled_from(keys))]
    place[draw.draw(st.sampled_from(places(place)))] = draw.draw(ANY)
    file = tmp_path / "house.json"
    file.write_text(json.dumps(house), encoding="utf-8")
    reason = ""
    try:
        load_house(file)
    except ConfigError as error:
        reason = str(error)
    assert "\n" not in reason
