# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The ground of a house whose floors lie at several heights: one height for each place (2.5D).

Everything lies at z = 0 but where patches lie over it: raised floors, stairs and ramps. What lies
one over another, as the storeys of a house, cannot be said in this way.
"""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from adhoc_teamwork.teamwork.geometry import point_in_polygon

LOWEST_STEP = 0.03
"""What is no higher than this, in metres, everything that moves gets over."""
_EXACT = 1e-4
"""Heights are compared to this, metres: grids hold them as 32-bit numbers."""

Floats = NDArray[np.float64]
Mask = NDArray[np.bool_]
Outline = tuple[tuple[float, float], ...]
"""Corners of a floor or a part of it, metres in `map`."""


@dataclass(frozen=True)
class Patch:
    """Describe a piece of ground: a raised floor, or, where it rises, stairs or a ramp.

    Attributes:
        name: Of the room or the stairs.
        outline: Corners, metres in `map`.
        base: Height of its lower end, metres.
        rise: How much higher its upper end is, metres; 0 for a level floor.
        direction: Which way is up, a yaw in `map`, radians.
        steps: Number of steps, the last level with the upper floor; 0 for a ramp or a level floor.
    """

    name: str
    outline: Outline
    base: float
    rise: float = 0.0
    direction: float = 0.0
    steps: int = 0

    @property
    def top(self) -> float:
        """Return the height of its upper end, metres."""
        return self.base + self.rise

    @property
    def rises(self) -> bool:
        """Tell whether it joins two heights."""
        return self.rise > 0.0

    @property
    def ends(self) -> tuple[float, float]:
        """Return where it begins and ends, measured along `direction` from the origin, metres."""
        along = [self.along(x, y) for x, y in self.outline]
        return min(along), max(along)

    @property
    def step_rise(self) -> float:
        """Return how high each of its steps is, metres; 0 without steps."""
        return self.rise / self.steps if self.steps else 0.0

    @property
    def slope(self) -> float:
        """Return how steep it is as a ramp, radians; 0 where it has steps or is level."""
        first, last = self.ends
        return math.atan2(self.rise, last - first) if self.rises and not self.steps else 0.0

    def along(self, x: float, y: float) -> float:
        """Return how far up along `direction` a floor point is from the origin, metres."""
        return x * math.cos(self.direction) + y * math.sin(self.direction)

    def contains(self, x: float, y: float) -> bool:
        """Tell whether a floor point is within its outline."""
        return point_in_polygon(x, y, self.outline)

    def height(self, x: float, y: float) -> float:
        """Return its height at a floor point, metres; beyond an end that of the end."""
        if not self.rises:
            return self.base
        first, last = self.ends
        share = min(1.0, max(0.0, (self.along(x, y) - first) / (last - first)))
        if self.steps:
            share = min(math.floor(share * self.steps + 1e-9) + 1, self.steps) / self.steps
        return self.base + share * self.rise

    def heights(self, x: Floats, y: Floats) -> Floats:
        """Return `height` at floor points, in their shape."""
        if not self.rises:
            return np.full(np.broadcast_shapes(x.shape, y.shape), self.base)
        first, last = self.ends
        along = x * math.cos(self.direction) + y * math.sin(self.direction)
        share = np.clip((along - first) / (last - first), 0.0, 1.0)
        if self.steps:
            risen = np.floor(share * self.steps + 1e-9) + 1.0
            share = np.minimum(risen, self.steps) / self.steps
        heights: Floats = self.base + share * self.rise
        return heights

    def mask(self, x: Floats, y: Floats) -> Mask:
        """Return `contains` for floor points, in their shape."""
        inside = np.zeros(np.broadcast_shapes(x.shape, y.shape), np.bool_)
        before_x, before_y = self.outline[-1]
        for corner_x, corner_y in self.outline:
            if corner_y != before_y:
                level = (corner_y > y) != (before_y > y)
                crossing = corner_x + (y - corner_y) * (before_x - corner_x) / (before_y - corner_y)
                inside ^= level & (x < crossing)
            before_x, before_y = corner_x, corner_y
        return inside


@dataclass(frozen=True)
class Ground:
    """Hold the patches that lie over the ground at z = 0; a later one lies over earlier ones."""

    patches: tuple[Patch, ...] = ()

    @property
    def is_flat(self) -> bool:
        """Tell whether all of it lies at z = 0."""
        return not self.patches

    def patch_at(self, x: float, y: float) -> Patch | None:
        """Return the uppermost patch at a floor point, or None."""
        return next((p for p in reversed(self.patches) if p.contains(x, y)), None)

    def height(self, x: float, y: float) -> float:
        """Return the height of the ground at a floor point, metres in `map`."""
        patch = self.patch_at(x, y)
        return 0.0 if patch is None else patch.height(x, y)

    def heights(self, x: Floats, y: Floats) -> Floats:
        """Return `height` at floor points, in their shape."""
        heights: Floats = np.zeros(np.broadcast_shapes(x.shape, y.shape))
        for patch in self.patches:
            heights = np.where(patch.mask(x, y), patch.heights(x, y), heights)
        return heights


def ledges(heights: NDArray[Any], step: float) -> Mask:
    """Return the cells of a grid beside which the ground rises or falls by more than `step` m."""
    found = np.zeros(heights.shape, np.bool_)
    across = np.abs(np.diff(heights, axis=1)) > step + _EXACT
    found[:, 1:] |= across
    found[:, :-1] |= across
    along = np.abs(np.diff(heights, axis=0)) > step + _EXACT
    found[1:] |= along
    found[:-1] |= along
    return found


FLAT = Ground()
"""One floor at z = 0, as most houses have it."""
