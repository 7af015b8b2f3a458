"""The object-room map: what of the floor was looked at, what blocks it, and which room it is in.

Points are kept in a few layers of height, so that a cell becomes free again only where a frame
shows the very space free in which something stood (paper section IV-C).
"""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from perception.camera import FloatArray, Frame, IndexArray, Sight
from perception.config import PerceptionConfig
from teamwork.eyesight import low_sight
from teamwork.geometry import Pose
from teamwork.scene import Room

UNKNOWN, FREE, OCCUPIED = -1, 0, 100
_LEVELS = 8
_PADDING = 0.3
_STRIDE = 2
"""Every second row and column of the image is enough for cells of a decimetre."""
_TOLERANCE = 0.15
_OWN_DISC = 0.3
_OVER_WALLS = 1.9
"""Rays that meet nothing and end above this height, in metres, may have passed above a wall."""

_DOUBT = 0.25
"""Around what could not be made out, so much floor is to be looked at again, metres each way."""
_DOUBTS = 20
_FURNITURE_CELLS = 3
"""So many cells of a piece of furniture seen: it was looked at, not only heard of."""

Footprint = tuple[float, float, float, float]
"""Smallest x, smallest y, largest x, largest y of something on the floor, metres."""


class GridMap:
    """Hold the map over the floor plan; rows run along y, columns along x, the origin is low."""

    def __init__(self, rooms: Sequence[Room], config: PerceptionConfig) -> None:
        self._config = config
        self.cell = config.cell
        corners = np.array([corner for room in rooms for corner in room.outline], np.float64)
        low = np.floor((corners.min(axis=0) - _PADDING) / self.cell) * self.cell
        self.width, self.height = (
            int(n) for n in np.ceil((corners.max(axis=0) + _PADDING - low) / self.cell)
        )
        self.origin = (float(low[0]), float(low[1]))
        self._looked = np.zeros((self.height, self.width), np.bool_)
        self._filled = np.zeros((_LEVELS, self.height, self.width), np.bool_)
        self.room_layer = self._rasterise(rooms)
        self.revision = 0

    def integrate(
        self, frame: Frame, ignored_ids: Iterable[int], unclear_ids: Iterable[int] = ()
    ) -> None:
        """Take in one frame.

        Pixels of `ignored_ids` (robots, what they carry) block nothing. The floor around pixels of
        `unclear_ids`, of which too little shows to say what they are, is still to be looked at.
        """
        if not frame.clear.any():
            return
        points = frame.point_grid(_STRIDE)
        surface = frame.distance[::_STRIDE, ::_STRIDE] > 0.0
        shown = frame.clear[::_STRIDE, ::_STRIDE] > 0.0
        shown &= surface | (points[..., 2] < _OVER_WALLS)
        still = surface & ~self._of(frame, ignored_ids)
        before = (self._looked.copy(), self._filled.copy())
        self._clear(frame)
        self._fill(points[still])
        self._look(frame, points, shown)
        self._doubt(points[surface & self._of(frame, unclear_ids)])
        self._stand(frame.base)
        if (before[0] != self._looked).any() or (before[1] != self._filled).any():
            self.revision += 1

    def values(self) -> NDArray[np.int8]:
        """Return the (height, width) map: -1 not looked at, 0 free, 100 occupied."""
        cells = np.where(self._looked, np.int8(FREE), np.int8(UNKNOWN))
        cells[self._filled.any(axis=0)] = OCCUPIED
        return cells

    def explored(self, room_count: int, furniture: Iterable[Footprint]) -> list[float]:
        """Return for each room the share of its floor that was looked at, from 0 to 1.

        The floor under furniture that was itself looked at, and the one cell between what was
        looked at and a wall, count as looked at, as no robot can ever see them.
        """
        seen = self._looked | self._filled.any(axis=0)
        done = seen.copy()
        for footprint in furniture:
            window = self._window(footprint)
            done[window] |= np.count_nonzero(seen[window]) >= _FURNITURE_CELLS
        grown = done.copy()
        grown[1:] |= done[:-1]
        grown[:-1] |= done[1:]
        grown[:, 1:] |= done[:, :-1]
        grown[:, :-1] |= done[:, 1:]
        inside = self.room_layer >= 0
        rooms = self.room_layer[inside]
        total = np.bincount(rooms, minlength=room_count)
        shown = np.bincount(rooms, weights=grown[inside], minlength=room_count)
        return [float(s / t) if t else 0.0 for s, t in zip(shown, total, strict=True)]

    def room_index_at(self, x: float, y: float) -> int:
        """Return the index of the room over whose floor (x, y) is, or -1."""
        col = int((x - self.origin[0]) // self.cell)
        row = int((y - self.origin[1]) // self.cell)
        if 0 <= row < self.height and 0 <= col < self.width:
            return int(self.room_layer[row, col])
        return -1

    def _cells(self, xy: FloatArray) -> tuple[IndexArray, IndexArray, NDArray[np.bool_]]:
        index = np.floor((xy - np.array(self.origin, np.float32)) / self.cell).astype(np.intp)
        cols, rows = index[:, 0], index[:, 1]
        inside = (cols >= 0) & (cols < self.width) & (rows >= 0) & (rows < self.height)
        return rows, cols, inside

    def _window(self, box: Footprint) -> tuple[slice, slice]:
        x0, y0, x1, y1 = box
        col0, col1 = (int((x - self.origin[0]) // self.cell) for x in (x0, x1))
        row0, row1 = (int((y - self.origin[1]) // self.cell) for y in (y0, y1))
        return slice(max(0, row0), max(0, row1 + 1)), slice(max(0, col0), max(0, col1 + 1))

    def _fill(self, points: FloatArray) -> None:
        low, high = self._config.obstacle_min, self._config.obstacle_max
        points = points[(points[:, 2] >= low) & (points[:, 2] < high)]
        rows, cols, inside = self._cells(points[:, :2])
        level = ((points[:, 2] - low) / (high - low) * _LEVELS).astype(np.intp)
        level = np.minimum(level, _LEVELS - 1)
        self._filled[level[inside], rows[inside], cols[inside]] = True

    def _clear(self, frame: Frame) -> None:
        """Empty the cells whose space this frame shows to be free."""
        x, y = frame.origin[:2].tolist()
        reach = float(frame.clear.max()) + self.cell
        window = self._window((x - reach, y - reach, x + reach, y + reach))
        filled = self._filled[:, window[0], window[1]]
        level, rows, cols = np.nonzero(filled)
        if len(level) == 0:
            return
        low, high = self._config.obstacle_min, self._config.obstacle_max
        points = np.empty((len(level), 3), np.float32)
        points[:, 0] = (cols + window[1].start + 0.5) * self.cell + self.origin[0]
        points[:, 1] = (rows + window[0].start + 0.5) * self.cell + self.origin[1]
        points[:, 2] = (level + 0.5) * (high - low) / _LEVELS + low
        free = frame.look_at(points, _TOLERANCE) == Sight.FREE
        filled[level[free], rows[free], cols[free]] = False

    def _look(self, frame: Frame, points: FloatArray, shown: NDArray[np.bool_]) -> None:
        """Mark the floor over which rays pass low enough to have shown what lies there.

        How low is low enough depends on the camera: see `teamwork.eyesight`.
        """
        height = float(frame.origin[2])
        low = _low_sight(frame)
        ends: FloatArray = points[::_STRIDE, ::_STRIDE][shown[::_STRIDE, ::_STRIDE]]
        ends = ends[ends[:, 2] <= low]
        drop = np.maximum(height - ends[:, 2], 1e-3)
        enters = np.clip((height - low) / drop, 0.0, 1.0)[:, None]
        origin = frame.origin[:2].astype(np.float32)
        across = ends[:, :2] - origin
        length = ((1.0 - enters) * np.hypot(across[:, 0], across[:, 1])[:, None]).max(initial=0.0)
        steps = np.linspace(0.0, 1.0, int(length / self.cell) + 2, dtype=np.float32)
        share = (enters + (1.0 - enters) * steps).astype(np.float32)
        passed = origin + across[:, None, :] * share[..., None]
        solid = frame.distance[::_STRIDE, ::_STRIDE] > 0.0
        surfaces = points[solid & (points[..., 2] < self._config.obstacle_max)]
        for xy in (passed.reshape(-1, 2), surfaces[:, :2]):
            rows, cols, inside = self._cells(xy)
            self._looked[rows[inside], cols[inside]] = True

    @staticmethod
    def _of(frame: Frame, ids: Iterable[int]) -> NDArray[np.bool_]:
        """Return which pixels of the thinned image belong to instances `ids`."""
        return np.isin(frame.instances[::_STRIDE, ::_STRIDE], list(ids))

    def _doubt(self, points: FloatArray) -> None:
        """Count the floor around points as not looked at."""
        for x, y in points[:: max(1, len(points) // _DOUBTS), :2].tolist():
            self._looked[self._window((x - _DOUBT, y - _DOUBT, x + _DOUBT, y + _DOUBT))] = False

    def _stand(self, base: Pose) -> None:
        """Mark the floor under the robot itself as looked at."""
        window = self._window(
            (base.x - _OWN_DISC, base.y - _OWN_DISC, base.x + _OWN_DISC, base.y + _OWN_DISC)
        )
        self._looked[window] = True

    def _rasterise(self, rooms: Sequence[Room]) -> NDArray[np.int16]:
        layer = np.full((self.height, self.width), -1, np.int16)
        x = np.arange(self.width, dtype=np.float64) * self.cell + self.origin[0] + self.cell / 2.0
        y = np.arange(self.height, dtype=np.float64) * self.cell + self.origin[1] + self.cell / 2.0
        for index, room in enumerate(rooms):
            if len(room.outline) >= 3:
                layer[_inside(room.outline, x[None, :], y[:, None])] = index
        return layer


def _low_sight(frame: Frame) -> float:
    """Return the height, in metres, below which a frame's rays show what lies under them.

    That hangs on where the camera points, not on which of its pixels are valid.
    """
    camera = frame.intrinsics
    right = (np.arange(0, camera.width, _STRIDE) - camera.cx) / camera.fx
    down = (np.arange(0, camera.height, _STRIDE) - camera.cy) / camera.fy
    border = np.concatenate(
        [
            [(x, y, 1.0) for x in right for y in (down[0], down[-1])],
            [(x, y, 1.0) for y in down for x in (right[0], right[-1])],
        ]
    )
    rays = border @ frame.pose[:3, :3].T
    slopes = rays[:, 2] / np.maximum(np.hypot(rays[:, 0], rays[:, 1]), 1e-3)
    reach = frame.camera_range or float(frame.distance.max())
    return low_sight(float(frame.origin[2]), -min(0.0, float(slopes.min())), reach)


def _inside(
    outline: Sequence[tuple[float, float]],
    x: NDArray[np.floating[Any]],
    y: NDArray[np.floating[Any]],
) -> NDArray[np.bool_]:
    """Tell by the even-odd rule which points of a grid lie inside an outline."""
    inside = np.zeros(np.broadcast_shapes(x.shape, y.shape), np.bool_)
    previous_x, previous_y = outline[-1]
    for corner_x, corner_y in outline:
        if corner_y != previous_y:
            spans = (corner_y > y) != (previous_y > y)
            slope = (previous_x - corner_x) / (previous_y - corner_y)
            inside ^= spans & (x < corner_x + (y - corner_y) * slope)
        previous_x, previous_y = corner_x, corner_y
    return inside
