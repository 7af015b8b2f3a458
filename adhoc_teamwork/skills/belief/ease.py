# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""How easily a hand works at a place, by the robot's inverse reachability map."""

import numpy as np
from scipy.interpolate import RegularGridInterpolator

from adhoc_teamwork.skills.belief.grid import Floats
from adhoc_teamwork.teamwork.bodies.resume import GraspShares

EASY = 0.5
"""Where a hand has at least this share of the ways that it has at the best distance, it is easy."""


class Ease:
    """Compare places ahead of a robot at one height with the best one at that height.

    Args:
        grasps: In how many ways the hand takes something where; None where nobody knows: then every
            place is as easy as any other.
    """

    def __init__(self, grasps: GraspShares | None) -> None:
        self._shares = None
        if grasps is not None and min(len(grasps.distances), len(grasps.heights)) > 1:
            self._distances = np.array(grasps.distances)
            self._shares = RegularGridInterpolator(
                (np.array(grasps.heights), self._distances),
                np.array(grasps.shares),
                bounds_error=False,
                fill_value=0.0,
            )

    @property
    def is_known(self) -> bool:
        """Tell whether there is a map."""
        return self._shares is not None

    def at(self, distances: Floats, heights: Floats) -> Floats:
        """Return how easy places are, each from 0, not at all, to 1, as easy as at its height gets.

        Where the map knows no way at a height at all, it says nothing of it: all is 1 there.

        Args:
            distances: From the robot's upright axis, metres, (n,).
            heights: Above the floor, metres, (n,).
        """
        if self._shares is None:
            return np.ones(len(distances))
        share = self._shares(np.stack([heights, distances], axis=-1))
        unlike, where = np.unique(np.round(heights, 2), return_inverse=True)
        rows = np.stack(np.broadcast_arrays(unlike[:, None], self._distances[None, :]), axis=-1)
        best = self._shares(rows).max(axis=1)[where]
        known = best > 0.0
        return np.asarray(np.where(known, np.minimum(share / np.where(known, best, 1.0), 1.0), 1.0))
