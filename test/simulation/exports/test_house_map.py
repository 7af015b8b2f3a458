# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The map that Nav2 gets of a house: free where a robot can stand, in the right place."""

from pathlib import Path

import numpy as np
import pytest
import yaml

from adhoc_teamwork.simulation.houses.house_file.procthor import load_house
from adhoc_teamwork.simulation.world_command import main
from adhoc_teamwork.teamwork.maps.map_server import FREE_GREY, OCCUPIED_GREY

HOUSE = Path(__file__).parents[3] / "config" / "houses" / "two_rooms.json"


def test_the_map_is_the_house(tmp_path: Path) -> None:
    assert main([str(HOUSE), "--map", str(tmp_path / "house.yaml")]) == 0
    told = yaml.safe_load((tmp_path / "house.yaml").read_text())
    assert told["image"] == "house.pgm"
    head, size, depth, pixels = (tmp_path / told["image"]).read_bytes().split(b"\n", 3)
    assert (head, depth) == (b"P5", b"255")
    columns, rows = (int(word) for word in size.split())
    grey = np.frombuffer(pixels, np.uint8).reshape(rows, columns)
    assert set(np.unique(grey)) == {FREE_GREY, OCCUPIED_GREY}
    house = load_house(HOUSE)

    def at(x: float, y: float) -> int:
        column = int((x - told["origin"][0]) / told["resolution"])
        row = rows - 1 - int((y - told["origin"][1]) / told["resolution"])
        return int(grey[row, column])

    # Where the scenario's robots start is free; in the middle of a bed and in a wall it is not.
    for x, y in ((1.2, 1.4), (9.2, 3.2), (20.2, 3.3)):
        assert at(x, y) == FREE_GREY
    bed = next(thing.box for thing in house.objects if thing.category == "Bed")
    assert at(bed.x, bed.y) == OCCUPIED_GREY
    wall = next(wall for wall in house.walls if wall.bottom <= 0.0)
    assert at((wall.x0 + wall.x1) / 2.0, (wall.y0 + wall.y1) / 2.0) == OCCUPIED_GREY


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--map", "house.pgm"], "house.pgm: two files would have this name"),
        (["--sdf", "same", "--classes", "same"], "same: two files would have this name"),
        (["--sdf", "house.sdf", "--map", "none/house.yaml"], "none/house.yaml: no such folder"),
    ],
)
def test_nothing_is_written_where_not_all_can_be(
    words: list[str],
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main([str(HOUSE), *words]) == 2
    assert said in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
