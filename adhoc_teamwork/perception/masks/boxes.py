# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Masks from a detector's boxes: what of a box lies as deep as the thing in its middle."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import ndimage

from adhoc_teamwork.perception.frames.camera import FARTHEST, FloatArray, Intrinsics
from adhoc_teamwork.perception.masks.named_boxes import NamedBoxes

_MIDDLE = 0.5
"""Share of a box's width and height in which the thing itself is looked for."""
_NEAR_SHARE = 0.3
"""So much of the middle is nearer than the depth taken for the thing's: it stands before others."""
_NOISE = 0.03
"""Depth by which a surface may differ from itself, metres, and once more per 3 m of distance."""
_FEWEST = 9
"""Fewer pixels make no mask."""


@dataclass(frozen=True)
class Box:
    """Hold one detection: middle and size in pixels, the class's name and the score, 0 to 1."""

    x: float
    y: float
    width: float
    height: float
    name: str
    score: float

    @property
    def is_usable(self) -> bool:
        """Tell whether it is a box at all."""
        numbers = (self.x, self.y, self.width, self.height, self.score)
        return bool(np.isfinite(numbers).all()) and min(self.width, self.height) > 0.0

    @property
    def extent(self) -> float:
        """Return its area in pixels."""
        return self.width * self.height


class BoxMasks(NamedBoxes[Box]):
    """Turn boxes into instance images."""

    def instances(
        self, boxes: Sequence[Box], depth: FloatArray, camera: Intrinsics
    ) -> NDArray[np.uint16]:
        """Return a (height, width) instance image; smaller boxes lie over larger ones.

        Args:
            boxes: What the detector found in the picture.
            depth: (height, width) metres.
            camera: Intrinsics of that picture.
        """
        instances = np.zeros(depth.shape, np.uint16)
        for box, number in self.largest_first(boxes):
            part = window(box, depth.shape)
            instances[part][foreground(depth[part], box, camera)] = number
        return instances


def window(box: Box, shape: tuple[int, ...]) -> tuple[slice, slice]:
    """Return the part of an image of `shape` that a box covers."""
    half_width, half_height = box.width / 2.0, box.height / 2.0
    rows = np.clip((box.y - half_height, box.y + half_height), 0, shape[0])
    cols = np.clip((box.x - half_width, box.x + half_width), 0, shape[1])
    top, bottom = int(rows[0]), int(np.ceil(rows[1]))
    left, right = int(cols[0]), int(np.ceil(cols[1]))
    return slice(top, bottom), slice(left, right)


def foreground(depth: FloatArray, box: Box, camera: Intrinsics) -> NDArray[np.bool_]:
    """Return which pixels of a box's window show the thing that it is around."""
    nothing = np.zeros(depth.shape, np.bool_)
    valid = (depth > 0.0) & (depth <= FARTHEST)
    rows, cols = depth.shape
    margin = (1.0 - _MIDDLE) / 2.0
    top, left = int(rows * margin), int(cols * margin)
    middle = np.zeros(depth.shape, np.bool_)
    middle[top : rows - top, left : cols - left] = True
    inner = depth[middle & valid]
    if len(inner) < _FEWEST:
        return nothing
    surface = float(np.quantile(inner, _NEAR_SHARE))
    extent = max(box.width / camera.fx, box.height / camera.fy) * surface
    near = valid & (np.abs(depth - surface) <= extent / 2.0 + _NOISE * (1.0 + surface / 3.0))
    parts, _ = ndimage.label(near)
    sizes = np.bincount(parts[middle & near], minlength=1)
    if sizes[1:].max(initial=0) < _FEWEST:
        return nothing
    return np.asarray(parts == int(sizes[1:].argmax()) + 1)
