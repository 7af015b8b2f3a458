# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Masks from a detector's boxes in space: the pixels whose points lie within a box."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.spatial.transform import Rotation

from adhoc_teamwork.perception.frames.camera import FARTHEST, FloatArray, Intrinsics
from adhoc_teamwork.perception.masks.named_boxes import NamedBoxes

_MARGIN = 0.02
"""By how much a box may be too small, metres, and once more per 3 m of distance."""
_FEWEST = 9
"""Fewer pixels make no mask."""
_CORNERS = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], np.float64)


@dataclass(frozen=True)
class SolidBox:
    """Hold one detection in the camera's optical frame (z ahead, x right, y down).

    `middle` and `size` are in metres, `turn` is a quaternion (x, y, z, w), `score` from 0 to 1.
    """

    middle: tuple[float, float, float]
    turn: tuple[float, float, float, float]
    size: tuple[float, float, float]
    name: str
    score: float

    @property
    def is_usable(self) -> bool:
        """Tell whether it is a box at all."""
        numbers = (*self.middle, *self.turn, *self.size, self.score)
        if not np.isfinite(numbers).all() or max(map(abs, numbers)) > 1e6:
            return False
        return min(self.size) > 0.0 and float(np.linalg.norm(self.turn)) > 1e-6

    @property
    def extent(self) -> float:
        """Return its volume in cubic metres."""
        return float(np.prod(self.size))


class SolidBoxMasks(NamedBoxes[SolidBox]):
    """Turn boxes in space into instance images."""

    def instances(
        self, boxes: Sequence[SolidBox], depth: FloatArray, camera: Intrinsics
    ) -> NDArray[np.uint16]:
        """Return a (height, width) instance image; what lies in two boxes is the smaller one's.

        Args:
            boxes: What the detector found, in the frame of the depth.
            depth: (height, width) metres.
            camera: Intrinsics of that picture.
        """
        instances = np.zeros(depth.shape, np.uint16)
        for box, number in self.largest_first(boxes):
            window = _window(box, depth.shape, camera)
            inside = _inside(box, depth[window], window, camera)
            if np.count_nonzero(inside) >= _FEWEST:
                instances[window][inside] = number
        return instances


def _window(box: SolidBox, shape: tuple[int, ...], camera: Intrinsics) -> tuple[slice, slice]:
    """Return the part of the picture in which a box can show; all of it where it is behind."""
    half = np.array(box.size) / 2.0 + _slack(box)
    corners = Rotation.from_quat(box.turn).apply(_CORNERS * half) + box.middle
    if (corners[:, 2] <= 0.0).any():
        return slice(0, shape[0]), slice(0, shape[1])
    cols = np.clip(camera.fx * corners[:, 0] / corners[:, 2] + camera.cx, 0, shape[1])
    rows = np.clip(camera.fy * corners[:, 1] / corners[:, 2] + camera.cy, 0, shape[0])
    return (
        slice(int(rows.min()), int(np.ceil(rows.max()))),
        slice(int(cols.min()), int(np.ceil(cols.max()))),
    )


def _inside(
    box: SolidBox, depth: FloatArray, window: tuple[slice, slice], camera: Intrinsics
) -> NDArray[np.bool_]:
    """Return which pixels of a window have their points within a box."""
    valid = (depth > 0.0) & (depth <= FARTHEST)
    rows, cols = np.nonzero(valid)
    z = depth[rows, cols].astype(np.float64)
    x = (cols + window[1].start - camera.cx) / camera.fx * z
    y = (rows + window[0].start - camera.cy) / camera.fy * z
    points = np.stack([x, y, z], axis=1) - box.middle
    local = Rotation.from_quat(box.turn).inv().apply(points) if len(points) else points
    within = (np.abs(local) <= np.array(box.size) / 2.0 + _slack(box)).all(axis=1)
    inside = np.zeros(depth.shape, np.bool_)
    inside[rows[within], cols[within]] = True
    return inside


def _slack(box: SolidBox) -> float:
    return _MARGIN * (1.0 + float(np.linalg.norm(box.middle)) / 3.0)
