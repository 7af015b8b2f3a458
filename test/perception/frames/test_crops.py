# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Small pictures of things: which are cut out, when again, and that none is large."""

import io

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from PIL import Image

from adhoc_teamwork.perception.frames.camera import BadFrameError, Frame, Intrinsics
from adhoc_teamwork.perception.frames.crops import Cutter
from adhoc_teamwork.teamwork.crop import LONGEST_JPEG, LONGEST_SIDE, Crop, jpeg_of
from adhoc_teamwork.teamwork.geometry import Pose

WIDTH, HEIGHT = 160, 120
RED, BLUE = (200, 20, 20), (20, 20, 200)
# The camera at the origin looks along x of the map; its own x is to the right, its y down.
LOOKS_AHEAD = np.array([[0.0, 0, 1, 0], [-1, 0, 0, 0], [0, -1, 0, 0], [0, 0, 0, 1]])
BOX = (np.array([1.9, -0.2, -0.2], np.float32), np.array([2.1, 0.2, 0.2], np.float32))
"""Straight ahead at two metres."""


def frame(masks: dict[int, tuple[int, int, int, int]], stamp: float = 1.0) -> Frame:
    """Return a frame with rectangles (top, bottom, left, right) of mask ids, all at two metres."""
    instances = np.zeros((HEIGHT, WIDTH), np.uint16)
    for number, (top, bottom, left, right) in masks.items():
        instances[top:bottom, left:right] = number
    depth = np.full((HEIGHT, WIDTH), 2.0, np.float32)
    camera = Intrinsics(WIDTH, HEIGHT, 100.0, 100.0, WIDTH / 2, HEIGHT / 2)
    return Frame(stamp, depth, instances, camera, LOOKS_AHEAD, Pose(0.0, 0.0))


def painted(
    masks: NDArray[np.uint16], colours: dict[int, tuple[int, int, int]]
) -> NDArray[np.uint8]:
    colour = np.full((HEIGHT, WIDTH, 3), 128, np.uint8)
    for number, paint in colours.items():
        colour[masks == number] = paint
    return colour


def look(crop: Crop) -> Image.Image:
    return Image.open(io.BytesIO(jpeg_of(crop.picture))).convert("RGB")


