# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""A house as a world of Gazebo: the same boxes in the same places."""

from pathlib import Path
from xml.etree import ElementTree

import pytest
from command_words import exit_code

from adhoc_teamwork.simulation.gazebo.labels import thing_labels
from adhoc_teamwork.simulation.gazebo.sdf_world import sdf_world
from adhoc_teamwork.simulation.houses.boxes import carried_along
from adhoc_teamwork.simulation.houses.house import Box
from adhoc_teamwork.simulation.houses.house_file.procthor import load_house
from adhoc_teamwork.simulation.world_command import main

HOUSES = Path(__file__).parents[3] / "config" / "houses"


def _numbers(element: ElementTree.Element, path: str) -> list[float]:
    return [float(word) for word in (element.findtext(path) or "").split()]


def _boxes(model: ElementTree.Element) -> list[Box]:
    """Return a model's collision boxes in the world's frame."""
    x, y, z, _, _, yaw = _numbers(model, "pose") or [0.0] * 6
    own, there = Box(0, 0, 0, 1, 1, 1), Box(x, y, z, 1, 1, 1, yaw)
    found = []
    for part in model.iterfind("link/collision"):
        bx, by, bz, _, _, turn = _numbers(part, "pose")
        box = Box(bx, by, bz, *_numbers(part, "geometry/box/size"), turn)
        found.append(carried_along(box, own, there))
    return found


@pytest.mark.parametrize("path", sorted(HOUSES.glob("*.json")), ids=lambda path: path.stem)
def test_every_box_stands_where_the_built_in_simulator_has_it(path: Path) -> None:
    house = load_house(path)
    world = ElementTree.fromstring(sdf_world(house, path.stem)).find("world")
    assert world is not None
    models = [model for model in world.iterfind("model") if model.get("name") != "ground"]
    names = [model.get("name") for model in models]
    assert len(set(names)) == len(names)
    assert names[:2] == ["floor", "walls"]
    assert [model.findtext("plugin/label") for model in models[2:]] == [
        str(thing_labels(house)[str(name)]) for name in names[2:]
    ]
    assert len(_boxes(models[1])) == len(house.walls)
    for thing, model in zip(house.objects, models[2:], strict=True):
        assert (model.findtext("static") == "true") is not thing.pickupable
        for box, other in zip(thing.solids or (thing.box,), _boxes(model), strict=True):
            assert (other.x, other.y, other.z) == pytest.approx((box.x, box.y, box.z), abs=1e-4)
            assert (other.size_x, other.size_y, other.size_z) == pytest.approx(
                (box.size_x, box.size_y, box.size_z), abs=1e-4
            )
        if thing.pickupable:
            assert _numbers(model, "link/inertial/mass")[0] == pytest.approx(
                max(thing.mass, 0.01), rel=1e-3
            )


def test_the_command_writes_a_file_or_says_in_one_line_why_not(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "two_rooms.sdf"
    assert main(["two_rooms", "--sdf", str(out)]) == 0
    assert ElementTree.parse(out).getroot().get("version") == "1.9"
    capsys.readouterr()
    assert exit_code(main, ["no_such_house", "--sdf", str(out)]) == 2
    assert main(["two_rooms", "--sdf", str(tmp_path / "none" / "x.sdf")]) == 2
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 2
    assert "no_such_house: no such file; expected one, or one of high_shelf" in lines[0]
