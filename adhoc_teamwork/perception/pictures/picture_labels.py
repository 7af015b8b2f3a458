# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Keep marks in a picture apart, so that each can be read."""

import numpy as np
from numpy.typing import NDArray

_ROUNDS = 80
_PULL = 0.05
"""Share of its way back that a mark goes each round, so that none strays."""


def spread(places: NDArray[np.float64], apart: float) -> NDArray[np.float64]:
    """Return (n, 2) places moved so that any two are about `apart` or more from each other."""
    marks = places + 1e-4 * np.stack(
        [np.sin(np.arange(len(places))), np.cos(np.arange(len(places)))], 1
    )
    for _ in range(_ROUNDS):
        between = marks[:, None] - marks[None]
        distance = np.hypot(between[..., 0], between[..., 1])
        np.fill_diagonal(distance, np.inf)
        lacking = np.maximum(apart - distance, 0.0)
        if not lacking.any():
            break
        push = between / np.maximum(distance, 1e-9)[..., None] * lacking[..., None] / 2.0
        marks = (
            marks
            + push.sum(axis=1)
            + _PULL * (places - marks) * (lacking.max(axis=1) == 0.0)[:, None]
        )
    return marks
