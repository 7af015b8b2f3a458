# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Load a house in ProcTHOR's JSON format, schemas 0.0.1 and 1.0.0, Holodeck's included."""

import os
from pathlib import Path

from adhoc_teamwork.simulation.houses.house import House
from adhoc_teamwork.simulation.houses.house_file.assets import (
    DATABASE_FILE,
    AssetTable,
    assets_with_database,
    shipped_assets,
)
from adhoc_teamwork.simulation.houses.house_file.coordinates import heading, to_map
from adhoc_teamwork.simulation.houses.house_file.fields import (
    MOST_AREA,
    MOST_CORNERS,
    MOST_CORNERS_OF_ALL,
    MOST_ROOMS,
    Fields,
    read_json_object,
)
from adhoc_teamwork.simulation.houses.house_file.furnishing import read_objects
from adhoc_teamwork.simulation.houses.house_file.ground_reading import (
    raised_objects,
    raised_walls,
    read_ground,
)
from adhoc_teamwork.simulation.houses.house_file.walls import read_walls
from adhoc_teamwork.teamwork.scene import Room
from adhoc_teamwork.teamwork.settings.config import ConfigError

DATABASE_VARIABLE = "ADHOC_PROCTHOR_DB"


def load_house(path: Path, assets: AssetTable | None = None) -> House:
    """Return the house in a file, in `map`.

    Args:
        path: A house in ProcTHOR's format.
        assets: What is known of assets; without it `find_assets` looks for a table.

    Raises:
        ConfigError: The file is no house; one line names file and key.
    """
    return house_of(read_json_object(path), assets or find_assets(path))


def house_of(data: Fields, assets: AssetTable) -> House:
    """Return the house in a JSON object already read, in `map`; see `load_house` for errors."""
    room_ids: dict[str, str] = {}
    rooms = tuple(_room(entry, index, room_ids) for index, entry in _rooms(data))
    bounds = _bounds(rooms)
    _check_size(data, rooms, bounds)
    walls, doorways, wall_warnings = read_walls(data, rooms, room_ids)
    objects, object_warnings = read_objects(data, rooms, room_ids, assets)
    ground = read_ground(data, rooms)
    return House(
        data.source,
        rooms,
        raised_walls(walls, ground),
        doorways,
        raised_objects(objects, ground),
        tuple(f"{data.source}: {warning}" for warning in (*wall_warnings, *object_warnings)),
        _agent(data),
        bounds,
        ground,
    )


def _check_size(
    data: Fields, rooms: tuple[Room, ...], bounds: tuple[float, float, float, float]
) -> None:
    corners = sum(len(room.outline) for room in rooms)
    if corners > MOST_CORNERS_OF_ALL:
        raise ConfigError(
            f"{data.source}: rooms: expected at most {MOST_CORNERS_OF_ALL} corners, got {corners}"
        )
    area = (bounds[2] - bounds[0]) * (bounds[3] - bounds[1])
    if area > MOST_AREA:
        raise ConfigError(
            f"{data.source}: rooms: expected all within {MOST_AREA:g} square metres, "
            f"got a rectangle of {area:.0f}"
        )


def find_assets(house: Path) -> AssetTable:
    """Return the asset table for a house: exact boxes where a ProcTHOR database is at hand.

    Looked for in the folder that the environment variable ADHOC_PROCTHOR_DB names, then in
    `procthor_db` beside the house's folder; without either the tables that ship here serve.

    Raises:
        ConfigError: A database is there but damaged.
    """
    named = os.environ.get(DATABASE_VARIABLE)
    if named:
        return assets_with_database(Path(named))
    beside = house.resolve().parent.parent / "procthor_db"
    if (beside / DATABASE_FILE).is_file():
        return assets_with_database(beside)
    return shipped_assets()


def room_type_name(text: str) -> str:
    """Return a room type in the dataset's spelling ("living room" becomes "LivingRoom")."""
    words = text.replace("_", " ").replace("-", " ").split()
    return "".join(word[:1].upper() + word[1:] for word in words)


def _rooms(data: Fields) -> list[tuple[int, Fields]]:
    return list(enumerate(data.children("rooms", required=True, most=MOST_ROOMS)))


def _room(entry: Fields, index: int, room_ids: dict[str, str]) -> Room:
    corners: list[tuple[float, float]] = []
    for corner in entry.children("floorPolygon", required=True, most=MOST_CORNERS):
        x, y, _ = to_map(_corner(corner))
        if (x, y) not in corners:
            corners.append((x, y))
    if len(corners) < 3:
        raise entry.fail("floorPolygon", "at least three different corners")
    if _signed_area(corners) < 0.0:
        corners.reverse()
    room_id = f"room_{index}"
    file_id = entry.name("id", room_id)
    if file_id in room_ids:
        raise entry.fail("id", "an id that no other room has")
    room_ids[file_id] = room_id
    room_type = room_type_name(entry.name("roomType", ""))
    return Room(room_id, tuple(corners), room_type, type_confidence=1.0)


def _corner(corner: Fields) -> tuple[float, float, float]:
    return (corner.metres("x"), corner.metres("y", 0.0), corner.metres("z"))


def _signed_area(corners: list[tuple[float, float]]) -> float:
    following = [*corners[1:], corners[0]]
    return sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in zip(corners, following, strict=True)) / 2


def _agent(data: Fields) -> tuple[float, float, float] | None:
    if "metadata" not in data or "agent" not in data.child("metadata"):
        return None
    agent = data.child("metadata").child("agent")
    if "position" not in agent:
        return None
    x, y, _ = to_map(agent.vector("position"))
    return (x, y, heading(agent.vector("rotation", (0.0, 0.0, 0.0))[1]))


def _bounds(rooms: tuple[Room, ...]) -> tuple[float, float, float, float]:
    corners = [corner for room in rooms for corner in room.outline]
    if not corners:
        return (0.0, 0.0, 0.0, 0.0)
    xs, ys = zip(*corners, strict=True)
    return (min(xs), min(ys), max(xs), max(ys))
