# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Pauses after a model failed to answer."""

from adhoc_teamwork.adhoc_planner.model_queries.model_health import LONGEST_PAUSE, ModelHealth


def test_pauses_grow_and_end_with_success() -> None:
    health = ModelHealth()
    assert health.failed("gone", 0.0)
    assert not health.failed("gone", 2.0)
    assert not health.may_ask(5.9)
    assert health.may_ask(6.0)
    for _ in range(20):
        health.failed("gone", 10.0)
    assert health.may_ask(10.0 + LONGEST_PAUSE)
    assert health.succeeded()
    assert not health.succeeded()
    assert health.may_ask(10.0)
