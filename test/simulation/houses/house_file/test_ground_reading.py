# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

import json
from pathlib import Path
from typing import Any

import pytest

from adhoc_teamwork.simulation.houses.house import House
from adhoc_teamwork.simulation.houses.house_file.procthor import load_house
from adhoc_teamwork.teamwork.settings.config import ConfigError

HOUSES = Path(__file__).parents[4] / "config" / "houses"
SPLIT = HOUSES / "split_level.json"


def _changed(tmp_path: Path, change: Any) -> Path:
    data = json.loads(SPLIT.read_text(encoding="utf-8"))
    change(data)
    path = tmp_path / "house.json"
    path.write_text(json.dumps(data), encoding="utf-8")
    return path


def _stairs(**values: Any) -> Any:
    return lambda data: data["stairs"][0].update(values)


def _without_heights(data: dict[str, Any]) -> None:
    del data["stairs"], data["rooms"][2]["floorHeight"]


@pytest.fixture(scope="module")
def house() -> House:
    return load_house(SPLIT)


def test_a_house_without_heights_is_flat(tmp_path: Path, house: House) -> None:
    flat = load_house(_changed(tmp_path, _without_heights))
    assert flat.ground.is_flat
    assert len(flat.objects) == len(house.objects)
    for low, high in zip(flat.objects, house.objects, strict=True):
        lift = 0.48 if low.box.x > 5.6 else 0.0
        assert high.box.z == pytest.approx(low.box.z + lift)
        assert [s.z for s in high.surfaces] == pytest.approx([s.z + lift for s in low.surfaces])
        assert [s.bottom for s in high.solids] == pytest.approx(
            [s.bottom + lift for s in low.solids]
        )


def test_walls_stand_as_high_above_the_higher_floor(house: House) -> None:
    between = [w for w in house.walls if w.x0 == w.x1 == 5.6 and max(w.y0, w.y1) <= 5.2]
    assert [w.top for w in between] == pytest.approx([3.18] * len(between))
    assert sorted({w.bottom for w in between}) == pytest.approx([0.0, 2.58])
    kitchen = [w for w in house.walls if w.y0 == w.y1 == 8.6]
    assert [w.top for w in kitchen] == pytest.approx([2.7] * len(kitchen))


def test_a_platform_lies_over_its_room(tmp_path: Path) -> None:
    corners = [{"x": x, "z": z} for x, z in ((1, 1), (2, 1), (2, 2), (1, 2))]
    stage = {"id": "stage", "floorPolygon": corners, "floorHeight": 0.15}
    place = load_house(_changed(tmp_path, lambda d: d.update(platforms=[stage])))
    assert [place.ground.height(x, 1.5) for x in (0.5, 1.5)] == [0.0, 0.15]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (_stairs(rise=0), r"stairs\[0\]\.rise: expected metres above zero, got 0"),
        (_stairs(rise="much"), r"stairs\[0\]\.rise: expected a number, got 'much'"),
        (
            _stairs(steps=2.5),
            r"stairs\[0\]\.steps: expected a whole number, 0 for a ramp, got 2\.5",
        ),
        (_stairs(steps=-1), r"stairs\[0\]\.steps: expected a whole number"),
        (_stairs(direction=None), r"stairs\[0\]\.direction: expected a number"),
        (_stairs(floorHeight=-1), r"stairs\[0\]\.floorHeight: expected metres from 0 up"),
        (_stairs(floorPolygon=[]), r"stairs\[0\]\.floorPolygon: expected corners around"),
        (_stairs(rise=0.6), r"stairs\[0\]\.rise: expected a floor at 0\.6 m .* got 0\.48 m there"),
        (_stairs(direction=0), r"stairs\[0\]\.rise: expected a floor at 0\.48 m .* got 0 m there"),
        (_stairs(floorHeight=0.2), r"stairs\[0\]\.floorHeight: expected a floor at 0\.2 m"),
        (
            lambda d: d["rooms"][2].update(floorHeight=-0.3),
            r"rooms\[2\]\.floorHeight: expected metres from 0 up; .* got -0\.3",
        ),
        (
            lambda d: d["rooms"][2].update(floorPolygon=d["rooms"][0]["floorPolygon"]),
            r"rooms\[2\]\.floorHeight: expected rooms beside one another, .* lay storeys side by",
        ),
        (lambda d: d.update(platforms=[{"floorHeight": 1}]), r"platforms\[0\]\.floorPolygon"),
        (lambda d: d.update(stairs={}), r"stairs: expected a list"),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(tmp_path: Path, change: Any, message: str) -> None:
    path = _changed(tmp_path, change)
    with pytest.raises(ConfigError, match=message) as caught:
        load_house(path)
    assert str(path) in str(caught.value)
    assert "\n" not in str(caught.value)
