# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Intervals and p-values whose units are houses."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import permutation_test, wilcoxon

from adhoc_teamwork.benchmark.figures.statistics import (
    bootstrap_interval,
    paired_p_value,
    ratio_interval,
)

NUMBERS = st.lists(st.floats(-1e3, 1e3, allow_nan=False), min_size=1, max_size=40)


def houses(count: int, each: int = 1) -> list[str]:
    return [f"h{index // each:03d}" for index in range(count)]


@given(NUMBERS)
def test_an_interval_lies_within_the_values(numbers: list[float]) -> None:
    interval = bootstrap_interval(numbers, houses(len(numbers)), resamples=200)
    assert min(numbers) - 1e-6 <= interval.low <= interval.high <= max(numbers) + 1e-6


def test_an_interval_covers_the_truth_about_95_times_in_100() -> None:
    rng = np.random.default_rng(7)
    covered = 0
    for _ in range(300):
        values = rng.normal(10.0, 2.0, 90)
        interval = bootstrap_interval(list(values), houses(90), resamples=1000)
        covered += interval.low <= 10.0 <= interval.high
    assert 0.90 <= covered / 300 <= 0.98


def test_tasks_of_one_house_are_not_taken_for_independent() -> None:
    rng = np.random.default_rng(3)
    values = [float(v) for v in np.repeat(rng.normal(0.0, 1.0, 20), 15)]
    apart = bootstrap_interval(values, houses(300))
    together = bootstrap_interval(values, houses(300, each=15))
    assert together.high - together.low > 3.0 * (apart.high - apart.low)


def test_the_same_figures_come_out_again() -> None:
    values = [float(v) for v in np.random.default_rng(1).normal(0.3, 1.0, 40)]
    assert bootstrap_interval(values, houses(40)) == bootstrap_interval(values, houses(40))
    assert paired_p_value(values, houses(40)) == paired_p_value(values, houses(40))


@pytest.mark.parametrize("count", [8, 40])
def test_p_values_are_those_of_scipy(count: int) -> None:
    differences = np.random.default_rng(count).normal(0.4, 1.0, count)
    known = permutation_test(
        (differences,), np.mean, permutation_type="samples", n_resamples=20_000, rng=5
    )
    ours = paired_p_value([float(d) for d in differences], houses(count))
    assert ours == pytest.approx(known.pvalue, abs=0.012)
    assert ours == pytest.approx(wilcoxon(differences).pvalue, abs=0.12)


@given(NUMBERS)
def test_a_p_value_is_a_probability_and_blind_to_sign(numbers: list[float]) -> None:
    names = houses(len(numbers))
    p_value = paired_p_value(numbers, names, resamples=200)
    assert 0.0 < p_value <= 1.0
    assert paired_p_value([-n for n in numbers], names, resamples=200) == p_value


def test_no_difference_is_no_evidence() -> None:
    assert paired_p_value([0.0] * 10, houses(10)) == 1.0


def test_three_houses_prove_little_whatever_the_number_of_tasks() -> None:
    assert paired_p_value([1.0] * 45, houses(45, each=15)) == 0.25


def test_a_ratio_s_interval_holds_it_and_narrows_with_more_houses() -> None:
    draw = np.random.default_rng(3)
    widths = []
    for count in (20, 200):
        below = 1.0 + draw.random(count)
        above = 0.5 * below + draw.normal(0.0, 0.2, count)
        found = ratio_interval(list(above), list(below), houses(count))
        assert found is not None
        assert found.low < 0.5 < found.high
        widths.append(found.high - found.low)
    assert widths[1] < 0.5 * widths[0]


def test_a_ratio_to_what_may_be_nothing_has_no_interval() -> None:
    below = [1.0, -1.0] * 10
    assert ratio_interval([1.0] * 20, below, houses(20)) is None


def test_no_values_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one task"):
        bootstrap_interval([], [])
