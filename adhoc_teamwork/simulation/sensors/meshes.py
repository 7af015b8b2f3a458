# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Triangles for the ray caster: boxes, walls, floor, robot bodies; metres, map frame."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from adhoc_teamwork.simulation.houses.house import Box, Wall

BODY_SIDES = 20
"""Faces of the prism that stands for a robot's round body."""


@dataclass(frozen=True)
class Mesh:
    """Hold triangles: `vertices` (n, 3) float32 in metres, `triangles` (m, 3) vertex numbers."""

    vertices: NDArray[np.float32]
    triangles: NDArray[np.uint32]

    def normals(self) -> NDArray[np.float32]:
        """Return the unit normal of each triangle, shape (m, 3); zero for an empty triangle."""
        a, b, c = (self.vertices[self.triangles[:, corner]] for corner in range(3))
        normal = np.cross(b - a, c - a)
        length = np.linalg.norm(normal, axis=1, keepdims=True)
        unit: NDArray[np.float32] = np.divide(
            normal, length, out=np.zeros_like(normal), where=length > 0
        )
        return unit


# Corners are numbered by the bits x, y, z; each face winds counter-clockwise seen from outside.
_BOX_CORNERS = np.array(
    [[x, y, z] for z in (-0.5, 0.5) for y in (-0.5, 0.5) for x in (-0.5, 0.5)], np.float32
)
_BOX_TRIANGLES = np.array(
    [
        [0, 2, 1], [1, 2, 3], [4, 5, 6], [5, 7, 6], [0, 1, 4], [1, 5, 4],
        [2, 6, 3], [3, 6, 7], [0, 4, 2], [2, 4, 6], [1, 3, 5], [3, 7, 5],
    ],
    np.uint32,
)  # fmt: skip
_QUAD = np.array([[0, 1, 2], [0, 2, 3]], np.uint32)


def box_mesh(box: Box) -> Mesh:
    """Return the twelve triangles of a turned box."""
    corners = _BOX_CORNERS * np.array([box.size_x, box.size_y, box.size_z], np.float32)
    cos, sin = math.cos(box.yaw), math.sin(box.yaw)
    x = box.x + cos * corners[:, 0] - sin * corners[:, 1]
    y = box.y + sin * corners[:, 0] + cos * corners[:, 1]
    vertices = np.stack([x, y, box.z + corners[:, 2]], axis=1).astype(np.float32)
    return Mesh(vertices, _BOX_TRIANGLES)


def wall_mesh(wall: Wall) -> Mesh:
    """Return the two triangles of a wall, which has no thickness and stops rays on both sides."""
    ends = ((wall.x0, wall.y0), (wall.x1, wall.y1))
    (x0, y0), (x1, y1) = ends
    corners = [
        [x0, y0, wall.bottom],
        [x1, y1, wall.bottom],
        [x1, y1, wall.top],
        [x0, y0, wall.top],
    ]
    return Mesh(np.array(corners, np.float32), _QUAD)


def floor_mesh(bounds: tuple[float, float, float, float]) -> Mesh:
    """Return the floor under the whole house (smallest x, y, largest x, y), at z = 0."""
    x0, y0, x1, y1 = bounds
    corners = [[x0, y0, 0.0], [x1, y0, 0.0], [x1, y1, 0.0], [x0, y1, 0.0]]
    return Mesh(np.array(corners, np.float32), _QUAD)


def body_mesh(x: float, y: float, radius: float, height: float, foot: float = 0.0) -> Mesh:
    """Return an upright prism from `foot` up to `height`: side faces and a flat top."""
    angle = np.linspace(0.0, 2.0 * math.pi, BODY_SIDES, endpoint=False)
    ring = np.stack([x + radius * np.cos(angle), y + radius * np.sin(angle)], axis=1)
    low = np.column_stack([ring, np.full(BODY_SIDES, foot)])
    high = np.column_stack([ring, np.full(BODY_SIDES, height)])
    vertices = np.concatenate([low, high, [[x, y, height]]]).astype(np.float32)
    here = np.arange(BODY_SIDES)
    there = (here + 1) % BODY_SIDES
    top = np.full(BODY_SIDES, 2 * BODY_SIDES)
    triangles = np.concatenate(
        [
            np.column_stack([here, there, there + BODY_SIDES]),
            np.column_stack([here, there + BODY_SIDES, here + BODY_SIDES]),
            np.column_stack([here + BODY_SIDES, there + BODY_SIDES, top]),
        ]
    ).astype(np.uint32)
    return Mesh(vertices, triangles)
