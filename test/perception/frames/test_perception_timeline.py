# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Frames are taken in by their stamps; stray ones are refused, a clock set back is believed."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adhoc_teamwork.perception.frames.camera import BadFrameError
from adhoc_teamwork.perception.frames.timeline import CONFIRMED, Timeline


def offer(timeline: Timeline, stamp: float, now: float = 0.0) -> str:
    try:
        anew = timeline.check(stamp, now)
    except BadFrameError as error:
        return "refused" if error.kind == "stamp" else error.kind
    timeline.take(stamp)
    return "anew" if anew else "taken"


@pytest.mark.parametrize("stamp", [0.0, -4.0, math.nan, math.inf])
def test_no_stamp(stamp: float) -> None:
    assert offer(Timeline(), stamp) == "refused"


def test_stamp_ahead_of_the_clock() -> None:
    timeline = Timeline()
    assert offer(timeline, 100.0, now=99.0) == "taken"
    assert offer(timeline, 1e6, now=99.5) == "refused"
    assert offer(timeline, 100.5, now=100.0) == "taken"


def test_pictures_out_of_order_and_twice() -> None:
    timeline = Timeline()
    assert [offer(timeline, s) for s in (1.0, 1.5, 1.2, 1.5, 1.6)] == [
        "taken", "taken", "refused", "refused", "taken",
    ]  # fmt: skip


@given(st.lists(st.floats(0.001, 50.0), max_size=CONFIRMED - 1))
def test_few_strays_cost_nothing(strays: list[float]) -> None:
    timeline = Timeline()
    offer(timeline, 100.0)
    assert all(offer(timeline, stray) == "refused" for stray in strays)
    assert offer(timeline, 100.1) == "taken"


@given(st.lists(st.floats(0.001, 50.0), min_size=3, max_size=20))
def test_strays_between_good_pictures_never_begin_time_anew(strays: list[float]) -> None:
    timeline, stamp = Timeline(), 100.0
    offer(timeline, stamp)
    for stray in strays:
        assert offer(timeline, stray) == "refused"
        stamp += 0.1
        assert offer(timeline, stamp) == "taken"


def test_time_that_goes_on_from_earlier_begins_anew() -> None:
    timeline = Timeline()
    offer(timeline, 100.0)
    assert [offer(timeline, s) for s in (3.0, 3.2, 3.4, 3.6)] == [
        "refused", "refused", "anew", "taken",
    ]  # fmt: skip
