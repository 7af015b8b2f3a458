# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Cover collision shapes with spheres: what a batched collision check moves about.

Every sphere cover is conservative: the union of the spheres contains the shape, of a mesh its
surface. Covers stay coarse (at most `MOST_SPHERES` a shape), so that thousands of states are
checked in a fraction of a second.
"""

import heapq
import math
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray
from scipy.spatial import ConvexHull, QhullError
from scipy.spatial.distance import cdist

from adhoc_teamwork.robot_model.arrays import Floats, moved
from adhoc_teamwork.robot_model.surface import Surface

MOST_SPHERES = 48
_FINEST = 0.02
"""Boxes are not cut into cells smaller than this, metres: at most 0.4 of it is added."""
_LEAST = 0.001
"""No sphere is smaller than this, metres."""
MOST_PIECES = 16
"""A surface is covered in so many pieces; twice as many make a check slower and little freer."""
_CELLS = 24
"""A cover's volume is told by so many cells along each axis."""
MOST_SLICES = 24
SLICE = 0.67
"""A slender shape is cut into slices at most this share of its radius thick: 6 % is added."""


@dataclass(frozen=True)
class Spheres:
    """Hold sphere centres, (k, 3), and radii, (k,), in metres in one frame."""

    centres: Floats
    radii: Floats

    def moved(self, transform: Floats) -> "Spheres":
        """Return the spheres in the frame that `transform`, (4, 4), leads to."""
        return Spheres(moved(self.centres, transform), self.radii)

    @property
    def bound(self) -> tuple[Floats, float]:
        """Return centre and radius of a sphere around all of them."""
        low = (self.centres - self.radii[:, None]).min(axis=0)
        high = (self.centres + self.radii[:, None]).max(axis=0)
        centre = (low + high) / 2.0
        distance = np.linalg.norm(self.centres - centre, axis=1) + self.radii
        return centre, float(distance.max())


def joined(parts: list[Spheres]) -> Spheres:
    """Return the spheres of all parts, which are in one frame."""
    if not parts:
        return Spheres(np.zeros((0, 3)), np.zeros(0))
    return Spheres(
        np.concatenate([part.centres for part in parts]),
        np.concatenate([part.radii for part in parts]),
    )


def cover_sphere(radius: float) -> Spheres:
    """Cover a sphere about the origin."""
    return Spheres(np.zeros((1, 3)), np.array([radius]))


def cover_cylinder(radius: float, length: float) -> Spheres:
    """Cover a cylinder about the origin along z: one row of spheres, a grid where it is flat."""
    if length < radius:
        return cover_box((2.0 * radius, 2.0 * radius, length))
    count = min(MOST_SPHERES, max(1, math.ceil(length / (SLICE * radius))))
    return _row(np.array([0.0, 0.0, length]), count, radius)


def cover_box(size: tuple[float, float, float]) -> Spheres:
    """Cover a box about the origin: one sphere a cell of a grid."""
    extent = np.asarray(size, dtype=float)
    counts = _grid(extent)
    axes = [
        (np.arange(count) + 0.5) * length / count - length / 2.0
        for count, length in zip(counts, extent, strict=True)
    ]
    centres = np.stack(np.meshgrid(*axes, indexing="ij"), axis=-1).reshape(-1, 3)
    radius = float(np.linalg.norm(extent / counts)) / 2.0
    return Spheres(centres, np.full(len(centres), radius))


def fill_box(size: tuple[float, float, float], within: float) -> Spheres:
    """Return spheres inside a box about the origin, at least `within` metres below its faces.

    They are no cover: what they keep clear of may still be touched by so much of the box.
    """
    extent = np.maximum(np.asarray(size, dtype=float) - 2.0 * within, 2.0 * _LEAST)
    cover = cover_box((extent[0], extent[1], extent[2]))
    radius = float((extent / _grid(extent)).min()) / 2.0
    return Spheres(cover.centres, np.full(len(cover.centres), radius))


def cover_points(vertices: Floats) -> Spheres:
    """Cover the convex hull of points, (n, 3), by slices along its longest axis.

    A slice's part of the hull is bounded by what the hull's edges do between the cutting planes,
    so every sphere is as small as its slice allows.
    """
    middle, axes = _principal(vertices)
    local = (vertices - middle) @ axes.T
    across = float(np.ptp(local[:, 1:], axis=0).max())
    length = float(np.ptp(local[:, 0]))
    count = int(np.clip(math.ceil(length / max(1e-6, SLICE * across / 2.0)), 1, MOST_SLICES))
    cover = spheres_about(hull_slices(local, count))
    return Spheres(cover.centres @ axes + middle, cover.radii)


def cover_surface(surface: Surface) -> Spheres:
    """Cover a surface: its hull by slices or itself in pieces, whichever takes less room."""
    pieces = cut_up(surface, MOST_PIECES, _sphere)
    return min(cover_points(surface.hull_corners), spheres_about(pieces), key=_volume)


