# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Tops of furniture that a camera looks down on: which of them it has yet to look over.

A room is not explored while small things may lie unseen on its sofa. Where something showed that
could not be made out, the rest of the top does not make up for it.
"""

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import binary_dilation

from adhoc_teamwork.perception.map.grid_map import GridMap
from adhoc_teamwork.perception.objects.objects import KnownObject
from adhoc_teamwork.teamwork.bodies.capability import Capability
from adhoc_teamwork.teamwork.bodies.visibility import (
    ANY,
    ENOUGH,
    looks_down_on,
    shows_upper_end_alone,
)
from adhoc_teamwork.teamwork.scene import Presence


def tops_left(
    grid: GridMap, objects: Iterable[KnownObject], camera: Capability
) -> NDArray[np.bool_]:
    """Return the (height, width) cells of tops that are still to be looked over.

    Args:
        grid: What was inspected.
        objects: What is known.
        camera: Whose camera looks; tops that it never shows from above are left out.
    """
    left = np.zeros(grid.inspected.shape, np.bool_)
    near = binary_dilation(grid.inspected)
    for known in objects:
        share = _share_to_look_over(known, camera)
        if not share:
            continue
        (x0, y0), (x1, y1) = known.lower[:2].tolist(), known.upper[:2].tolist()
        window = grid.extent.window((x0, y0, x1, y1))
        if near[window].size and near[window].mean() < share:
            left[window] |= ~near[window]
        left[window] |= grid.unclear[window]
    return left


def _share_to_look_over(known: KnownObject, camera: Capability) -> float:
    """Return how much of a thing a camera has to look over: none where it shows no top of it."""
    if not _carries_in_the_open(known):
        return 0.0
    support = known.support.height
    if looks_down_on(camera, support):
        return ENOUGH
    return ANY if shows_upper_end_alone(camera, support, float(known.upper[2])) else 0.0


def _carries_in_the_open(known: KnownObject) -> bool:
    fixed = known.is_receptacle and not known.pickupable and known.closed is None
    return fixed and known.status is Presence.PRESENT
