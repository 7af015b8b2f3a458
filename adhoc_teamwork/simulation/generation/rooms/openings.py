# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Join the rooms of a floor plan: doorways, wide doorways, borders left open."""

import math
from dataclasses import dataclass

import numpy as np

from adhoc_teamwork.simulation.generation.rooms.floor_plan import FloorPlan
from adhoc_teamwork.simulation.generation.rooms.outlines import Stretch
from adhoc_teamwork.simulation.generation.rooms.room_programs import BATHROOM, BEDROOM

SINGLE = (0.95, 1.0, 1.05)
DOUBLE = (1.6, 1.8, 1.95)
"""Widths of doorways, metres; those in ProcTHOR's houses are 0.97 to 1.05, or 1.7 to 2."""

_FROM_CORNER = 0.15
"""Wall kept between a doorway and the next corner, metres."""
_SECOND_WAY = 0.25
_OPEN = 0.4
_WIDE = 0.4


@dataclass(frozen=True)
class Gap:
    """Hold a gap in a wall: its middle in `map` and its width, metres.

    `along` is the direction of the wall, 0 for one along x and 1 for one along y.
    """

    x: float
    y: float
    width: float
    along: int


@dataclass(frozen=True)
class Opening:
    """Join two rooms by a doorway, or (`whole`) by having no wall between them."""

    rooms: tuple[int, int]
    gaps: tuple[Gap, ...]
    whole: bool = False


def draw_openings(plan: FloorPlan, rng: np.random.Generator) -> list[Opening]:
    """Return openings through which every room is reached, and some second ways.

    Rooms of one person are no passage: bedrooms open to rooms for all where one is beside them, a
    bathroom to one bedroom or to a room for all, none to two bathrooms.
    """
    joined = _tree(plan, rng)
    joined += _second_ways(plan, joined, rng)
    return [_opening(plan, pair, rng) for pair in joined]


def _tree(plan: FloorPlan, rng: np.random.Generator) -> list[tuple[int, int]]:
    """Return borders that join all rooms, the ones that suit best first."""
    reached = {min(range(len(plan.types)), key=lambda n: (_privacy(plan.types[n]), n))}
    joined: list[tuple[int, int]] = []
    while len(reached) < len(plan.types):
        ways = [
            (_unease(plan, pair) + float(rng.random()) * 0.9, pair)
            for pair in plan.borders
            if (pair[0] in reached) != (pair[1] in reached)
        ]
        if not ways:
            break
        pair = min(ways)[1]
        joined.append(pair)
        reached |= set(pair)
    return joined


def _privacy(room_type: str) -> int:
    return {BEDROOM: 1, BATHROOM: 2}.get(room_type, 0)


def _unease(plan: FloorPlan, pair: tuple[int, int]) -> float:
    """Return how little a doorway between two rooms suits: 0 between rooms for all."""
    kinds = sorted(_privacy(plan.types[room]) for room in pair)
    return {(0, 0): 0.0, (0, 1): 1.0, (0, 2): 2.5, (1, 2): 2.0, (1, 1): 4.0, (2, 2): 6.0}[
        kinds[0], kinds[1]
    ]


def _second_ways(
    plan: FloorPlan, joined: list[tuple[int, int]], rng: np.random.Generator
) -> list[tuple[int, int]]:
    more = []
    for pair in plan.borders:
        if pair not in joined and _unease(plan, pair) <= 1.0 and rng.random() < _SECOND_WAY:
            more.append(pair)
    return more


def _opening(plan: FloorPlan, pair: tuple[int, int], rng: np.random.Generator) -> Opening:
    shared = all(_privacy(plan.types[room]) == 0 for room in pair)
    if shared and rng.random() < _OPEN:
        whole = [_gap(plan, s, 0.5, math.dist(*s) * plan.cell) for s in plan.all_borders[pair]]
        return Opening(pair, tuple(whole), whole=True)
    stretches = plan.borders[pair]
    lengths = np.array([math.dist(*s) for s in stretches])
    stretch = stretches[int(rng.choice(len(stretches), p=lengths / lengths.sum()))]
    length = math.dist(*stretch) * plan.cell
    widths = DOUBLE if shared and rng.random() < _WIDE else SINGLE
    if length < max(widths) + 2.0 * _FROM_CORNER:
        widths = SINGLE
    width = float(widths[int(rng.integers(len(widths)))])
    margin = width / 2.0 + _FROM_CORNER
    kind = rng.random()
    share = 0.0 if kind < 0.3 else 1.0 if kind < 0.6 else float(rng.random())
    middle = margin + share * max(0.0, length - 2.0 * margin)
    return Opening(pair, (_gap(plan, stretch, middle / length, width),))


def _gap(plan: FloorPlan, stretch: Stretch, share: float, width: float) -> Gap:
    """Return a gap whose middle is at a share of a stretch of border."""
    (x0, y0), (x1, y1) = (plan.point(corner) for corner in stretch)
    x, y = round(x0 + share * (x1 - x0), 3), round(y0 + share * (y1 - y0), 3)
    return Gap(x, y, width, int(stretch[0][0] == stretch[1][0]))
