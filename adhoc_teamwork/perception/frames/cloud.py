# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The merged points of one object: at most one per voxel, so that looking longer costs nothing."""

import numpy as np
from numpy.typing import NDArray

from adhoc_teamwork.perception.frames.camera import FloatArray

NO_POINTS: FloatArray = np.empty((0, 3), np.float32)
_BITS = 21
_HALF = 1 << (_BITS - 1)
OUTLIERS = 0.005
"""Share of points beyond each extent that is disregarded."""


def voxel_keys(points: FloatArray, voxel: float) -> NDArray[np.int64]:
    """Return one integer per point that is equal for points in the same voxel of edge `voxel`."""
    cells = np.floor(points / voxel).astype(np.int64) + _HALF
    keys: NDArray[np.int64] = (cells[:, 0] << (2 * _BITS)) | (cells[:, 1] << _BITS) | cells[:, 2]
    return keys


class VoxelCloud:
    """Keep the first point seen in each voxel; positions in metres in `map`."""

    def __init__(self, voxel: float, max_voxels: int) -> None:
        self.voxel = voxel
        self._max_voxels = max_voxels
        self._keys: NDArray[np.int64] = np.empty(0, np.int64)
        self._points: FloatArray = np.empty((0, 3), np.float32)

    def __len__(self) -> int:
        return len(self._keys)

    @property
    def points(self) -> FloatArray:
        """Return the (n, 3) points."""
        return self._points

    def add(self, points: FloatArray) -> int:
        """Merge (n, 3) points and return how many voxels are new."""
        if len(points) == 0:
            return 0
        keys, first = np.unique(voxel_keys(points, self.voxel), return_index=True)
        if len(self._keys):
            place = np.minimum(np.searchsorted(self._keys, keys), len(self._keys) - 1)
            new = self._keys[place] != keys
            keys, first = keys[new], first[new]
        room = self._max_voxels - len(self._keys)
        keys, first = keys[:room], first[:room]
        if len(keys) == 0:
            return 0
        merged = np.concatenate((self._keys, keys))
        order = np.argsort(merged, kind="stable")
        self._keys = merged[order]
        self._points = np.concatenate((self._points, points[first]))[order]
        return len(keys)

    def keep(self, wanted: NDArray[np.bool_]) -> None:
        """Drop the points for which `wanted` is false."""
        self._keys = self._keys[wanted]
        self._points = self._points[wanted]

    def clear(self) -> None:
        """Drop every point."""
        self.keep(np.zeros(len(self._keys), np.bool_))

    def bounds(self) -> tuple[FloatArray, FloatArray]:
        """Return the robust lower and upper extents along the axes of `map`; see `OUTLIERS`."""
        return robust_bounds(self._points)


def robust_bounds(points: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return lower and upper extents of (n, 3) points without the `OUTLIERS` farthest out."""
    skipped = int(OUTLIERS * len(points))
    if skipped == 0:
        return points.min(axis=0), points.max(axis=0)
    ordered = np.partition(points, (skipped, len(points) - 1 - skipped), axis=0)
    return ordered[skipped], ordered[len(points) - 1 - skipped]
