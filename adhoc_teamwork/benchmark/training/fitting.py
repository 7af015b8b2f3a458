# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Fit networks with scikit-learn; what comes out is used with NumPy alone."""

import warnings
from collections import Counter
from collections.abc import Sequence

import numpy as np

from adhoc_teamwork.adhoc_planner.policies.learned.network import Floats, Network
from adhoc_teamwork.teamwork.settings.config import ConfigError

HOW_TO_GET = (
    "scikit-learn is not installed, and training needs it; expected: ./adhoc test --fast, which "
    "installs it, or pip install scikit-learn"
)


def library() -> str:
    """Return name and version of what fits networks.

    Raises:
        ConfigError: It is not installed; one line says how to get it.
    """
    try:
        import sklearn
    except ImportError:
        raise ConfigError(HOW_TO_GET) from None
    return f"scikit-learn {sklearn.__version__}"


def fit(
    features: Floats, kinds: Sequence[str], hidden: tuple[int, ...], rounds: int, seed: int
) -> Network:
    """Return a network trained for so many rounds; the same arguments give the same network.

    Args:
        features: A row for each example.
        kinds: The class of each example.
        hidden: Sizes of the hidden layers; with one there are two linear layers in all.
        rounds: How often every example is gone through.
        seed: For the first weights and the order of the examples.
    """
    from sklearn.exceptions import ConvergenceWarning
    from sklearn.neural_network import MLPClassifier
    from threadpoolctl import threadpool_limits

    classes = sorted(set(kinds))
    if len(classes) < 2:
        return Network(tuple(classes))
    model = MLPClassifier(
        hidden, batch_size=min(128, len(kinds)), max_iter=rounds, n_iter_no_change=rounds,
        learning_rate_init=0.003, alpha=1e-4, random_state=seed,
    )  # fmt: skip
    with warnings.catch_warnings(), threadpool_limits(1):
        # The number of rounds is what ends the training here. One thread adds in one order.
        warnings.simplefilter("ignore", ConvergenceWarning)
        model.fit(features, np.array(kinds))
    return Network(
        tuple(str(name) for name in model.classes_),
        tuple(np.asarray(matrix, np.float32) for matrix in model.coefs_),
        tuple(np.asarray(vector, np.float32) for vector in model.intercepts_),
    )


def accuracy(network: Network, features: Floats, kinds: Sequence[str]) -> float:
    """Return the share of examples whose class is the likeliest; 0 without any."""
    if not kinds:
        return 0.0
    best = network.probabilities(features).argmax(axis=1)
    right = sum(network.classes[int(b)] == kind for b, kind in zip(best, kinds, strict=True))
    return round(right / len(kinds), 4)


def chance(kinds: Sequence[str]) -> float:
    """Return the share of the most frequent class: what always naming it would reach."""
    return round(max(Counter(kinds).values()) / len(kinds), 4) if kinds else 0.0
