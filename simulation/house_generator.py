"""Generate small houses in ProcTHOR's format: rooms, doorways, furniture, things in their place.

python -m simulation.house_generator --rooms 4 --seed 3 --out house.json
"""

import argparse
import json
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from simulation.furnisher import furnish
from simulation.house import House
from simulation.house_drawing import HouseDrawing, RoomDrawing
from simulation.occupancy import components, occupancy_grid
from simulation.procthor import load_house
from teamwork.config import ConfigError
from teamwork.geometry import Point

ROOM_TYPES = ("LivingRoom", "Kitchen", "Bedroom", "Bathroom", "Bedroom", "LivingRoom")
AREA_PER_ROOM = 17.0
"""Floor per room, square metres."""

DOOR_WIDTH = 1.0
WIDEST_BODY = 0.3
"""Radius, metres, of a robot that gets into every room."""

_ATTEMPTS = 40


def generate_house(rooms: int, seed: int) -> HouseDrawing:
    """Return a furnished house with that many rooms; the same seed gives the same house.

    A robot with a radius of 0.3 m and any height reaches every room.

    Raises:
        ConfigError: The number of rooms is not between 1 and 6.
    """
    if not 1 <= rooms <= len(ROOM_TYPES):
        raise ConfigError(f"{rooms} rooms; expected 1 to {len(ROOM_TYPES)}")
    for attempt in range(_ATTEMPTS):
        rng = np.random.default_rng([seed, rooms, attempt])
        drawing = _draw(rooms, rng)
        if drawing is not None and _every_room_reached(_loaded(drawing)):
            return drawing
    raise ConfigError(f"{rooms} rooms with seed {seed}: no passable house found")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m simulation.house_generator")
    parser.add_argument("--rooms", type=int, default=4, help="1 to 6")
    parser.add_argument("--seed", type=int, default=0, help="for everything drawn")
    parser.add_argument("--out", type=Path, required=True, help="the house file to write")
    options = parser.parse_args(arguments)
    try:
        drawing = generate_house(options.rooms, abs(options.seed))
        options.out.write_text(json.dumps(drawing.to_json(), indent=1) + "\n", encoding="utf-8")
    except ConfigError as error:
        print(error, file=sys.stderr)  # noqa: T201
        return 2
    except OSError as error:
        print(f"{options.out}: {error.strerror}; expected a writable place", file=sys.stderr)  # noqa: T201
        return 2
    return 0


def _draw(count: int, rng: np.random.Generator) -> HouseDrawing | None:
    """Return a house with all doors, or None where the rooms came out too narrow."""
    drawing = HouseDrawing()
    width = float(np.sqrt(AREA_PER_ROOM * count) * rng.uniform(1.0, 1.3))
    outline = (0.0, 0.0, round(width, 1), round(AREA_PER_ROOM * count / width, 1))
    for room_type, (x0, y0, x1, y1) in zip(ROOM_TYPES, _split(outline, count, rng), strict=False):
        if min(x1 - x0, y1 - y0) < 2.4:
            return None
        drawing.room(room_type, x0, y0, x1, y1)
    if not _connect(drawing, rng):
        return None
    furnish(drawing, rng)
    return drawing


def _split(
    outline: tuple[float, float, float, float], count: int, rng: np.random.Generator
) -> list[tuple[float, float, float, float]]:
    """Return the outline cut into rectangles, the larger ones first."""
    pieces = [outline]
    while len(pieces) < count:
        pieces.sort(key=lambda p: (p[2] - p[0]) * (p[3] - p[1]))
        x0, y0, x1, y1 = pieces.pop()
        share = float(rng.uniform(0.42, 0.58))
        if x1 - x0 >= y1 - y0:
            cut = round(x0 + share * (x1 - x0), 1)
            pieces += [(x0, y0, cut, y1), (cut, y0, x1, y1)]
        else:
            cut = round(y0 + share * (y1 - y0), 1)
            pieces += [(x0, y0, x1, cut), (x0, cut, x1, y1)]
    return sorted(pieces, key=lambda p: -(p[2] - p[0]) * (p[3] - p[1]))


def _connect(drawing: HouseDrawing, rng: np.random.Generator) -> bool:
    """Add doorways until every room can be reached; tell whether that was possible."""
    joined = {0}
    while len(joined) < len(drawing.rooms):
        borders = [
            (one, border, other.number)
            for one in joined
            for other in drawing.rooms
            if other.number not in joined
            and (border := _border(drawing.rooms[one], other)) is not None
        ]
        if not borders:
            return False
        _, (x0, y0, x1, y1), room = borders[int(rng.integers(len(borders)))]
        share = float(rng.uniform(0.0, 1.0))
        drawing.door(round(x0 + share * (x1 - x0), 2), round(y0 + share * (y1 - y0), 2), DOOR_WIDTH)
        joined.add(room)
    return True


def _border(one: RoomDrawing, other: RoomDrawing) -> tuple[float, float, float, float] | None:
    """Return the ends of where a door's middle can be between two rooms, or None."""
    margin = DOOR_WIDTH / 2.0 + 0.15
    y0, y1 = max(one.y0, other.y0) + margin, min(one.y1, other.y1) - margin
    x0, x1 = max(one.x0, other.x0) + margin, min(one.x1, other.x1) - margin
    for x in (one.x0, one.x1):
        if x in (other.x0, other.x1) and y0 < y1:
            return (x, y0, x, y1)
    for y in (one.y0, one.y1):
        if y in (other.y0, other.y1) and x0 < x1:
            return (x0, y, x1, y)
    return None


def _loaded(drawing: HouseDrawing) -> House:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "house.json"
        path.write_text(json.dumps(drawing.to_json()), encoding="utf-8")
        return load_house(path)


def _every_room_reached(house: House) -> bool:
    grid = occupancy_grid(house, height=2.0)
    labels = components(grid, WIDEST_BODY)
    cells = [(int(row), int(column)) for row, column in np.argwhere(labels == 1)]
    points = [Point(*grid.point(cell)) for cell in cells[::5]]
    return all(any(room.contains(point) for point in points) for room in house.rooms)


if __name__ == "__main__":
    sys.exit(main())
