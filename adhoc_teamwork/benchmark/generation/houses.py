# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Where houses of a task set come from: our generator, a folder of files, ProcTHOR-10K."""

import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from adhoc_teamwork.benchmark.generation.chance import generator_for
from adhoc_teamwork.simulation.generation.house_generator import generate_house
from adhoc_teamwork.simulation.houses.house_file.assets import (
    AssetTable,
    assets_with_database,
    shipped_assets,
)
from adhoc_teamwork.simulation.houses.house_file.fields import Fields, read_json_object
from adhoc_teamwork.simulation.houses.house_file.procthor import (
    DATABASE_VARIABLE,
    find_assets,
    house_of,
)
from adhoc_teamwork.teamwork.settings.config import ConfigError

SIZES = (1, 2, 3, 4, 5, 6, 7, 8, 10)
"""Numbers of rooms in the paper's houses (appendix D): ProcTHOR-10K has none with nine."""

Json = dict[str, Any]


@dataclass(frozen=True)
class HouseRequest:
    """Ask for one house: drawn with that many rooms and that seed, or read from a file."""

    stem: str
    rooms: int = 0
    seed: int = 0
    path: Path | None = None
    data: str = ""
    """The house's text where it comes from neither."""


def own_houses(seed: int, per_size: int) -> list[HouseRequest]:
    """Return requests for houses of all the paper's sizes, drawn by our generator."""
    return [
        HouseRequest(f"r{rooms:02d}_{number:02d}", rooms, _house_seed(seed, rooms, number))
        for rooms in SIZES
        for number in range(per_size)
    ]


def houses_in(folder: Path) -> list[HouseRequest]:
    """Return requests for all house files of a folder, by name.

    Raises:
        ConfigError: There is no such folder, or no file in it.
    """
    if not folder.is_dir():
        raise ConfigError(f"{folder}: no such folder; expected one with house files (*.json)")
    found = sorted(path for path in folder.glob("*.json") if path.is_file())
    if not found:
        raise ConfigError(f"{folder}: no house files; expected *.json in ProcTHOR's format")
    return [HouseRequest(path.stem, path=path) for path in found]


def house_data(request: HouseRequest) -> Json:
    """Return a house as plain values that give the same house on every machine.

    Raises:
        ConfigError: It cannot be drawn or read.
    """
    if request.path is not None:
        data = read_json_object(request.path)
        assets = find_assets(request.path)
    elif request.data:
        data = Fields(json.loads(request.data), request.stem)
        named = os.environ.get(DATABASE_VARIABLE)
        assets = assets_with_database(Path(named)) if named else shipped_assets()
    else:
        drawn: Json = generate_house(request.rooms, request.seed).to_json()
        return drawn
    house_of(data, assets)
    return with_boxes(data.data, assets)


def with_boxes(house: Json, assets: AssetTable) -> Json:
    """Return a house whose objects of exactly known assets carry type and box themselves."""
    objects = house.get("objects")
    return {**house, "objects": [_with_box(o, assets) for o in objects]} if objects else house


def _with_box(entry: Json, assets: AssetTable) -> Json:
    asset = assets.exact.get(str(entry.get("assetId")))
    children = entry.get("children") or []
    known: Json = {}
    if asset is not None:
        x, y, z = asset.extents
        known = {
            "objectType": asset.category,
            "boundingBox": {"x": x, "y": y, "z": z},
            "pickupable": asset.pickupable,
        }
    inner = {"children": [_with_box(child, assets) for child in children]} if children else {}
    return {**known, **entry, **inner}


def _house_seed(seed: int, rooms: int, number: int) -> int:
    return int(generator_for(seed, "house", rooms, number).integers(2**31))


def procthor_houses(seed: int, per_size: int) -> Iterator[HouseRequest]:
    """Yield requests for houses of ProcTHOR-10K's testing split, drawn as the paper says.

    Written against the interface that the `prior` package publishes; it needs the network once.

    Raises:
        ConfigError: The package is not installed, or the data cannot be fetched.
    """
    try:
        import prior
    except ImportError:
        raise ConfigError(
            "--procthor10k: the package 'prior' is not installed; expected: pip install prior"
        ) from None
    try:
        split = prior.load_dataset("procthor-10k")["test"]
    except Exception as error:  # noqa: BLE001 - whatever a download can end in
        raise ConfigError(f"--procthor10k: {error!s:.120}; expected ProcTHOR-10K") from None
    by_size: dict[int, list[int]] = {size: [] for size in SIZES}
    for index in range(len(split)):
        by_size.get(len(split[index]["rooms"]), []).append(index)
    for size, found in by_size.items():
        order = generator_for(seed, "procthor-10k", size).permutation(len(found))
        for place in sorted(found[int(i)] for i in order[:per_size]):
            yield HouseRequest(f"procthor_{place:04d}", data=json.dumps(split[place]))
