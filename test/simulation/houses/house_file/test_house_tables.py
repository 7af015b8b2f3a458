# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The tables worked out from a database: the same figures on every machine."""

import itertools
import json
from pathlib import Path

import pytest

from adhoc_teamwork.simulation.houses.house_file.assets import Asset
from adhoc_teamwork.simulation.houses.house_file.build_tables import main, mean_row


def asset(*extents: float, category: str = "SprayBottle", pickupable: bool = True) -> Asset:
    return Asset(category, (extents[0], extents[1], extents[2]), pickupable)


def test_a_row_says_type_mean_box_whether_it_can_be_taken_and_how_many() -> None:
    group = [asset(0.1, 0.2, 0.3), asset(0.2, 0.4, 0.6), asset(0.3, 0.6, 0.9, pickupable=False)]
    assert mean_row(group) == ["SprayBottle", "0.200", "0.400", "0.600", "yes", "3"]


@pytest.mark.parametrize("count", range(1, 21))
def test_the_mean_of_assets_that_are_alike_is_the_one_asset(count: int) -> None:
    box = (0.2455, 0.1125, 1.1035)
    assert mean_row([asset(*box)] * count)[1:4] == mean_row([asset(*box)])[1:4]


def test_the_order_of_the_assets_does_not_matter() -> None:
    group = [asset(0.1, 0.2455, 1e3), asset(0.2, 0.2455, 1e-3), asset(0.3, 0.2455, 0.1105)]
    rows = {tuple(mean_row(list(order))) for order in itertools.permutations(group)}
    assert len(rows) == 1


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """Return a database without anything in it."""
    folder = tmp_path / "db"
    folder.mkdir()
    rooms = ("inKitchens", "inLivingRooms", "inBedrooms", "inBathrooms")
    contents: dict[str, dict[str, object]] = {
        "assets-compact": {"assets": {}},
        "placement-annotations": {key: {} for key in ("onFloor", *rooms)},
        "receptacles": {},
    }
    for name, content in contents.items():
        (folder / f"{name}.json").write_text(json.dumps(content))
    return folder


def test_tables_go_into_a_folder_that_is_there(
    database: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--db", str(database), "--out", str(tmp_path)]) == 0
    assert len(list(tmp_path.glob("*.csv"))) == 4
    assert main(["--db", str(database), "--out", str(tmp_path / "missing")]) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert "missing: No such file or directory; expected a folder to write" in error
