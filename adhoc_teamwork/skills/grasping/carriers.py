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
_ERROR = 0.02
"""Points and extents err by this, metres."""
_CLEAR = 0.06
"""What is less above an object's bottom belongs to what it lies on, metres."""
_THICKEST = 0.12
"""What has an edge no thicker than this, metres, along so much of a side is a board.

An edge may show in two layers by turns: in each along some of the side, in both along most."""
_MOST_OF_A_SIDE, _SOME_OF_A_SIDE = 0.6, 0.2
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
    low, high = carrier.pose[:3, 3] - carrier.half, carrier.pose[:3, 3] + carrier.half
    bottom = item.centre[2] - item.size[2] / 2.0
    points = _own(seen, low, high, others)
    cut = _box(carrier.name, (low[0], low[1], low[2]), (high[0], high[1], max(bottom, low[2])))
    if not len(points):
        return [cut], []
    shape = np.maximum(np.ceil((high[:2] - low[:2]) / _CELL).astype(int), 1)
    edge = (high[:2] - low[:2]) / shape
    cells = np.clip(((points[:, :2] - low[:2]) / edge).astype(int), 0, shape - 1)
    shown = np.zeros(shape, np.bool_)
    shown[cells[:, 0], cells[:, 1]] = True
    nearest = ndimage.distance_transform_edt(~shown, return_distances=False, return_indices=True)
    under = _tops(points, cells, shape, bottom)[nearest[0], nearest[1]]
    layers = _layers(points, cells, shape, bottom, float(high[2]))
    top = bottom + layers.shape[2] * _LEVEL
    hidden = _hidden(layers.shape, np.append(low[:2], bottom), np.append(high[:2], top), others)
    over = _with_boards(layers, hidden, _facing(low, high, base))
    below = [
        _box(carrier.name, (*(low[:2] + start * edge), low[2]), (*(low[:2] + end * edge), top))
        for top in np.unique(under[under > low[2]]).tolist()
        for start, end in _rectangles(under == top)
    ]
    above = [
        _box(
            carrier.name,
            (*(low[:2] + start * edge), bottom + lowest * _LEVEL),
            (*(low[:2] + end * edge), bottom + highest * _LEVEL),
        )
        for lowest, highest, mask in _slabs(over)
        for start, end in _rectangles(mask)
    ]
    return below, above


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
    bottom = middle[2] - item.size[2] / 2.0
    points = _own(
        seen, carrier.pose[:3, 3] - carrier.half, carrier.pose[:3, 3] + carrier.half, others
    )
    away = points - middle
    under = (np.abs(away[:, :2]) < half[:2]).all(axis=1) & (points[:, 2] < bottom + _ERROR)
    if not under.any():
        return math.nan
    top = float(points[under, 2].max())
    level = under & (points[:, 2] > top - _LEVEL)
    parts = np.floor((away[level, :2] / half[:2] + 1.0) * _PARTS / 2.0).astype(int)
    return top if len(np.unique(parts, axis=0)) >= _MOST_PARTS else math.nan


def _own(seen: Floats, low: Floats, high: Floats, others: Sequence[Obstacle]) -> Floats:
    """Return those points that are in a carrier's box and in nothing else's."""
    near = ((seen > low - _ERROR) & (seen < high + _ERROR)).all(axis=1)
    points = seen[near]
    for other in others:
        points = points[~_within(other, points)]
    return points


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


def _layers(
    points: Floats,
    cells: NDArray[np.int64],
    shape: NDArray[np.int64],
    bottom: float,
    top: float,
) -> Mask:
    """Return in which layers above a height each cell holds points, (x, y, layers)."""
    count = max(1, int(np.ceil((top + _ERROR - bottom) / _LEVEL)))
    layers = np.zeros((*shape, count), np.bool_)
    upper = points[:, 2] > bottom + _CLEAR
    level = np.clip(((points[upper, 2] - bottom) / _LEVEL).astype(int), 0, count - 1)
    layers[cells[upper, 0], cells[upper, 1], level] = True
    return layers


def _hidden(
    shape: tuple[int, ...], low: Floats, high: Floats, others: Sequence[Obstacle]
) -> Mask:
    """Return in which of the cells and layers of a box other things are: there it cannot show."""
    middle, half = (low + high) / 2.0, (high - low) / 2.0
    inside = [
        other
        for other in others
        if (np.abs(other.pose[:3, 3] - middle) < other.extents + half).all()
    ]
    axes = [
        at + (np.arange(count) + 0.5) / count * (end - at)
        for at, end, count in zip(low, high, shape, strict=True)
    ]
    middles = np.stack(np.meshgrid(*axes, indexing="ij"), axis=-1).reshape(-1, 3)
    hidden = [_within(other, middles) for other in inside]
    return np.any([np.zeros(len(middles), np.bool_), *hidden], axis=0).reshape(shape)


def _facing(low: Floats, high: Floats, base: Point | None) -> tuple[bool, bool, bool, bool]:
    """Tell whether the sides of a box with the least and most x and y face a robot at its base."""
    if base is None:
        return True, True, True, True
    return base.x < low[0], base.x > high[0], base.y < low[1], base.y > high[1]


def _with_boards(layers: Mask, hidden: Mask, facing: Sequence[bool]) -> Mask:
    """Return layers with those filled of which a thin edge shows along most of a facing side.

    A chair that is pushed in hides a part of the edge, `hidden`: most of the rest is enough.
    What shows inwards from a side and then no more, as the top of an armrest, is all there is; of
    an armrest on the far side, hardly more than an edge shows.
    """
    made = layers.copy()
    for is_facing, inwards, behind in zip(facing, _sides(layers), _sides(hidden), strict=True):
        if is_facing:
            edge = _thin(inwards[0])
            made[:, :, _along_most(edge, ~behind[0]) & ~_stops(inwards, edge)] = True
    return made


def _sides(cells: Mask) -> tuple[Mask, Mask, Mask, Mask]:
    """Return cells from each side inwards: least x first, most x, least y, most y."""
    across = cells.swapaxes(0, 1)
    return cells, cells[::-1], across, across[::-1]


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
    thin = np.zeros_like(side)
    for cell, column in enumerate(side):
        runs, count = ndimage.label(ndimage.binary_closing(column))
        for run in range(1, count + 1):
            levels = np.flatnonzero(runs == run)
            thick, room = len(levels) * _LEVEL, levels[0] * _LEVEL
            if thick <= _THICKEST and room >= _LEAST_ROOM:
                thin[cell, levels] = True
    return thin


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


def _box(name: str, low: tuple[float, ...], high: tuple[float, ...]) -> Obstacle:
    first, last = np.array(low, np.float64), np.array(high, np.float64)
    middle, size = (first + last) / 2.0, np.maximum(last - first, 1e-3)
    return box(name, (middle[0], middle[1], middle[2]), (size[0], size[1], size[2]))
