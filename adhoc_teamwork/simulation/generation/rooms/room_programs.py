# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Which rooms a house has: how many of which type, how large, how many to choose from."""

from collections.abc import Sequence

import numpy as np

KITCHEN, LIVING, BEDROOM, BATHROOM = "Kitchen", "LivingRoom", "Bedroom", "Bathroom"
OFFICE = "Office"

AREAS = {
    LIVING: (19.0, 32.0),
    KITCHEN: (14.0, 24.0),
    BEDROOM: (15.0, 26.0),
    BATHROOM: (7.5, 12.0),
    OFFICE: (14.0, 24.0),
}
"""Smallest and largest floor of a room that is meant to be so, square metres."""

_LONE_AREA = (16.0, 34.0)
"""Floor of a house that is one room, square metres."""

_LETTERS = {"K": KITCHEN, "L": LIVING, "B": BEDROOM, "W": BATHROOM}
_PROGRAMS = {
    1: "L K B",
    2: "LK BW LB",
    3: "LBW KBW LKB LKW",
    4: "LKBW LKBW LBBW",
    5: "LKBBW LKBWW",
    6: "LKBBWW LKBBBW",
    7: "LKBBBWW LLKBBWW",
    8: "LKBBBBWW LLKBBBWW LKBBBWWW",
    9: "LLKBBBBWW LLKBBBWWW",
    10: "LLKBBBBWWW LLKKBBBBWW LLKBBBBBWW",
}
"""Room types by the number of rooms: living room, kitchen, bedroom, bathroom (W)."""

SIZES = tuple(_PROGRAMS)


def draw_program(rooms: int, rng: np.random.Generator) -> list[tuple[str, float]]:
    """Return the type and the floor, square metres, of each room of a house."""
    programs = _PROGRAMS[rooms].split()
    letters = programs[int(rng.integers(len(programs)))]
    return draw_areas([_LETTERS[letter] for letter in letters], rng)


def draw_areas(types: Sequence[str], rng: np.random.Generator) -> list[tuple[str, float]]:
    """Return rooms of these types with the floor, square metres, of each."""
    areas = [_LONE_AREA if len(types) == 1 else AREAS[name] for name in types]
    return [(name, float(rng.uniform(*area))) for name, area in zip(types, areas, strict=True)]
