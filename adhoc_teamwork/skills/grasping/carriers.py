# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The shape of furniture about what lies on it, from its points that the robot has seen.

A box about a shelf says nothing of the board above a watch, one about a sofa nothing of its back,
and one about a toilet makes its seat as high as its tank. Below the thing, what no point shows is
as high as its nearest neighbour; above it, there is what was seen, and boards whose edge was.
"""

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from scipy import ndimage

from adhoc_teamwork.robot_model.arrays import Floats, Mask
from adhoc_teamwork.robot_model.collision.obstacles import Obstacle, box
from adhoc_teamwork.skills.grasping.grasps import Item
from adhoc_teamwork.teamwork.geometry import Point

SMALLEST = 0.25
"""Half the width, metres, from which on a carrier is more than a box."""
_CELL = _LEVEL = 0.04
"""Edges of the cells and thickness of the layers in which its points are counted, metres.

About as far apart as perception keeps points of furniture."""
_MOST_CELLS, _MOST_LAYERS = 250, 100
"""Cells along a side, and layers: of what is told to be larger cells are, and no arm is higher."""
_ERROR = 0.02
"""Points and extents err by this, metres."""
_CLEAR = 0.06
"""What is less above an object's bottom belongs to what it lies on, metres."""
_THICKEST = 0.12
"""What has an edge no thicker than this, metres, along so much of a side is a board.

An edge may show in two layers by turns: in each along some of the side, in both along most."""
_MOST_OF_A_SIDE, _SOME_OF_A_SIDE = 0.6, 0.2
_UPPER = 0.15
"""What is no lower than its box by more than this, metres, is its upper end, as of a back."""
_LEAST_ROOM = 0.11
"""What begins nearer to what it lies on, metres, is no board above it but a rim or an armrest."""

_PARTS, _MOST_PARTS = 3, 5
"""An object's shadow has so many parts each way; points in so many of all are a surface."""
_EDGE, _NARROWEST_RIM, _WIDEST_RIM = 2, 4, 8
"""So many cells inwards is an edge; a rim or an armrest is wider, and no wider than the last."""


def shape_about(
    carrier: Obstacle,
    item: Item,
    seen: Floats,
    others: Sequence[Obstacle],
    base: Point | None = None,
) -> tuple[list[Obstacle], list[Obstacle]]:
    """Return what of furniture is below and what is above an object's bottom, as upright boxes.

    Args:
        carrier: The box about all of it, along the axes of `map`.
        item: What lies on it, or will.
        seen: Points of things, (n, 3), metres in `map`.
        others: What stands there besides: points in it are none of the carrier's.
        base: From where the robot looks and reaches; without it from all sides, metres in `map`.
    """
    above = _Above(carrier, item.bottom)
    points = _own(seen, carrier, others)
    if not len(points):
        return [above.below()], []
    cells = above.cells(points)
    shown = np.zeros(above.shape, np.bool_)
    shown[cells[:, 0], cells[:, 1]] = True
    nearest = ndimage.distance_transform_edt(~shown, return_distances=False, return_indices=True)
    under = _tops(points, cells, above.shape, above.bottom)[nearest[0], nearest[1]]
    layers = _layers(points, cells, above)
    layers[:, :, _boards(layers, above, others, base)] = True
    low = float(above.low[2])
    below = [
        above.box(start, end, low, top)
        for top in np.unique(under[under > low]).tolist()
        for start, end in _rectangles(under == top)
    ]
    return below, above.boxes(layers)


def boards_over(
    furniture: Obstacle,
    item: Item,
    seen: Floats,
    others: Sequence[Obstacle],
    base: Point | None = None,
) -> list[Obstacle]:
    """Return the boards of furniture that are higher than an object beside it, as upright boxes.

    A table's top is one of them to what lies on a chair that is pushed in a little; arguments as
    for `shape_about`.
    """
    above = _Above(furniture, item.bottom)
    points = _own(seen, furniture, others)
    layers = _layers(points, above.cells(points), above)
    boards = _boards(layers, above, others, base)
    boards[: math.ceil((item.size[2] + _ERROR) / _LEVEL)] = False
    return above.boxes(np.broadcast_to(boards, layers.shape))


