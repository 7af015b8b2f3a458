# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Find the horizontal surface on which a receptacle carries things."""

import math
from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from adhoc_teamwork.perception.frames.camera import FloatArray
from adhoc_teamwork.perception.frames.cloud import NO_POINTS
from adhoc_teamwork.teamwork.bodies.visibility import ABOVE_TOPS, SEAT

LAYER = 0.03
"""Thickness of a layer, metres."""
PATCH = 0.08
"""Edge of the cells in which a layer's area is measured, metres."""
MIN_PATCHES = 3
"""A layer needs this many cells within it, that is with all four neighbours at its height."""
NEARLY = 0.7
"""Layers of at least this share of the largest one's area are as good as it."""
HANDY = (0.1, 1.1)
"""Where any layer lies between these heights, in metres, those outside are out of question."""
UNDERSIDE = 0.4
"""A layer above every camera, seen from below only, counts with this share of its area."""
HEADROOM = 0.4
"""Where another layer is less far above, metres, a hand that comes from above finds no room."""
HAND_HEIGHT = 0.7
"""Among equally large layers the nearest to this height is taken, metres above the floor."""
_LEAST_SHARE = 0.06
"""A layer within a smaller share of the receptacle's footprint is none."""
_SEAT_UP_TO = SEAT + 0.05
"""What is level above this on a chair or a sofa, metres, is its back or an armrest."""
_UPRIGHT_LEVELS = 8
_EDGE_SHARE = 0.5
_SEAT_SHARE = 0.25
"""An edge is at least this share of the longest; a seat's front may be short beside its back."""
_MOSTLY_WHOLE = 0.5
"""What goes on above pictures has no edge below where these ended, unless so much of it has: at a
fridge's corners its front seems to end anywhere."""
_ENCLOSED = 0.8
"""Edges around this share of a board's width and of its depth are those of a top over it."""
_LEAST_END = 3
_END_SHARE = 0.002
_FINE = 0.01
_BOARD = 0.05
"""The upper side of a board is at most this far above its lower side, metres."""


class Surface(NamedTuple):
    """Hold how high above the floor a receptacle carries things, metres; NaN where unknown.

    `seen` is it where somebody looked down on it. It is a guess where it is the upper edge of what
    was seen, such as a chair's back, or a layer that was seen from below.
    """

    height: float = math.nan
    seen: bool = False

    @property
    def is_handy(self) -> bool:
        """Tell whether hands can work at it."""
        return HANDY[0] <= self.height <= HANDY[1]


NO_SURFACE = Surface()


def support_surface(
    points: FloatArray, camera_top: float, topmost: FloatArray = NO_POINTS, seat: bool = False
) -> Surface:
    """Return the surface on which a receptacle carries things.

    The largest horizontal layer that hands can work at is taken: the seat of a sofa, the top of a
    side table rather than the board below it, one board of a shelf that is too high, the inside of
    a bin. Where none was seen, as by a camera below a table top, it is the height of the upper
    edge. Of a sofa a high camera may see nothing level but its back and armrests: those are a
    guess, too, and so is the top over a board that a low camera saw beneath it.

    Args:
        points: (n, 3) points of the receptacle in `map`.
        camera_top: Height of the highest camera that saw it; a layer above was seen from below.
        topmost: (k, 3) points above which a picture ended and it went on.
        seat: Whether it is a chair, a sofa or the like.
    """
    if len(points) == 0:
        return NO_SURFACE
    layers, areas, open_areas = _layers(points)
    if len(layers) == 0:
        return Surface(_edge_height(points, topmost, _SEAT_SHARE if seat else _EDGE_SHARE))
    highest = _SEAT_UP_TO if seat else HANDY[1]
    handy = (layers >= HANDY[0]) & (layers <= highest)
    if handy.any():
        areas = open_areas if open_areas[handy].any() else areas
        layers, areas = layers[handy], areas[handy]
    # An underside is seen whole where the top of what is below it is half hidden: a bunk bed.
    areas = np.where(layers > camera_top, UNDERSIDE * areas, areas)
    good = areas >= NEARLY * areas.max()
    height = float(min(layers[good], key=lambda layer: abs(layer - HAND_HEIGHT)))
    if height > camera_top:
        above = points[(points[:, 2] >= height) & (points[:, 2] <= height + _BOARD), 2]
        return Surface(float(above.max(initial=height)))
    top = math.nan if seat else _top_over(points, height)
    if camera_top - ABOVE_TOPS < top <= HANDY[1]:
        return Surface(top)
    return Surface(height, seen=not seat or height <= highest)


def agreed_surface(own: Surface, camera_top: float, told: Iterable[Surface]) -> Surface:
    """Return the surface on which a receptacle carries things, as far as all together know.

    What somebody looked down on counts for more than a guess, and the highest of these that hands
    can work at for most: tops above the own camera, or hardly below it, only others see.

    Args:
        own: What the robot has worked out itself.
        camera_top: Height of its highest camera that saw the receptacle, metres.
        told: What teammates say.
    """
    others = [one for one in told if one.seen or math.isnan(own.height)]
    best = max(others, key=lambda one: (one.seen, one.is_handy, one.height), default=NO_SURFACE)
    if not others or (own.is_handy and not best.is_handy):
        return own
    looked_over = max(own.height, camera_top - ABOVE_TOPS)
    return own if own.seen and best.height <= looked_over else best


