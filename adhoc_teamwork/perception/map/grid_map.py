# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The object-room map: what of the floor was looked at, what blocks it, and which room it is in.

Points are kept in a few layers of height, so that a cell becomes free again only where a frame
shows the very space free in which something stood (paper section IV-C).
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from adhoc_teamwork.perception.config import PerceptionConfig
from adhoc_teamwork.perception.frames.camera import FloatArray, Frame, Sight
from adhoc_teamwork.perception.frames.small_things import (
    along_low_rays,
    lowest_shown,
    on_floor_closely,
    shown_closely,
)
from adhoc_teamwork.teamwork.bodies.visibility import LOW
from adhoc_teamwork.teamwork.geometry import Pose
from adhoc_teamwork.teamwork.maps.grid_frame import GridFrame, Window, cells_within
from adhoc_teamwork.teamwork.maps.height_map import HeightMap
from adhoc_teamwork.teamwork.maps.rooms import rooms_at
from adhoc_teamwork.teamwork.scene import Room

UNKNOWN, FREE, OCCUPIED = -1, 0, 100
_LEVELS = 8
_PADDING = 0.3
_STRIDE = 2
"""At least every second row and column of the image is left out."""
_DENSITY = 0.4
"""Pixels that are used lie at most so many cells apart at the end of the camera's range."""
_TOLERANCE = 0.15
_OWN_DISC = 0.3
_OVER_WALLS = 1.9
"""Rays that meet nothing and end above this height, in metres, may have passed above a wall."""

_AROUND = 0.25
"""Around what could not be made out, so much floor is to be looked at again, metres each way."""
_REACH = 10.0
"""Nothing farther from the camera lets the map grow, where its range is not known, metres."""
_GROWTH = 2.0
"""The map grows by at least so much at a time, metres."""
_WALL_BAND = (0.3, 1.9)
"""Between these heights, metres, walls show: above skirtings, below the lintels of doors."""
_MOST_WITH_TOPS_LEFT = 0.95
_MOST_VOTES = 6
_FURNITURE_CELLS = 3
"""So many cells of a piece of furniture seen: it was looked at, not only heard of."""


