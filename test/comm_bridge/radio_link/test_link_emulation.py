# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What the emulated air does to frames."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adhoc_teamwork.comm_bridge.radio_link import link_emulation as air_module
from adhoc_teamwork.comm_bridge.radio_link.link_emulation import AirLink, LinkEmulation


def test_an_unnamed_sender_is_heard_at_once() -> None:
    heard: list[str] = []
    air = LinkEmulation()
    air.set_links({"far": AirLink(reachable=False)})
    air.send("near", lambda: heard.append("near"), 0.0)
    air.send("far", lambda: heard.append("far"), 0.0)
    air.deliver(1e9)
    assert (heard, air.lost) == (["near"], 1)


def test_the_share_that_is_lost_is_the_one_asked_for() -> None:
    air = LinkEmulation(random.Random(4))
    air.set_links({"a": AirLink(loss=0.2)})
    heard: list[int] = []
    for index in range(5000):
        air.send("a", lambda index=index: heard.append(index), 0.0)
    assert len(heard) + air.lost == 5000
    assert air.lost == pytest.approx(1000, abs=120)


@given(
    st.lists(st.floats(0.0, 0.3), min_size=1, max_size=40),
    st.floats(0.0, 0.5),
    st.floats(0.0, 0.5),
    st.integers(0, 1000),
)
def test_delays_keep_within_bounds_and_order(
    pauses: list[float], delay: float, jitter: float, seed: int
) -> None:
    air = LinkEmulation(random.Random(seed))
    air.set_links({"a": AirLink(delay=delay, jitter=jitter)})
    heard: list[tuple[int, float]] = []
    now = 0.0

    def deliver_until(end: float) -> None:
        nonlocal now
        while air.next_due is not None and air.next_due <= end:
            now = air.next_due
            air.deliver(now)
        now = end

    sent: list[float] = []
    for index, pause in enumerate(pauses):
        deliver_until(now + pause)
        sent.append(now)
        air.send("a", lambda index=index: heard.append((index, now)), now)
    deliver_until(now + 2.0)
    assert [index for index, _ in heard] == list(range(len(pauses)))
    for index, at in heard:
        assert at >= sent[index] + max(0.0, delay - jitter) - 1e-9
        # Whoever is behind a slower one waits for it, and no longer.
        assert at <= max(sent[: index + 1]) + delay + jitter + 1e-9


def test_what_is_on_its_way_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(air_module, "MOST_ON_THE_WAY", 3)
    air = LinkEmulation()
    air.set_links({"a": AirLink(delay=1.0)})
    for _ in range(5):
        air.send("a", lambda: None, 0.0)
    assert air.lost == 2