def _top_over(points: FloatArray, height: float) -> float:
    """Return the height of a top that leaves no headroom over a board at `height`; NaN without.

    Of a top just below a camera, or above it, the edges show alone, and they go around the board: a
    bed's headboard stands along one side.
    """
    heights = points[:, 2]
    of_end = max(_LEAST_END, round(_END_SHARE * len(points)))
    top = float(np.partition(heights, -of_end)[-of_end])
    if not height + 2 * LAYER < top <= height + HEADROOM + LAYER:
        return math.nan
    board = points[np.abs(heights - height) <= LAYER, :2]
    edges = points[heights >= top - LAYER, :2]
    lower = np.maximum(board.min(axis=0), edges.min(axis=0))
    upper = np.minimum(board.max(axis=0), edges.max(axis=0))
    enclosed = upper - lower >= _ENCLOSED * (board.max(axis=0) - board.min(axis=0))
    return top if enclosed.all() else math.nan


def _layers(points: FloatArray) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Return the heights of horizontal layers and their areas in cells, lowest layer first.

    The second areas are of that which is open above; 0 where that is too little for a layer.
    """
    cells = np.floor(points[:, :2] / PATCH).astype(np.int64)
    cells -= cells.min(axis=0)
    level = np.floor(points[:, 2] / LAYER).astype(np.int64)
    base = int(level.min())
    level -= base
    shape = (int(level.max()) + 2, *(int(n) + 3 for n in cells.max(axis=0)))
    single = np.zeros(shape, np.bool_)
    single[level, cells[:, 0] + 1, cells[:, 1] + 1] = True
    # Two levels together hold a surface that lies on the border between them.
    filled = single[:-1] | single[1:]
    inner = filled[:, 1:-1, 1:-1] & filled[:, :-2, 1:-1] & filled[:, 2:, 1:-1]
    inner &= filled[:, 1:-1, :-2] & filled[:, 1:-1, 2:]
    areas = inner.sum(axis=(1, 2))
    if len(areas) >= _UPRIGHT_LEVELS:
        # What upright faces add, they add at every height.
        areas = areas - int(np.median(areas))
    footprint = (shape[1] - 2) * (shape[2] - 2)
    least = max(MIN_PATCHES, _LEAST_SHARE * footprint)
    found = np.flatnonzero(areas >= least)
    heights = [_surface_within(points[(level == low) | (level == low + 1), 2]) for low in found]
    reach = round(HEADROOM / LAYER)
    is_open = [~single[low + 2 : low + reach, 1:-1, 1:-1].any(axis=0) for low in found]
    open_areas = np.array([(inner[low] & up).sum() for low, up in zip(found, is_open, strict=True)])
    open_areas = np.where(open_areas >= least, open_areas, 0)
    return (
        np.array(heights, np.float32),
        areas[found].astype(np.float32),
        open_areas.astype(np.float32),
    )


def _surface_within(heights: FloatArray) -> float:
    """Return the highest of the common heights among those of a layer's points."""
    bins = np.floor(heights / _FINE).astype(np.int64)
    levels, counts = np.unique(bins, return_counts=True)
    top = levels[counts >= 0.5 * counts.max()][-1]
    return float(np.median(heights[bins == top]))


def _edge_height(points: FloatArray, topmost: FloatArray, share: float) -> float:
    """Return the height of the lowest upper edge of at least that `share` of the longest.

    Where hardly anything but the end of pictures was seen, it is the height at which these ended.
    """
    cells = _patches(points)
    first, last = cells.min(axis=0), cells.max(axis=0)
    tops = _highest(points, cells - first, last - first)
    ends = _highest(topmost, np.clip(_patches(topmost), first, last) - first, last - first)
    seen = np.isfinite(tops)
    whole = seen & (tops > ends + LAYER)
    is_edge = whole.sum() >= _MOSTLY_WHOLE * seen.sum() or (
        whole.any() and tops[whole].max() >= tops[seen & ~whole].max()
    )
    heights = tops[whole if is_edge else seen]
    heights = heights[heights >= heights.max() / 3.0]
    bins = np.floor(heights / LAYER).astype(np.int64)
    levels, counts = np.unique(bins, return_counts=True)
    chosen = levels[counts >= share * counts.max()][0]
    return float(heights[np.abs(bins - chosen) <= 1].max())


def _patches(points: FloatArray) -> NDArray[np.int64]:
    """Return the cell, (n, 2), in which each point lies."""
    cells: NDArray[np.int64] = np.floor(points[:, :2] / PATCH).astype(np.int64)
    return cells


def _highest(points: FloatArray, cells: NDArray[np.int64], last: NDArray[np.int64]) -> FloatArray:
    """Return the height of the highest point in each cell up to the `last`; -inf where none is."""
    highest = np.full((int(last[0]) + 1, int(last[1]) + 1), -np.inf, np.float32)
    np.maximum.at(highest, (cells[:, 0], cells[:, 1]), points[:, 2])
    return highest


def height_below(points: FloatArray, x: float, y: float, bottom: float, radius: float) -> float:
    """Return the highest point within `radius` of (x, y) that is not above `bottom`, else NaN."""
    near = np.abs(points[:, :2] - np.array((x, y), np.float32)).max(axis=1) <= radius
    heights = points[near & (points[:, 2] <= bottom), 2]
    return float(heights.max()) if len(heights) else math.nan
