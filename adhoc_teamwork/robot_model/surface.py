# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""A surface of triangles, such as a mesh: its hull, its parts, points on it."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray
from scipy.spatial import ConvexHull, QhullError

from adhoc_teamwork.robot_model.arrays import Floats

_FLAT = 5e-4
"""The hull of a flat surface is made twice as thick, metres."""
_DIGITS = 6
"""Points that differ by less than a micrometre are one."""


@dataclass(frozen=True, eq=False)
class Surface:
    """Hold triangles: vertices (n, 3), in metres, and faces (m, 3), indices of their corners."""

    vertices: Floats
    faces: NDArray[np.int64]

    @cached_property
    def box(self) -> tuple[Floats, Floats]:
        """Return the lowest and the highest corner of the box about the surface, (3,) each."""
        return self.vertices.min(axis=0), self.vertices.max(axis=0)

    @property
    def size(self) -> Floats:
        """Return the extents of that box, (3,)."""
        low, high = self.box
        return np.asarray(high - low)

    @cached_property
    def hull_corners(self) -> Floats:
        """Return the corners (n, 3) of the convex hull; of a flat surface, of the box about it."""
        try:
            return np.asarray(self.vertices[ConvexHull(self.vertices).vertices])
        except QhullError:
            low, high = self.box
            pick = np.array([[(i >> axis) & 1 for axis in range(3)] for i in range(8)])
            return np.asarray(np.where(pick, high + _FLAT, low - _FLAT), dtype=np.float64)

    def halves(self, axis: int) -> list["Surface"]:
        """Return the parts on both sides of the box's middle along an axis, where there is any."""
        # Imported here as in `mesh_files`: robots of primitives need none of it.
        from trimesh.intersections import slice_faces_plane

        middle, normal = sum(self.box) / 2.0, np.eye(3)[axis]
        parts = (
            slice_faces_plane(self.vertices, self.faces, sign * normal, middle)[:2]
            for sign in (-1.0, 1.0)
        )
        return [Surface(vertices, faces) for vertices, faces in parts if len(faces)]

    def points(self, spacing: float, most: int) -> Floats | None:
        """Return points (n, 3) of the surface, with neighbours at most `spacing` metres apart.

        No part of the surface is farther than 0.58 spacings from one of them. Where that takes
        more than `most` points, those in common counted each time, None is returned.
        """
        found, corners = [self.vertices], self.vertices[self.faces]
        while len(corners):
            sides = np.linalg.norm(np.roll(corners, -1, axis=1) - corners, axis=2)
            is_long = sides.max(axis=1) > spacing
            corners, sides = corners[is_long], sides[is_long]
            # Each is cut in two across its longest side, from corner 0 to corner 1 as they turn.
            turn = (sides.argmax(axis=1)[:, None] + np.arange(3)) % 3
            one, two, three = np.moveaxis(np.take_along_axis(corners, turn[..., None], 1), 1, 0)
            middle = (one + two) / 2.0
            found.append(middle)
            if sum(map(len, found)) > most:
                return None
            halves = ([one, middle, three], [middle, two, three])
            corners = np.concatenate([np.stack(half, axis=1) for half in halves])
        # Triangles that meet have points in common.
        return np.asarray(np.unique(np.concatenate(found).round(_DIGITS), axis=0))


def hull_surface(points: Floats) -> Surface:
    """Return the surface of the convex hull of points, (n, 3)."""
    corners = Surface(points, np.zeros((0, 3), dtype=np.int64)).hull_corners
    return Surface(corners, np.asarray(ConvexHull(corners).simplices, dtype=np.int64))
