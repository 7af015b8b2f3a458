# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Which model stands for the weaker one of Table IV."""

import pytest

from adhoc_teamwork.adhoc_planner.model_queries.weaker_model import HOSTED, VARIABLE, weaker_model


@pytest.mark.parametrize(
    ("model", "environment", "weaker"),
    [
        ("offline", {VARIABLE: "other"}, "offline-weak"),
        ("offline-weak", {}, "offline-weak"),
        ("gpt-4o", {}, HOSTED),
        ("qwen2.5:14b", {VARIABLE: "qwen2.5:3b"}, "qwen2.5:3b"),
    ],
)
def test_it_is_of_the_same_kind(model: str, environment: dict[str, str], weaker: str) -> None:
    assert weaker_model(model, environment) == weaker
