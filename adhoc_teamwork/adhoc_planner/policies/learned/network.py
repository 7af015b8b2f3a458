# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""A feed-forward network in NumPy: linear layers with rectifiers between them."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]


@dataclass(frozen=True)
class Network:
    """Tell classes apart; `weights` are (inputs, outputs) matrices, `biases` (outputs,) vectors.

    The last layer has an output for each of `classes`, or one in all where there are two: its
    logistic function is then the second one's probability. A network of one class has no layers.
    """

    classes: tuple[str, ...]
    weights: tuple[Floats, ...] = ()
    biases: tuple[Floats, ...] = ()

    @property
    def inputs(self) -> int:
        """Return how many values go in; 0 where it does not matter."""
        return len(self.weights[0]) if self.weights else 0

    def probabilities(self, features: Floats) -> Floats:
        """Return for each row of `features` (rows, inputs) the classes' probabilities."""
        if not self.weights:
            return np.ones((len(features), 1), np.float32)
        values: Floats = features
        last = len(self.weights) - 1
        for number, (weight, bias) in enumerate(zip(self.weights, self.biases, strict=True)):
            values = np.add(values @ weight, bias, dtype=np.float32)
            if number < last:
                values = np.maximum(values, np.float32(0.0))
        if values.shape[1] == 1:
            second = 1.0 / (1.0 + np.exp(-values.clip(-80.0, 80.0)))
            return np.hstack((1.0 - second, second)).astype(np.float32)
        raised = np.exp(values - values.max(axis=1, keepdims=True))
        shares: Floats = (raised / raised.sum(axis=1, keepdims=True)).astype(np.float32)
        return shares

    def distribution(self, features: Floats) -> dict[str, float]:
        """Return the probability of each class for one vector of features."""
        found = self.probabilities(features[np.newaxis])[0].tolist()
        return dict(zip(self.classes, found, strict=True))

    def fits(self, inputs: int) -> bool:
        """Tell whether the layers fit one another, `inputs` values and the classes."""
        if len(self.classes) < 2:
            return len(self.classes) == 1 and not self.weights and not self.biases
        if not self.weights or len(self.weights) != len(self.biases):
            return False
        widths = [inputs]
        for weight, bias in zip(self.weights, self.biases, strict=True):
            if weight.ndim != 2 or bias.ndim != 1 or weight.shape != (widths[-1], len(bias)):
                return False
            widths.append(len(bias))
        return widths[-1] == (1 if len(self.classes) == 2 else len(self.classes))


def one_hot(names: Sequence[str], vocabulary: Sequence[str]) -> Floats:
    """Return a row for each name; the first place is for names that the vocabulary lacks."""
    places = {name: number for number, name in enumerate(vocabulary, 1)}
    rows = np.zeros((len(names), len(vocabulary) + 1), np.float32)
    rows[np.arange(len(names)), [places.get(name, 0) for name in names]] = 1.0
    return rows
