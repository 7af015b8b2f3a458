# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Ranges stand for the set of numbers that was put in."""

import itertools

from hypothesis import given, settings
from hypothesis import strategies as st

from adhoc_teamwork.teamwork.sequence_ranges import SequenceRanges

NUMBERS = st.integers(1, 60)


@settings(deadline=None, max_examples=60)
@given(st.lists(st.one_of(NUMBERS, st.tuples(NUMBERS, NUMBERS)), max_size=60))
def test_ranges_hold_what_a_set_would(steps: list[int | tuple[int, int]]) -> None:
    ranges, expected = SequenceRanges(), set()
    for step in steps:
        if isinstance(step, tuple):
            first, last = step
            ranges.add_range(first, last)
            expected |= set(range(first, last + 1))
        else:
            assert ranges.add(step) is (step not in expected)
            expected.add(step)
    assert {n for n in range(70) if n in ranges} == expected
    assert ranges.highest == max(expected, default=0)
    kept = list(ranges)
    assert all(a[1] + 1 < b[0] for a, b in itertools.pairwise(kept))
    for number in expected:
        around = ranges.around(number)
        assert around in kept
        assert around[0] <= number <= around[1]
    assert ranges.around(0) is None


def test_beyond_its_limit_the_lowest_holes_close_and_are_counted() -> None:
    ranges = SequenceRanges(limit=3)
    for number in (1, 4, 10, 20, 30):
        ranges.add(number)
    assert list(ranges) == [(1, 10), (20, 20), (30, 30)]
    assert ranges.closed == 2 + 5
    assert ranges.newest(2) == [(20, 20), (30, 30)]
