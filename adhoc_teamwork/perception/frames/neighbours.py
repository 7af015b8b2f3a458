# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Which pixels of a depth image show the same surface as those beside them."""

import numpy as np
from numpy.typing import NDArray

_BESIDE = (np.float32(0.02), np.float32(0.03))
"""Neighbours lie at one depth that differ by less than so much, metres, and per metre of depth."""


def count_beside(depth: NDArray[np.float32], masks: NDArray[np.uint16]) -> NDArray[np.uint8]:
    """Return how many of each pixel's four neighbours show the same surface.

    They lie at its depth, under the same mask. Beyond an edge of the image one is taken to.

    Args:
        depth: (height, width) metres.
        masks: (height, width) instance ids.
    """
    width = depth.shape[1]
    near = _BESIDE[1] * depth
    near += _BESIDE[0]
    # Pixel by pixel in one row, where arithmetic is fastest: the neighbour to the right is the
    # next one, the neighbour below comes a width later.
    flat, ids, gap = depth.reshape(-1), masks.reshape(-1), near.reshape(-1)
    count = np.zeros(flat.size, np.uint8)
    for step in (1, width):
        apart = flat[step:] - flat[:-step]
        np.abs(apart, out=apart)
        beside = apart <= gap[step:]
        beside &= ids[step:] == ids[:-step]
        if step == 1:
            # No neighbours, but both at an edge of the image.
            beside[width - 1 :: width] = True
        count[step:] += beside.view(np.uint8)
        count[:-step] += beside.view(np.uint8)
    count[:width] += 1
    count[-width:] += 1
    count[0] += 1
    count[-1] += 1
    return count.reshape(depth.shape)
