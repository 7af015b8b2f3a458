# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The relations of the scene graph, from geometry: ON, IN and NEAR (paper section IV-C)."""

from collections.abc import Sequence

import numpy as np

from adhoc_teamwork.perception.config import PerceptionConfig
from adhoc_teamwork.perception.objects.objects import KnownObject, extents_of
from adhoc_teamwork.perception.objects.support import Support, find_support, likeliest_support
from adhoc_teamwork.teamwork.scene import Predicate

_MAX_NEAR = 3
"""Neighbours named per object, so that the graph stays readable and small."""
_FURNITURE_ON_FLOOR = 0.15


def support_of(
    known: KnownObject, receptacles: Sequence[KnownObject], config: PerceptionConfig
) -> Support | None:
    """Return what carries an object, or None while unknown.

    Furniture stands on the floor unless its whole extents lie over something smaller to find, such
    as a television on its stand.
    """
    if known.pickupable:
        name = known.object_id
        support = find_support(known.lower, known.upper, receptacles, config, name)
        return support or likeliest_support(known.lower, known.upper, receptacles, name)
    bottom = float(known.lower[2])
    if bottom <= _FURNITURE_ON_FLOOR:
        return Support(None, Predicate.ON)
    larger = [r for r in receptacles if not r.pickupable and _holds_extents(r, known)]
    return find_support(known.lower, known.upper, larger, config, known.object_id)


def near_pairs(objects: Sequence[KnownObject], config: PerceptionConfig) -> list[tuple[int, int]]:
    """Return for each object its nearest neighbours within `near_gap`: places, each pair once."""
    if len(objects) < 2:
        return []
    lower, upper = extents_of(objects)
    # Only those near to each other along all axes are measured.
    near = np.ones((len(objects), len(objects)), np.bool_)
    for low, high in zip(lower.T.copy(), upper.T.copy(), strict=True):
        near &= low[:, None] - high <= config.near_gap
    near &= near.T.copy()
    np.fill_diagonal(near, False)
    rows, columns = np.nonzero(near)
    apart = np.maximum(lower[rows] - upper[columns], lower[columns] - upper[rows])
    gap = np.sqrt((np.maximum(apart, 0.0) ** 2).sum(axis=1))
    close = gap <= config.near_gap
    rows, columns, gap = rows[close], columns[close], gap[close]
    order = np.lexsort((columns, gap, rows))
    rows, columns = rows[order], columns[order]
    # Of each row, the nearest few.
    nearest = np.arange(len(rows)) - np.searchsorted(rows, rows) < _MAX_NEAR
    ends = np.stack([rows[nearest], columns[nearest]], axis=1)
    ends.sort(axis=1)
    return sorted({(one, other) for one, other in ends.tolist()})


def _holds_extents(receptacle: KnownObject, known: KnownObject) -> bool:
    """Tell whether most of an object's footprint lies over a receptacle's."""
    common = np.minimum(receptacle.upper, known.upper) - np.maximum(receptacle.lower, known.lower)
    footprint = float((known.upper[:2] - known.lower[:2]).prod())
    shared = float(np.maximum(common[:2], 0.0).prod())
    return receptacle is not known and shared >= 0.6 * max(footprint, 1e-6)
