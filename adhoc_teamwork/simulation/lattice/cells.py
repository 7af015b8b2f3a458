# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Where robots stand: points 0.25 m apart on the floor, and between which of them they can move."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from adhoc_teamwork.simulation.houses.house import House
from adhoc_teamwork.simulation.lattice.config import HEADINGS, StepConfig
from adhoc_teamwork.simulation.motion.obstacles import Obstacles
from adhoc_teamwork.teamwork.maps.grid_frame import GridFrame
from adhoc_teamwork.teamwork.maps.ground import Ground
from adhoc_teamwork.teamwork.maps.rooms import rooms_at

Ints = NDArray[np.int32]
Floats = NDArray[np.float64]

_FINE = 5
"""Places looked at on a move from one lattice point to the next."""

_STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))
"""Rows and columns from a point to its neighbour at each heading."""


@dataclass(frozen=True)
class Lattice:
    """Hold the cells on which robots stand, all reachable from each other; `map` frame, metres.

    `points` has a row (x, y) per cell, both multiples of the spacing; `neighbours` has per cell and
    heading the cell one move that way, or -1; `rooms` the number of the room, or -1 between rooms.
    `index` is the cell at each lattice row (along y) and column (along x), -1 where none; its
    first is at `origin`, in lattice units.
    """

    spacing: float
    points: Floats
    neighbours: Ints
    rooms: Ints
    index: Ints
    origin: tuple[int, int]

    @classmethod
    def of(cls, house: House, config: StepConfig) -> "Lattice":
        """Return the largest connected part of a house's floor for bodies as configured."""
        x0, y0, x1, y1 = house.bounds
        step = config.move
        first = (int(np.floor(y0 / step)), int(np.floor(x0 / step)))
        shape = (int(np.ceil(y1 / step)) - first[0] + 1, int(np.ceil(x1 / step)) - first[1] + 1)
        fine_x: Floats = (first[1] * _FINE + np.arange((shape[1] - 1) * _FINE + 1)) * np.float64(
            step / _FINE
        )
        fine_y: Floats = (first[0] * _FINE + np.arange((shape[0] - 1) * _FINE + 1)) * np.float64(
            step / _FINE
        )
        obstacles = Obstacles.of(house, config.body_height)
        free = obstacles.distance_field(fine_x, fine_y, config.body_radius * 2.0)
        fits = free >= config.body_radius
        ys, xs = np.meshgrid(fine_y[::_FINE], fine_x[::_FINE], indexing="ij")
        rooms = rooms_at(house.rooms, xs.ravel(), ys.ravel()).reshape(shape)
        standing = fits[::_FINE, ::_FINE] & (rooms >= 0)
        east = standing[:, :-1] & standing[:, 1:] & _all_between(fits[::_FINE, :])
        north = standing[:-1] & standing[1:] & _all_between(fits[:, ::_FINE].T).T
        kept = _largest_part(standing, east, north)
        index = np.full(shape, -1, np.int32)
        index[kept] = np.arange(int(kept.sum()), dtype=np.int32)
        points = np.column_stack([xs[kept], ys[kept]])
        return cls(step, points, _neighbours(index, kept, east, north), rooms[kept], index, first)

    def rises(self, ground: Ground) -> Floats:
        """Return for each cell and heading the highest single step on one move that way, metres."""
        rows, columns = self.index.shape
        ys = (self.origin[0] + np.arange((rows - 1) * _FINE + 1) / _FINE) * self.spacing
        xs = (self.origin[1] + np.arange((columns - 1) * _FINE + 1) / _FINE) * self.spacing
        heights = ground.heights(xs[None, :], ys[:, None])
        found = np.zeros((len(self), HEADINGS))
        at = np.argwhere(self.index >= 0) * _FINE
        at = at[np.argsort(self.index[self.index >= 0], kind="stable")]
        for heading, (down, right) in enumerate(_STEPS):
            going = np.flatnonzero(self.neighbours[:, heading] >= 0)
            here = heights[at[going, 0], at[going, 1]]
            for fine in range(1, _FINE + 1):
                there = heights[at[going, 0] + down * fine, at[going, 1] + right * fine]
                found[going, heading] = np.maximum(found[going, heading], np.abs(there - here))
                here = there
        return found

    @cached_property
    def frame(self) -> GridFrame:
        """Return the grid whose cells' middles are the lattice points, standing room or not."""
        y0, x0 = (start * self.spacing for start in self.origin)
        rows, columns = self.index.shape
        return GridFrame.of_middles(x0, y0, self.spacing, (rows, columns))

    def __len__(self) -> int:
        """Return the number of cells."""
        return len(self.points)

    def at(self, x: float, y: float) -> int:
        """Return the cell at a point (to the nearest lattice point), or -1 where none is."""
        cell = self.frame.cell_at(x, y)
        return -1 if cell is None else int(self.index[cell])

    def nearest(self, x: float, y: float) -> int:
        """Return the cell nearest to a point, the first of several; -1 in a house without any."""
        if not len(self.points):
            return -1
        return int(np.argmin(np.hypot(self.points[:, 0] - x, self.points[:, 1] - y).round(9)))

    def within(self, x: float, y: float, distance: float) -> Ints:
        """Return the cells at most so far from a point, nearest first."""
        away = np.hypot(self.points[:, 0] - x, self.points[:, 1] - y).round(9)
        near = np.flatnonzero(away <= distance)
        return near[np.argsort(away[near], kind="stable")].astype(np.int32)


def _all_between(fits: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return for columns 0, 5, 10… whether all up to the next such column are true."""
    rows, columns = fits.shape
    stretches = fits[:, : columns - 1].reshape(rows, (columns - 1) // _FINE, _FINE)
    result: NDArray[np.bool_] = stretches.all(axis=2) & fits[:, _FINE::_FINE]
    return result


def _largest_part(
    standing: NDArray[np.bool_], east: NDArray[np.bool_], north: NDArray[np.bool_]
) -> NDArray[np.bool_]:
    if not standing.any():
        return standing
    number = np.arange(standing.size).reshape(standing.shape)
    ends = np.concatenate(
        [
            np.column_stack([number[:, :-1][east], number[:, 1:][east]]),
            np.column_stack([number[:-1][north], number[1:][north]]),
        ]
    )
    graph = coo_array((np.ones(len(ends)), ends.T), shape=(standing.size, standing.size))
    _, labels = connected_components(graph, directed=False)
    labels = labels.reshape(standing.shape)
    sizes = np.bincount(labels[standing])
    kept: NDArray[np.bool_] = standing & (labels == int(np.argmax(sizes)))
    return kept


def _neighbours(
    index: Ints, kept: NDArray[np.bool_], east: NDArray[np.bool_], north: NDArray[np.bool_]
) -> Ints:
    rows, columns = np.nonzero(kept)
    joined = {
        0: np.pad(east, ((0, 0), (0, 1))),
        1: np.pad(north, ((0, 1), (0, 0))),
        2: np.pad(east, ((0, 0), (1, 0))),
        3: np.pad(north, ((1, 0), (0, 0))),
    }
    neighbours = np.full((len(rows), HEADINGS), -1, np.int32)
    for heading, (down, right) in enumerate(_STEPS):
        open_there = joined[heading][rows, columns]
        neighbours[open_there, heading] = index[
            rows[open_there] + down, columns[open_there] + right
        ]
    return neighbours
