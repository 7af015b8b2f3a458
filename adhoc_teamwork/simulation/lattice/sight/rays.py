# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Exact rays among the triangles that cameras render: who is hit, what lies across a line."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from adhoc_teamwork.simulation.houses.house import Box, House
from adhoc_teamwork.simulation.sensors.meshes import Mesh, box_mesh, floor_mesh, wall_mesh

if TYPE_CHECKING:
    from adhoc_teamwork.teamwork.open3d_parts import RaycastingScene, Tensor

Floats = NDArray[np.float32]
Ints = NDArray[np.int32]

_TINY = np.float32(1e-9)

NOBODY = -1
"""Owner of walls and floor, and of what rays hit that meet nothing."""


def _tensor(values: NDArray[np.float32] | NDArray[np.uint32]) -> "Tensor":
    # Open3D takes longer to load than all else here, and who finds sight lines on disk casts none.
    from adhoc_teamwork.teamwork.open3d_parts import Tensor

    return Tensor.from_numpy(values)


@dataclass(frozen=True)
class Solids:
    """Hold a scene of triangles, each with the number of the thing that owns it."""

    scene: "RaycastingScene"
    owners: Ints

    @classmethod
    def of(cls, meshes: Sequence[tuple[Mesh, int]]) -> "Solids":
        """Return the scene of meshes with their owners."""
        from adhoc_teamwork.teamwork.open3d_parts import RaycastingScene

        scene = RaycastingScene(nthreads=1)
        if meshes:
            counts = np.cumsum([0, *(len(mesh.vertices) for mesh, _ in meshes)])
            vertices = np.concatenate([mesh.vertices for mesh, _ in meshes])
            triangles = np.concatenate(
                [
                    mesh.triangles + np.uint32(c)
                    for (mesh, _), c in zip(meshes, counts, strict=False)
                ]
            )
            scene.add_triangles(_tensor(vertices), _tensor(triangles))
        owners = [np.full(len(mesh.triangles), owner, np.int32) for mesh, owner in meshes]
        return cls(scene, np.concatenate([*owners, np.array([NOBODY], np.int32)]))

    def first(self, rays: Floats) -> tuple[Floats, Ints]:
        """Return how far rays (n, 6) go, in lengths of their direction, and whom they hit."""
        if len(self.owners) == 1:
            return np.full(len(rays), np.inf, np.float32), np.full(len(rays), NOBODY, np.int32)
        answer = self.scene.cast_rays(_tensor(rays), nthreads=1)
        # Open3D's INVALID_ID is the largest number.
        triangle = np.minimum(answer["primitive_ids"].numpy(), np.uint32(len(self.owners) - 1))
        return answer["t_hit"].numpy(), self.owners[triangle]

    def across(self, rays: Floats) -> tuple[Ints, Ints, Floats]:
        """Return everything that rays meet: numbers of rays, owners, and how far along."""
        if len(self.owners) == 1 or not len(rays):
            return np.zeros(0, np.int32), np.zeros(0, np.int32), np.zeros(0, np.float32)
        met = self.scene.list_intersections(_tensor(rays), nthreads=1)
        ray = met["ray_ids"].numpy().astype(np.int32)
        return ray, self.owners[met["primitive_ids"].numpy()], met["t_hit"].numpy()


def structure(house: House) -> Solids:
    """Return walls, floor and furniture, all that no hand can carry away."""
    meshes = [(floor_mesh(house.bounds), NOBODY)]
    meshes += [(wall_mesh(wall), NOBODY) for wall in house.walls]
    meshes += [
        (box_mesh(solid), number)
        for number, thing in enumerate(house.objects)
        if not thing.pickupable
        for solid in thing.solids
    ]
    return Solids.of(meshes)


def small_things(house: House) -> Solids:
    """Return the things that a hand can carry, where the house file has them."""
    return Solids.of(
        [
            (box_mesh(solid), number)
            for number, thing in enumerate(house.objects)
            if thing.pickupable
            for solid in thing.solids
        ]
    )


def crosses(box: Box, origins: Floats, directions: Floats) -> NDArray[np.bool_]:
    """Tell which lines from origins along the whole of directions, both (n, 3), meet a box."""
    cos, sin = np.float32(np.cos(box.yaw)), np.float32(np.sin(box.yaw))
    away = origins - np.array([box.x, box.y, box.z], np.float32)
    enter = np.zeros(len(origins), np.float32)
    leave = np.ones(len(origins), np.float32)
    axes = ((cos, sin, 0.0, box.size_x), (-sin, cos, 0.0, box.size_y), (0.0, 0.0, 1.0, box.size_z))
    for x, y, z, size in axes:
        axis = np.array([x, y, z], np.float32)
        start, speed = away @ axis, directions @ axis
        half = np.float32(size / 2.0)
        # A line along a face divides by almost nothing rather than by nothing.
        speed = np.where(np.abs(speed) < _TINY, _TINY, speed)
        one, other = (-half - start) / speed, (half - start) / speed
        enter = np.maximum(enter, np.minimum(one, other))
        leave = np.minimum(leave, np.maximum(one, other))
    met: NDArray[np.bool_] = enter < leave
    return met
