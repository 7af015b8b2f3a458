# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The floor as a grid of cells with the free distance around each; metres, map frame."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import binary_dilation, distance_transform_edt
from skimage.draw import polygon

from adhoc_teamwork.simulation.houses.house import House
from adhoc_teamwork.simulation.motion.obstacles import Obstacles
from adhoc_teamwork.teamwork.bodies.traversability import Footing
from adhoc_teamwork.teamwork.maps.grid_frame import GridFrame

RESOLUTION = 0.05
"""Edge of a cell, metres."""
COMFORT = 1.0
"""Distances are known up to this, metres: nearer, a way costs more."""
CELL_SLACK = RESOLUTION * math.sqrt(2.0) / 2.0
"""How much nearer than at a cell's centre an obstacle can be anywhere in the cell, metres."""

Cell = tuple[int, int]
Mask = NDArray[np.bool_]
Floats = NDArray[np.float64]


@dataclass(frozen=True)
class NavGrid:
    """Hold cells in rows along y and columns along x, which lie in `frame`.

    `clearance` is the distance from a cell's centre to the nearest wall or solid, at most
    `COMFORT`, zero or less where there is no floor or something stands.
    """

    frame: GridFrame
    clearance: Floats

    @classmethod
    def of(cls, house: House, obstacles: Obstacles, footing: Footing | None = None) -> "NavGrid":
        """Return the grid of all the house's rooms; with a footing, of what that gets over."""
        x0, y0, x1, y1 = house.bounds
        xs: Floats = np.arange(x0 + RESOLUTION / 2.0, x1 + RESOLUTION, RESOLUTION, np.float64)
        ys: Floats = np.arange(y0 + RESOLUTION / 2.0, y1 + RESOLUTION, RESOLUTION, np.float64)
        clearance = obstacles.distance_field(xs, ys, COMFORT)
        floor = np.zeros(clearance.shape, np.bool_)
        for room in house.rooms:
            outline = np.array(room.outline)
            rows, columns = polygon(
                (outline[:, 1] - ys[0]) / RESOLUTION,
                (outline[:, 0] - xs[0]) / RESOLUTION,
                floor.shape,
            )
            floor[rows, columns] = True
        # Cells on the line where two rooms meet belong to neither: close the gap.
        floor = binary_dilation(floor)
        to_edge = distance_transform_edt(np.pad(floor, 1))[1:-1, 1:-1] * RESOLUTION
        clearance = np.minimum(clearance, to_edge)
        if footing is not None and not house.ground.is_flat:
            blocked = footing.blocked(house.ground, xs, ys)
            if blocked.any():
                clearance = np.minimum(clearance, distance_transform_edt(~blocked) * RESOLUTION)
        frame = GridFrame.of_middles(float(xs[0]), float(ys[0]), RESOLUTION, clearance.shape)
        return cls(frame, clearance)

    def cell(self, x: float, y: float) -> Cell:
        """Return (row, column) of the cell at a point; it may lie outside the grid."""
        return self.frame.cell_of(x, y)

    def point(self, cell: Cell) -> tuple[float, float]:
        """Return the centre of a cell."""
        return self.frame.middle(*cell)

    def holds(self, cell: Cell) -> bool:
        """Tell whether a cell is in the grid."""
        return self.frame.holds(cell)

    def disc(self, x: float, y: float, radius: float) -> tuple[tuple[slice, slice], Floats]:
        """Return the window of cells around a point, and how far each is from the point."""
        row, column = self.cell(x, y)
        reach = math.ceil(radius / RESOLUTION) + 1
        rows = slice(max(0, row - reach), max(0, row + reach + 1))
        columns = slice(max(0, column - reach), max(0, column + reach + 1))
        xs, ys = self.centres((rows, columns))
        return (rows, columns), np.hypot(xs[None, :] - x, ys[:, None] - y)

    def centres(self, window: tuple[slice, slice]) -> tuple[Floats, Floats]:
        """Return x of the columns and y of the rows of a window of cells, metres."""
        rows, columns = window
        xs, ys = self.frame.middles()
        return xs[columns], ys[rows]

    def nearest(self, x: float, y: float, allowed: Mask, within: float) -> Cell | None:
        """Return the allowed cell nearest to a point and at most `within` metres away."""
        window, distance = self.disc(x, y, within)
        reachable = allowed[window] & (distance <= within)
        if not reachable.any():
            return None
        best = np.unravel_index(
            int(np.argmin(np.where(reachable, distance, np.inf))), distance.shape
        )
        return int(best[0]) + window[0].start, int(best[1]) + window[1].start
