# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What a frame shows of small things: where its rays pass low over the floor, or near to a top."""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from adhoc_teamwork.perception.frames.camera import FloatArray, Frame, Intrinsics
from adhoc_teamwork.teamwork.bodies.visibility import (
    ABOVE_TOPS,
    BEYOND_NEAREST,
    SMALL,
    floor_shows_from,
    low_sight,
)

_SLACK = 0.02
_STRIDE = 2
"""Every second pixel of the image's border is enough."""


def lowest_shown(frame: Frame) -> float:
    """Return the height, in metres, below which a frame's rays show what lies under them.

    That hangs on where the camera points, not on which of its pixels are valid.
    """
    reach = frame.camera_range or float(frame.distance.max())
    return low_sight(float(frame.eye[2]), _steepest_fall(frame), reach)


def shown_closely(frame: Frame, points: FloatArray, pixels: int) -> NDArray[np.bool_]:
    """Tell at which points a frame would show a small thing that lies there on something level.

    That takes some pixels on it. A camera whose pictures begin beyond where they would be enough
    has done its best where they begin.

    Args:
        frame: The picture and where it was taken.
        points: (3, ...) metres in `map`.
        pixels: So many show what it is.
    """
    x, y = frame.origin[:2].tolist()
    above = np.maximum(float(frame.eye[2]) - points[2], 1e-3)
    away = np.hypot(points[0] - x, points[1] - y)
    camera = frame.intrinsics
    square = away * away + above * above
    of_a_pixel = square * np.sqrt(square) / (camera.fx * camera.fy * above)
    nearest = above / max(_steepest_fall(frame), 1e-3)
    near = (of_a_pixel * pixels <= SMALL) | (away <= nearest + BEYOND_NEAREST)
    return np.asarray(near & (above > ABOVE_TOPS), np.bool_)


def on_floor_closely(frame: Frame, places: FloatArray) -> NDArray[np.bool_]:
    """Tell at which places, (2, ...) metres in `map`, small things on the floor are near enough.

    How many pixels show them does not count, so that whoever plans from where to look knows it,
    too.
    """
    x, y = frame.origin[:2].tolist()
    nearest = float(frame.eye[2]) / max(_steepest_fall(frame), 1e-3)
    away = np.hypot(places[0] - x, places[1] - y)
    return np.asarray(away <= floor_shows_from(nearest), np.bool_)


def _steepest_fall(frame: Frame) -> float:
    """Return how far a frame's steepest ray falls per metre ahead; not negative."""
    rays = _border(frame.intrinsics) @ frame.pose[:3, :3].T
    slopes = rays[:, 2] / np.maximum(np.hypot(rays[:, 0], rays[:, 1]), 1e-3)
    return -min(0.0, float(slopes.min()))


def along_low_rays(frame: Frame, ends: FloatArray, low: float, apart: float) -> FloatArray:
    """Return places along rays where they pass low enough: x and y, (2, n, places), metres.

    Args:
        frame: Where the rays begin.
        ends: Where they end, (3, n) metres in `map`, at heights of at most `low`.
        low: Height below which they show what lies under them, metres.
        apart: How far places of one ray may lie apart, metres.
    """
    height = float(frame.eye[2])
    drop = np.maximum(height - ends[2], 1e-3)
    enters = np.clip((height - low) / drop, 0.0, 1.0)[:, None]
    origin = frame.origin[:2].astype(np.float32)
    across = ends[:2] - origin[:, None]
    length = ((1.0 - enters) * np.hypot(*across)[:, None]).max(initial=0.0)
    steps = np.linspace(0.0, 1.0, int(length / apart) + 2, dtype=np.float32)
    share = (enters + (1.0 - enters) * steps).astype(np.float32)
    places = np.stack(
        [x0 + along[:, None] * share for x0, along in zip(origin, across, strict=True)]
    )
    return places if frame.ground is None else _truly_low(frame, places, share, ends, low)


def _truly_low(
    frame: Frame, places: FloatArray, share: FloatArray, ends: FloatArray, low: float
) -> FloatArray:
    """Return places with those put to their rays' ends over which rays pass from floor to floor."""
    top = float(frame.origin[2])
    drop = top - frame.in_map(ends.T)[:, 2]
    floor = frame.ground.at(*places) if frame.ground is not None else np.float32(0.0)
    above = top - drop[:, None] * share - floor
    result: FloatArray = np.where(above <= low + _SLACK, places, ends[:2, :, None])
    return result


@lru_cache(maxsize=8)
def _border(camera: Intrinsics) -> NDArray[np.float64]:
    """Return rays through the pixels along the image's border, (n, 3) in the optical frame."""
    right = (np.arange(0, camera.width, _STRIDE) - camera.cx) / camera.fx
    down = (np.arange(0, camera.height, _STRIDE) - camera.cy) / camera.fy
    border = np.ones((2 * (len(right) + len(down)), 3))
    border[:, 0] = np.concatenate([right, right, np.repeat(right[[0, -1]], len(down))])
    border[:, 1] = np.concatenate([np.repeat(down[[0, -1]], len(right)), down, down])
    return border
