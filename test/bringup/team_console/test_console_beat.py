# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Tests of the beat at which a live team is looked at."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adhoc_teamwork.bringup.team_console.beat import PERIOD, TELLING, until_beat


@given(st.floats(0.0, 1e7), st.sampled_from([0.0, TELLING]))
def test_it_is_never_long_and_always_ahead(now: float, after: float) -> None:
    assert 0.0 < until_beat(now, after) <= PERIOD


@given(st.lists(st.floats(0.0, 0.19), min_size=5, max_size=20))
def test_work_does_not_shift_the_beat(work: list[float]) -> None:
    now = 100.0
    for took in work:
        now += until_beat(now)
        assert now / PERIOD == pytest.approx(round(now / PERIOD), abs=1e-6)
        now += took
    # One more where rounding wakes a moment before a beat.
    assert now < 100.0 + (len(work) + 2) * PERIOD
