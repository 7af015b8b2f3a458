# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Time path planning over 30 x 30 m of floor known at 5 cm, as robots of the step world plan."""

from dataclasses import dataclass
from time import process_time

import numpy as np

from adhoc_teamwork.simulation.houses.house import Box, House, HouseObject, Wall
from adhoc_teamwork.simulation.lattice.cells import Lattice
from adhoc_teamwork.simulation.lattice.config import HEADINGS, StepConfig
from adhoc_teamwork.simulation.lattice.paths import MOVES, TURNS, Field, Gait, Paths
from adhoc_teamwork.teamwork.scene import Room

SIDE = 30.0
ROOMS = 6
"""Rooms along each side."""
_PIECES = 6
"""Pieces of furniture in a room."""
_DOOR = 1.0
_HEIGHT = 2.5
_QUERIES = 200


@dataclass(frozen=True)
class PlanningTimes:
    """Hold milliseconds of processor time for a new goal with the way there; once for the map.

    `any` is with moves to all sides, `ahead` with moves ahead and turns alone.
    """

    any_p50: float
    any_p95: float
    ahead_p50: float
    ahead_p95: float
    prepared: float
    cells: int


def time_planning() -> PlanningTimes:
    """Return how long it takes to plan from a random place to another and read off the actions."""
    house = big_house()
    start = process_time()
    lattice = Lattice.of(house, StepConfig())
    paths = Paths(lattice)
    prepared = 1e3 * (process_time() - start)
    rng = np.random.default_rng(0)
    any_p50, any_p95 = _times(paths, Gait.ANY, rng)
    ahead_p50, ahead_p95 = _times(paths, Gait.AHEAD, rng)
    return PlanningTimes(any_p50, any_p95, ahead_p50, ahead_p95, prepared, len(lattice))


def _times(paths: Paths, gait: Gait, rng: np.random.Generator) -> tuple[float, float]:
    """Return the median and the 95th percentile, milliseconds."""
    times = []
    pairs = rng.permutation(len(paths.lattice))[: 2 * _QUERIES].reshape(-1, 2)
    for cell, goal in pairs.tolist():
        start = process_time()
        _follow(paths.to_cells([goal], gait), cell)
        times.append(1e3 * (process_time() - start))
    p50, p95 = np.percentile(times, [50, 95])
    return float(p50), float(p95)


def _follow(field: Field, cell: int) -> None:
    """Read off all the actions of a way."""
    heading = 0
    while (kind := field.next(cell, heading)) is not None:
        if kind in MOVES:
            cell = field.lattice.neighbours.item(cell, (heading + MOVES.index(kind)) % HEADINGS)
        else:
            heading = (heading + TURNS[kind]) % HEADINGS


def big_house() -> House:
    """Return 36 rooms in a square with doorways between all neighbours, and furniture in them."""
    rng = np.random.default_rng(0)
    edge = SIDE / ROOMS
    rooms: list[Room] = []
    walls = [Wall(SIDE, 0.0, SIDE, SIDE, 0.0, _HEIGHT), Wall(0.0, SIDE, SIDE, SIDE, 0.0, _HEIGHT)]
    things: list[HouseObject] = []
    for x in np.arange(ROOMS) * edge:
        for y in np.arange(ROOMS) * edge:
            corners = ((x, y), (x + edge, y), (x + edge, y + edge), (x, y + edge))
            rooms.append(Room(f"room_{len(rooms)}", corners))
            for gap in _gaps(rng, bool(x), edge):
                walls.append(Wall(x, y + gap[0], x, y + gap[1], 0.0, _HEIGHT))
            for gap in _gaps(rng, bool(y), edge):
                walls.append(Wall(x + gap[0], y, x + gap[1], y, 0.0, _HEIGHT))
            things += [_block(rng, x, y, edge, len(things) + n) for n in range(_PIECES)]
    bounds = (0.0, 0.0, SIDE, SIDE)
    return House("30 x 30 m", tuple(rooms), tuple(walls), (), tuple(things), bounds=bounds)


def _gaps(rng: np.random.Generator, inner: bool, edge: float) -> list[tuple[float, float]]:
    """Return the solid stretches of a wall: two beside the doorway of an inner one."""
    start = float(rng.uniform(0.3, edge - _DOOR - 0.3))
    return [(0.0, start), (start + _DOOR, edge)] if inner else [(0.0, edge)]


def _block(rng: np.random.Generator, x: float, y: float, edge: float, number: int) -> HouseObject:
    """Return a block that stands somewhere in a room."""
    at_x, at_y = (float(v) for v in rng.uniform(1.0, edge - 1.0, 2))
    size_x, size_y = (float(v) for v in rng.uniform(0.3, 1.0, 2))
    box = Box(x + at_x, y + at_y, 0.4, size_x, size_y, 0.8, float(rng.choice([0.0, 0.4])))
    return HouseObject(f"Block|{number}", "Block", box, (box,))