def boxes_about(surface: Surface, most: int) -> list[Floats]:
    """Return points, (n, 3) each, the boxes about which together contain a surface."""
    return cut_up(surface, most, _box)


def cut_up(surface: Surface, most: int, volume: Callable[[Surface], float]) -> list[Floats]:
    """Return points, (n, 3) each, whose hulls together contain a surface: `most` at the most.

    The piece with the largest volume, of what is put about it, is cut next, in the middle of its
    box and across the axis that leaves the least.
    """

    def key(piece: Surface) -> float:
        """Return what comes first in the queue; 0 where a piece is fine enough."""
        return -volume(piece) if (piece.size > _FINEST).any() else 0.0

    queue, number = [(key(surface), 0, surface)], 0
    while queue and len(queue) < most and queue[0][0] < 0.0:
        *_, piece = heapq.heappop(queue)
        axes = np.flatnonzero(piece.size > _FINEST)
        for half in min(map(piece.halves, axes), key=lambda parts: sum(map(volume, parts))):
            number += 1
            heapq.heappush(queue, (key(half), number, half))
    return [piece.vertices for *_, piece in queue]


def spheres_about(parts: list[Floats]) -> Spheres:
    """Return a sphere about each of some sets of points, (n, 3)."""
    centres = np.array([(part.min(axis=0) + part.max(axis=0)) / 2.0 for part in parts])
    radii = [
        np.linalg.norm(part - centre, axis=1).max()
        for part, centre in zip(parts, centres, strict=True)
    ]
    return Spheres(centres, np.maximum(radii, _LEAST))


def hull_slices(vertices: Floats, count: int) -> list[Floats]:
    """Return points, (n, 3) each, whose hulls are slices of the vertices' hull across x.

    Points that lie in a plane have no hull of their own: their only slice is all of them.
    """
    try:
        triangles = ConvexHull(vertices).simplices
    except QhullError:
        return [vertices]
    edges = np.concatenate([triangles[:, [0, 1]], triangles[:, [1, 2]], triangles[:, [2, 0]]])
    ends = vertices[np.unique(np.sort(edges, axis=1), axis=0)]
    cuts = np.linspace(vertices[:, 0].min(), vertices[:, 0].max(), count + 1)
    return [_slice(vertices, ends, low, high) for low, high in pairwise(cuts)]


def _box(piece: Surface) -> float:
    """Return the volume of the box about a piece; a flat one is as thick as the least sphere."""
    return float((piece.size + _LEAST).prod())


def _sphere(piece: Surface) -> float:
    """Return the volume of the sphere about the box about a piece."""
    return math.pi / 6.0 * float(np.linalg.norm(piece.size)) ** 3


def _volume(cover: Spheres) -> float:
    """Return the volume of the union of spheres, as the cells of a grid tell it."""
    low = (cover.centres - cover.radii[:, None]).min(axis=0)
    high = (cover.centres + cover.radii[:, None]).max(axis=0)
    steps = (np.arange(_CELLS) + 0.5) / _CELLS
    shares = np.stack(np.meshgrid(steps, steps, steps, indexing="ij"), axis=-1).reshape(-1, 3)
    held = (cdist(low + shares * (high - low), cover.centres) < cover.radii).any(axis=1)
    return float(held.mean() * (high - low).prod())


def _principal(vertices: Floats) -> tuple[Floats, Floats]:
    """Return the middle of points and their principal axes, the longest first, (3, 3) in rows."""
    middle = vertices.mean(axis=0)
    return middle, np.linalg.svd(vertices - middle, full_matrices=False)[2]


def _slice(points: Floats, edges: Floats, low: float, high: float) -> Floats:
    """Return points whose hull is the part of the points' hull between two planes across x."""
    inside = points[(points[:, 0] >= low) & (points[:, 0] <= high)]
    return np.concatenate([inside, _crossings(edges, low), _crossings(edges, high)])


def _crossings(edges: Floats, at: float) -> Floats:
    """Return where edges, (n, 2, 3), cross the plane x = at."""
    begin, step = edges[:, 0], edges[:, 1] - edges[:, 0]
    crossing = (edges[:, 0, 0] - at) * (edges[:, 1, 0] - at) < 0.0
    share = (at - begin[crossing, 0]) / step[crossing, 0]
    return np.asarray(begin[crossing] + share[:, None] * step[crossing])


def _row(extent: Floats, count: int, radius: float) -> Spheres:
    shares = (np.arange(count) + 0.5) / count - 0.5
    half_slice = float(np.linalg.norm(extent)) / count / 2.0
    return Spheres(shares[:, None] * extent, np.full(count, math.hypot(radius, half_slice)))


def _grid(extent: Floats) -> NDArray[np.int64]:
    """Return how many cells a box gets along each axis: nearly cubes, as small as may be."""
    cell = _FINEST
    while True:
        counts = np.maximum(1, np.ceil(extent / cell - 1e-9)).astype(np.int64)
        if counts.prod() <= MOST_SPHERES:
            return np.asarray(counts)
        cell *= 1.15
