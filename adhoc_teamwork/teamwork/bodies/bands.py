# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What is done at which distances ahead, height by height: how far an arm gets, what is seen."""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Band:
    """Say at which horizontal distances ahead something can be done at one height; metres."""

    height: float
    nearest: float
    farthest: float


def band_at(bands: Sequence[Band], height: float) -> Band:
    """Return the band at a height, between those around it; beyond the ends that of the end.

    Args:
        bands: By height, rising; at least one.
        height: Metres above the floor.
    """
    for low, high in itertools.pairwise(bands):
        if low.height <= height <= high.height:
            share = (height - low.height) / max(high.height - low.height, 1e-9)
            return Band(
                height,
                low.nearest + share * (high.nearest - low.nearest),
                low.farthest + share * (high.farthest - low.farthest),
            )
    return bands[0] if height < bands[0].height else bands[-1]
