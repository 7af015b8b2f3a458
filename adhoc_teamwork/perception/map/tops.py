# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Tops of furniture that a camera looks down on, along or up to: what of them is yet to be seen.

A room is not explored while small things may lie unseen on its sofa, or a clock in its sink.
"""

from collections.abc import Iterable, Iterator

import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import binary_dilation

from adhoc_teamwork.perception.frames.camera import FloatArray, Frame, Sight
from adhoc_teamwork.perception.map.grid_map import GridMap
from adhoc_teamwork.perception.objects.objects import KnownObject, extents_of
from adhoc_teamwork.teamwork.bodies.capability import Capability
from adhoc_teamwork.teamwork.bodies.visibility import (
    ANY,
    ENOUGH,
    STANDS_UP,
    TOPS_SHOW_FROM,
    UPWARDS_FROM,
    looks_along,
    looks_down_on,
    looks_up_to,
    shows_upper_end_alone,
)
from adhoc_teamwork.teamwork.maps.grid_frame import cells_within
from adhoc_teamwork.teamwork.scene import Presence

_RISE, _TOLERANCE = 0.02, 0.05
"""What lies on a top as high as the camera is taken to rise so high, metres; and how far a surface
may lie off, metres."""


def inspect_along(
    grid: GridMap, frame: Frame, objects: Iterable[KnownObject], camera: Capability
) -> None:
    """Mark the cells of tops as high as the camera, or higher, over which rays pass near by.

    Such a top hardly shows itself; what lies on it shows the side that it turns to the camera, and
    of what stands on a higher one that which no near edge hides.

    Args:
        grid: Where they are marked, as inspected.
        frame: What was seen, and from where.
        objects: What is known.
        camera: Whose frame it is.
    """
    x, y = frame.origin[:2].tolist()
    columns, rows = grid.extent.middles()
    for known in _carriers_near(objects, x, y):
        top = known.support.height
        if looks_along(camera, top):
            rise, far = _RISE, TOPS_SHOW_FROM
        elif looks_up_to(camera, top):
            rise, far = STANDS_UP, UPWARDS_FROM
        else:
            continue
        (x0, y0), (x1, y1) = known.lower[:2].tolist(), known.upper[:2].tolist()
        box = max(x0, x - far), max(y0, y - far), min(x1, x + far), min(y1, y + far)
        if box[0] >= box[2] or box[1] >= box[3]:
            continue
        window = grid.extent.window(box)
        at_y, at_x = np.meshgrid(rows[window[0]], columns[window[1]], indexing="ij")
        points = np.stack([at_x, at_y, np.full_like(at_x, top + rise)], axis=-1)
        sight = frame.look_at(points.reshape(-1, 3).astype(np.float32), _TOLERANCE)
        near = np.hypot(at_x - x, at_y - y) <= far
        grid.inspect(window, near & (sight.reshape(at_x.shape) >= Sight.SURFACE))


def tops_left(
    grid: GridMap, objects: Iterable[KnownObject], camera: Capability
) -> NDArray[np.bool_]:
    """Return the (height, width) cells of tops that are still to be looked over.

    Args:
        grid: What was inspected.
        objects: What is known.
        camera: Whose camera looks; tops on which no hand gets to what it does not look down on are
            left out.
    """
    left = np.zeros(grid.inspected.shape, np.bool_)
    tops, lower, upper = _carriers(objects)
    windows = grid.extent.windows(np.hstack([lower[:, :2], upper[:, :2]]))
    near = binary_dilation(grid.inspected)
    shown, doubted = (cells_within(mask, windows) for mask in (near, grid.doubted))
    cells = (windows[:, 2:] - windows[:, :2]).prod(axis=1)
    mean = shown / np.maximum(cells, 1)
    for index in np.flatnonzero((cells > 0) & ((mean < ENOUGH) | (doubted > 0))):
        share = _share_to_look_over(tops[index], camera)
        if not share:
            continue
        low, west, top, east = windows[index].tolist()
        window = slice(low, top), slice(west, east)
        if mean[index] < share:
            left[window] |= ~near[window]
        left[window] |= grid.doubted[window]
    return left


def _carriers_near(objects: Iterable[KnownObject], x: float, y: float) -> Iterator[KnownObject]:
    """Yield what carries things in the open near enough to a camera to show them."""
    tops, lower, upper = _carriers(objects)
    here = np.array((x, y), np.float32)
    away = np.maximum(np.maximum(lower[:, :2] - here, here - upper[:, :2]), 0.0)
    for index in np.flatnonzero(np.hypot(*away.T) <= UPWARDS_FROM).tolist():
        yield tops[index]


def _carriers(
    objects: Iterable[KnownObject],
) -> tuple[list[KnownObject], FloatArray, FloatArray]:
    """Return what carries things in the open, and its lower and upper extents, (n, 3) each."""
    tops = [known for known in objects if _carries_in_the_open(known)]
    return tops, *extents_of(tops)


def _share_to_look_over(known: KnownObject, camera: Capability) -> float:
    """Return how much of a thing a camera has to look over: none where it shows no top of it."""
    support = known.support.height
    if any(shows(camera, support) for shows in (looks_down_on, looks_along, looks_up_to)):
        return ENOUGH
    return ANY if shows_upper_end_alone(camera, support, float(known.upper[2])) else 0.0


def _carries_in_the_open(known: KnownObject) -> bool:
    fixed = known.is_receptacle and not known.pickupable and known.closed is None
    return fixed and known.status is Presence.PRESENT
