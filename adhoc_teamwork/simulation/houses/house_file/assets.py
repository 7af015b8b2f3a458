# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What a house file's asset is: type, box, whether a hand can take it, and what it weighs."""

import csv
import re
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from adhoc_teamwork.simulation.houses.house_file.fields import FARTHEST, Fields, read_json_object
from adhoc_teamwork.teamwork.settings.config import read_text

DATA_FOLDER = Path(__file__).parents[2] / "data"
DATABASE_FILE = "assets-compact.json"
FEET = 0.3048
_DENSITY = 150.0
"""Kilograms per cubic metre of bounding box, for types without a typical mass."""

_HEAVIEST = 80.0


@dataclass(frozen=True)
class Asset:
    """Describe an asset or the mean of several: Unity extents (x, y up, z) in metres."""

    category: str
    extents: tuple[float, float, float]
    pickupable: bool
    exact: bool = False


@dataclass(frozen=True)
class AssetTable:
    """Find assets by id: the exact box where a database is at hand, else the family's mean."""

    exact: dict[str, Asset] = field(default_factory=dict)
    families: dict[str, Asset] = field(default_factory=dict)
    types: dict[str, Asset] = field(default_factory=dict)
    masses: dict[str, float] = field(default_factory=dict)

    def find(self, asset_id: str) -> Asset | None:
        """Return what is known of an asset, or None where it is unknown."""
        if asset_id in self.exact:
            return self.exact[asset_id]
        known = self.families.get(family_of(asset_id))
        return _with_size_in_name(known, asset_id) if known else None

    def typical(self, category: str) -> Asset | None:
        """Return the mean asset of an object type, or None for a type nobody has heard of."""
        return self.types.get(category)

    def mass(self, category: str, extents: tuple[float, float, float]) -> float:
        """Return a typical mass in kilograms, from the box's volume where the type has none."""
        volume = extents[0] * extents[1] * extents[2]
        return self.masses.get(category, min(max(0.05, _DENSITY * volume), _HEAVIEST))


def family_of(asset_id: str) -> str:
    """Return an asset's family: its name in small letters without numbers and separators."""
    return re.sub(r"[^a-z]", "", asset_id.lower())


@lru_cache(maxsize=4)
def shipped_assets(folder: Path = DATA_FOLDER) -> AssetTable:
    """Return the tables that ship with this package.

    Raises:
        ConfigError: A table is missing or damaged.
    """
    families = {row["family"]: _row(row) for row in read_table(folder / "asset_families.csv")}
    types = {row["object_type"]: _row(row) for row in read_table(folder / "object_types.csv")}
    masses = {
        row["object_type"]: float(row["kilograms"]) for row in read_table(folder / "masses.csv")
    }
    return AssetTable({}, families, types, masses)


def assets_with_database(folder: Path) -> AssetTable:
    """Return the shipped tables with the exact boxes of a ProcTHOR database in front of them.

    Raises:
        ConfigError: `assets-compact.json` in `folder` is missing or damaged.
    """
    tables = shipped_assets()
    return AssetTable(read_database(folder), tables.families, tables.types, tables.masses)


@lru_cache(maxsize=4)
def read_database(folder: Path) -> dict[str, Asset]:
    """Return all assets of a database folder by id; see `assets_with_database` for errors."""
    entries = read_json_object(folder / DATABASE_FILE).child("assets")
    return {asset_id: _entry(entries.child(asset_id)) for asset_id in entries.data}


def read_table(path: Path) -> list[dict[str, str]]:
    """Return the rows of a CSV file whose comment lines begin with `#`.

    Raises:
        ConfigError: The file cannot be read.
    """
    lines = read_text(path, expected="a readable table").splitlines()
    return list(csv.DictReader(line for line in lines if not line.startswith("#")))


def _row(row: dict[str, str]) -> Asset:
    extents = (float(row["x"]), float(row["y"]), float(row["z"]))
    return Asset(row["object_type"], extents, row["pickupable"] == "yes")


def _entry(entry: Fields) -> Asset:
    box = entry.data.get("bbox")
    if not (
        isinstance(box, list)
        and len(box) == 3
        and all(isinstance(v, float | int) and abs(v) <= FARTHEST for v in box)
    ):
        raise entry.fail("bbox", "a list of three numbers")
    return Asset(
        entry.text("objectType"),
        (float(box[0]), float(box[1]), float(box[2])),
        entry.text("primaryProperty", "") == "CanPickup",
        exact=True,
    )


def _with_size_in_name(asset: Asset, asset_id: str) -> Asset:
    """Take a counter's length and depth from its name, where they stand in feet (10x6)."""
    match = (
        re.search(r"_([0-9]{1,2})x([0-9]{1,2})$", asset_id)
        if asset.category == "CounterTop"
        else None
    )
    if match is None:
        return asset
    extents = (int(match[1]) * FEET, asset.extents[1], int(match[2]) * FEET)
    return Asset(asset.category, extents, asset.pickupable, asset.exact)
