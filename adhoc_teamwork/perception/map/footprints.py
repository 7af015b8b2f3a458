# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The floor that furniture covers, also where only its rim was seen: nobody can stand there.

From the side a table shows its legs and the edge of its top, while the floor between them is in
plain view. What its points and walls close in is covered.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import label

from adhoc_teamwork.perception.config import PerceptionConfig
from adhoc_teamwork.perception.frames.camera import FloatArray
from adhoc_teamwork.perception.objects.objects import KnownObject
from adhoc_teamwork.teamwork.maps.grid_frame import GridFrame, Window
from adhoc_teamwork.teamwork.scene import Presence

_AROUND = 2
"""Cells around an object among which a wall may close it in."""

Cells = NDArray[np.bool_]


@dataclass(frozen=True)
class _Kept:
    """Hold what one object covers, and what it was worked out of."""

    points: FloatArray
    window: Window
    own: Cells
    around: Cells
    covered: Cells


class Footprints:
    """Work out which cells furniture covers; kept per object until it looks different."""

    def __init__(self, config: PerceptionConfig) -> None:
        self._config = config
        self._extent = GridFrame(config.cell)
        self._kept: dict[str, _Kept] = {}

    def covered(self, objects: Iterable[KnownObject], occupied: Cells, extent: GridFrame) -> Cells:
        """Return the cells of a map that present furniture covers.

        Args:
            objects: What is known.
            occupied: (height, width) cells in which something stands, walls among them.
            extent: Where the map lies.
        """
        if extent != self._extent:
            self._extent = extent
            self._kept.clear()
        mask = np.zeros(occupied.shape, np.bool_)
        for known in objects:
            if known.pickupable or known.status is not Presence.PRESENT or not len(known.cloud):
                continue
            kept = self._kept.get(known.object_id)
            if kept is None or kept.points is not known.cloud.points:
                kept = self._fill(known.cloud.points, occupied, kept)
                self._kept[known.object_id] = kept
            mask[kept.window] |= kept.covered
        return mask

    def _fill(self, points: FloatArray, occupied: Cells, before: _Kept | None) -> _Kept:
        """Return what an object of (n, 3) points covers; `before` is what was kept of it."""
        low, high = self._config.obstacle_min, self._config.obstacle_max
        blocking = points[(points[:, 2] >= low) & (points[:, 2] < high)]
        rows, cols, inside = self._extent.cells(blocking[:, :2])
        rows, cols = rows[inside], cols[inside]
        if len(rows) == 0:
            none = np.zeros((0, 0), np.bool_)
            return _Kept(points, (slice(0, 0), slice(0, 0)), none, none, none)
        height, width = occupied.shape
        window = (
            slice(max(0, int(rows.min()) - _AROUND), min(height, int(rows.max()) + _AROUND + 1)),
            slice(max(0, int(cols.min()) - _AROUND), min(width, int(cols.max()) + _AROUND + 1)),
        )
        rows, cols = rows - window[0].start, cols - window[1].start
        own = np.zeros(occupied[window].shape, np.bool_)
        own[rows, cols] = True
        around = occupied[window].copy()
        if (
            before is not None
            and before.window == window
            and np.array_equal(before.own, own)
            and np.array_equal(before.around, around)
        ):
            return replace(before, points=points)
        closed = _closed(own) | own | around
        box = np.zeros_like(own)
        box[rows.min() : rows.max() + 1, cols.min() : cols.max() + 1] = True
        return _Kept(points, window, own, around, own | (_without_holes(closed) & box))


def _closed(cells: Cells) -> Cells:
    """Return cells with gaps of one cell closed, but for those at the rim of the window."""
    # For windows as small as these, shifting costs a third of SciPy's morphology.
    grown = _along_both(cells, np.logical_or)
    closed = _along_both(grown, np.logical_and)
    closed[0] = closed[-1] = closed[:, 0] = closed[:, -1] = False
    return closed


def _along_both(cells: Cells, join: np.ufunc) -> Cells:
    """Join each cell with the eight around it."""
    rows = cells.copy()
    join(rows[1:], cells[:-1], out=rows[1:])
    join(rows[:-1], cells[1:], out=rows[:-1])
    both = rows.copy()
    join(both[:, 1:], rows[:, :-1], out=both[:, 1:])
    join(both[:, :-1], rows[:, 1:], out=both[:, :-1])
    return both


def _without_holes(cells: Cells) -> Cells:
    """Return cells and all that they close in: what cannot be left towards the window's rim."""
    regions, count = label(~cells)
    outside = np.zeros(count + 1, np.bool_)
    for rim in (regions[0], regions[-1], regions[:, 0], regions[:, -1]):
        outside[rim] = True
    outside[0] = False
    filled: Cells = ~outside[regions]
    return filled
