"""Tell what is no longer where it was: seen to be gone, not merely unseen."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from perception.camera import Frame, Sight
from perception.config import PerceptionConfig
from perception.objects import KnownObject

_TOLERANCE = 0.06
"""Depth beyond a point from which the space at the point is free, metres."""
_THIN_TOLERANCE = 0.02
_LOOKED_SHARE = 0.6
"""Share of an object's points that must be in view and unobstructed for a look to count."""
_ABSENT_SHARE = 0.8
"""Share of those that must be free space, or another thing's surface."""
_SEEN_THROUGH = 0.25
"""Of something small this share must be free space where the rest shows another's surface."""
_MIN_APPARENT = 4.0
"""An object must appear at least this large, in pixels, for its absence to mean anything."""
_WEAK_LOOK = 0.34
"""What a look counts that shows another thing's surface where a thin object lay."""


def absent_looks(
    frame: Frame,
    objects: Sequence[KnownObject],
    own_ids: frozenset[int],
) -> list[tuple[KnownObject, float]]:
    """Return the objects whose place this frame shows without them, and what that look counts.

    Args:
        frame: The frame.
        objects: Objects believed present that no view of the frame shows.
        own_ids: Mask ids that may be one of them after all, such as ids not named yet.
    """
    if not objects:
        return []
    probes = [known.probes() for known in objects]
    counts = np.array([len(p) for p in probes])
    starts = np.concatenate(([0], np.cumsum(counts)[:-1]))
    points = np.concatenate(probes)
    sight = frame.look_at(points, _TOLERANCE)
    thin = frame.look_at(points, _THIN_TOLERANCE)
    rows, cols, depth = frame.project(points)
    mask = np.where(rows >= 0, frame.instances[rows, cols], 0)
    doubtful = np.isin(mask, list(own_ids)) if own_ids else np.zeros(len(mask), np.bool_)
    looked = (sight >= Sight.SURFACE) & ~doubtful
    free = (sight == Sight.FREE) & ~doubtful
    covered = looked & ~free & (thin >= Sight.SURFACE)
    looked_share = np.add.reduceat(looked.astype(np.float32), starts) / counts
    free_share = np.add.reduceat(free.astype(np.float32), starts) / counts
    absent_share = np.add.reduceat((free | covered).astype(np.float32), starts) / counts
    nearest = np.maximum(np.minimum.reduceat(depth, starts), 0.05)
    results: list[tuple[KnownObject, float]] = []
    for index, known in enumerate(objects):
        apparent = known.largest_extent * frame.intrinsics.fx / float(nearest[index])
        if looked_share[index] < _LOOKED_SHARE or apparent < _MIN_APPARENT:
            continue
        needed = _ABSENT_SHARE * looked_share[index]
        seen_through = free_share[index] >= _SEEN_THROUGH * looked_share[index]
        if free_share[index] >= needed:
            results.append((known, 1.0))
        elif known.pickupable and absent_share[index] >= needed:
            results.append((known, 1.0 if seen_through else _WEAK_LOOK))
    return results


def count_look(known: KnownObject, weight: float, stamp: float, config: PerceptionConfig) -> bool:
    """Count one look that missed the object; return whether it is gone now."""
    if stamp - known.last_look < config.look_interval:
        return False
    known.absent += weight
    known.last_look = stamp
    return known.absent >= config.looks_to_forget


def contradicted(frame: Frame, known: KnownObject, instance: int) -> NDArray[np.bool_]:
    """Return which points of an object's cloud this frame shows to be wrong.

    They are in free space, or on a surface farther than one pixel from any pixel of the mask that
    shows the object in this frame.
    """
    points = known.cloud.points
    sight = frame.look_at(points, _THIN_TOLERANCE)
    rows, cols, _ = frame.project(points)
    last_row, last_col = frame.instances.shape[0] - 1, frame.instances.shape[1] - 1
    own = np.zeros(len(points), np.bool_)
    for down in (-1, 0, 1):
        for right in (-1, 0, 1):
            near_rows = np.clip(rows + down, 0, last_row)
            near_cols = np.clip(cols + right, 0, last_col)
            own |= frame.instances[near_rows, near_cols] == instance
    wrong: NDArray[np.bool_] = (sight >= Sight.SURFACE) & ~own
    return wrong
