"""Pictures are paired by exact stamp, in a bounded buffer."""

from hypothesis import given
from hypothesis import strategies as st

from perception.pairing import ExactPairing

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


@given(st.permutations([(s, t) for s in STREAMS for t in range(4)]))
def test_any_order_of_arrival_completes_each_stamp_once(order: list[tuple[str, int]]) -> None:
    pairing: ExactPairing[int] = ExactPairing(STREAMS)
    complete = [t for s, t in order if pairing.add(s, t, t) is not None]
    assert sorted(complete) == [0, 1, 2, 3]
