# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The semantic point cloud of the belief: where, of which class, of which object (paper IV-C)."""

import colorsys
import zlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from adhoc_teamwork.perception.frames.camera import FloatArray
from adhoc_teamwork.perception.frames.cloud import voxel_keys
from adhoc_teamwork.perception.objects.objects import KnownObject
from adhoc_teamwork.teamwork.scene import Presence

Numbers = NDArray[np.int32]


@dataclass(frozen=True, eq=False)
class SemanticCloud:
    """Hold points of objects.

    Attributes:
        positions: (n, 3) metres in `map`.
        classes: (n,) index into `class_names`.
        instances: (n,) index into `object_ids`.
        class_names: Categories, in the order of the object-room map's layers.
        object_ids: Ids such as Mug_0.
    """

    positions: FloatArray
    classes: Numbers
    instances: Numbers
    class_names: tuple[str, ...]
    object_ids: tuple[str, ...]

    def colors(self) -> NDArray[np.uint8]:
        """Return (n, 3) red, green and blue; a class has the same colour in every run."""
        table = np.array([category_color(name) for name in self.class_names]).reshape(-1, 3)
        shades: NDArray[np.uint8] = np.rint(table * 255.0).astype(np.uint8)[self.classes]
        return shades

    def to_open3d(self) -> Any:
        """Return an open3d.t.geometry.PointCloud with positions, colors, class and instance."""
        # Open3D takes seconds to import, which only those shall wait for who want its clouds.
        from adhoc_teamwork.teamwork.open3d_parts import PointCloud, Tensor

        cloud = PointCloud(Tensor.from_numpy(np.ascontiguousarray(self.positions)))
        cloud.point["class"] = Tensor.from_numpy(self.classes[:, None].copy())
        cloud.point["instance"] = Tensor.from_numpy(self.instances[:, None].copy())
        cloud.point["colors"] = Tensor.from_numpy(self.colors())
        return cloud


def semantic_cloud(
    objects: Iterable[KnownObject], class_numbers: Mapping[str, int], voxel: float = 0.0
) -> SemanticCloud:
    """Return the points of the objects that are present.

    Args:
        objects: What is known; those that only a teammate saw have no points.
        class_numbers: Index of each category.
        voxel: Edge of voxels of which each keeps one point of an object, metres; 0 keeps all.
    """
    seen = [k for k in objects if k.status is Presence.PRESENT and len(k.cloud)]
    positions = [_thinned(known.cloud.points, voxel) for known in seen]
    counts = [len(points) for points in positions]
    classes = np.array([class_numbers[known.category] for known in seen], np.int32)
    return SemanticCloud(
        positions=np.concatenate([np.empty((0, 3), np.float32), *positions]),
        classes=np.repeat(classes, counts),
        instances=np.repeat(np.arange(len(seen), dtype=np.int32), counts),
        class_names=tuple(sorted(class_numbers, key=lambda name: class_numbers[name])),
        object_ids=tuple(known.object_id for known in seen),
    )


def category_color(category: str) -> tuple[float, float, float]:
    """Return a category's red, green and blue, 0 to 1, the same in every run."""
    hue = (zlib.crc32(category.encode()) & 0xFFFF) / 0xFFFF
    return colorsys.hsv_to_rgb(hue, 0.6, 0.9)


def _thinned(points: FloatArray, voxel: float) -> FloatArray:
    """Return the first point in each voxel."""
    if voxel <= 0.0:
        return points
    _, first = np.unique(voxel_keys(points, voxel), return_index=True)
    return points[np.sort(first)]
