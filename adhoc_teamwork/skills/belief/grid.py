# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The semantic map as the skills read it: free, occupied, not looked at."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt
import shapely
from scipy import ndimage
from skimage.graph import MCP_Geometric

from adhoc_teamwork.teamwork.geometry import Point
from adhoc_teamwork.teamwork.maps.grid_frame import GridFrame

Mask = npt.NDArray[np.bool_]
Floats = npt.NDArray[np.float64]
Indices = npt.NDArray[np.intp]

UNSEEN, FREE = -1, 0
OCCUPIED_FROM = 50
"""Values of nav_msgs/OccupancyGrid: from here on a cell counts as occupied."""

_TIGHT_COST = 5.0
_UNSEEN_COST = 2.0
_WAY_OUT = 1.5
"""So far, metres, a way may lead through what a robot stands under, as a table."""


@dataclass(frozen=True, eq=False)
class SemanticGrid:
    """Hold a top-down grid: `cells[row, column]`, rows along y and columns along x of `map`.

    `frame` is where the cells lie, `stamp` when it was made, in seconds of the ROS clock. `walls`
    marks cells in which walls are to be expected, as the map does not show free floor there.
    """

    cells: npt.NDArray[np.int8]
    frame: GridFrame
    stamp: float = 0.0
    walls: Mask | None = None

    @cached_property
    def free(self) -> Mask:
        """Mark the cells that were looked at and are free."""
        return np.asarray((self.cells >= FREE) & (self.cells < OCCUPIED_FROM), dtype=np.bool_)

    @cached_property
    def occupied(self) -> Mask:
        """Mark the cells in which something stands."""
        return np.asarray(self.cells >= OCCUPIED_FROM, dtype=np.bool_)

    @cached_property
    def opaque(self) -> Mask:
        """Mark the cells through which no camera is taken to see."""
        return self.occupied if self.walls is None else self.occupied | self.walls

    @cached_property
    def unseen(self) -> Mask:
        """Mark the cells that were not looked at."""
        return np.asarray(self.cells == UNSEEN, dtype=np.bool_)

    @cached_property
    def dark(self) -> Mask:
        """Mark the unseen cells with no seen one beside them: the rim before a wall is not dark."""
        return np.asarray(~ndimage.binary_dilation(~self.unseen), dtype=np.bool_)

    @cached_property
    def clearance(self) -> Floats:
        """Return each cell's distance to the nearest edge of an occupied cell, metres."""
        return self._distance_to(self.occupied)

    @cached_property
    def from_floor(self) -> Floats:
        """Return each cell's distance to the nearest edge of a cell of bare floor, metres."""
        return self._distance_to(self.free)

    @cached_property
    def from_open(self) -> Floats:
        """Return each cell's distance to bare floor or unseen cells that join it (m, to the edge).

        Such are shadows on the floor, and not the middle of furniture whose sides show all round.
        """
        seen_or_shadow = ndimage.binary_propagation(self.free, mask=self.free | self.unseen)
        return self._distance_to(np.asarray(seen_or_shadow, dtype=np.bool_))

    @cached_property
    def from_dark(self) -> Floats:
        """Return each cell's distance to the nearest edge of a dark cell, metres."""
        return self._distance_to(self.dark)

    def _distance_to(self, marked: Mask) -> Floats:
        """Return each cell's distance to the nearest edge of a marked cell, metres."""
        if not marked.any():
            return np.full(self.cells.shape, np.inf)
        to_centre = ndimage.distance_transform_edt(~marked) * self.frame.cell
        return np.asarray(np.maximum(to_centre - self.frame.cell / 2.0, 0.0), dtype=np.float64)

    @cached_property
    def centres(self) -> tuple[Floats, Floats]:
        """Return x and y, in metres in `map`, of every cell's centre."""
        x, y = self.frame.middles()
        grid_x, grid_y = np.meshgrid(x, y)
        return grid_x, grid_y

    def index(self, x: Floats, y: Floats) -> tuple[Indices, Indices, Mask]:
        """Return rows and columns (clipped to the grid) of points, and which lie on the grid."""
        row, column, inside = self.frame.index(x, y)
        rows, columns = self.cells.shape
        return np.clip(row, 0, rows - 1), np.clip(column, 0, columns - 1), inside

    def cell(self, point: Point) -> tuple[int, int] | None:
        """Return the row and column that hold a point, or None off the grid."""
        return self.frame.cell_at(point.x, point.y)

    def centre(self, row: int, column: int) -> Point:
        """Return the centre of a cell, in metres in `map`."""
        return Point(*self.frame.middle(row, column))

    def inside(self, outline: tuple[tuple[float, float], ...], inset: float = 0.0) -> Mask:
        """Mark the cells whose centres lie in an outline shrunk by `inset` metres."""
        if len(outline) < 3:
            return np.zeros(self.cells.shape, dtype=np.bool_)
        polygon = shapely.make_valid(shapely.Polygon(outline)).buffer(-inset)
        x, y = self.centres
        return np.asarray(shapely.contains_xy(polygon, x, y), dtype=np.bool_)

    def standable(self, radius: float) -> Mask:
        """Mark the free cells on which a robot of that radius (m) touches nothing known."""
        return self.free & (self.clearance >= radius)

    def thinned(self, cells: Mask, apart: float) -> Mask:
        """Return those of some cells that lie on a lattice, about so many metres apart."""
        stride = max(1, round(apart / self.frame.cell))
        lattice = np.zeros_like(cells)
        lattice[::stride, ::stride] = True
        return cells & lattice

    def travel(self, start: Point, radius: float) -> Floats:
        """Estimate the way from `start` to every cell, in metres; infinite where walled off.

        Only occupied cells stop a way; unseen and tight ones make it longer, so that a map with
        gaps still ranks places. What can really be driven is for the navigation system to say.
        A low robot that stands under a table got in and gets out, though the map has it occupied.
        """
        cost = np.where(self.clearance >= radius, 1.0, _TIGHT_COST)
        cost = np.where(self.unseen, np.maximum(cost, _UNSEEN_COST), cost)
        cost = np.where(self.occupied, -1.0, cost)
        begin = self.cell(start)
        if begin is None:
            return np.full(self.cells.shape, np.inf)
        if self.occupied[begin]:
            cost[self._stood_under(begin)] = _TIGHT_COST
        rows = slice(max(begin[0] - 2, 0), begin[0] + 3)
        columns = slice(max(begin[1] - 2, 0), begin[1] + 3)
        cost[rows, columns] = np.maximum(cost[rows, columns], 1.0)
        reached, _ = MCP_Geometric(cost, fully_connected=True).find_costs([begin])
        return np.asarray(reached * self.frame.cell, dtype=np.float64)

    def _stood_under(self, cell: tuple[int, int]) -> Mask:
        """Mark the occupied cells that are one with an occupied one, near it; walls are none."""
        patches, _ = ndimage.label(
            self.occupied if self.walls is None else self.occupied & ~self.walls
        )
        x, y = self.centres
        near = np.hypot(x - x[cell], y - y[cell]) <= _WAY_OUT
        return np.asarray(near & (patches > 0) & (patches == patches[cell]), dtype=np.bool_)
