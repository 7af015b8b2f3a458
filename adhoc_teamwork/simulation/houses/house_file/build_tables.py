# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Work out the tables in simulation/data from a ProcTHOR database: means and counts, no copies.

python -m adhoc_teamwork.simulation.houses.house_file.build_tables --db ../shared/data/procthor_db
"""

import argparse
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from fractions import Fraction
from pathlib import Path

from adhoc_teamwork.simulation.houses.house_file.assets import (
    DATA_FOLDER,
    Asset,
    family_of,
    read_database,
)
from adhoc_teamwork.simulation.houses.house_file.fields import Fields, read_json_object
from adhoc_teamwork.teamwork.scene import FLOOR
from adhoc_teamwork.teamwork.settings.config import ConfigError

SOURCE = "allenai/procthor databases (Apache-2.0)"
COMMAND = (
    "python -m adhoc_teamwork.simulation.houses.house_file.build_tables "
    "--db <folder with the ProcTHOR databases>"
)
ROOM_KEYS = {
    "inKitchens": "Kitchen",
    "inLivingRooms": "LivingRoom",
    "inBedrooms": "Bedroom",
    "inBathrooms": "Bathroom",
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Write all tables; return the exit code: 0 done, 2 wrong input."""
    parser = argparse.ArgumentParser(
        prog="adhoc_teamwork.simulation.houses.house_file.build_tables", description=__doc__
    )
    parser.add_argument("--db", type=Path, required=True, help="folder with assets-compact.json")
    parser.add_argument("--out", type=Path, default=DATA_FOLDER, help="where the tables go")
    options = parser.parse_args(arguments)
    try:
        build(options.db, options.out)
    except ConfigError as error:
        print(error, file=sys.stderr)  # noqa: T201
        return 2
    except OSError as error:
        print(f"--out {options.out}: {error.strerror}; expected a folder to write", file=sys.stderr)  # noqa: T201
        return 2
    return 0


def build(database: Path, out: Path) -> None:
    """Read a database and write all tables into a folder.

    Raises:
        ConfigError: The database is not there or broken.
        OSError: The folder is not there, or cannot be written.
    """
    assets = read_database(database)
    annotations = read_json_object(database / "placement-annotations.json")
    rows_receptacles = receptacle_rows(read_json_object(database / "receptacles.json"), annotations)
    rows_rooms = room_rows(annotations)
    grouped_family: dict[str, list[Asset]] = defaultdict(list)
    grouped_type: dict[str, list[Asset]] = defaultdict(list)
    for asset_id, asset in assets.items():
        grouped_family[family_of(asset_id)].append(asset)
        grouped_type[asset.category].append(asset)
    box = ["object_type", "x", "y", "z", "pickupable", "count"]
    families = ([name, *mean_row(group)] for name, group in sorted(grouped_family.items()))
    types = (mean_row(group) for _, group in sorted(grouped_type.items()))
    boxes = "mean boxes in metres (x, y up, z)"
    write(out / "asset_families.csv", f"Assets by family: {boxes}", ["family", *box], families)
    write(out / "object_types.csv", f"Object types: {boxes}", box, types)
    write(
        out / "placement_receptacles.csv",
        "Share of receptacles of a type on which an object of a type was found",
        ["object_type", "receptacle_type", "share"],
        rows_receptacles,
    )
    write(
        out / "placement_rooms.csv",
        "How well an object type fits a room type (0 not at all to 3 very well)",
        ["object_type", "room_type", "fit"],
        rows_rooms,
    )


def mean_row(group: Sequence[Asset]) -> list[str]:
    """Return object type, mean extents, pickupable and count of assets that are alike."""
    category = Counter(asset.category for asset in group).most_common(1)[0][0]
    means = [mean(asset.extents[axis] for asset in group) for axis in range(3)]
    pickupable = sum(asset.pickupable for asset in group) * 2 > len(group)
    return [category, *(f"{m:.3f}" for m in means), "yes" if pickupable else "no", str(len(group))]


def mean(values: Iterable[float]) -> float:
    """Return the mean to the third place, rounded once and from the exact value.

    A sum of floats rounds at every step, otherwise from Python 3.12 on, and by their order: enough
    to tip a third place.
    """
    exact = [Fraction(value) for value in values]
    return float(round(sum(exact, Fraction()) / len(exact), 3))


def receptacle_rows(receptacles: Fields, annotations: Fields) -> list[list[str]]:
    """Return (object type, receptacle type or "Floor", share); the floor's share is 1 or none."""
    rows = []
    for receptacle in receptacles.data:
        contents = receptacles.child(receptacle)
        for category in contents.data:
            share = min(1.0, contents.child(category).number("p"))
            rows.append([category, receptacle, f"{share:.3f}"])
    on_floor = annotations.child("onFloor").data
    rows += [[category, FLOOR, "1.000"] for category, stands in on_floor.items() if stands]
    return sorted(rows)


def room_rows(annotations: Fields) -> list[list[str]]:
    """Return (type, room type, fit) for all fits above zero, receptacles included."""
    rows = []
    for key, room in ROOM_KEYS.items():
        fits = annotations.child(key)
        rows += [[name, room, f"{fit:g}"] for name, fit in fits.data.items() if fit]
    return sorted(rows)


def write(path: Path, title: str, header: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Write a table with its source and command in the head."""
    lines = [f"# {title}.", f"# Worked out from {SOURCE} by:", f"#   {COMMAND}", ",".join(header)]
    lines += [",".join(row) for row in rows]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
