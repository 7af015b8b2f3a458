# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The inputs and outputs of YOLO segmentation models as Ultralytics exports them to ONNX.

Input: (1, 3, H, W) RGB from 0 to 1, the picture scaled to fit and padded with grey. Outputs:
(1, 4 + classes + 32, N) with a box (middle, size, pixels), a score for each class and 32 mask
coefficients for each of N candidates, and (1, 32, H/4, W/4) prototypes of masks.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from adhoc_teamwork.perception.frames.camera import FloatArray

_GREY = 114
_BOX = 4


@dataclass(frozen=True)
class Letterbox:
    """Say how a picture lies in the model's input: scale, free margins in pixels, input's size.

    `size` and `shape` are height and width of the input and of the picture.
    """

    scale: float
    left: int
    top: int
    size: tuple[int, int]
    shape: tuple[int, int]


@dataclass(frozen=True, eq=False)
class Segment:
    """Hold one thing: its class's number, its score, and its mask in a window of the picture."""

    number: int
    score: float
    window: tuple[slice, slice]
    mask: NDArray[np.bool_]


def letterbox(rgb: NDArray[np.uint8], size: tuple[int, int]) -> tuple[FloatArray, Letterbox]:
    """Return the model's input for a (height, width, 3) picture, and how it lies in it.

    Args:
        rgb: The picture.
        size: Height and width of the model's input.
    """
    rows, cols = rgb.shape[:2]
    scale = min(size[0] / rows, size[1] / cols)
    height, width = max(1, round(rows * scale)), max(1, round(cols * scale))
    top, left = (size[0] - height) // 2, (size[1] - width) // 2
    scaled = Image.fromarray(rgb).resize((width, height), Image.Resampling.BILINEAR)
    canvas = np.full((*size, 3), _GREY, np.uint8)
    canvas[top : top + height, left : left + width] = np.asarray(scaled)
    planes = canvas.transpose(2, 0, 1)[None].astype(np.float32) / np.float32(255.0)
    return planes, Letterbox(scale, left, top, size, (rows, cols))


def decode(
    candidates: FloatArray,
    prototypes: FloatArray,
    placed: Letterbox,
    confidence: float,
    overlap: float,
    most: int = 100,
) -> list[Segment]:
    """Return what the outputs show, surest first.

    Args:
        candidates: (4 + classes + coefficients, N).
        prototypes: (coefficients, h, w).
        placed: How the picture lies in the model's input.
        confidence: Least score.
        overlap: Of two things of one class whose boxes overlap by more (IoU), the surer one stays.
        most: No more things than this.
    """
    coefficients = len(prototypes)
    scores = candidates[_BOX : len(candidates) - coefficients]
    classes = scores.argmax(axis=0)
    best = scores.max(axis=0)
    sane = np.isfinite(candidates).all(axis=0) & (candidates[2:_BOX] > 0.0).all(axis=0)
    kept = np.flatnonzero(sane & (best >= confidence))
    kept = kept[np.argsort(-best[kept], kind="stable")]
    boxes = _corners(candidates[:_BOX, kept])
    chosen = suppress(boxes, classes[kept], overlap)[:most]
    if len(chosen) == 0:
        return []
    picked = kept[chosen]
    weights = candidates[len(candidates) - coefficients :, picked].T
    segments: list[Segment] = []
    for index, weight, box in zip(picked.tolist(), weights, boxes[chosen], strict=True):
        window = _window(box, placed)
        mask = _mask(weight, prototypes, window, placed)
        if mask.any():
            segments.append(Segment(int(classes[index]), float(best[index]), window, mask))
    return segments


def suppress(boxes: FloatArray, classes: NDArray[np.intp], overlap: float) -> NDArray[np.intp]:
    """Return the indices of the boxes that stay (non-maximum suppression within each class).

    Args:
        boxes: (n, 4) corners x0, y0, x1, y1, the surest first.
        classes: (n,) class of each.
        overlap: IoU from which the less sure of two goes.
    """
    areas = (boxes[:, 2] - boxes[:, 0]) * (boxes[:, 3] - boxes[:, 1])
    left = np.arange(len(boxes))
    chosen: list[int] = []
    while len(left):
        first, rest = left[0], left[1:]
        chosen.append(int(first))
        low = np.maximum(boxes[first, :2], boxes[rest, :2])
        high = np.minimum(boxes[first, 2:], boxes[rest, 2:])
        common = np.maximum(high - low, 0.0).prod(axis=1)
        share = common / np.maximum(areas[first] + areas[rest] - common, 1e-9)
        left = rest[(share <= overlap) | (classes[rest] != classes[first])]
    return np.array(chosen, np.intp)


def _corners(boxes: FloatArray) -> FloatArray:
    """Return (n, 4) corners of (4, n) boxes given by middle and size."""
    x, y, width, height = boxes
    return np.stack(
        [x - width / 2.0, y - height / 2.0, x + width / 2.0, y + height / 2.0], axis=1
    ).astype(np.float32, copy=False)


def _window(box: FloatArray, placed: Letterbox) -> tuple[slice, slice]:
    """Return the part of the picture that a box of the model's input covers."""
    corners = (box.reshape(2, 2) - (placed.left, placed.top)) / placed.scale
    (left, top), (right, bottom) = np.clip(corners, 0, placed.shape[::-1])
    return slice(int(top), int(np.ceil(bottom))), slice(int(left), int(np.ceil(right)))


def _mask(
    weight: FloatArray, prototypes: FloatArray, window: tuple[slice, slice], placed: Letterbox
) -> NDArray[np.bool_]:
    """Return a mask over a window of the picture from a thing's weights of the prototypes."""
    rows, cols = window
    if rows.stop <= rows.start or cols.stop <= cols.start:
        return np.zeros((0, 0), np.bool_)
    height, width = prototypes.shape[1:]
    top, bottom = (
        min((row * placed.scale + placed.top) * height / placed.size[0], height)
        for row in (rows.start, rows.stop)
    )
    left, right = (
        min((col * placed.scale + placed.left) * width / placed.size[1], width)
        for col in (cols.start, cols.stop)
    )
    # One more cell on each side is what interpolation looks at.
    first_row, first_col = max(0, int(top) - 1), max(0, int(left) - 1)
    cut = prototypes[:, first_row : int(bottom) + 2, first_col : int(right) + 2]
    logits = np.tensordot(weight, cut, axes=1).astype(np.float32, copy=False)
    area = (left - first_col, top - first_row, right - first_col, bottom - first_row)
    size = (cols.stop - cols.start, rows.stop - rows.start)
    scaled = Image.fromarray(logits).resize(size, Image.Resampling.BILINEAR, box=area)
    return np.asarray(scaled) > 0.0