def above_upper_ends(
    furniture: Obstacle, up_to: float, seen: Floats, others: Sequence[Obstacle]
) -> list[Obstacle]:
    """Return the space above what of furniture is seen to be about as high as its box.

    Args:
        furniture: The box about all of it, along the axes of `map`.
        up_to: How high that space is, metres.
        seen: Points of things, (n, 3), metres in `map`.
        others: What stands there besides: points in it are none of the furniture's.
    """
    top = float(furniture.pose[2, 3] + furniture.half[2])
    above, points = _Above(furniture, top), _own(seen, furniture, others)
    cells = above.cells(points[points[:, 2] > top - _UPPER])
    high = np.zeros(above.shape, np.bool_)
    high[cells[:, 0], cells[:, 1]] = True
    high = ndimage.binary_closing(np.pad(high, 1))[1:-1, 1:-1]
    return [above.box(start, end, top, up_to) for start, end in _rectangles(high)]


class _Above:
    """Divide a box about furniture into cells, and what of it is above a height into layers.

    Attributes:
        furniture: The box.
        low: Corner of the box with the least coordinates, (3,), metres in `map`.
        high: The opposite one.
        bottom: Height at which the layers begin, as that of an object's bottom.
        shape: How many cells there are along x and y.
        count: How many layers.
    """

    def __init__(self, furniture: Obstacle, bottom: float) -> None:
        self.furniture = furniture
        middle = furniture.pose[:3, 3]
        self.low, self.high = middle - furniture.half, middle + furniture.half
        self.bottom = bottom
        width = self.high[:2] - self.low[:2]
        self.shape = np.clip(np.ceil(width / _CELL), 1, _MOST_CELLS).astype(int)
        layers = math.ceil((self.high[2] + _ERROR - self.bottom) / _LEVEL)
        self.count = min(max(layers, 1), _MOST_LAYERS)
        self._edge = width / self.shape

    def cells(self, points: Floats) -> NDArray[np.int64]:
        """Return in which cells points, (n, 3), are, (n, 2)."""
        cells = ((points[:, :2] - self.low[:2]) / self._edge).astype(int)
        return np.asarray(np.clip(cells, 0, self.shape - 1))

    def edges(self) -> tuple[Floats, Floats, Floats, Floats]:
        """Return the middles of the cells along the sides with the least and most x and y.

        Each is (cells, layers, 3).
        """
        start, step = np.append(self.low[:2], self.bottom), np.append(self._edge, _LEVEL)
        counts = (*self.shape, self.count)
        x, y, z = (
            at + (np.arange(count) + 0.5) * by
            for at, count, by in zip(start, counts, step, strict=True)
        )
        sides = ((x[:1], y), (x[-1:], y), (x, y[:1]), (x, y[-1:]))
        low_x, high_x, low_y, high_y = (
            np.stack(np.broadcast_arrays(along_x[:, None], along_y[:, None], z), axis=-1)
            for along_x, along_y in sides
        )
        return low_x, high_x, low_y, high_y

    def facing(self, base: Point | None) -> tuple[bool, bool, bool, bool]:
        """Tell whether the sides with the least and most x and y face a robot at its base."""
        if base is None:
            return True, True, True, True
        (low_x, low_y), (high_x, high_y) = self.low[:2], self.high[:2]
        return base.x < low_x, base.x > high_x, base.y < low_y, base.y > high_y

    def below(self) -> Obstacle:
        """Return all of it that is below the layers."""
        return self.box(
            np.zeros(2, np.int64), self.shape, self.low[2], max(self.bottom, self.low[2])
        )

    def boxes(self, layers: Mask) -> list[Obstacle]:
        """Return few boxes that fill marked layers of cells, (x, y, layers)."""
        return [
            self.box(start, end, self.bottom + first * _LEVEL, self.bottom + last * _LEVEL)
            for first, last, mask in _slabs(layers)
            for start, end in _rectangles(mask)
        ]

    def box(
        self, start: NDArray[np.int64], end: NDArray[np.int64], low: float, high: float
    ) -> Obstacle:
        """Return the box over cells from `start` to before `end`, between two heights."""
        first = np.append(self.low[:2] + start * self._edge, low)
        last = np.append(self.low[:2] + end * self._edge, high)
        return box(self.furniture.name, (first + last) / 2.0, np.maximum(last - first, 1e-3))


