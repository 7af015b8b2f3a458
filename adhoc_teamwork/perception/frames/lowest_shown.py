# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""How low a frame's rays have to pass to show what lies on the floor there, and where they do."""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from adhoc_teamwork.perception.frames.camera import FloatArray, Frame, Intrinsics
from adhoc_teamwork.teamwork.bodies.visibility import low_sight

_SLACK = 0.02
_STRIDE = 2
"""Every second pixel of the image's border is enough."""


def lowest_shown(frame: Frame) -> float:
    """Return the height, in metres, below which a frame's rays show what lies under them.

    That hangs on where the camera points, not on which of its pixels are valid.
    """
    rays = _border(frame.intrinsics) @ frame.pose[:3, :3].T
    slopes = rays[:, 2] / np.maximum(np.hypot(rays[:, 0], rays[:, 1]), 1e-3)
    reach = frame.camera_range or float(frame.distance.max())
    return low_sight(float(frame.eye[2]), -min(0.0, float(slopes.min())), reach)


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
