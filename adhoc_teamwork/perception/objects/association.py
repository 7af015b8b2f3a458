# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Decide which view of a frame shows which known object.

Category and place decide; the mask's instance id is only a hint, as a real segmenter's ids may
flicker. No two views of one frame show the same object.
"""

from collections.abc import Sequence

import numpy as np

from adhoc_teamwork.perception.config import PerceptionConfig
from adhoc_teamwork.perception.frames.camera import FloatArray
from adhoc_teamwork.perception.frames.cloud import voxel_keys
from adhoc_teamwork.perception.frames.views import CELL, InstanceView
from adhoc_teamwork.perception.objects.objects import KnownObject
from adhoc_teamwork.teamwork.scene import Presence
from adhoc_teamwork.teamwork.team.same_object import place_error

_COINCIDE = 0.3
"""Share of a view's cells that are cells of the object as well, when both show the same thing."""
_HINT_BONUS = 0.1
"""What the same instance id is worth, in metres or shares of coincidence."""


def box_gap(
    lower: FloatArray, upper: FloatArray, other_lower: FloatArray, other_upper: FloatArray
) -> float:
    """Return the free distance between two boxes, 0 where they touch or overlap, in metres."""
    apart = np.maximum(np.maximum(other_lower - upper, lower - other_upper), 0.0)
    return float(np.sqrt((apart * apart).sum()))


def shared_volume(
    lower: FloatArray,
    upper: FloatArray,
    other_lower: FloatArray,
    other_upper: FloatArray,
    inflate: float,
) -> float:
    """Return the share of the smaller box's volume that lies in the other, boxes inflated."""
    lower, upper = lower - inflate, upper + inflate
    other_lower, other_upper = other_lower - inflate, other_upper + inflate
    common = np.maximum(np.minimum(upper, other_upper) - np.maximum(lower, other_lower), 0.0)
    smaller = min(float((upper - lower).prod()), float((other_upper - other_lower).prod()))
    return float(common.prod()) / smaller if smaller > 0.0 else 0.0


def coincidence(view: InstanceView, known: FloatArray) -> float:
    """Return the share of the view's coarse cells that hold points of the known cloud as well."""
    if len(known) == 0:
        return 0.0
    seen = view.cells
    keys = voxel_keys(known, CELL)
    place = np.minimum(np.searchsorted(seen, keys), len(seen) - 1)
    held = np.zeros(len(seen), np.bool_)
    held[place[seen[place] == keys]] = True
    return float(held.mean())


def associate(
    views: Sequence[InstanceView],
    candidates: Sequence[KnownObject],
    config: PerceptionConfig,
) -> dict[int, KnownObject]:
    """Return, by position in `views`, the known object that a view shows.

    Args:
        views: Views of one category in one frame.
        candidates: Known objects of that category.
        config: Gates.
    """
    present = [known for known in candidates if known.status is Presence.PRESENT]
    visible = {view.instance for view in views}
    pairs: list[tuple[float, int, KnownObject]] = []
    for index, view in enumerate(views):
        for known in present:
            elsewhere = known.instance in visible and known.instance != view.instance
            cost = _cost(view, known, config)
            if cost is not None:
                pairs.append((cost + (0.5 if elsewhere else 0.0), index, known))
    pairs.sort(key=lambda pair: (pair[0], pair[1], pair[2].object_id))
    taken: dict[int, KnownObject] = {}
    used: set[str] = set()
    for _, index, known in pairs:
        if index not in taken and known.object_id not in used:
            taken[index] = known
            used.add(known.object_id)
    return taken


def _cost(view: InstanceView, known: KnownObject, config: PerceptionConfig) -> float | None:
    """Return how badly a view fits a present object, or None where it cannot be the same."""
    gap = box_gap(view.lower, view.upper, known.lower, known.upper)
    hinted = known.instance == view.instance
    if known.assumed or len(known.cloud) == 0:
        return gap + (0.0 if hinted else 0.5) if gap <= place_error(known.size) else None
    bonus = _HINT_BONUS if hinted else 0.0
    if known.pickupable:
        middle = (view.lower + view.upper) / 2.0
        distance = float(np.linalg.norm(middle - known.centre))
        near = gap <= config.moved_gap if hinted else distance <= _same_place(known)
        return distance - bonus if near else None
    if gap > config.moved_gap:
        return gap + 1.0 if hinted and gap <= config.grown_gap else None
    overlap = coincidence(view, known.cloud.points)
    return 1.0 - overlap - bonus if hinted or overlap >= _COINCIDE else None


def _same_place(known: KnownObject) -> float:
    """Return how far apart two centres of one unmoved small object may seem, metres."""
    return max(0.06, 0.6 * known.largest_extent)


def same_thing(one: KnownObject, other: KnownObject) -> bool:
    """Tell whether two present objects of one category turned out to be the same thing."""
    if other.object_id in one.apart_from or one.object_id in other.apart_from:
        return False
    if one.pickupable:
        distance = float(np.linalg.norm(one.centre - other.centre))
        return distance <= 0.5 * max(one.largest_extent, other.largest_extent)
    return shared_volume(one.lower, one.upper, other.lower, other.upper, 0.02) >= 0.5
