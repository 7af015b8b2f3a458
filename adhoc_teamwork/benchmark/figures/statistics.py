# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""How sure a mean over tasks is, and whether a difference to the team alone is more than chance.

Tasks of one house resemble one another (fifteen tasks share it), so houses are the units that are
drawn: intervals come from resampling whole houses, p-values from exchanging a house's two runs.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from scipy.stats import binomtest

RESAMPLES = 10_000
_SEED = 0
"""What the draws depend on, and nothing else."""
CONFIDENCE = 0.95
EXACT_UP_TO = 12
"""Houses up to which all exchanges are counted (4096) instead of drawing some of them."""

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Interval:
    """Hold a two-sided 95 % interval."""

    low: float
    high: float


def share_interval(count: int, number: int) -> Interval:
    """Return Wilson's interval of the share of so many, `count`, of a `number` of trials."""
    span = binomtest(count, number).proportion_ci(CONFIDENCE, method="wilson")
    return Interval(float(span.low), float(span.high))


def bootstrap_interval(
    values: Sequence[float], houses: Sequence[str], resamples: int = RESAMPLES
) -> Interval:
    """Return the percentile bootstrap interval of the mean, houses drawn with replacement.

    Args:
        values: One value per task.
        houses: The house of each task.
        resamples: How many draws.

    Raises:
        ValueError: There are no values.
    """
    sums, counts = _by_house(values, houses)
    draws = _draws(len(sums), resamples)
    means = (draws @ sums) / (draws @ counts)
    tail = 50.0 * (1.0 - CONFIDENCE)
    low, high = np.percentile(means, [tail, 100.0 - tail])
    return Interval(float(low), float(high))


def ratio_interval(
    numerators: Sequence[float],
    denominators: Sequence[float],
    houses: Sequence[str],
) -> Interval | None:
    """Return the percentile bootstrap interval of the ratio of two means, houses drawn.

    None where more draws than one tail holds have no denominator above 0: the ratio may then be
    anything.

    Args:
        numerators: One value per task.
        denominators: The same.
        houses: The house of each task.

    Raises:
        ValueError: There are no values.
    """
    above, _ = _by_house(numerators, houses)
    below, _ = _by_house(denominators, houses)
    draws = _draws(len(above), RESAMPLES)
    tops, bottoms = draws @ above, draws @ below
    sound = bottoms > 1e-9
    tail = 50.0 * (1.0 - CONFIDENCE)
    if 100.0 * float(np.mean(~sound)) > tail:
        return None
    low, high = np.percentile(tops[sound] / bottoms[sound], [tail, 100.0 - tail])
    return Interval(float(low), float(high))


def paired_p_value(
    differences: Sequence[float], houses: Sequence[str], resamples: int = RESAMPLES
) -> float:
    """Return the two-sided p-value of "the mean difference is 0", by exchanging houses' runs.

    Where the ad hoc robot changes nothing, a house's differences are as likely with one sign as
    with the other (a paired permutation test). Few houses allow no small p-value: n houses give
    2 / 2^n at the least.

    Args:
        differences: With the ad hoc robot minus without it, one per task.
        houses: The house of each task.
        resamples: How many draws where the exchanges are too many to count.

    Raises:
        ValueError: There are no differences.
    """
    sums, _ = _by_house(differences, houses)
    sums = sums[sums != 0.0]
    if len(sums) == 0:
        return 1.0
    least = abs(float(sums.sum())) * (1.0 - 1e-9)
    if len(sums) <= EXACT_UP_TO:
        bits = np.arange(2 ** len(sums))[:, None] >> np.arange(len(sums)) & 1
        return float(np.mean(np.abs((1.0 - 2.0 * bits) @ sums) >= least))
    as_large = np.count_nonzero(np.abs(_signs(len(sums), resamples) @ sums) >= least)
    return float(as_large + 1) / (resamples + 1)


@lru_cache(maxsize=8)
def _draws(houses: int, resamples: int) -> Floats:
    """Return how often each house is drawn (columns) in each resample (rows)."""
    rng = np.random.default_rng(_SEED)
    return rng.multinomial(houses, np.full(houses, 1.0 / houses), size=resamples).astype(float)


@lru_cache(maxsize=8)
def _signs(houses: int, resamples: int) -> Floats:
    """Return 1 or -1 for each house (columns) in each exchange (rows)."""
    rng = np.random.default_rng(_SEED)
    return 1.0 - 2.0 * rng.integers(0, 2, size=(resamples, houses)).astype(float)


def _by_house(values: Sequence[float], houses: Sequence[str]) -> tuple[Floats, Floats]:
    """Return sum and count of the values of each house, houses in the order of their names."""
    if not values:
        raise ValueError("no values; expected at least one task")
    names = {house: index for index, house in enumerate(sorted(set(houses)))}
    index = np.array([names[house] for house in houses])
    sums = np.bincount(index, weights=np.asarray(values, dtype=np.float64)).astype(np.float64)
    return sums, np.bincount(index).astype(np.float64)
