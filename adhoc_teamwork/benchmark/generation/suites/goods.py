# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What the suites' goods are, and how often they lie where: figures worked out from their files."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np

from adhoc_teamwork.simulation.generation.house_drawing import Thing
from adhoc_teamwork.simulation.houses.house_file.assets import read_table

_DATA = Path(__file__).resolve().parents[2] / "data"
GOODS_FILE = _DATA / "suite_goods.csv"
PLACES_FILE = _DATA / "suite_places.csv"

TARGET, CONTAINER = "target", "container"


@dataclass(frozen=True)
class Good:
    """Hold a type of goods: its kind (such as food), whether it is a target or a container."""

    category: str
    kind: str
    role: str
    size: tuple[float, float, float]
    kilograms: float

    def thing(self) -> Thing:
        """Return one, to be put somewhere in a house."""
        return Thing(self.category, 0.0, 0.0, self.size, pickupable=True, mass=self.kilograms)


@dataclass(frozen=True)
class Spot:
    """Name where things lie: a type of room (empty: any) and of furniture (`Floor`; empty: any)."""

    room: str
    support: str


@dataclass(frozen=True)
class Places:
    """Hold how often things of a role were found at which spots."""

    counts: Mapping[tuple[str, Spot], int]

    def draw(self, role: str, rng: np.random.Generator) -> Spot:
        """Return a spot for a thing of a role, as often as things of that role are there."""
        spots = [(spot, n) for (of, spot), n in sorted(self.counts.items(), key=str) if of == role]
        weights = np.array([n for _, n in spots], np.float64)
        return spots[int(rng.choice(len(spots), p=weights / weights.sum()))][0]


@lru_cache
def goods_of(suite: str, kind: str = "", role: str = "") -> tuple[Good, ...]:
    """Return the goods of a suite, of a kind and role where these are named."""
    return tuple(
        Good(
            row["category"],
            row["kind"],
            row["role"],
            (float(row["width"]), float(row["depth"]), float(row["height"])),
            float(row["kilograms"]),
        )
        for row in read_table(GOODS_FILE)
        if row["suite"] == suite and kind in ("", row["kind"]) and role in ("", row["role"])
    )


@lru_cache
def places_of(suite: str) -> Places:
    """Return where a suite's things lie, by the table that ships."""
    counts: Counter[tuple[str, Spot]] = Counter()
    for row in read_table(PLACES_FILE):
        if row["suite"] == suite:
            counts[row["role"], Spot(row["room"], row["support"])] += int(row["count"])
    return Places(counts)
