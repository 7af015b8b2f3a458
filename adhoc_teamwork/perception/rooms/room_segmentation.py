# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Part the floor of a map into rooms at its doorways, where no floor plan tells of rooms.

A doorway is a gap in a wall, or a passage between walls that is clearly narrower than the rooms on
both sides. Gaps in walls along the axes of the map are shut first. Then the floor is flooded from
the places farthest from walls (watershed of the distance transform), and basins are joined again
wherever no doorway lies between them. Furniture is floor: masks tell it from walls. Rooms that meet
without walls between them are one room.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from adhoc_teamwork.perception.config import PerceptionConfig

Mask = NDArray[np.bool_]
Labels = NDArray[np.int16]

_SPECK = 0.25
"""Pieces of wall with less than this length, metres, are a wrong mask or a robot's foot."""
_STUB = 0.4
"""A wall beside a gap is at least so long, metres; what is shorter is another wall's side."""
_BESIDE = 3
"""So many cells on each side of a doorway's line are looked at for walls that meet it."""
_DEEP = 0.5
"""No doorway's middle is farther from its rooms than this, metres."""
_SMOOTH = 1.0
"""Standard deviation, in cells, over which distances are smoothed against jagged walls."""


def segment_rooms(floor: Mask, walls: Mask, cell: float, config: PerceptionConfig) -> Labels:
    """Return the room of each cell, counted from 0; -1 where there is no floor.

    Args:
        floor: (height, width) cells known to be floor, be it under furniture.
        walls: Cells that hold walls.
        cell: Edge of a cell, metres.
        config: Width of doorways and least area of a room.
    """
    from scipy import ndimage
    from skimage.feature import peak_local_max
    from skimage.segmentation import expand_labels, watershed

    labels = np.full(floor.shape, -1, np.int16)
    if not floor.any():
        return labels
    walls = _without_specks(walls, cell)
    floor = _without_holes(floor, config.room_area / cell**2) & ~walls
    gaps = _gaps(walls, cell, config.doorway_width) & floor
    walls, floor = walls | gaps, floor & ~gaps
    # Beyond what is known the distance to walls grows: the border of the known is no wall.
    margin = int(np.ceil(config.doorway_width / cell))
    distance = ndimage.distance_transform_edt(~np.pad(walls, margin))
    distance = ndimage.gaussian_filter(distance, _SMOOTH)[margin:-margin, margin:-margin] * cell
    peaks = peak_local_max(distance, min_distance=2, labels=floor.astype(np.int32))
    markers = np.zeros(floor.shape, np.int32)
    markers[peaks[:, 0], peaks[:, 1]] = np.arange(1, len(peaks) + 1)
    basins = watershed(-distance, markers, mask=floor)
    joined = _join(basins, distance, config)
    labels = _number(joined[basins], config.room_area / cell**2)
    # What lies in a doorway belongs to the nearer room, so that rooms meet there.
    nearer = expand_labels(labels + 1, _DEEP / cell) - 1
    return np.where(gaps, nearer, labels).astype(np.int16)


def _gaps(walls: Mask, cell: float, widest: float) -> Mask:
    """Return the cells of doorways: gaps between two pieces of wall on one line along an axis.

    On both sides the floor goes on along the wall beyond the gap: the mouth of an alcove or of a
    corridor is no doorway.
    """
    from scipy import ndimage

    reach, stub = round(widest / cell), max(3, round(_STUB / cell))
    padded = np.pad(walls, reach)
    found = np.zeros_like(padded)
    for axis in (0, 1):
        along, across = [1, 1], [1, 1]
        along[axis], across[1 - axis] = stub, 3
        # Across the line they may be a cell apart, as walls lie anywhere between cells.
        pieces = ndimage.binary_opening(padded, np.ones(along))
        pieces = ndimage.binary_dilation(pieces, np.ones(across))
        along[axis] = reach + 1
        gaps, _ = ndimage.label(ndimage.binary_closing(pieces, np.ones(along)) & ~pieces)
        for number, box in enumerate(ndimage.find_objects(gaps), 1):
            if _goes_on(padded, box, axis, stub):
                found[box] |= gaps[box] == number
    doorways: Mask = found[reach:-reach, reach:-reach] & ~walls
    return doorways


