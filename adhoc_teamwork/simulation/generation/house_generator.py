# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Generate houses in ProcTHOR's format: rooms, doorways, furniture, things in their place.

python -m adhoc_teamwork.simulation.generation.house_generator --rooms 4 --seed 3 --out house.json
"""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from adhoc_teamwork.simulation.generation.furniture.brief import Brief
from adhoc_teamwork.simulation.generation.furniture.furnisher import furnish
from adhoc_teamwork.simulation.generation.house_drawing import HouseDrawing
from adhoc_teamwork.simulation.generation.rooms.floor_plan import draw_floor_plan
from adhoc_teamwork.simulation.generation.rooms.openings import draw_openings
from adhoc_teamwork.simulation.generation.rooms.room_programs import SIZES
from adhoc_teamwork.simulation.houses.house import House
from adhoc_teamwork.simulation.houses.house_file.assets import shipped_assets
from adhoc_teamwork.simulation.houses.house_file.fields import Fields
from adhoc_teamwork.simulation.houses.house_file.procthor import house_of
from adhoc_teamwork.simulation.motion.occupancy import components, occupancy_grid
from adhoc_teamwork.teamwork.geometry import Point
from adhoc_teamwork.teamwork.settings.config import ConfigError

WIDEST_BODY = 0.3
"""Radius, metres, of a robot that gets into every room."""
FEWEST_THINGS = 8
"""Things that a hand can take, at least, in a house."""

_ATTEMPTS = 40
_BRIEFED_ATTEMPTS = 200


def generate_house(rooms: int, seed: int) -> HouseDrawing:
    """Return a furnished house with that many rooms; the same seed gives the same house.

    A robot with a radius of 0.3 m and any height reaches every room.

    Raises:
        ConfigError: The number of rooms is not between 1 and 10.
    """
    if rooms not in SIZES:
        raise ConfigError(f"{rooms} rooms; expected {SIZES[0]} to {SIZES[-1]}")
    for attempt in range(_ATTEMPTS):
        rng = np.random.default_rng([seed, rooms, attempt])
        drawing = _draw(rooms, rng)
        if drawing is not None and _good(
            house_of(Fields(drawing.to_json(), "drawn"), shipped_assets())
        ):
            return drawing
    raise ConfigError(f"{rooms} rooms with seed {seed}: no passable house found")


def generate_briefed(brief: Brief, seed: int) -> HouseDrawing:
    """Return a furnished house as a brief wants it; the same seed gives the same house.

    Raises:
        ConfigError: No house came out so.
    """
    count = len(brief.rooms)
    for attempt in range(_BRIEFED_ATTEMPTS):
        rng = np.random.default_rng([seed, count, attempt])
        drawing = _draw(count, rng, brief)
        if drawing is None:
            continue
        pieces = Counter(thing.category for thing in drawing.things)
        is_right = all(low <= pieces[name] <= high for name, (low, high) in brief.pieces.items())
        house = house_of(Fields(drawing.to_json(), "drawn"), shipped_assets())
        if is_right and _every_room_reached(house):
            return drawing
    raise ConfigError(f"{count} rooms with seed {seed}: no house came out as it is wanted")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; return the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m adhoc_teamwork.simulation.generation.house_generator"
    )
    parser.add_argument("--rooms", type=int, default=4, help="1 to 10")
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


def _draw(count: int, rng: np.random.Generator, brief: Brief | None = None) -> HouseDrawing | None:
    """Return a furnished house, or None where no floor plan came out well."""
    brief = brief or Brief(())
    plan = draw_floor_plan(count, rng, brief.rooms, brief.spacious)
    if plan is None:
        return None
    drawing = HouseDrawing()
    for room_type, corners in zip(plan.types, plan.outlines, strict=True):
        drawing.room_within(room_type, tuple(plan.point(corner) for corner in corners))
    openings = draw_openings(plan, rng)
    for opening in openings:
        one, other = (drawing.rooms[room] for room in opening.rooms)
        if opening.whole:
            drawing.open_border(one, other)
        else:
            for gap in opening.gaps:
                drawing.door(gap.x, gap.y, gap.width)
    furnish(drawing, openings, rng, brief)
    return drawing


def _good(house: House) -> bool:
    return _enough_things(house) and _every_room_reached(house)


def _enough_things(house: House) -> bool:
    return sum(thing.pickupable for thing in house.objects) >= FEWEST_THINGS


def _every_room_reached(house: House) -> bool:
    grid = occupancy_grid(house, height=2.0)
    labels = components(grid, WIDEST_BODY)
    cells = [(int(row), int(column)) for row, column in np.argwhere(labels == 1)]
    points = [Point(*grid.point(cell)) for cell in cells[::5]]
    return all(any(room.contains(point) for point in points) for room in house.rooms)


if __name__ == "__main__":
    sys.exit(main())
