# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""A rate is kept, and nobody within it is held back."""

from hypothesis import given, settings
from hypothesis import strategies as st

from adhoc_teamwork.teamwork.rate_limit import RateLimit


@settings(deadline=None, max_examples=60)
@given(
    st.floats(0.5, 50.0),
    st.integers(1, 20),
    st.lists(st.floats(0.0, 0.5), min_size=1, max_size=80),
)
def test_a_rate_is_kept_in_the_long_run(rate: float, burst: int, pauses: list[float]) -> None:
    limit, now, passed = RateLimit(rate, burst), 0.0, 0
    for pause in pauses:
        now += pause
        passed += limit.take(now)
    assert passed <= burst + rate * sum(pauses[1:]) + 1e-6
    assert passed >= min(len(pauses), burst)


def test_several_turns_are_taken_together_or_not_at_all() -> None:
    limit = RateLimit(rate=1.0, burst=5)
    assert limit.take(0.0, 3)
    assert not limit.take(0.0, 3)
    assert limit.take(0.0, 2)
    assert not limit.take(0.5)
