# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Masks from an image of classes: what of one class hangs together in depth is one thing."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import ndimage

from adhoc_teamwork.perception.frames.camera import FloatArray
from adhoc_teamwork.perception.frames.views import Label
from adhoc_teamwork.perception.masks.mask_ids import MaskIds
from adhoc_teamwork.perception.masks.vocabulary import Vocabulary

_JUMP = 0.04
"""Depth between neighbouring pixels that parts two things, metres, and once more per metre."""
_FEWEST = 9
"""Fewer pixels make no mask."""
_MOST = 50
"""Things of one class in one picture at most; the largest stay."""


class ClassImageMasks:
    """Turn images of class numbers into instance images."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._vocabulary = vocabulary
        self.ids = MaskIds()
        self.names: Mapping[int, str] = {}
        """What the numbers stand for; others are background."""

    def instances(self, classes: NDArray[np.uint16], depth: FloatArray) -> NDArray[np.uint16]:
        """Return a (height, width) instance image.

        Args:
            classes: (height, width) class numbers.
            depth: (height, width) metres; where it is of another size nothing is parted by depth.
        """
        whole = ~_jumps(depth) if depth.shape == classes.shape else np.ones(classes.shape, np.bool_)
        found: list[tuple[NDArray[np.bool_], Label]] = []
        for number in np.unique(classes).tolist():
            name = self.names.get(number)
            label = self._vocabulary.label(name) if name is not None else None
            if label is not None:
                found += [(part, label) for part in _parts((classes == number) & whole)]
        instances = np.zeros(classes.shape, np.uint16)
        numbers = self.ids.number([label for _, label in found])
        for (part, _), number in zip(found, numbers, strict=True):
            instances[part] = number
        return instances


def _parts(mask: NDArray[np.bool_]) -> list[NDArray[np.bool_]]:
    """Return the parts of a mask that hang together, the largest first."""
    parts, _ = ndimage.label(mask)
    sizes = np.bincount(parts.ravel())
    sizes[0] = 0
    order = np.argsort(-sizes, kind="stable")[:_MOST]
    return [parts == part for part in order.tolist() if sizes[part] >= _FEWEST]


def _jumps(depth: FloatArray) -> NDArray[np.bool_]:
    """Return the pixels that lie behind a neighbour by more than a surface does."""
    known = np.where(np.isfinite(depth) & (depth > 0.0), depth, np.float32(np.nan))
    cut = np.zeros(depth.shape, np.bool_)
    for axis in (0, 1):
        step = np.diff(known, axis=axis)
        near = np.minimum(*_neighbours(known, axis))
        with np.errstate(invalid="ignore"):
            far = np.abs(step) > _JUMP * (1.0 + near)
            behind = far & (step > 0.0)
        first, second = _neighbours(cut, axis)
        second |= behind
        first |= far & ~behind
    return cut


def _neighbours(image: NDArray[Any], axis: int) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return views of the image without its last, and without its first row or column."""
    if axis == 0:
        return image[:-1], image[1:]
    return image[:, :-1], image[:, 1:]