def _goes_on(walls: Mask, gap: tuple[slice, slice], axis: int, stub: int) -> bool:
    """Tell whether no wall meets the line of a gap, on either side, beside its ends."""
    ends, line = gap[axis], gap[1 - axis]
    longer = slice(max(0, ends.start - stub), ends.stop + stub)
    for beside in (slice(max(0, line.start - _BESIDE), line.start),
                   slice(line.stop, line.stop + _BESIDE)):  # fmt: skip
        if walls[(longer, beside) if axis == 0 else (beside, longer)].any():
            return False
    return True


def _join(basins: NDArray[Any], distance: NDArray[Any], config: PerceptionConfig) -> NDArray[Any]:
    """Return for each basin the basin to whose room it belongs; 0 is none."""
    count = int(basins.max())
    widths = np.zeros(count + 1)
    np.maximum.at(widths, basins.ravel(), 2.0 * distance.ravel())
    passages = _passages(basins, distance)
    into = np.arange(count + 1)
    while passages:
        (one, other), width = max(passages.items(), key=lambda item: _openness(item, widths))
        if width <= config.doorway_width and (
            width <= config.doorway_share * min(widths[one], widths[other])
        ):
            wide = {p: w for p, w in passages.items() if w > config.doorway_width}
            if not wide:
                break
            (one, other), width = max(wide.items(), key=lambda item: item[1])
        into[into == other] = one
        widths[one] = max(widths[one], widths[other])
        passages = _without(passages, one, other)
    return into


def _openness(item: tuple[tuple[int, int], float], widths: NDArray[Any]) -> float:
    """Return how wide a passage is as a share of the narrower of its two sides."""
    (one, other), width = item
    return width / max(1e-6, float(min(widths[one], widths[other])))


def _passages(basins: NDArray[Any], distance: NDArray[Any]) -> dict[tuple[int, int], float]:
    """Return the width, in metres, of the widest passage between each two basins that meet."""
    found: dict[tuple[int, int], float] = {}
    for one, other in (
        ((slice(None), slice(None, -1)), (slice(None), slice(1, None))),
        ((slice(None, -1), slice(None)), (slice(1, None), slice(None))),
    ):
        a, b = basins[one], basins[other]
        meet = (a != b) & (a > 0) & (b > 0)
        low, high = np.minimum(a[meet], b[meet]), np.maximum(a[meet], b[meet])
        widths = 2.0 * np.minimum(distance[one][meet], distance[other][meet])
        for pair, width in zip(zip(low.tolist(), high.tolist(), strict=True), widths, strict=True):
            found[pair] = max(found.get(pair, 0.0), float(width))
    return found


def _without(
    passages: dict[tuple[int, int], float], kept: int, gone: int
) -> dict[tuple[int, int], float]:
    """Return the passages once basin `gone` is a part of basin `kept`."""
    left: dict[tuple[int, int], float] = {}
    for pair, width in passages.items():
        one, other = (kept if end == gone else end for end in pair)
        if one != other:
            key = (min(one, other), max(one, other))
            left[key] = max(left.get(key, 0.0), width)
    return left


def _number(rooms: NDArray[Any], least: float) -> Labels:
    """Return rooms counted from 0, each one its largest piece; those too small are none."""
    from scipy import ndimage

    labels = np.full(rooms.shape, -1, np.int16)
    number = 0
    for room in np.unique(rooms[rooms > 0]):
        pieces, count = ndimage.label(rooms == room)
        sizes = np.bincount(pieces.ravel(), minlength=count + 1)[1:]
        if sizes.max() >= least:
            labels[pieces == int(sizes.argmax()) + 1] = number
            number += 1
    return labels


def _without_specks(walls: Mask, cell: float) -> Mask:
    from scipy import ndimage

    pieces, _ = ndimage.label(walls, np.ones((3, 3)))
    kept: Mask = (np.bincount(pieces.ravel()) * cell >= _SPECK)[pieces] & walls
    return kept


def _without_holes(floor: Mask, largest: float) -> Mask:
    """Return the floor with gaps filled that it encloses and that are smaller than a room."""
    from scipy import ndimage

    pieces, _ = ndimage.label(~floor)
    sizes = np.bincount(pieces.ravel())
    border = np.concatenate((pieces[0], pieces[-1], pieces[:, 0], pieces[:, -1]))
    small = sizes < largest
    small[np.unique(border)] = False
    filled: Mask = floor | (small[pieces] & ~floor)
    return filled
