# Copyright 2026 adhoc_teamwork maintainers
#
# Licensed under the Apache License, Version 2.0 (the "License");
# you may not use this file except in compliance with the License.
# You may obtain a copy of the License at
#
#     http://www.apache.org/licenses/LICENSE-2.0
#
# Unless required by applicable law or agreed to in writing, software
# distributed under the License is distributed on an "AS IS" BASIS,
# WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
# See the License for the specific language governing permissions and
# limitations under the License.

"""Counting by identity."""

import json
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from comm_bridge.bench.tally import Tally, as_ranges, tally_from_json, tally_to_json

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
