# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Boxes, scores and prototypes become masks in the picture's own pixels."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from adhoc_teamwork.perception.masks.yolo import decode, letterbox, suppress

SIZE = (64, 96)


def test_the_picture_keeps_its_shape_in_the_input() -> None:
    picture = np.full((20, 60, 3), 200, np.uint8)
    planes, placed = letterbox(picture, SIZE)
    assert planes.shape == (1, 3, 64, 96)
    assert (placed.scale, placed.top, placed.left) == (1.6, 16, 0)
    assert planes[0, :, 16:48].min() == pytest.approx(200 / 255)
    assert planes[0, :, :15].max() == pytest.approx(114 / 255)


@settings(max_examples=30)
@given(
    shape=st.tuples(st.integers(16, 120), st.integers(16, 120)),
    box=st.tuples(st.floats(0.0, 0.6), st.floats(0.0, 0.6), st.floats(0.25, 0.4)),
)
def test_masks_lie_where_the_thing_is(
    shape: tuple[int, int], box: tuple[float, float, float]
) -> None:
    """A thing drawn into the prototypes, wherever it is, comes out in its place."""
    picture = np.zeros((*shape, 3), np.uint8)
    top, left = int(box[0] * shape[0]), int(box[1] * shape[1])
    bottom, right = top + int(box[2] * shape[0]), left + int(box[2] * shape[1])
    picture[top:bottom, left:right] = 255
    planes, placed = letterbox(picture, (128, 128))
    white = planes[0, 0].reshape(32, 4, 32, 4).mean(axis=(1, 3)) - np.float32(0.48)
    x0, x1 = (c * placed.scale + placed.left for c in (left, right))
    y0, y1 = (c * placed.scale + placed.top for c in (top, bottom))
    numbers = [(x0 + x1) / 2, (y0 + y1) / 2, x1 - x0, y1 - y0, 0.9, 1.0]
    candidate = np.array(numbers, np.float32)[:, None]
    grey_free = white.copy()
    found = decode(candidate, grey_free[None], placed, 0.5, 0.5)
    assert len(found) == 1
    mask = np.zeros(shape, bool)
    mask[found[0].window][found[0].mask] = True
    wanted = picture[..., 0] > 0
    cell = 4.0 / placed.scale
    inner = np.zeros(shape, bool)
    inner[int(top + cell) : int(bottom - cell), int(left + cell) : int(right - cell)] = True
    assert not (mask & ~wanted)[: max(0, top - 1)].any()
    assert not (inner & ~mask).any()
    assert not mask[bottom + 1 :].any()
    assert not mask[:, right + 1 :].any()


def test_the_surer_of_two_that_overlap_stays_in_each_class() -> None:
    boxes = np.array([[0, 0, 10, 10], [1, 0, 11, 10], [0, 0, 10, 10], [30, 0, 40, 10]], np.float32)
    assert suppress(boxes, np.array([0, 0, 1, 0]), 0.5).tolist() == [0, 2, 3]
    assert suppress(boxes, np.array([0, 0, 1, 0]), 0.95).tolist() == [0, 1, 2, 3]


@settings(max_examples=60)
@given(
    arrays(np.float32, (4 + 3 + 2, 5), elements=st.floats(-1e3, 1e3, width=32) | st.just(np.nan)),
    arrays(np.float32, (2, 16, 24), elements=st.sampled_from([-1e4, -1.0, 0.0, 2.0, np.nan])),
)
def test_any_outputs_give_masks_within_the_picture(
    candidates: np.ndarray, prototypes: np.ndarray
) -> None:
    _, placed = letterbox(np.zeros((40, 30, 3), np.uint8), SIZE)
    for segment in decode(candidates, prototypes, placed, 0.1, 0.5):
        assert 0 <= segment.number < 3
        assert np.zeros((40, 30))[segment.window].shape == segment.mask.shape
