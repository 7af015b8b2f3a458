# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What a camera would see of the floor from a place on the semantic map."""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from adhoc_teamwork.skills.belief.grid import Floats, Indices, Mask, SemanticGrid
from adhoc_teamwork.teamwork.bodies.capability import Capability
from adhoc_teamwork.teamwork.bodies.visibility import (
    floor_shows_from,
    nearest_floor,
    sees_floor,
)
from adhoc_teamwork.teamwork.geometry import Pose, normalize_angle

_DIRECTIONS = 72
_FINE_DIRECTIONS = 360
_USED_SHARE_OF_VIEW = 0.9


@dataclass(frozen=True)
class Eye:
    """Hold how far over the floor a camera looks (m), and how wide (rad).

    The semantic map counts floor as looked at where rays pass low above it, which they do from
    `nearest` on, and near enough for small things to show: see
    `adhoc_teamwork.teamwork.bodies.visibility`.
    """

    farthest: float
    width: float
    nearest: float = 0.0

    @classmethod
    def of(cls, capability: Capability) -> "Eye":
        """Return the camera of a robot with that capability."""
        upper = capability.camera_pitch - capability.vertical_fov / 2.0
        farthest = capability.camera_range
        if upper > 0.0:
            farthest = min(farthest, capability.camera_height / math.tan(upper))
        width = min(capability.horizontal_fov * _USED_SHARE_OF_VIEW, 2.0 * math.pi)
        nearest = nearest_floor(capability)
        if sees_floor(capability):
            farthest = min(farthest, floor_shows_from(nearest))
        farthest = max(farthest, 0.5)
        return cls(farthest, width, min(nearest, 0.9 * farthest))

    def best_views(
        self, grid: SemanticGrid, wanted: Mask, x: Floats, y: Floats
    ) -> tuple[Floats, Floats]:
        """Return for each place how much of `wanted` (m²) its best view shows, and its yaw (rad).

        Views end at the first cell that is occupied or where a wall is to be expected.
        """
        angles = np.arange(_DIRECTIONS) * (2.0 * math.pi / _DIRECTIONS)
        step = max(grid.frame.cell, 0.1)
        radii = step * np.arange(1.0, self.farthest / step + 0.5)
        row, column, in_view = self._rays(grid, x, y, angles, radii)
        shown = wanted[row, column] & in_view
        sector = (shown * radii[None, None, :]).sum(axis=2) * step * (2.0 * math.pi / _DIRECTIONS)
        wide = max(1, round(self.width / (2.0 * math.pi) * _DIRECTIONS))
        windows = sum(np.roll(sector, -i, axis=1) for i in range(wide))
        windows = np.asarray(windows, dtype=np.float64)
        best = windows.argmax(axis=1)
        yaw = angles[best] + (wide - 1) / 2.0 * (2.0 * math.pi / _DIRECTIONS)
        gain = windows[np.arange(len(x)), best]
        return gain, normalize_angle(yaw)

    def view(self, grid: SemanticGrid, pose: Pose) -> Mask:
        """Mark the cells in view from a pose, as far as the map knows what stands in the way."""
        fine = np.linspace(-self.width / 2.0, self.width / 2.0, _FINE_DIRECTIONS)
        step = grid.frame.cell / 2.0
        radii = step * np.arange(1.0, self.farthest / step)
        x, y = np.array([pose.x]), np.array([pose.y])
        row, column, shown = self._rays(grid, x, y, pose.yaw + fine, radii)
        mask = np.zeros(grid.cells.shape, dtype=np.bool_)
        mask[row[shown], column[shown]] = True
        return mask

    def _rays(
        self, grid: SemanticGrid, x: Floats, y: Floats, angles: Any, radii: Any
    ) -> tuple[Indices, Indices, Mask]:
        """Return rows and columns of samples, and which are in view, [place, direction, distance].

        Nearer than floor shows a wall hides what is beyond, too; over furniture a camera may look.
        """
        ray_x = x[:, None, None] + np.cos(angles)[None, :, None] * radii[None, None, :]
        ray_y = y[:, None, None] + np.sin(angles)[None, :, None] * radii[None, None, :]
        row, column, inside = grid.index(ray_x, ray_y)
        shows = radii >= self.nearest
        wall = np.zeros_like(grid.opaque) if grid.walls is None else grid.walls
        opaque = np.where(shows, grid.opaque[row, column], wall[row, column])
        hidden = np.maximum.accumulate(~inside | opaque, axis=2)
        return row, column, ~hidden & shows
