# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Refuse floor plans that no building has."""

from collections.abc import Iterable

import numpy as np

from adhoc_teamwork.teamwork.scene import Room

LARGEST = 500.0
"""Length and width of the largest building, metres."""
FARTHEST = 1e5
"""How far from the origin of `map` it may be, metres."""


def check_outlines(rooms: Iterable[Room]) -> None:
    """Check that a map of these rooms can be made.

    Raises:
        ValueError: Corners that are not finite, or farther apart than `LARGEST`.
    """
    corners: list[tuple[float, float]] = []
    for room in rooms:
        if not (np.abs(room.outline) <= FARTHEST).all():
            raise ValueError(f"room {room.room_id} has a corner that is nowhere: {room.outline}")
        corners += room.outline
    if corners and (np.ptp(np.array(corners), axis=0) > LARGEST).any():
        raise ValueError(f"the rooms lie farther apart than {LARGEST:.0f} m")
