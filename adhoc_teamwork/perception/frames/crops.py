# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Cut small pictures of things out of the camera's colour image, for a model to be shown."""

import io
import math
from collections import OrderedDict
from collections.abc import Mapping
from itertools import product

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from adhoc_teamwork.perception.frames.camera import BadFrameError, FloatArray, Frame
from adhoc_teamwork.teamwork.crop import LONGEST_JPEG, LONGEST_SIDE, Crop, jpeg_address

_MARGIN = 0.25
"""Share of a thing's size that is shown beside it: on what it lies tells as much as itself."""
_LEAST_SIDE = 12
"""Pixels of a thing's longer side; of fewer nobody can tell what they show."""
_SHORTER_SIDE, _SHORTEST_SIDE = 56, 28
"""Pixels of a picture's shorter side, to which it is enlarged, and the least that may be:
models look at patches of 14 to 32 pixels, and some refuse less than one."""
_GROWTH = 1.5
"""A thing is cut out again that shows so many times as many pixels,"""
_AGAIN = 30.0
"""or after so many seconds."""
_GRASP_TIME = 10.0
"""How long, in seconds, after a grasp the place is looked for where the thing lay."""
_MOST_REMEMBERED = 1000
_TRIALS = ((1.0, 85), (1.0, 55), (0.5, 55), (0.25, 30))
"""Share of the longest side, and JPEG quality, until it is small enough."""

Box = tuple[FloatArray, FloatArray]
"""Lower and upper corner, metres."""
_Region = tuple[int, int, int, int]
"""First row, last row, first column, last column, the last ones excluded."""


class Cutter:
    """Choose what of each picture is worth showing, and cut it out; `most` bounds that."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._told: OrderedDict[str, tuple[int, float]] = OrderedDict()
        """Pixels of the things cut out, and when."""
        self._held = ""
        self._grasp: tuple[str, Box, float] | None = None

    def restart(self) -> None:
        """Forget all, as after a clock that was set back."""
        self._told.clear()
        self._held, self._grasp = "", None

    def hear_hold(self, object_id: str, box: Box | None, now: float) -> None:
        """Take in what the hand is said to hold since `now` (s), and where that lay."""
        if object_id == self._held:
            return
        self._held = object_id
        self._grasp = (object_id, box, now) if object_id and box is not None else None

    def cut(self, frame: Frame, colour: NDArray[np.uint8], shown: Mapping[str, int]) -> list[Crop]:
        """Return what is worth showing of a picture, at most `most` crops.

        Args:
            frame: Depth and masks of the picture.
            colour: (height, width, 3) red, green, blue of the same picture.
            shown: Mask ids of the small things in it, by object id.

        Raises:
            BadFrameError: The colour image has another size than depth and masks.
        """
        if colour.shape[:2] != frame.instances.shape:
            raise BadFrameError(
                "colour", f"sizes differ: colour {colour.shape[:2]}, masks {frame.instances.shape}"
            )
        crops = self._after_grasp(frame, colour)
        pixels = np.bincount(frame.instances.ravel(), minlength=1)
        found = [
            (int(pixels[mask]), object_id, mask)
            for object_id, mask in shown.items()
            if mask < len(pixels) and self._is_news(object_id, int(pixels[mask]), frame.stamp)
        ]
        for count, object_id, mask in sorted(found, reverse=True):
            if len(crops) >= self._most:
                break
            region = _region_of(frame.instances == mask)
            picture = _picture(colour, region) if region is not None else ""
            if picture:
                self._remember(object_id, count, frame.stamp)
                crops.append(Crop(object_id, frame.stamp, picture))
        return crops

    def _is_news(self, object_id: str, pixels: int, stamp: float) -> bool:
        before, since = self._told.get(object_id, (0, -math.inf))
        return pixels >= _GROWTH * before or stamp - since >= _AGAIN

    def _remember(self, object_id: str, pixels: int, stamp: float) -> None:
        self._told[object_id] = (pixels, stamp)
        self._told.move_to_end(object_id)
        while len(self._told) > _MOST_REMEMBERED:
            self._told.popitem(last=False)

    def _after_grasp(self, frame: Frame, colour: NDArray[np.uint8]) -> list[Crop]:
        """Return what shows now where the thing lay that is said to be held, once."""
        if self._grasp is None or frame.stamp <= self._grasp[2]:
            return []
        object_id, box, since = self._grasp
        if frame.stamp - since > _GRASP_TIME:
            self._grasp = None
            return []
        region = _region_of_box(frame, box)
        picture = _picture(colour, region) if region is not None else ""
        if not picture:
            return []
        self._grasp = None
        return [Crop(object_id, frame.stamp, picture, after_grasp=True)]


def _region_of(mask: NDArray[np.bool_]) -> _Region | None:
    """Return where a mask shows; None where it is too small to tell anything."""
    rows, columns = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
    if not rows.size or max(np.ptp(rows), np.ptp(columns)) + 1 < _LEAST_SIDE:
        return None
    return int(rows[0]), int(rows[-1]) + 1, int(columns[0]), int(columns[-1]) + 1


def _region_of_box(frame: Frame, box: Box) -> _Region | None:
    """Return where a box in `map` shows; None where not all of it is in view."""
    corners = np.array(list(product(*zip(*box, strict=True))), np.float32)
    rows, columns, _ = frame.project(corners)
    if min(rows.min(), columns.min()) < 0:
        return None
    region = int(rows.min()), int(rows.max()) + 1, int(columns.min()), int(columns.max()) + 1
    is_large = max(region[1] - region[0], region[3] - region[2]) >= _LEAST_SIDE
    return region if is_large else None


def _picture(colour: NDArray[np.uint8], region: _Region) -> str:
    """Return a region of a colour image, with what is beside it, as a small picture's address.

    Empty where only a strip of it is in view.
    """
    top, bottom, left, right = region
    margin = math.ceil(_MARGIN * max(bottom - top, right - left))
    height, width = colour.shape[:2]
    rows = slice(max(top - margin, 0), min(bottom + margin, height))
    columns = slice(max(left - margin, 0), min(right + margin, width))
    whole = Image.fromarray(np.ascontiguousarray(colour[rows, columns]))
    shorter, longer = sorted(whole.size)
    scale = min(LONGEST_SIDE / longer, max(1.0, _SHORTER_SIDE / shorter))
    if shorter * scale < _SHORTEST_SIDE:
        return ""
    size = (round(whole.width * scale), round(whole.height * scale))
    return jpeg_address(_jpeg(whole.resize(size)))


def _jpeg(whole: Image.Image) -> bytes:
    """Return a picture as a JPEG that is small enough."""
    for share, quality in _TRIALS:
        small = whole.copy()
        small.thumbnail((LONGEST_SIDE * share, LONGEST_SIDE * share))
        file = io.BytesIO()
        small.save(file, "JPEG", quality=quality)
        if file.tell() <= LONGEST_JPEG:
            break
    return file.getvalue()
