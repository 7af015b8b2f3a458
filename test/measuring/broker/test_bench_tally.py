# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Counting by identity."""

import json
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from adhoc_teamwork.measuring.broker.tally import Tally, as_ranges, tally_from_json, tally_to_json

IDENTITIES = st.tuples(st.sampled_from("ab"), st.integers(1, 2), st.integers(1, 30))


@given(st.lists(IDENTITIES))
def test_counts_what_comes_twice_and_what_is_missing(heard: list[tuple[str, int, int]]) -> None:
    tally = Tally()
    for identity in heard:
        tally.hear(*identity)
    assert tally.count == len(set(heard))
    assert tally.doubled == len(heard) - len(set(heard))
    spoken = {("a", 1): range(1, 31)}
    assert tally.lost(spoken) == 30 - len({i for i in heard if i[:2] == ("a", 1)})
    assert tally_from_json(json.loads(json.dumps(tally_to_json(tally)))) == tally


@given(st.sets(st.integers(0, 60)))
def test_ranges_hold_the_numbers_and_nothing_else(numbers: set[int]) -> None:
    ranges = as_ranges(numbers)
    assert {n for first, last in ranges for n in range(first, last + 1)} == numbers
    assert all(a[1] + 1 < b[0] for a, b in pairwise(ranges))
