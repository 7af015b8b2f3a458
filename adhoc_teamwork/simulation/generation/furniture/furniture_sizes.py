# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""How large furniture and things are: as ProcTHOR's assets of a type, family by family."""

from functools import lru_cache

import numpy as np

from adhoc_teamwork.simulation.houses.house_file.assets import (
    DATA_FOLDER,
    read_table,
    shipped_assets,
)
from adhoc_teamwork.simulation.houses.house_file.coordinates import to_map_size

Size = tuple[float, float, float]
"""Width, depth and height, metres."""

_OWN: dict[str, tuple[Size, ...]] = {
    "CounterTop": ((1.22, 0.61, 0.94), (1.83, 0.61, 0.94), (2.44, 0.61, 0.94)),
    "Sink": ((0.6, 0.5, 0.95), (0.7, 0.5, 0.9)),
    "Bed": ((0.95, 2.05, 0.8), (1.25, 2.1, 0.9), (1.5, 2.2, 1.0)),
    "Toilet": ((0.45, 0.75, 0.9),),
    "Dishwasher": ((0.6, 0.6, 0.85),),
    "Cabinet": ((0.6, 0.5, 0.9), (0.8, 0.5, 0.9), (0.8, 0.45, 1.2)),
    "SideTable": ((0.45, 0.4, 0.55), (0.55, 0.45, 0.6), (0.7, 0.45, 0.65)),
}
"""Sizes where a type has no assets, or their mean is of no use: counters round a corner."""


def draw_size(category: str, rng: np.random.Generator) -> Size | None:
    """Return the size of one family of assets of a type; None for a type without any."""
    if category in _OWN:
        return _OWN[category][int(rng.integers(len(_OWN[category])))]
    families = _families().get(category)
    if not families:
        return None
    counts = np.array([count for _, count in families], np.float64)
    return families[int(rng.choice(len(families), p=counts / counts.sum()))][0]


def pickupable(category: str) -> bool:
    """Tell whether a hand can take things of a type."""
    asset = shipped_assets().typical(category)
    return asset is not None and asset.pickupable


@lru_cache(maxsize=1)
def _families() -> dict[str, list[tuple[Size, int]]]:
    found: dict[str, list[tuple[Size, int]]] = {}
    for row in read_table(DATA_FOLDER / "asset_families.csv"):
        size = to_map_size((float(row["x"]), float(row["y"]), float(row["z"])))
        entry = ((round(size.x, 3), round(size.y, 3), round(size.z, 3)), int(row["count"]))
        found.setdefault(row["object_type"], []).append(entry)
    return found
