# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Figures against their limits, and how they are told."""

import io

from rich.console import Console

from adhoc_teamwork.measuring.broker.findings import (
    Result,
    at_least,
    at_most,
    missed,
    none_of,
    percentile,
    plain,
    print_result,
)


def test_only_missed_limits_are_told() -> None:
    result = Result(
        "Load",
        (at_most("p99", 120.0, 100.0, "ms"), at_least("rate", 5.0, 5.0), none_of("lost", 0)),
    )
    assert missed([result]) == ["Load: p99 120 ms, expected <= 100 ms"]
    assert not result.holds
    assert Result("Load", (plain("p50", 900.0, "ms"),)).holds


def test_no_values_miss_every_limit() -> None:
    assert at_most("p99", percentile([], 99.0), 100.0).holds is False


def test_a_skipped_measurement_says_why() -> None:
    stream = io.StringIO()
    print_result(Result("Hosts", skipped="no right to make namespaces"), Console(file=stream))
    assert stream.getvalue() == "Hosts: skipped: no right to make namespaces\n"
    print_result(Result("Load", (none_of("lost", 3),)), Console(file=stream))
    assert "missed" in stream.getvalue()
