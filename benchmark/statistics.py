"""How sure a mean over tasks is, and whether a difference to the team alone is more than chance.

Tasks of one house resemble one another (fifteen tasks share it), so houses are the units that are
drawn: intervals come from resampling whole houses, p-values from exchanging a house's two runs.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

RESAMPLES = 10_000
CONFIDENCE = 0.95
EXACT_UP_TO = 12
"""Houses up to which all exchanges are counted (4096) instead of drawing some of them."""
_BLOCK = 500

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Interval:
    """Hold a two-sided 95 % interval."""

    low: float
    high: float


def bootstrap_interval(
    values: Sequence[float], houses: Sequence[str], seed: int = 0, resamples: int = RESAMPLES
) -> Interval:
    """Return the percentile bootstrap interval of the mean, houses drawn with replacement.

    Args:
        values: One value per task.
        houses: The house of each task.
        seed: What the draws depend on, and nothing else.
        resamples: How many draws.

    Raises:
        ValueError: There are no values.
    """
    sums, counts = _by_house(values, houses)
    rng = np.random.default_rng(seed)
    means = np.empty(resamples)
    for start in range(0, resamples, _BLOCK):
        stop = min(start + _BLOCK, resamples)
        drawn = rng.integers(0, len(sums), size=(stop - start, len(sums)))
        means[start:stop] = sums[drawn].sum(axis=1) / counts[drawn].sum(axis=1)
    tail = 50.0 * (1.0 - CONFIDENCE)
    low, high = np.percentile(means, [tail, 100.0 - tail])
    return Interval(float(low), float(high))


def paired_p_value(
    differences: Sequence[float], houses: Sequence[str], seed: int = 0, resamples: int = RESAMPLES
) -> float:
    """Return the two-sided p-value of "the mean difference is 0", by exchanging houses' runs.

    Where the ad hoc robot changes nothing, a house's differences are as likely with one sign as
    with the other (a paired permutation test). Few houses allow no small p-value: n houses give
    2 / 2^n at the least.

    Args:
        differences: With the ad hoc robot minus without it, one per task.
        houses: The house of each task.
        seed: What the draws depend on, and nothing else.
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
    rng = np.random.default_rng(seed)
    as_large = 0
    for start in range(0, resamples, _BLOCK):
        rows = min(_BLOCK, resamples - start)
        signs = 1.0 - 2.0 * rng.integers(0, 2, size=(rows, len(sums)))
        as_large += int(np.count_nonzero(np.abs(signs @ sums) >= least))
    return (as_large + 1) / (resamples + 1)


def _by_house(values: Sequence[float], houses: Sequence[str]) -> tuple[Floats, Floats]:
    """Return sum and count of the values of each house, houses in the order of their names."""
    if not values:
        raise ValueError("no values; expected at least one task")
    names = {house: index for index, house in enumerate(sorted(set(houses)))}
    index = np.array([names[house] for house in houses])
    sums = np.bincount(index, weights=np.asarray(values, dtype=np.float64)).astype(np.float64)
    return sums, np.bincount(index).astype(np.float64)
