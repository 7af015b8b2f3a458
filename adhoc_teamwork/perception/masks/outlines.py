# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Masks from the outlines that a detector with a tracker draws, or from its boxes."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from skimage.draw import polygon2mask

from adhoc_teamwork.perception.frames.camera import FloatArray, Intrinsics
from adhoc_teamwork.perception.frames.views import Label
from adhoc_teamwork.perception.masks.boxes import Box, foreground, window
from adhoc_teamwork.perception.masks.mask_ids import MOST
from adhoc_teamwork.perception.masks.named_boxes import NamedBoxes
from adhoc_teamwork.perception.masks.vocabulary import Vocabulary

_CORNERS = 3
_MOST_TRACKS = MOST // 2
"""So many tracks get ids of their own; later ones are numbered as in a picture without a tracker,
for which the other half of the ids is left."""


@dataclass(frozen=True)
class Outline:
    """Hold one detection: its box, its border (n, 2) in pixels as x and y, and its track.

    A border of fewer than three points is none, and then the box counts; an empty track is none.
    """

    box: Box
    border: FloatArray
    track: str = ""

    @property
    def name(self) -> str:
        """Return the detector's class."""
        return self.box.name

    @property
    def score(self) -> float:
        """Return how sure the detector is, 0 to 1."""
        return self.box.score

    @property
    def is_usable(self) -> bool:
        """Tell whether box and border are numbers."""
        return self.box.is_usable and bool(np.isfinite(self.border).all())

    @property
    def extent(self) -> float:
        """Return the area of the box in pixels."""
        return self.box.extent


class OutlineMasks(NamedBoxes[Outline]):
    """Turn outlines into instance images; a track keeps its id while it keeps its class."""

    def __init__(self, vocabulary: Vocabulary, least_score: float) -> None:
        super().__init__(vocabulary, least_score)
        self._tracks: dict[tuple[str, Label], int] = {}

    def instances(
        self, outlines: Sequence[Outline], depth: FloatArray, camera: Intrinsics
    ) -> NDArray[np.uint16]:
        """Return a (height, width) instance image; smaller things lie over larger ones.

        Args:
            outlines: What the detector found in the picture.
            depth: (height, width) metres.
            camera: Intrinsics of that picture.
        """
        instances = np.zeros(depth.shape, np.uint16)
        for outline, number in self.largest_first(outlines):
            part = window(outline.box, depth.shape)
            if len(outline.border) < _CORNERS:
                mask = foreground(depth[part], outline.box, camera)
            else:
                mask = _filled(outline.border, part)
            instances[part][mask] = number
        return instances

    def numbers(self, found: Sequence[tuple[Outline, Label]]) -> list[int]:
        """Return an id for each thing: that of its track where it has one."""
        tracked = [self._of_track(outline.track, label) for outline, label in found]
        others = [label for (_, label), number in zip(found, tracked, strict=True) if not number]
        rest = iter(self.ids.number(others))
        return [number or next(rest) for number in tracked]

    def _of_track(self, track: str, label: Label) -> int:
        key = (track, label)
        if not track or (key not in self._tracks and len(self._tracks) >= _MOST_TRACKS):
            return 0
        if key not in self._tracks:
            self._tracks[key] = self.ids.reserve(replace(label, tracked=True))
        return self._tracks[key]


def _filled(border: FloatArray, part: tuple[slice, slice]) -> NDArray[np.bool_]:
    """Return which pixels of a window lie within a border."""
    rows, columns = part
    shape = (rows.stop - rows.start, columns.stop - columns.start)
    if min(shape) <= 0:
        return np.zeros((max(shape[0], 0), max(shape[1], 0)), np.bool_)
    inside: NDArray[np.bool_] = polygon2mask(shape, border[:, ::-1] - (rows.start, columns.start))
    return inside
