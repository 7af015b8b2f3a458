# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Where a grid of square cells lies in `map`: from metres to cells and back, and growing.

Every grid of ours lies so: rows along y, columns along x, the first cell's lower corner its origin.
A point on the line between two cells is in the upper one, whatever digits were lost.
"""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

FloatArray = NDArray[np.floating[Any]]
IndexArray = NDArray[np.intp]
Footprint = tuple[float, float, float, float]
"""Smallest x, smallest y, largest x, largest y of something on the floor, metres."""
Window = tuple[slice, slice]
"""Rows and columns of a rectangle of cells."""
_EPSILON = 1e-6
"""Share of a cell by which a border may miss the grid's lines for want of digits."""


@dataclass(frozen=True)
class GridFrame:
    """Hold `height` rows along y and `width` columns along x of cells with edge `cell`, metres.

    `origin` is the lower corner of the first cell.
    """

    cell: float
    origin: tuple[float, float] = (0.0, 0.0)
    width: int = 0
    height: int = 0

    @classmethod
    def around(cls, box: Footprint, cell: float) -> "GridFrame":
        """Return the smallest extent of whole cells that holds a box."""
        x0, y0 = (math.floor(value / cell + _EPSILON) * cell for value in box[:2])
        width = math.ceil((box[2] - x0) / cell - _EPSILON)
        height = math.ceil((box[3] - y0) / cell - _EPSILON)
        return cls(cell, (x0, y0), max(0, width), max(0, height))

    @classmethod
    def of_corner(cls, x0: float, y0: float, cell: float, shape: tuple[int, ...]) -> "GridFrame":
        """Return the frame of so many rows and columns whose first cell's corner is at (x0, y0)."""
        return cls(cell, (x0, y0), shape[1], shape[0])

    @classmethod
    def of_middles(cls, x0: float, y0: float, cell: float, shape: tuple[int, ...]) -> "GridFrame":
        """Return the frame of so many rows and columns whose first cell's middle is at (x0, y0)."""
        return cls(cell, (x0 - cell / 2.0, y0 - cell / 2.0), shape[1], shape[0])

    @property
    def box(self) -> Footprint:
        """Return what it covers, metres."""
        x, y = self.origin
        return (x, y, x + self.width * self.cell, y + self.height * self.cell)

    def index(
        self, x: FloatArray, y: FloatArray
    ) -> tuple[IndexArray, IndexArray, NDArray[np.bool_]]:
        """Return rows and columns of points, also of those outside, and which lie on the grid."""
        with np.errstate(invalid="ignore"):
            cols, rows = (
                np.floor((along - along.dtype.type(start)) / self.cell + _EPSILON).astype(np.intp)
                for along, start in zip((x, y), self.origin, strict=True)
            )
        inside = (cols >= 0) & (cols < self.width) & (rows >= 0) & (rows < self.height)
        return rows, cols, inside

    def cells(self, xy: FloatArray) -> tuple[IndexArray, IndexArray, NDArray[np.bool_]]:
        """Return rows and columns of (n, 2) points, and which of them lie on the grid."""
        return self.index(xy[:, 0], xy[:, 1])

    def places(self, x: FloatArray, y: FloatArray) -> IndexArray:
        """Return the numbers, counted row by row, of the cells of points; those outside have none.

        Args:
            x: Metres, of any shape.
            y: Metres, of the same shape.
        """
        cols, rows = (
            np.subtract(along, np.float32(start))
            for along, start in zip((x, y), self.origin, strict=True)
        )
        for index in (cols, rows):
            index /= np.float32(self.cell)
            index += np.float32(_EPSILON)
            np.floor(index, out=index)
        inside = (cols >= 0) & (cols < self.width) & (rows >= 0) & (rows < self.height)
        numbers: IndexArray = rows[inside].astype(np.intp) * self.width
        numbers += cols[inside].astype(np.intp)
        return numbers

    def cell_of(self, x: float, y: float) -> tuple[int, int]:
        """Return row and column of a point; they may lie outside the grid."""
        row, col = (
            (at - start) / self.cell for at, start in ((y, self.origin[1]), (x, self.origin[0]))
        )
        return math.floor(row + _EPSILON), math.floor(col + _EPSILON)

    def holds(self, cell: tuple[int, int]) -> bool:
        """Tell whether a row and column are in the grid."""
        return 0 <= cell[0] < self.height and 0 <= cell[1] < self.width

    def cell_at(self, x: float, y: float) -> tuple[int, int] | None:
        """Return row and column of a point, or None outside the grid."""
        cell = self.cell_of(x, y)
        return cell if self.holds(cell) else None

    def nearest_cell(self, x: float, y: float) -> tuple[int, int]:
        """Return row and column of a point, or of the cell of the border that is nearest to it."""
        row, col = self.cell_of(x, y)
        return min(max(row, 0), self.height - 1), min(max(col, 0), self.width - 1)

    def middle(self, row: float, column: float) -> tuple[float, float]:
        """Return x and y of a cell's middle, metres; it may lie outside the grid."""
        x, y = self.origin
        return x + (column + 0.5) * self.cell, y + (row + 0.5) * self.cell

    def window(self, box: Footprint) -> Window:
        """Return the cells that a box touches."""
        (row0, col0), (row1, col1) = self.cell_of(*box[:2]), self.cell_of(*box[2:])
        return slice(max(0, row0), max(0, row1 + 1)), slice(max(0, col0), max(0, col1 + 1))

    def windows(self, boxes: ArrayLike) -> IndexArray:
        """Return the cells that each of (n, 4) boxes touches: first row and column, both ends."""
        ends = np.array(boxes, np.float64).reshape(-1, 4)[:, (1, 0, 3, 2)] - self.origin[::-1] * 2
        cells = np.floor(ends / self.cell + _EPSILON).astype(np.intp)
        cells[:, 2:] += 1
        largest = (self.height, self.width) * 2
        return np.clip(cells, 0, largest)

    def middles(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return x of each column's and y of each row's middle, metres."""
        x = self.origin[0] + (np.arange(self.width, dtype=np.float64) + 0.5) * self.cell
        y = self.origin[1] + (np.arange(self.height, dtype=np.float64) + 0.5) * self.cell
        return x, y

    def grown_to(self, box: Footprint, step: float, largest: float) -> "GridFrame":
        """Return an extent that holds this one and a box, itself where it holds the box already.

        Args:
            box: What is to lie on the grid, metres.
            step: It grows by at least so much at a side, metres, so that it grows seldom.
            largest: Longest side, metres; what would make it longer stays outside.
        """
        x0, y0, x1, y1 = self.box if self.width and self.height else (*box[:2], *box[:2])
        low_x, high_x = _grown(x0, x1, box[0], box[2], step, largest)
        low_y, high_y = _grown(y0, y1, box[1], box[3], step, largest)
        if (low_x, low_y, high_x, high_y) == self.box and self.width:
            return self
        return GridFrame.around((low_x, low_y, high_x, high_y), self.cell)

    def offset_in(self, larger: "GridFrame") -> Window:
        """Return the cells of a larger grid that are this grid's."""
        col = round((self.origin[0] - larger.origin[0]) / self.cell)
        row = round((self.origin[1] - larger.origin[1]) / self.cell)
        return slice(row, row + self.height), slice(col, col + self.width)


def cells_within(mask: NDArray[np.bool_], windows: IndexArray) -> IndexArray:
    """Return how many cells of a mask are set in each of (n, 4) windows, as `windows` gives them.

    However many windows there are, the mask is gone through once.
    """
    upto = np.zeros((mask.shape[0] + 1, mask.shape[1] + 1), np.int32)
    np.cumsum(mask, axis=0, out=upto[1:, 1:])
    np.cumsum(upto, axis=1, out=upto)
    low, left, top, right = windows.T
    count = upto[top, right] - upto[low, right] - upto[top, left] + upto[low, left]
    return np.asarray(count, np.intp)


def _grown(
    low: float, high: float, wanted_low: float, wanted_high: float, step: float, largest: float
) -> tuple[float, float]:
    """Return a side's new ends."""
    if wanted_low < low or low == high:
        low = max(wanted_low - step, high - largest)
    if wanted_high > high:
        high = min(wanted_high + step, low + largest)
    return low, high
