# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from adhoc_teamwork.teamwork.maps.transform_buffer import (
    HISTORY,
    Transform,
    TransformBuffer,
    TransformError,
    interpolate,
)


def turned(x: float, y: float, yaw: float) -> Transform:
    return Transform((x, y, 0.0), (0.0, 0.0, math.sin(yaw / 2), math.cos(yaw / 2)))


@pytest.fixture
def buffer() -> TransformBuffer:
    """A robot that drives 1 m/s along x from time 0 to 2, its camera ahead and above."""
    buffer = TransformBuffer()
    for stamp in (0.0, 1.0, 2.0):
        buffer.set("map", "odom", stamp, turned(0.0, 0.0, 0.0))
        buffer.set("odom", "base", stamp, turned(stamp, 0.0, 0.0))
    buffer.set("base", "camera", 0.0, Transform((0.2, 0.0, 1.0), (0, 0, 0, 1)), static=True)
    return buffer


def test_chain_up_down_and_across(buffer: TransformBuffer) -> None:
    assert buffer.lookup("map", "camera", 1.0)[:3, 3] == pytest.approx((1.2, 0.0, 1.0))
    assert buffer.lookup("camera", "map", 1.0)[:3, 3] == pytest.approx((-1.2, 0.0, -1.0))
    buffer.set("base", "hand", 0.0, Transform((0.0, 1.0, 0.0), (0, 0, 0, 1)), static=True)
    assert buffer.lookup("hand", "camera", 0.3)[:3, 3] == pytest.approx((0.2, -1.0, 1.0))


def test_between_two_stamps_it_interpolates(buffer: TransformBuffer) -> None:
    assert buffer.lookup("map", "base", 1.25)[0, 3] == pytest.approx(1.25)


def test_newest_is_the_newest_common_to_the_chain(buffer: TransformBuffer) -> None:
    buffer.set("odom", "base", 3.0, turned(3.0, 0.0, 0.0))
    assert buffer.lookup("map", "base")[0, 3] == pytest.approx(2.0)


@pytest.mark.parametrize("stamp", [-1e-9, 2.0 + 1e-9])
def test_a_stamp_that_was_rounded_is_known(buffer: TransformBuffer, stamp: float) -> None:
    assert buffer.lookup("map", "base", stamp)[0, 3] == pytest.approx(stamp, abs=1e-6)


@pytest.mark.parametrize("stamp", [-0.1, 2.1])
def test_no_answer_outside_what_is_known(buffer: TransformBuffer, stamp: float) -> None:
    with pytest.raises(TransformError, match="known from"):
        buffer.lookup("map", "base", stamp)


def test_unknown_frames_are_named(buffer: TransformBuffer) -> None:
    with pytest.raises(TransformError, match="'nowhere'"):
        buffer.lookup("map", "nowhere", 1.0)


def test_same_frame_is_the_identity(buffer: TransformBuffer) -> None:
    assert np.allclose(buffer.lookup("base", "base", 99.0), np.eye(4))


def test_loop_is_an_error_and_not_a_hang(buffer: TransformBuffer) -> None:
    buffer.set("camera", "map", 0.0, turned(0.0, 0.0, 0.0), static=True)
    with pytest.raises(TransformError, match="loop"):
        buffer.lookup("map", "base", 1.0)


def test_history_is_bounded(buffer: TransformBuffer) -> None:
    for step in range(3, 2000):
        buffer.set("odom", "base", step * 0.1 + 2.0, turned(0.0, 0.0, 0.0))
    edge = buffer._edges["base"]
    assert edge.stamps[-1] - edge.stamps[0] <= HISTORY
    assert len(edge.stamps) <= 102


def test_late_transform_is_sorted_in(buffer: TransformBuffer) -> None:
    buffer.set("odom", "base", 1.5, turned(1.9, 0.0, 0.0))
    assert buffer.lookup("odom", "base", 1.5)[0, 3] == pytest.approx(1.9)
    assert buffer.lookup("odom", "base", 2.0)[0, 3] == pytest.approx(2.0)


def test_jump_back_forgets_what_moves_and_keeps_what_is_fixed(buffer: TransformBuffer) -> None:
    for stamp in (20.0, 21.0):
        buffer.set("map", "odom", stamp, turned(0.0, 0.0, 0.0))
    buffer.set("map", "odom", 0.5, turned(5.0, 0.0, 0.0))
    assert buffer.lookup("map", "odom", 0.5)[0, 3] == pytest.approx(5.0)
    with pytest.raises(TransformError):
        buffer.lookup("map", "odom", 20.5)
    assert buffer.lookup("base", "camera", 0.5)[2, 3] == pytest.approx(1.0)


def test_new_parent_replaces_the_old(buffer: TransformBuffer) -> None:
    buffer.set("map", "base", 2.5, turned(7.0, 0.0, 0.0))
    assert buffer.lookup("map", "base", 2.5)[0, 3] == pytest.approx(7.0)


@pytest.mark.parametrize(
    ("parent", "child", "transform"),
    [
        ("map", "map", turned(0, 0, 0)),
        ("", "base", turned(0, 0, 0)),
        ("map", "base", Transform((math.nan, 0, 0), (0, 0, 0, 1))),
        ("map", "base", Transform((0, 0, 0), (0, 0, 0, 0))),
    ],
)
def test_unusable_transforms_are_refused(parent: str, child: str, transform: Transform) -> None:
    buffer = TransformBuffer()
    assert not buffer.set(parent, child, 0.0, transform)
    with pytest.raises(TransformError):
        buffer.lookup("map", "base", 0.0)


def test_leading_slashes_do_not_matter(buffer: TransformBuffer) -> None:
    assert np.allclose(buffer.lookup("/map", "/base", 1.0), buffer.lookup("map", "base", 1.0))


@given(st.floats(-3.1, 3.1), st.floats(-1.5, 1.5), st.floats(0.0, 1.0))
def test_turning_is_even_and_takes_the_short_way(start: float, turn: float, share: float) -> None:
    between = interpolate(turned(0, 0, start), turned(0, 0, start + turn), share).matrix()
    expected = turned(0, 0, start + share * turn).matrix()
    assert np.allclose(between, expected, atol=2e-3)
    assert np.allclose(between[:3, :3] @ between[:3, :3].T, np.eye(3), atol=1e-9)