def middle(crop: Crop) -> tuple[int, int, int]:
    picture = look(crop)
    return picture.getpixel((picture.width // 2, picture.height // 2))  # type: ignore[return-value]


def is_like(found: tuple[int, int, int], wanted: tuple[int, int, int]) -> bool:
    return max(abs(a - b) for a, b in zip(found, wanted, strict=True)) < 40


TWO = {1: (40, 80, 20, 50), 2: (40, 60, 100, 120)}
SHOWN = {"Mug_0": 1, "Bowl_0": 2}


def test_things_are_cut_out_with_a_margin_the_largest_first() -> None:
    seen = frame(TWO)
    crops = Cutter(4).cut(seen, painted(seen.instances, {1: RED, 2: BLUE}), SHOWN)
    assert [(one.object_id, one.after_grasp, one.stamp) for one in crops] == [
        ("Mug_0", False, 1.0), ("Bowl_0", False, 1.0)]  # fmt: skip
    assert look(crops[0]).size == (56, 67)
    assert look(crops[1]).size == (56, 56)
    assert is_like(middle(crops[0]), RED)
    assert is_like(middle(crops[1]), BLUE)
    assert len(Cutter(1).cut(seen, painted(seen.instances, {}), SHOWN)) == 1


def test_a_thing_is_cut_out_again_once_more_of_it_shows_or_time_has_passed() -> None:
    cutter = Cutter(4)

    def again(stamp: float, side: int) -> int:
        seen = frame({1: (10, 10 + side, 10, 10 + side)}, stamp)
        return len(cutter.cut(seen, painted(seen.instances, {}), {"Mug_0": 1}))

    assert [again(1.0, 20), again(2.0, 22), again(3.0, 30), again(4.0, 30), again(40.0, 20)] == [
        1, 0, 1, 0, 1]  # fmt: skip
    cutter.restart()
    assert again(5.0, 20) == 1


def test_what_is_too_small_to_tell_or_not_there_is_left_out() -> None:
    seen = frame({1: (10, 18, 10, 18)})
    assert Cutter(4).cut(seen, painted(seen.instances, {}), {"Mug_0": 1, "Cup_0": 7}) == []


def test_where_a_thing_lay_is_shown_once_after_the_hand_closed_on_it() -> None:
    cutter, seen = Cutter(4), frame({1: (55, 65, 75, 85)}, 6.0)
    colour = painted(seen.instances, {1: RED})
    cutter.hear_hold("Mug_0", BOX, 5.0)
    assert cutter.cut(frame({}, 4.9), colour, {}) == []
    (crop,) = cutter.cut(seen, colour, {})
    assert (crop.object_id, crop.after_grasp) == ("Mug_0", True)
    assert is_like(middle(crop), RED)
    assert cutter.cut(frame({}, 6.2), colour, {}) == []
    # It is said over and over what the hand holds.
    cutter.hear_hold("Mug_0", BOX, 7.0)
    assert cutter.cut(frame({}, 8.0), colour, {}) == []


def test_a_place_out_of_view_is_waited_for_a_while() -> None:
    aside = (BOX[0] + np.float32(50.0), BOX[1] + np.array([50.0, 90.0, 50.0], np.float32))
    behind = (-BOX[1], -BOX[0])
    grey = np.zeros((HEIGHT, WIDTH, 3), np.uint8)
    for box in (aside, behind):
        cutter = Cutter(4)
        cutter.hear_hold("Mug_0", box, 5.0)
        assert cutter.cut(frame({}, 6.0), grey, {}) == []
    late = Cutter(4)
    late.hear_hold("Mug_0", BOX, 5.0)
    assert late.cut(frame({}, 16.0), grey, {}) == []
    assert late.cut(frame({}, 6.0), grey, {}) == []


def test_what_is_held_of_no_known_place_shows_nothing() -> None:
    cutter = Cutter(4)
    cutter.hear_hold("Mug_0", None, 5.0)
    assert cutter.cut(frame({}, 6.0), np.zeros((HEIGHT, WIDTH, 3), np.uint8), {}) == []


def test_a_colour_image_of_another_size_is_refused() -> None:
    with pytest.raises(BadFrameError, match="sizes differ"):
        Cutter(4).cut(frame(TWO), np.zeros((60, 80, 3), np.uint8), SHOWN)


@given(
    st.integers(0, 110),
    st.integers(0, 150),
    st.integers(1, 120),
    st.integers(1, 160),
    st.integers(0),
)
def test_no_picture_is_large_whatever_it_shows(
    top: int, left: int, height: int, width: int, seed: int
) -> None:
    seen = frame({1: (top, top + height, left, left + width)})
    noise = np.random.default_rng(seed).integers(0, 256, (HEIGHT, WIDTH, 3), np.uint8)
    for crop in Cutter(1).cut(seen, noise, {"Mug_0": 1}):
        assert len(jpeg_of(crop.picture)) <= LONGEST_JPEG
        assert min(look(crop).size) >= 28
        assert max(look(crop).size) <= LONGEST_SIDE


def test_a_large_picture_full_of_noise_is_made_small() -> None:
    instances = np.ones((960, 1280), np.uint16)
    camera = Intrinsics(1280, 960, 900.0, 900.0, 640.0, 480.0)
    depth = np.full(instances.shape, 2.0, np.float32)
    seen = Frame(1.0, depth, instances, camera, LOOKS_AHEAD, Pose(0.0, 0.0))
    noise = np.random.default_rng(0).integers(0, 256, (960, 1280, 3), np.uint8)
    (crop,) = Cutter(1).cut(seen, noise, {"Mug_0": 1})
    assert len(jpeg_of(crop.picture)) <= LONGEST_JPEG
    assert max(look(crop).size) <= LONGEST_SIDE
