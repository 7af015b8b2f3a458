# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Tell whether one can walk about a furnished room: from door to door, and up to everything."""

import numpy as np
from numpy.typing import NDArray
from scipy import ndimage

from adhoc_teamwork.simulation.generation.furniture.room_space import Rectangle, RoomSpace

BODY = 0.33
"""Radius, metres, of a body that has to get through."""
_CELL = 0.1
_AT_DOOR = 0.6
"""How far from a doorway's middle, metres, a body stands that has come in."""
_CLOSE = 0.75
"""How near one gets, at least, to each piece of furniture, metres."""
_CUT_OFF = 0.1
"""Share of the floor on which a body fits that may be cut off."""

Mask = NDArray[np.bool_]


def passable(space: RoomSpace) -> bool:
    """Tell whether a body comes from each entrance to nearly all free floor and all furniture."""
    xs, ys = _axes(space)
    free = _inside(space, xs, ys)
    for solid in space.solid:
        free &= _away(solid, xs, ys) >= BODY
    labels, count = ndimage.label(free)
    if count == 0:
        return False
    sizes = np.bincount(labels.ravel())[1:]
    largest = int(np.argmax(sizes)) + 1
    if sizes[largest - 1] < (1.0 - _CUT_OFF) * sizes.sum():
        return False
    walked = labels == largest
    for x, y in space.entrances:
        if not (walked & (np.hypot(xs - x, ys[:, None] - y) <= _AT_DOOR)).any():
            return False
    return all((walked & (_away(solid, xs, ys) <= _CLOSE)).any() for solid in space.solid)


def _axes(space: RoomSpace) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    xs, ys = zip(*space.corners, strict=True)
    return (
        np.arange(min(xs) + _CELL / 2.0, max(xs), _CELL),
        np.arange(min(ys) + _CELL / 2.0, max(ys), _CELL),
    )


def _inside(space: RoomSpace, xs: NDArray[np.float64], ys: NDArray[np.float64]) -> Mask:
    """Return where a body's middle keeps its distance from the walls, within the room."""
    inside = np.zeros((len(ys), len(xs)), np.bool_)
    for wall in space.walls:
        if wall.y0 != wall.y1:
            low, high = sorted((wall.y0, wall.y1))
            inside ^= ((ys > low) & (ys < high))[:, None] & (xs < wall.x0)
    for wall in space.walls:
        line = Rectangle(
            min(wall.x0, wall.x1), min(wall.y0, wall.y1), max(wall.x0, wall.x1),
            max(wall.y0, wall.y1),
        )  # fmt: skip
        inside &= _away(line, xs, ys) >= BODY
    return inside


def _away(
    solid: Rectangle, xs: NDArray[np.float64], ys: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return how far each point of a grid is from a rectangle, metres; 0 inside it."""
    over_x = np.maximum(np.maximum(solid.x0 - xs, xs - solid.x1), 0.0)
    over_y = np.maximum(np.maximum(solid.y0 - ys, ys - solid.y1), 0.0)
    away: NDArray[np.float64] = np.hypot(over_x[None, :], over_y[:, None])
    return away
