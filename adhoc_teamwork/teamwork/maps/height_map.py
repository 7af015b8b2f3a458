# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""How high the ground is, cell by cell: what a robot is given of a house with several levels.

A robot takes heights from the floor below a place, as its arm and its planner do: what stands on a
table of 0.7 m is at 0.7 m upstairs as downstairs. This map leads from one to the other.
"""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_matrix
from scipy.sparse.csgraph import connected_components

from adhoc_teamwork.teamwork.geometry import Point
from adhoc_teamwork.teamwork.maps.grid_frame import GridFrame
from adhoc_teamwork.teamwork.maps.ground import LOWEST_STEP, Ground, Mask, ledges

Heights = NDArray[np.float32]

CELL = 0.05
"""Edge of a cell, metres."""
_BASE = 6
"""Cells over which a ramp's steepness is taken: a sill that is crossed is none."""
_EXACT = 1e-3
"""Heights are compared to this, metres."""


@dataclass(frozen=True, eq=False)
class HeightMap:
    """Hold heights of the ground, metres in `map`; rows run along y, columns along x.

    `frame` is where the cells lie.
    """

    frame: GridFrame
    heights: Heights

    @classmethod
    def of(cls, ground: Ground, bounds: tuple[float, float, float, float]) -> "HeightMap":
        """Return the map of a ground within bounds: smallest x and y, largest x and y, metres."""
        xs = np.arange(bounds[0] + CELL / 2.0, bounds[2], CELL, np.float64)
        ys = np.arange(bounds[1] + CELL / 2.0, bounds[3], CELL, np.float64)
        heights = ground.heights(xs[None, :], ys[:, None])
        frame = GridFrame.of_middles(float(xs[0]), float(ys[0]), CELL, heights.shape)
        return cls(frame, heights.astype(np.float32))

    def at(self, x: NDArray[np.floating], y: NDArray[np.floating]) -> Heights:
        """Return the heights at floor points, in their shape; 0 beyond the map."""
        rows, columns, inside = self.frame.index(x, y)
        found = self.heights[np.where(inside, rows, 0), np.where(inside, columns, 0)]
        heights: Heights = np.where(inside, found, np.float32(0.0))
        return heights

    def in_map(self, points: NDArray[Any]) -> NDArray[Any]:
        """Return (n, 3) points, given above the floor below them, with their height in `map`."""
        lifted = points.copy()
        lifted[:, 2] += self.at(points[:, 0], points[:, 1])
        return lifted

    def height(self, x: float, y: float) -> float:
        """Return the height at one floor point, metres."""
        return float(self.at(np.array([x]), np.array([y]))[0])

    def least_step(self, start: Point, goal: Point) -> float:
        """Return the highest step on the way between two places that has the lowest, metres.

        Furniture and walls are not looked at, so that what stands in the way can only make it
        worse.
        """
        first, last = self._cell(start), self._cell(goal)
        one, other, rise = self._edges()
        for step in np.unique(np.round(rise, 3)).tolist():
            if self._leads(first, last, (one, other), rise <= step + _EXACT):
                return float(step)
        return 0.0

    def gentlest_ramp(self, start: Point, goal: Point, step: float) -> float:
        """Return the steepest ramp on the way between two places that has the gentlest, radians.

        Only ways over no higher steps than `step` metres count; furniture and walls are not looked
        at. What rises by more than `LOWEST_STEP` from cell to cell is no ramp.
        """
        first, last = self._cell(start), self._cell(goal)
        one, other, rise = self._edges()
        slopes = np.degrees(self._slopes()).ravel().round()
        steep = np.maximum(slopes[one], slopes[other])
        allowed = rise <= step + _EXACT
        for most in np.unique(steep[allowed]).tolist():
            if self._leads(first, last, (one, other), allowed & (steep <= most)):
                return math.radians(most)
        return 0.0

    def _slopes(self) -> Heights:
        """Return how steep the ground is in each cell, radians; 0 where it rises by steps."""
        squares = np.zeros(self.heights.shape, np.float32)
        for axis in (0, 1):
            squares += self._rises_along(axis) ** 2
        slopes: Heights = np.arctan(np.sqrt(squares))
        return slopes

    def _rises_along(self, axis: int) -> Heights:
        """Return by how much the ground rises per metre along an axis, over `_BASE` cells."""
        heights = np.moveaxis(self.heights, axis, 0)
        padded = np.pad(heights, ((_BASE // 2, _BASE // 2), (0, 0)), mode="edge")
        single = np.abs(np.diff(padded, axis=0))
        highest = np.lib.stride_tricks.sliding_window_view(single, _BASE, axis=0).max(axis=-1)
        rise = np.abs(padded[_BASE:] - padded[:-_BASE]) / (_BASE * CELL)
        along = np.where(highest > LOWEST_STEP, 0.0, rise).astype(np.float32)
        return np.moveaxis(along, 0, axis)

    def _leads(
        self,
        first: int,
        last: int,
        edges: tuple[NDArray[np.intp], NDArray[np.intp]],
        passed: Mask,
    ) -> bool:
        """Tell whether edges that are passed lead from one cell to another, all by number."""
        one, other = edges
        links = coo_matrix(
            (np.ones(int(passed.sum()), np.bool_), (one[passed], other[passed])),
            (self.heights.size, self.heights.size),
        )
        _, labels = connected_components(links, directed=False)
        return bool(labels[first] == labels[last])

    def _edges(self) -> tuple[NDArray[np.intp], NDArray[np.intp], Heights]:
        """Return neighbouring cells, by number, and how much higher one is, metres."""
        number = np.arange(self.heights.size).reshape(self.heights.shape)
        pairs = ((np.s_[:, :-1], np.s_[:, 1:]), (np.s_[:-1], np.s_[1:]))
        one = np.concatenate([number[low].ravel() for low, _ in pairs])
        other = np.concatenate([number[high].ravel() for _, high in pairs])
        flat = self.heights.ravel()
        return one, other, np.abs(flat[one] - flat[other])

    def _cell(self, point: Point) -> int:
        """Return the number of the cell that holds a point; beyond the map the nearest one."""
        row, column = self.frame.nearest_cell(point.x, point.y)
        return row * self.frame.width + column

    def barred(self, step: float, x: NDArray[np.floating], y: NDArray[np.floating]) -> Mask:
        """Return which cells of a grid hold a ledge of more than `step` metres.

        Args:
            step: What is climbed.
            x: Middles of the grid's columns, evenly apart and no nearer than this map's.
            y: Middles of its rows.
        """
        rows, columns = np.nonzero(ledges(self.heights, step))
        barred = np.zeros((len(y), len(x)), np.bool_)
        if len(rows) and len(x) > 1 and len(y) > 1:
            frame = GridFrame.of_middles(x[0], y[0], x[1] - x[0], barred.shape)
            xs, ys = self.frame.middles()
            row, column, inside = frame.index(xs[columns], ys[rows])
            barred[row[inside], column[inside]] = True
        return barred
