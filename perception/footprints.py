"""The floor that furniture covers, also where only its rim was seen: nobody can stand there.

From the side a table shows its legs and the edge of its top, while the floor between them is in
plain view. What its points and walls close in is covered.
"""

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import binary_closing, binary_fill_holes

from perception.config import PerceptionConfig
from perception.grid_extent import GridExtent, Window
from perception.objects import KnownObject
from teamwork.scene import Presence

_AROUND = 2
"""Cells around an object among which a wall may close it in."""

Cells = NDArray[np.bool_]
_Look = tuple[int, float]


class Footprints:
    """Work out which cells furniture covers; kept per object until it looks different."""

    def __init__(self, config: PerceptionConfig) -> None:
        self._config = config
        self._extent = GridExtent(config.cell)
        self._kept: dict[str, tuple[_Look, Window, Cells]] = {}

    def covered(self, objects: Iterable[KnownObject], occupied: Cells, extent: GridExtent) -> Cells:
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
            look = (len(known.cloud), float(known.lower.sum() + 2.0 * known.upper.sum()))
            kept = self._kept.get(known.object_id)
            if kept is None or kept[0] != look:
                kept = (look, *self._fill(known, occupied))
                self._kept[known.object_id] = kept
            mask[kept[1]] |= kept[2]
        return mask

    def _fill(self, known: KnownObject, occupied: Cells) -> tuple[Window, Cells]:
        """Return a window of the map and the cells in it that one object covers."""
        points = known.cloud.points
        low, high = self._config.obstacle_min, self._config.obstacle_max
        points = points[(points[:, 2] >= low) & (points[:, 2] < high)]
        rows, cols, inside = self._extent.cells(points[:, :2])
        rows, cols = rows[inside], cols[inside]
        if len(rows) == 0:
            return (slice(0, 0), slice(0, 0)), np.zeros((0, 0), np.bool_)
        height, width = occupied.shape
        window = (
            slice(max(0, int(rows.min()) - _AROUND), min(height, int(rows.max()) + _AROUND + 1)),
            slice(max(0, int(cols.min()) - _AROUND), min(width, int(cols.max()) + _AROUND + 1)),
        )
        rows, cols = rows - window[0].start, cols - window[1].start
        own = np.zeros(occupied[window].shape, np.bool_)
        own[rows, cols] = True
        closed = binary_closing(own, np.ones((3, 3))) | own | occupied[window]
        box = np.zeros_like(own)
        box[rows.min() : rows.max() + 1, cols.min() : cols.max() + 1] = True
        return window, own | (binary_fill_holes(closed) & box)
