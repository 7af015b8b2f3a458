# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Who says more than can be sorted out is not listened to for a while, nobody else."""

from hypothesis import given, settings
from hypothesis import strategies as st

from adhoc_teamwork.comm_bridge.broker.flood_guard import FloodGuard


@settings(deadline=None, max_examples=50)
@given(st.lists(st.integers(1, 50), min_size=1, max_size=60), st.floats(0.01, 0.5))
def test_only_a_flood_is_muted(batches: list[int], pause: float) -> None:
    guard, now, muted = FloodGuard(rate=100.0, burst=200, pause=2.0), 0.0, False
    for batch in batches:
        now += pause
        muted = muted or guard.is_too_much("cart", batch, now)
    if sum(batches) <= 200:
        assert not muted
    if sum(batches) > 200 + 100.0 * now:
        assert muted
    assert not guard.is_muted("tall", now)


def test_it_gets_another_chance() -> None:
    guard = FloodGuard(rate=10.0, burst=20, pause=5.0)
    assert guard.is_too_much("cart", 21, 1.0)
    assert guard.is_muted("cart", 5.9)
    assert not guard.is_muted("cart", 6.0)
    assert not guard.is_too_much("cart", 20, 6.0)
    guard.is_too_much("cart", 1, 6.0)
    guard.forget("cart")
    assert not guard.is_muted("cart", 6.0)