def seat_below(carrier: Obstacle, item: Item, seen: Floats, others: Sequence[Obstacle]) -> float:
    """Return how high furniture is seen to be right below an object, metres; NaN where unknown.

    It is known where points at one height, and none above, show under most of the object: a seat
    before a back that is taken for the height of all.

    Args:
        carrier: The box about all of it, along the axes of `map`.
        item: What is to be let go there.
        seen: Points of things, (n, 3), metres in `map`.
        others: What stands there besides: points in it are none of the carrier's.
    """
    middle, half = np.array(item.centre), np.maximum(np.array(item.spans) / 2.0, 1.5 * _CELL)
    points = _own(seen, carrier, others)
    away = points - middle
    under = (np.abs(away[:, :2]) < half[:2]).all(axis=1) & (points[:, 2] < item.bottom + _ERROR)
    if not under.any():
        return math.nan
    top = float(points[under, 2].max())
    level = under & (points[:, 2] > top - _LEVEL)
    parts = np.floor((away[level, :2] / half[:2] + 1.0) * _PARTS / 2.0).astype(int)
    return top if len(np.unique(parts, axis=0)) >= _MOST_PARTS else math.nan


def _own(seen: Floats, carrier: Obstacle, others: Sequence[Obstacle]) -> Floats:
    """Return those points that are in a carrier's box and in nothing else's."""
    middle, half = carrier.pose[:3, 3], np.array(carrier.half)
    points = seen[(np.abs(seen - middle) < half + _ERROR).all(axis=1)]
    for other in _reaching_into(carrier, others):
        points = points[~_within(other, points)]
    return points


def _reaching_into(furniture: Obstacle, others: Sequence[Obstacle]) -> list[Obstacle]:
    """Return what else may reach into a box about furniture, as extents err."""
    middle, half = furniture.pose[:3, 3], np.array(furniture.half)
    return [
        other
        for other in others
        if (np.abs(other.pose[:3, 3] - middle) < other.extents + half + 2.0 * _ERROR).all()
    ]


def _within(other: Obstacle, points: Floats) -> Mask:
    """Tell which points, (n, 3), are in something, as its extents err."""
    local = (points - other.pose[:3, 3]) @ other.pose[:3, :3]
    return np.asarray((np.abs(local) <= np.array(other.half) + _ERROR).all(axis=1))


def _tops(
    points: Floats, cells: NDArray[np.int64], shape: NDArray[np.int64], bottom: float
) -> Floats:
    """Return how high each cell is filled below a height, in whole layers down from there."""
    tops = np.full(shape, -np.inf)
    lower = points[:, 2] < bottom + _ERROR
    np.maximum.at(tops, (cells[lower, 0], cells[lower, 1]), points[lower, 2])
    # A back of which nothing shows so low goes down behind the seat.
    tops[~np.isfinite(tops)] = bottom
    return np.asarray(bottom - np.floor(np.maximum(bottom - tops, 0.0) / _LEVEL) * _LEVEL)


def _layers(points: Floats, cells: NDArray[np.int64], above: _Above) -> Mask:
    """Return in which layers above an object's bottom each cell holds points, (x, y, layers)."""
    layers = np.zeros((*above.shape, above.count), np.bool_)
    upper = points[:, 2] > above.bottom + _CLEAR
    level = ((points[upper, 2] - above.bottom) / _LEVEL).astype(int)
    layers[cells[upper, 0], cells[upper, 1], np.clip(level, 0, above.count - 1)] = True
    return layers


def _boards(layers: Mask, above: _Above, others: Sequence[Obstacle], base: Point | None) -> Mask:
    """Return which layers are boards, of which a thin edge shows along most of a facing side.

    A chair that is pushed in hides a part of the edge: most of the rest is enough. What shows
    inwards from a side and then no more, as the top of an armrest, is all there is; of an armrest
    on the far side, hardly more than an edge shows.
    """
    boards = np.zeros(layers.shape[2], np.bool_)
    around = _reaching_into(above.furniture, others)
    across = layers.swapaxes(0, 1)
    sides = (layers, layers[::-1], across, across[::-1])
    for is_facing, inwards, middles in zip(above.facing(base), sides, above.edges(), strict=True):
        if is_facing:
            edge = _thin(inwards[0])
            boards |= _along_most(edge, _open_to_view(middles, around)) & ~_stops(inwards, edge)
    return boards


