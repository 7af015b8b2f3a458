# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""A scene of triangles that answers rays with distance, instance id and colour."""

import colorsys
import zlib
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from adhoc_teamwork.simulation.sensors.meshes import Mesh
from adhoc_teamwork.teamwork.open3d_parts import RaycastingScene, Tensor

BACKGROUND = 0
"""Instance id of walls, floor and of rays that meet nothing."""

_LIGHT = np.array([0.35, 0.25, 0.90], np.float32) / np.linalg.norm([0.35, 0.25, 0.90])


@dataclass(frozen=True)
class Hits:
    """Hold what rays met: arrays of the rays' shape.

    `distance` is in lengths of the ray's direction vector, infinite where nothing was met; `ids`
    are uint16 instance ids; `rgb` has one more axis of three uint8.
    """

    distance: NDArray[np.float32]
    ids: NDArray[np.uint16]
    rgb: NDArray[np.uint8]


@dataclass
class RayScene:
    """Collect meshes, then cast rays; `nothing` is the colour of rays that meet nothing."""

    nothing: tuple[int, int, int] = (205, 215, 225)
    _meshes: list[Mesh] = field(default_factory=list)
    _ids: list[NDArray[np.uint16]] = field(default_factory=list)
    _colors: list[NDArray[np.uint8]] = field(default_factory=list)
    _faces: list[NDArray[np.uint32]] = field(default_factory=list)
    _built: "_Built | None" = None

    def add(self, mesh: Mesh, instance: int, color: tuple[float, float, float]) -> None:
        """Add a mesh under an instance id, with a colour of three shares from 0 to 1."""
        self._meshes.append(mesh)
        self._ids.append(np.full(len(mesh.triangles), instance, np.uint16))
        self._colors.append(_shade(mesh, color))
        self._faces.append(_faces(mesh))
        self._built = None

    def cast_image(self, rays: NDArray[np.float32]) -> Hits:
        """Cast one ray per pixel, shape (height, width, 6), of a pinhole camera.

        Every second row and column is cast first. A pixel between neighbours that show the same
        flat face shows it too, with a distance that is exact, as its inverse is linear across the
        picture; all other pixels are cast. What is narrower than a pixel pair may be missed.
        """
        built = self._built or self._build()
        height, width = rays.shape[:2]
        distance = np.empty((height, width), np.float32)
        triangle = np.empty((height, width), np.uint32)
        sure = np.zeros((height, width), np.bool_)
        coarse = np.s_[::2, ::2]
        distance[coarse], triangle[coarse] = built.cast(np.ascontiguousarray(rays[coarse]))
        sure[coarse] = True
        _fill_between(distance, triangle, sure, built.faces)
        rows, columns = np.nonzero(~sure)
        if len(rows):
            distance[rows, columns], triangle[rows, columns] = built.cast(rays[rows, columns])
        return Hits(distance, np.take(built.ids, triangle), built.colors_at(triangle))

    def cast_distance(self, rays: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return how far each ray of shape (n, 6) goes, +inf where it meets nothing."""
        return (self._built or self._build()).cast(rays)[0]

    def _build(self) -> "_Built":
        scene = RaycastingScene(nthreads=1)
        vertex_count, face_count = 0, 0
        vertices, triangles, faces = [], [], []
        for mesh, own_faces in zip(self._meshes, self._faces, strict=True):
            vertices.append(mesh.vertices)
            triangles.append(mesh.triangles + np.uint32(vertex_count))
            faces.append(own_faces + np.uint32(face_count))
            vertex_count += len(mesh.vertices)
            face_count += len(own_faces)
        if self._meshes:
            scene.add_triangles(
                Tensor.from_numpy(np.concatenate(vertices)),
                Tensor.from_numpy(np.concatenate(triangles)),
            )
        # The last row of each table stands for "nothing met".
        self._built = _Built(
            scene,
            np.concatenate([*faces, np.array([face_count], np.uint32)]),
            np.concatenate([*self._ids, np.array([BACKGROUND], np.uint16)]),
            _packed(np.concatenate([*self._colors, np.array([self.nothing], np.uint8)])),
        )
        return self._built


@dataclass(frozen=True)
class _Built:
    """Hold the built scene and, per triangle, its flat face, instance id and colour (RGBA)."""

    scene: RaycastingScene
    faces: NDArray[np.uint32]
    ids: NDArray[np.uint16]
    colors: NDArray[np.uint32]

    def colors_at(self, triangle: NDArray[np.uint32]) -> NDArray[np.uint8]:
        """Return the colours of triangles: one more axis, of three."""
        # Four bytes at a time are looked up several times faster than three.
        packed = np.take(self.colors, triangle)
        return packed.view(np.uint8).reshape(*triangle.shape, 4)[..., :3]

    def cast(self, rays: NDArray[np.float32]) -> tuple[NDArray[np.float32], NDArray[np.uint32]]:
        """Return distances and triangle numbers, in the rays' shape."""
        answer = self.scene.cast_rays(Tensor.from_numpy(rays), nthreads=1)
        # Open3D's INVALID_ID is the largest number.
        triangle = np.minimum(answer["primitive_ids"].numpy(), np.uint32(len(self.ids) - 1))
        return answer["t_hit"].numpy(), triangle


def _fill_between(
    distance: NDArray[np.float32],
    triangle: NDArray[np.uint32],
    sure: NDArray[np.bool_],
    faces: NDArray[np.uint32],
) -> None:
    """Fill pixels between cast ones that show one face; rows and columns 0, 2, 4… are cast."""
    face = faces[triangle[::2, ::2]]
    with np.errstate(divide="ignore"):
        inverse = 1.0 / distance[::2, ::2]
        beside = face[:, :-1] == face[:, 1:]
        below = face[:-1] == face[1:]
        for same, middle, place in (
            (beside, inverse[:, :-1] + inverse[:, 1:], np.s_[::2, 1::2]),
            (below, inverse[:-1] + inverse[1:], np.s_[1::2, ::2]),
            (
                beside[:-1] & beside[1:] & below[:, :-1],
                inverse[:-1, :-1] + inverse[1:, 1:],
                np.s_[1::2, 1::2],
            ),
        ):
            rows, columns = same.shape
            distance[place][:rows, :columns] = 2.0 / middle
            triangle[place][:rows, :columns] = triangle[::2, ::2][:rows, :columns]
            sure[place][:rows, :columns] = same


def _packed(colors: NDArray[np.uint8]) -> NDArray[np.uint32]:
    opaque = np.full((len(colors), 1), 255, np.uint8)
    return np.hstack([colors, opaque]).view(np.uint32).reshape(-1)


def _faces(mesh: Mesh) -> NDArray[np.uint32]:
    """Return a number per triangle, the same for triangles of a mesh that lie in one plane."""
    normal = mesh.normals()
    offset = np.einsum("ij,ij->i", normal, mesh.vertices[mesh.triangles[:, 0]])
    planes = np.round(np.column_stack([normal, offset]), 4) + 0.0
    _, number = np.unique(planes, axis=0, return_inverse=True)
    return number.reshape(-1).astype(np.uint32)


def category_color(category: str) -> tuple[float, float, float]:
    """Return a category's colour, three shares from 0 to 1, the same on every run and machine."""
    digest = zlib.crc32(category.encode())
    hue = (digest & 0xFFFF) / 0xFFFF
    saturation = 0.45 + 0.40 * ((digest >> 16) & 0xFF) / 0xFF
    return colorsys.hsv_to_rgb(hue, saturation, 0.90)


def _shade(mesh: Mesh, color: tuple[float, float, float]) -> NDArray[np.uint8]:
    """Return one colour per triangle: matt, darker the more it turns from the light."""
    brightness = 0.65 + 0.35 * np.abs(mesh.normals() @ _LIGHT)
    shaded: NDArray[np.uint8] = np.clip(
        brightness[:, None] * np.array(color) * 255.0, 0, 255
    ).astype(np.uint8)
    return shaded
