# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Pictures are paired by exact stamp, in a bounded buffer."""

from hypothesis import given
from hypothesis import strategies as st

from adhoc_teamwork.perception.frames.pairing import ExactPairing

STREAMS = ("depth", "instances", "info")


def test_complete_only_with_every_stream_of_one_stamp() -> None:
    pairing: ExactPairing[str] = ExactPairing(STREAMS)
    assert pairing.add("depth", 1, "d1") is None
    assert pairing.add("instances", 2, "i2") is None
    assert pairing.add("info", 1, "k1") is None
    assert pairing.add("instances", 1, "i1") == {"depth": "d1", "info": "k1", "instances": "i1"}


def test_buffer_is_bounded_and_what_is_dropped_is_counted() -> None:
    pairing: ExactPairing[int] = ExactPairing(STREAMS, capacity=3)
    for stamp in range(10):
        pairing.add("depth", stamp, stamp)
    assert pairing.dropped == 7
    pairing.add("info", 0, 0)
    assert pairing.add("instances", 0, 0) is None


def test_a_stream_with_a_lower_rate_loses_nothing() -> None:
    """A segmenter that takes every third picture, and is late, is no reason to complain."""
    pairing: ExactPairing[int] = ExactPairing(STREAMS, capacity=9)
    complete = []
    for stamp in range(60):
        pairing.add("depth", stamp, stamp)
        pairing.add("info", stamp, stamp)
        late = stamp - 6
        if late >= 0 and late % 3 == 0 and pairing.add("instances", late, late) is not None:
            complete.append(late)
    assert complete == list(range(0, 54, 3))
    assert pairing.dropped == 0
    assert pairing.passed_over > 0


def test_what_never_came_is_named() -> None:
    pairing: ExactPairing[int] = ExactPairing(STREAMS, capacity=1)
    for stamp in (10**9, 2 * 10**9):
        pairing.add("depth", stamp, 0)
        pairing.add("info", stamp, 0)
    assert pairing.dropped == 1
    assert "depth and info came with stamp 1.000, instances did not" in pairing.last_dropped


@given(st.permutations([(s, t) for s in STREAMS for t in range(4)]))
def test_any_order_of_arrival_completes_each_stamp_once(order: list[tuple[str, int]]) -> None:
    pairing: ExactPairing[int] = ExactPairing(STREAMS)
    complete = [t for s, t in order if pairing.add(s, t, t) is not None]
    assert sorted(complete) == [0, 1, 2, 3]