def _open_to_view(middles: Floats, others: Sequence[Obstacle]) -> Mask:
    """Return which places of an edge, (cells, layers, 3), nothing else is in: it can show there."""
    hidden = np.zeros(middles.shape[:2], np.bool_)
    for other in others:
        hidden |= _within(other, middles.reshape(-1, 3)).reshape(hidden.shape)
    return ~hidden


def _along_most(edge: Mask, open_to_view: Mask) -> Mask:
    """Return which layers of an edge along a side are a board's, (layers,).

    Args:
        edge: Where it shows, (n, layers).
        open_to_view: Where nothing else is in its place, alike.
    """
    # Points are about as far apart as cells are wide, so that now and then one has none.
    shown = ndimage.binary_closing(np.pad(edge, 1), np.ones((3, 1)))[1:-1, 1:]
    shown = (shown[:, :-1] | shown[:, 1:]) & open_to_view
    most = shown.sum(axis=0) >= _MOST_OF_A_SIDE * np.maximum(open_to_view.sum(axis=0), 1)
    either = most | np.append(False, most[:-1])
    return np.asarray(either & (edge.mean(axis=0) >= _SOME_OF_A_SIDE), np.bool_)


def _stops(inwards: Mask, edge: Mask) -> Mask:
    """Return which layers go in from the edge along a side, but not far, (layers,).

    Args:
        inwards: Layers from that side on, (cells inwards, cells along it, layers).
        edge: Where its edge shows, (cells along it, layers).
    """
    width = min(_WIDEST_RIM, len(inwards) // 3)
    if width < _NARROWEST_RIM:
        return np.zeros(edge.shape[1], np.bool_)
    goes_in = inwards[_EDGE:width].any(axis=0)
    goes_on = inwards[width : 2 * width].any(axis=0)
    rim = edge & goes_in & ~goes_on
    return np.asarray(rim.sum(axis=0) >= 0.5 * edge.sum(axis=0), np.bool_)


def _thin(side: Mask) -> Mask:
    """Return which layers of the cells along a side, (n, layers), belong to something thin."""
    upwards = np.array([[0, 0, 0], [1, 1, 1], [0, 0, 0]])
    runs, count = ndimage.label(ndimage.binary_closing(side, upwards), upwards)
    found, levels = runs[runs > 0], np.nonzero(runs)[1]
    first = np.full(count + 1, side.shape[1])
    np.minimum.at(first, found, levels)
    thick = np.bincount(found, minlength=count + 1)
    thin = (thick * _LEVEL <= _THICKEST) & (first * _LEVEL >= _LEAST_ROOM)
    thin[0] = False
    return np.asarray(thin[runs])


def _slabs(layers: Mask) -> list[tuple[int, int, Mask]]:
    """Return layers as few slabs: first layer, layer after the last, and the cells of all."""
    found: list[tuple[int, int, Mask]] = []
    for level in range(layers.shape[2]):
        mask = layers[:, :, level]
        if found and found[-1][1] == level and np.array_equal(found[-1][2], mask):
            found[-1] = (found[-1][0], level + 1, mask)
        elif mask.any():
            found.append((level, level + 1, mask))
    return found


def _rectangles(mask: Mask) -> list[tuple[NDArray[np.int64], NDArray[np.int64]]]:
    """Return rectangles that cover the marked cells: first cells, and those after the last."""
    left, found = mask.copy(), []
    while left.any():
        x, y = np.argwhere(left)[0]
        end = y + int(np.argmin(np.append(left[x, y:], False)))
        rows = left[x:, y:end].all(axis=1)
        stop = x + int(np.argmin(np.append(rows, False)))
        left[x:stop, y:end] = False
        found.append((np.array([x, y]), np.array([stop, end])))
    return found