class GridMap:
    """Hold the map; rows run along y, columns along x, the origin is low.

    With a floor plan it covers the plan's rooms. Without one it grows with what is seen, and notes
    besides where walls are. Floor counts as looked at where small things on it would have shown;
    where it is bare shows from farther away. `inspected` marks the cells in which small things on
    furniture would have shown, `doubted` those in which something small showed that is not known,
    `tops_left` those of tops that are still to be looked over.
    """

    def __init__(self, rooms: Sequence[Room], config: PerceptionConfig) -> None:
        self._config = config
        self._grows = not rooms
        self.extent = GridFrame(config.cell)
        if rooms:
            corners = np.array([corner for room in rooms for corner in room.outline], np.float64)
            (x0, y0), (x1, y1) = corners.min(axis=0).tolist(), corners.max(axis=0).tolist()
            box = (x0 - _PADDING, y0 - _PADDING, x1 + _PADDING, y1 + _PADDING)
            self.extent = GridFrame.around(box, config.cell)
        shape = (self.extent.height, self.extent.width)
        self._looked: NDArray[np.bool_] = np.zeros(shape, np.bool_)
        self._bare: NDArray[np.bool_] = np.zeros(shape, np.bool_)
        self._filled: NDArray[np.bool_] = np.zeros((*shape, _LEVELS), np.bool_)
        self._covered: NDArray[np.bool_] = np.zeros(shape, np.bool_)
        self.inspected: NDArray[np.bool_] = np.zeros(shape, np.bool_)
        self.doubted: NDArray[np.bool_] = np.zeros(shape, np.bool_)
        self.tops_left: NDArray[np.bool_] = np.zeros(shape, np.bool_)
        self._wall: NDArray[np.int8] = np.zeros(shape, np.int8)
        self.room_layer: NDArray[np.int16] = self._layer(rooms)
        self._steps: tuple[HeightMap, float] | None = None
        self._has_stood = False
        self.revision = 0

    def _layer(self, rooms: Sequence[Room]) -> NDArray[np.int16]:
        x, y = self.extent.middles()
        return rooms_at(rooms, x[None, :], y[:, None]).astype(np.int16)

    @property
    def cell(self) -> float:
        """Return the edge of a cell, metres."""
        return self.extent.cell

    @property
    def width(self) -> int:
        """Return the number of columns."""
        return self.extent.width

    @property
    def height(self) -> int:
        """Return the number of rows."""
        return self.extent.height

    @property
    def origin(self) -> tuple[float, float]:
        """Return the lower corner of the first cell, metres in `map`."""
        return self.extent.origin

    def integrate(
        self,
        frame: Frame,
        ignored_ids: Iterable[int],
        unclear_ids: Iterable[int] = (),
        suspected_ids: Iterable[int] = (),
        known_ids: Iterable[int] = (),
    ) -> None:
        """Take in one frame.

        Pixels of `ignored_ids` (robots, what they carry) block nothing. Floor and tops around
        pixels of `unclear_ids`, of which too little shows to say what they are or which nobody has
        named yet, are still to be looked at. Where some of them are `suspected_ids`, a top is
        doubted, until one of `known_ids` shows there or small things would have shown: nearer by
        there is something to be seen.
        """
        if frame.farthest <= 0.0:
            return
        stride = self._stride(frame)
        thinned = np.s_[::stride, ::stride]
        points, masks = frame.point_grid(stride), frame.instances[thinned]
        surface = frame.distance[thinned] > 0.0
        shown = frame.clear[thinned] > 0.0
        shown &= surface | (points[2] < _OVER_WALLS)
        still = surface & ~_of(masks, ignored_ids)
        if self._grows:
            self._cover(frame, _at(points[:2], shown))
        before = [layer.copy() for layer in (*self._flat_layers, self._levels())]
        self._clear(frame)
        self._fill(points, still)
        unclear = surface & _of(masks, unclear_ids)
        self._inspect(frame, points, still & ~unclear)
        self._look(frame, points, shown, surface)
        for window in self._windows(_at(points[:2], unclear), _AROUND):
            self._looked[window] = self.inspected[window] = False
        raised = surface & (points[2] >= self._config.obstacle_min)
        suspected = _at(points[:2], raised & _of(masks, suspected_ids))
        self.doubted.reshape(-1)[self.extent.places(*suspected)] = True
        if self.doubted.any():
            known = _at(points[:2], raised & _of(masks, known_ids))
            for window in self._windows(known, self.cell):
                self.doubted[window] = False
        self._stand(frame.base)
        if self._grows:
            self._vote_for_walls(points, still, masks == 0)
        now = (*self._flat_layers, self._levels())
        self.revision += not all(map(np.array_equal, before, now))

    @property
    def _flat_layers(self) -> tuple[NDArray[np.bool_], ...]:
        return self._looked, self._bare, self.inspected, self.doubted

    def values(self, from_afar: bool = False) -> NDArray[np.int8]:
        """Return the (height, width) map: -1 not looked at, 0 free, 100 occupied.

        With `from_afar` floor is free as well that showed from too far away for small things on it.
        """
        looked = self._bare if from_afar else self._looked
        cells = np.where(looked, np.int8(FREE), np.int8(UNKNOWN))
        cells[self.occupied() | (self._covered & looked)] = OCCUPIED
        if self._steps is not None:
            ground, step = self._steps
            cells[ground.barred(step, *self.extent.middles())] = OCCUPIED
        return cells

    def bar(self, ground: HeightMap, step: float) -> None:
        """Take in the ground: where it rises or falls by more than `step` metres none passes."""
        self._steps = (ground, step)
        self.revision += 1

    def occupied(self) -> NDArray[np.bool_]:
        """Return the cells in which points were seen that block a robot."""
        return np.asarray(self._levels() != 0, np.bool_)

    def cover(self, covered: NDArray[np.bool_]) -> None:
        """Take in which cells furniture covers, whether anything was seen in them or not."""
        self.revision += not np.array_equal(covered, self._covered)
        self._covered = covered

    def explored(self, room_count: int, furniture: ArrayLike) -> list[float]:
        """Return for each room the share of its floor that was looked at, from 0 to 1.

        The floor under furniture, (n, 4) footprints, that was itself looked at, and the one cell
        between what was looked at and a wall, count as looked at, as no robot can ever see them;
        tops that are still to be looked over do not (`tops_left`): with any of them in it, however
        small, no room counts as looked at as a whole.
        """
        seen = self._looked | self.occupied()
        done = seen.copy()
        windows = self.extent.windows(furniture)
        count = cells_within(seen, windows)
        low, left, top, right = windows.T
        partly = (count >= _FURNITURE_CELLS) & (count < (top - low) * (right - left))
        for window in np.flatnonzero(partly).tolist():
            done[low[window] : top[window], left[window] : right[window]] = True
        done &= ~self.tops_left
        grown = done.copy()
        grown[1:] |= done[:-1]
        grown[:-1] |= done[1:]
        grown[:, 1:] |= done[:, :-1]
        grown[:, :-1] |= done[:, 1:]
        total = np.bincount(self.room_layer.reshape(-1) + 1, minlength=room_count + 1)[1:]
        shown = np.bincount(self.room_layer[grown] + 1, minlength=room_count + 1)[1:]
        left = np.bincount(self.room_layer[self.tops_left] + 1, minlength=room_count + 1)[1:]
        most = np.where(left, _MOST_WITH_TOPS_LEFT, 1.0)
        shares = np.minimum(shown / np.maximum(total, 1), most)
        return [float(share) for share in shares]

    def floor(self) -> NDArray[np.bool_]:
        """Return which cells are known to be floor, be it with something on it."""
        known: NDArray[np.bool_] = (self._bare | self.occupied()) & (self._wall <= 0)
        return known

    def walls(self) -> NDArray[np.bool_]:
        """Return which cells hold what no mask names and rises as walls do."""
        return self._wall > 0

    def inspect(self, window: Window, shown: NDArray[np.bool_]) -> None:
        """Take in where, of a window of cells, small things on furniture would have shown."""
        self.revision += bool((shown & ~self.inspected[window]).any())
        self.inspected[window] |= shown
        self.doubted[window] &= ~shown

    def set_room_layer(self, layer: NDArray[np.int16]) -> None:
        """Take in which room each cell is in, found on the map itself; -1 is none."""
        self.revision += not np.array_equal(layer, self.room_layer)
        self.room_layer = layer

    def _levels(self) -> NDArray[np.uint64]:
        """Return all levels of each cell in one number, a byte a level."""
        return self._filled.view(np.uint64)[..., 0]

    def _cover(self, frame: Frame, ends: FloatArray) -> None:
        """Let the grid grow until it holds what a frame shows: (2, n) places."""
        reach = frame.camera_range or _REACH
        x, y = frame.origin[:2].tolist()
        near = np.append(ends, [[x, frame.base.x], [y, frame.base.y]], axis=1)
        low = np.maximum(near.min(axis=1) - _PADDING, (x - reach, y - reach))
        high = np.minimum(near.max(axis=1) + _PADDING, (x + reach, y + reach))
        box = (float(low[0]), float(low[1]), float(high[0]), float(high[1]))
        grown = self.extent.grown_to(box, _GROWTH, self._config.largest_map)
        if grown == self.extent:
            return
        window = self.extent.offset_in(grown)
        shape = (grown.height, grown.width)
        self._looked = _moved(self._looked, shape, window, False)
        self._bare = _moved(self._bare, shape, window, False)
        self.inspected = _moved(self.inspected, shape, window, False)
        self.doubted = _moved(self.doubted, shape, window, False)
        self.tops_left = _moved(self.tops_left, shape, window, False)
        self._filled = _moved(self._filled, (*shape, _LEVELS), window, False)
        self._covered = _moved(self._covered, shape, window, False)
        self._wall = _moved(self._wall, shape, window, 0)
        self.room_layer = _moved(self.room_layer, shape, window, -1)
        self.extent = grown

    def _stride(self, frame: Frame) -> int:
        """Return of how many rows and columns of a frame one is used."""
        reach = frame.camera_range or _REACH
        return max(_STRIDE, int(_DENSITY * self.cell * frame.intrinsics.fx / reach))

    def _vote_for_walls(
        self, points: FloatArray, still: NDArray[np.bool_], unnamed: NDArray[np.bool_]
    ) -> None:
        """Count where a frame shows upright surfaces that no mask names, and where it does not."""
        upright = still & (points[2] > _WALL_BAND[0]) & (points[2] < _WALL_BAND[1])
        floor = still & (points[2] < self._config.obstacle_min)
        votes = np.zeros_like(self._wall)
        for shown, vote in ((floor | (upright & ~unnamed), -1), (upright & unnamed, 1)):
            rows, cols, inside = self.extent.cells(_at(points[:2], shown).T)
            votes[rows[inside], cols[inside]] = vote
        self._wall = np.clip(self._wall + votes, -_MOST_VOTES, _MOST_VOTES).astype(np.int8)

    def _fill(self, points: FloatArray, still: NDArray[np.bool_]) -> None:
        low, high = self._config.obstacle_min, self._config.obstacle_max
        points = _at(points, still & (points[2] >= low) & (points[2] < high))
        rows, cols, inside = self.extent.cells(points[:2].T)
        level = ((points[2] - low) / (high - low) * _LEVELS).astype(np.intp)
        level = np.minimum(level, _LEVELS - 1)
        self._filled[rows[inside], cols[inside], level[inside]] = True

    def _inspect(self, frame: Frame, points: FloatArray, still: NDArray[np.bool_]) -> None:
        """Mark the cells in which a frame would show a small thing on what is there."""
        raised = still & (points[2] >= self._config.obstacle_min) & (points[2] < frame.eye[2])
        places = _at(points, raised)
        places = places[:, shown_closely(frame, places, self._config.min_pixels)]
        cells = self.extent.places(*places[:2])
        self.inspected.reshape(-1)[cells], self.doubted.reshape(-1)[cells] = True, False

    def _clear(self, frame: Frame) -> None:
        """Empty the cells whose space this frame shows to be free."""
        x, y = frame.origin[:2].tolist()
        reach = frame.farthest + self.cell
        window = self.extent.window((x - reach, y - reach, x + reach, y + reach))
        rows, cols = np.nonzero(self._levels()[window])
        if len(rows) == 0:
            return
        rows, cols = rows + window[0].start, cols + window[1].start
        which, level = np.nonzero(self._filled[rows, cols])
        rows, cols = rows[which], cols[which]
        low, high = self._config.obstacle_min, self._config.obstacle_max
        points = np.empty((len(level), 3), np.float32)
        points[:, 0] = (cols + 0.5) * self.cell + self.origin[0]
        points[:, 1] = (rows + 0.5) * self.cell + self.origin[1]
        points[:, 2] = (level + 0.5) * (high - low) / _LEVELS + low
        free = frame.look_at(points, _TOLERANCE) == Sight.FREE
        self._filled[rows[free], cols[free], level[free]] = False

    def _look(
        self, frame: Frame, points: FloatArray, shown: NDArray[np.bool_], solid: NDArray[np.bool_]
    ) -> None:
        """Mark the floor over which rays pass low and near enough to have shown what lies there.

        How low is low enough depends on the camera: see `teamwork.bodies.visibility`. One that
        looks too high for the floor has no distance from which small things show there.
        """
        low = lowest_shown(frame)
        thinned = points[:, ::_STRIDE, ::_STRIDE]
        ends = _at(thinned, shown[::_STRIDE, ::_STRIDE] & (thinned[2] <= low))
        floor = along_low_rays(frame, ends, low, self.cell)
        low_down = solid & (points[2] < self._config.obstacle_max)
        for x, y in (floor, _at(points[:2], low_down)):
            self._bare.reshape(-1)[self.extent.places(x, y)] = True
        if low <= LOW:
            floor = floor[:, on_floor_closely(frame, floor)]
        for x, y in (floor, _at(points[:2], low_down & (points[2] > low))):
            self._looked.reshape(-1)[self.extent.places(x, y)] = True

    def _windows(self, places: FloatArray, reach: float) -> Iterator[Window]:
        """Yield the cells around each that holds any of (2, n) places, so many metres each way."""
        for place in np.unique(self.extent.places(*places)).tolist():
            x, y = self.extent.middle(*divmod(place, self.width))
            yield self.extent.window((x - reach, y - reach, x + reach, y + reach))

    def _stand(self, base: Pose) -> None:
        """Mark the floor under the robot itself as bare, and as looked at where it began.

        It was put down on nothing; later it may come to stand over something small.
        """
        window = self.extent.window(
            (base.x - _OWN_DISC, base.y - _OWN_DISC, base.x + _OWN_DISC, base.y + _OWN_DISC)
        )
        self._bare[window] = True
        if not self._has_stood:
            self._looked[window] = self._has_stood = True


def _moved(
    values: NDArray[Any], shape: tuple[int, ...], window: tuple[slice, slice], empty: int
) -> NDArray[Any]:
    """Return a grid's values in their place on a larger grid."""
    grown = np.full(shape, empty, values.dtype)
    grown[window] = values
    return grown


def _at(points: FloatArray, wanted: NDArray[np.bool_]) -> FloatArray:
    """Return those of a grid of points (axes, rows, columns) that are wanted, (axes, n)."""
    return np.stack([axis[wanted] for axis in points])


def _of(masks: NDArray[np.uint16], ids: Iterable[int]) -> NDArray[np.bool_]:
    """Return which pixels of masks belong to instances `ids`."""
    wanted = list(ids)
    return np.isin(masks, wanted) if wanted else np.zeros(masks.shape, np.bool_)
