# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Rooms found on the map itself: named so that they keep their names, outlined, and connected."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from adhoc_teamwork.perception.config import PerceptionConfig
from adhoc_teamwork.perception.map.grid_map import FREE, UNKNOWN, GridMap
from adhoc_teamwork.perception.rooms.room_segmentation import Labels, Mask, segment_rooms
from adhoc_teamwork.teamwork.maps.grid_frame import GridFrame
from adhoc_teamwork.teamwork.scene import Predicate, Relation, Room

_AHEAD = 0.5
"""Unknown floor within this distance of free floor, in metres, is still to be looked at."""
_SIMPLER = 0.7
"""Corners of outlines within so many cells of a straight line are left out."""
_MEETING = 3
"""So many cells two rooms must share at a passage."""


@dataclass(frozen=True)
class Rooms:
    """Hold rooms, which are connected, and the share of each one's floor that was looked at."""

    rooms: tuple[Room, ...] = ()
    connections: tuple[Relation, ...] = ()
    explored: tuple[float, ...] = ()


class RoomFinder:
    """Find the rooms of a growing map; a room keeps its id while most of it stays one room."""

    def __init__(self, config: PerceptionConfig) -> None:
        self._config = config
        self._extent = GridFrame(config.cell)
        self._layer: Labels = np.full((0, 0), -1, np.int16)
        self._ids: list[str] = []
        self._count = 0

    def find(self, grid: GridMap) -> Rooms:
        """Return the rooms of a map, and write on it which room each cell is in."""
        found = segment_rooms(grid.floor(), grid.walls(), grid.cell, self._config)
        ids = self._name(found, grid.extent)
        order = sorted(range(len(ids)), key=lambda index: _number_of(ids[index]))
        renumbered = np.full(len(ids) + 1, -1, np.int16)
        renumbered[order] = np.arange(len(ids), dtype=np.int16)
        layer: Labels = renumbered[found]
        self._ids = [ids[index] for index in order]
        self._layer, self._extent = layer, grid.extent
        grid.set_room_layer(layer)
        outlines = [_outline(layer == index, grid.extent) for index in range(len(self._ids))]
        told = np.where(grid.tops_left, np.int8(UNKNOWN), grid.values())
        return Rooms(
            tuple(Room(name, outline) for name, outline in zip(self._ids, outlines, strict=True)),
            tuple(_connections(layer, grid.values(from_afar=True), self._ids)),
            tuple(_explored(layer, told, grid.walls(), grid.cell, len(self._ids))),
        )

    def _name(self, found: Labels, extent: GridFrame) -> list[str]:
        """Return an id for each room found: that of the earlier room with which it shares most.

        New rooms are named from the largest on. Ids of rooms that are no more are not given again.
        """
        count = int(found.max(initial=-1)) + 1
        shared = np.zeros((count, len(self._ids)), np.int64)
        if self._layer.size and count:
            now = found[self._extent.offset_in(extent)]
            both = (now >= 0) & (self._layer >= 0)
            np.add.at(shared, (now[both], self._layer[both]), 1)
        names = [""] * count
        while shared.size and shared.max() > 0:
            room, before = np.unravel_index(int(shared.argmax()), shared.shape)
            names[int(room)] = self._ids[int(before)]
            shared[room, :] = 0
            shared[:, before] = 0
        sizes = np.bincount(found[found >= 0], minlength=count)
        for index in np.argsort(-sizes, kind="stable").tolist():
            if not names[index]:
                names[index] = f"room_{self._count}"
                self._count += 1
        return names


def _number_of(room_id: str) -> int:
    return int(room_id.rpartition("_")[2])


def _outline(room: Mask, extent: GridFrame) -> tuple[tuple[float, float], ...]:
    """Return a room's outline along the borders of its cells, metres in `map`."""
    from scipy.ndimage import binary_fill_holes
    from shapely.geometry import Polygon
    from skimage.measure import find_contours

    filled = np.pad(binary_fill_holes(room), 1).astype(np.float32)
    contour = max(find_contours(filled, 0.5, "low"), key=len)
    corners = np.array(Polygon(contour).simplify(_SIMPLER).exterior.coords)[:-1]
    x0, y0 = extent.origin
    # The first cell of the padded picture is number -1; the middle of a cell is at its half.
    places = (corners - 0.5) * extent.cell
    return tuple((round(x0 + col, 3), round(y0 + row, 3)) for row, col in places.tolist())


def _connections(layer: Labels, values: NDArray[np.int8], ids: Sequence[str]) -> list[Relation]:
    """Return which rooms share enough of free floor's cells to pass."""
    free = values == FREE
    meet = np.zeros((len(ids), len(ids)), np.int64)
    for one, other in ((np.s_[:, :-1], np.s_[:, 1:]), (np.s_[:-1], np.s_[1:])):
        a, b = layer[one], layer[other]
        border = (a != b) & (a >= 0) & (b >= 0) & free[one] & free[other]
        np.add.at(meet, (np.minimum(a, b)[border], np.maximum(a, b)[border]), 1)
    return [
        Relation(ids[a], Predicate.CONNECTED, ids[b])
        for a, b in np.argwhere(meet >= _MEETING).tolist()
    ]


def _explored(
    layer: Labels, values: NDArray[np.int8], walls: Mask, cell: float, count: int
) -> list[float]:
    """Return for each room the share of its floor that is known, of what can be told of it.

    Unknown cells beside free floor are floor still to be looked at; how far the room goes on
    behind them nobody knows.
    """
    from scipy.ndimage import binary_dilation
    from skimage.segmentation import expand_labels

    steps = max(1, round(_AHEAD / cell))
    unknown = (values == UNKNOWN) & ~walls
    seeds = (values == FREE) & (layer >= 0)
    ahead = binary_dilation(seeds, iterations=steps, mask=unknown | seeds) & unknown
    near = expand_labels(layer + 1, steps + 1)
    known = np.bincount(layer[layer >= 0], minlength=count)
    still = np.bincount(near[ahead & (near > 0)] - 1, minlength=count)
    return [float(k / (k + s)) if k else 0.0 for k, s in zip(known, still, strict=True)]
