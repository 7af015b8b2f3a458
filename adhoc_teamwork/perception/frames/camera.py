# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Pinhole camera: depth images to points in `map`, and what a frame says about known points.

The optical frame has z ahead, x right and y down (REP-103); depth is in metres along z.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import IntEnum
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from adhoc_teamwork.perception.frames.neighbours import count_beside
from adhoc_teamwork.teamwork.geometry import Pose
from adhoc_teamwork.teamwork.maps.height_map import HeightMap

FloatArray = NDArray[np.float32]
IndexArray = NDArray[np.intp]
Pixels = tuple[IndexArray, IndexArray, FloatArray]
"""Row, column and depth in metres of points; row and column are -1 outside the image."""

FARTHEST = 30.0
"""No depth camera measures farther indoors, metres; what says so, says nothing."""
_WIDEST = 40.0
"""Width or height of an image in focal lengths, from which no pinhole camera makes it (175°)."""
_NARROWEST = 0.01
_FARTHEST_PLACE = 1e5
"""How far from the origin of `map` a robot may be, metres."""


_NEAREST = 0.05
"""Depth from which points show at all, metres."""
_FEWEST_BESIDE = 2
_BAND_PIXELS = 65_536
_OF_PICTURES = ("distance", "clear", "farthest")
"""What a frame works out of its pictures alone, once."""


class BadFrameError(Exception):
    """Report a frame that cannot be used; `kind` is a short key under which it is counted."""

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(message)
        self.kind = kind


@dataclass(frozen=True)
class Intrinsics:
    """Hold a rectified pinhole camera, in pixels.

    Raises:
        BadFrameError: A size or focal length that is not positive and finite, or numbers that no
            pinhole camera has.
    """

    width: int
    height: int
    fx: float
    fy: float
    cx: float
    cy: float

    def __post_init__(self) -> None:
        numbers = (self.fx, self.fy, self.cx, self.cy)
        if not np.isfinite(numbers).all() or min(self.fx, self.fy, self.width, self.height) <= 0:
            raise BadFrameError("intrinsics", f"intrinsics are unusable: {self}")
        for size, focal, middle in (
            (self.width, self.fx, self.cx),
            (self.height, self.fy, self.cy),
        ):
            if not _NARROWEST <= size / focal <= _WIDEST or abs(middle) > _WIDEST * focal:
                raise BadFrameError("intrinsics", f"no pinhole camera has these intrinsics: {self}")


class Sight(IntEnum):
    """Say what a frame shows of a point: nothing, something before it, a surface, or free space."""

    UNSEEN = 0
    HIDDEN = 1
    SURFACE = 2
    FREE = 3


@dataclass(frozen=True, eq=False)
class Frame:
    """Hold one image triple and where it was taken.

    Attributes:
        stamp: Seconds of the ROS clock.
        depth: (height, width) metres; +inf where nothing is within range (REP-117), NaN, -inf,
            not positive, or finite and beyond `FARTHEST` where invalid.
        instances: (height, width) instance ids; 0 is background.
        intrinsics: Of both images.
        pose: (4, 4) transform of the optical frame into `map`.
        base: Pose of base_link in `map`.
        camera_range: Depth up to which +inf means free space, metres; 0: +inf is invalid.
        ground: How high the floor is, None where it is at 0 everywhere. Points that a frame gives
            and takes have their height above the floor below them.

    Raises:
        BadFrameError: Sizes that do not match, or a stamp or pose that cannot be.
    """

    stamp: float
    depth: FloatArray
    instances: NDArray[np.uint16]
    intrinsics: Intrinsics
    pose: NDArray[np.float64]
    base: Pose
    camera_range: float = 0.0
    ground: HeightMap | None = None

    def __post_init__(self) -> None:
        size = (self.intrinsics.height, self.intrinsics.width)
        if self.depth.shape != size or self.instances.shape != size:
            raise BadFrameError(
                "size",
                f"sizes differ: camera info {size}, depth {self.depth.shape}, "
                f"instances {self.instances.shape}",
            )
        if not math.isfinite(self.stamp):
            raise BadFrameError("stamp", f"the frame's stamp is {self.stamp}")
        if self.pose.shape != (4, 4) or not np.isfinite(self.pose).all():
            raise BadFrameError("pose", "the camera's pose is not a finite 4x4 matrix")
        turn = self.pose[:3, :3]
        if not np.allclose(turn @ turn.T, np.eye(3), atol=1e-3) or np.linalg.det(turn) < 0.0:
            raise BadFrameError("pose", "the camera's pose holds no rotation")
        base = (self.base.x, self.base.y, self.base.yaw)
        if not np.isfinite(base).all():
            raise BadFrameError("pose", f"the robot's pose is not finite: {self.base}")
        if max(np.abs(self.origin).max(), abs(self.base.x), abs(self.base.y)) > _FARTHEST_PLACE:
            raise BadFrameError("pose", f"the robot's pose is beyond any map: {self.base}")

    @cached_property
    def distance(self) -> FloatArray:
        """Return the depth of surfaces, in metres, and 0 where the frame shows none.

        Pixels that hang between a thing's edge and what is behind it show none: fewer than two of
        their four neighbours lie at their depth and under the same mask.
        """
        depth = np.empty(self.depth.shape, np.float32)
        height = len(depth)
        # In bands of rows, which fit into a processor's cache. A band's rows look at those beside.
        rows = max(1, _BAND_PIXELS // self.intrinsics.width)
        for first in range(0, height, rows):
            last = min(first + rows, height)
            low, high = max(first - 1, 0), min(last + 1, height)
            own = np.s_[first - low : last - low]
            measured = self.depth[low:high]
            # Of NaN and zero, fmax takes zero.
            band = np.fmax(measured, np.float32(0.0)).astype(np.float32, copy=False)
            band[band > FARTHEST] = 0.0
            beside = count_beside(band, self.instances[low:high])
            np.multiply(band[own], beside[own] >= _FEWEST_BESIDE, out=depth[first:last])
        return depth

    @cached_property
    def clear(self) -> FloatArray:
        """Return the depth up to which each pixel shows free space, in metres, 0 where unknown."""
        clear: FloatArray = np.multiply(self.depth == np.inf, self.camera_range, dtype=np.float32)
        np.maximum(self.distance, clear, out=clear)
        return clear

    @cached_property
    def farthest(self) -> float:
        """Return the largest `clear`, in metres; 0 where the frame shows nothing at all."""
        return float(self.clear.max())

    @property
    def origin(self) -> NDArray[np.float64]:
        """Return the camera's position in `map`, in metres."""
        return self.pose[:3, 3]

    @cached_property
    def eye(self) -> NDArray[np.float64]:
        """Return the camera's place, its height above the floor below it, in metres."""
        if self.ground is None:
            return self.origin
        x, y, z = self.origin.tolist()
        return np.array([x, y, z - self.ground.height(x, y)])

    def moved(self, pose: NDArray[np.float64], base: Pose) -> "Frame":
        """Return the same pictures, taken elsewhere.

        Raises:
            BadFrameError: A pose that cannot be.
        """
        frame = replace(self, pose=pose, base=base)
        # What was worked out of the pictures does not hang on the pose.
        known = {name: self.__dict__[name] for name in _OF_PICTURES if name in self.__dict__}
        frame.__dict__.update(known)
        return frame

    def points(self, rows: IndexArray, cols: IndexArray) -> FloatArray:
        """Return the (n, 3) points in `map` at which these pixels' free space ends."""
        camera = self.intrinsics
        z = self.clear[rows, cols]
        local = np.empty((z.size, 3), np.float32)
        local[:, 0] = (cols - camera.cx) / camera.fx * z
        local[:, 1] = (rows - camera.cy) / camera.fy * z
        local[:, 2] = z
        turned = local @ self.pose[:3, :3].T.astype(np.float32)
        points = (turned + self.origin.astype(np.float32)).astype(np.float32, copy=False)
        if self.ground is not None:
            points[:, 2] -= self.ground.at(points[:, 0], points[:, 1])
        return points

    def point_grid(self, stride: int) -> FloatArray:
        """Return `points` of every `stride`-th row and column, (3, rows, columns)."""
        camera = self.intrinsics
        z = self.clear[::stride, ::stride]
        right = (np.arange(0, camera.width, stride) - camera.cx) / camera.fx
        down = (np.arange(0, camera.height, stride) - camera.cy) / camera.fy
        right, down = right.astype(np.float32), down.astype(np.float32)
        turn = self.pose[:3, :3].astype(np.float32)
        points = np.empty((3, *z.shape), np.float32)
        for axis, start in enumerate(self.origin.astype(np.float32)):
            across = turn[axis, 0] * right + turn[axis, 2]
            ray = across[None, :] + (turn[axis, 1] * down)[:, None]
            ray *= z
            np.add(ray, start, out=points[axis])
        if self.ground is not None:
            points[2] -= self.ground.at(points[0], points[1])
        return points

    def in_map(self, points: NDArray[Any]) -> NDArray[Any]:
        """Return (n, 3) points with their height in `map` in place of that above the floor."""
        return points if self.ground is None else self.ground.in_map(points)

    def project(self, points: FloatArray) -> Pixels:
        """Return row, column (-1 outside the image or behind) and depth of points."""
        camera = self.intrinsics
        spots, z = self.spots(points)
        cols, rows = np.rint(spots).T
        inside = (z > _NEAREST) & (cols >= 0) & (cols < camera.width)
        inside &= (rows >= 0) & (rows < camera.height)
        cols = np.where(inside, cols, -1).astype(np.intp)
        rows = np.where(inside, rows, -1).astype(np.intp)
        return rows, cols, z

    def spots(self, points: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Return where (n, 3) points show, (n, 2) columns and rows unrounded, and their depth.

        Of points behind the camera the spot means nothing.
        """
        camera = self.intrinsics
        rotation = self.pose[:3, :3].astype(np.float32)
        local = (self.in_map(points) - self.origin.astype(np.float32)) @ rotation
        z = local[:, 2]
        scale = 1.0 / np.where(z > _NEAREST, z, np.float32(1.0))
        spots = np.empty((len(z), 2), np.float32)
        spots[:, 0] = local[:, 0] * scale * camera.fx + camera.cx
        spots[:, 1] = local[:, 1] * scale * camera.fy + camera.cy
        return spots, z.astype(np.float32, copy=False)

    def look_at(self, points: FloatArray, tolerance: float) -> NDArray[np.int8]:
        """Return for each point in `map` a `Sight`.

        A point is FREE only where the whole 3x3 neighbourhood of its pixel lies behind it, so that
        the silhouette of a thing that is still there is not taken for free space.

        Args:
            points: (n, 3) metres.
            tolerance: Metres along the ray, to which 2 % of the distance is added.
        """
        return self.sights(self.project(points), tolerance)

    def sights(self, pixels: Pixels, tolerance: float) -> NDArray[np.int8]:
        """Return `look_at` of points of which it is known where they show; see `project`."""
        rows, cols, z = pixels
        inside = rows >= 0
        margin = tolerance + 0.02 * z
        depth = self.clear[rows, cols]
        sight = np.full(len(z), Sight.UNSEEN, np.int8)
        known = inside & (depth > 0.0)
        sight[known] = Sight.SURFACE
        sight[known & (depth < z - margin)] = Sight.HIDDEN
        behind = np.flatnonzero(known & (depth > z + margin))
        free = self._nearest(rows[behind], cols[behind]) > (z + margin)[behind]
        sight[behind[free]] = Sight.FREE
        return sight

    def _nearest(self, rows: IndexArray, cols: IndexArray) -> FloatArray:
        """Return the least `clear` in the 3x3 neighbourhood of pixels, 0 next to invalid ones."""
        least = self.clear[rows, cols]
        for near_rows, near_cols in self.around(rows, cols):
            np.minimum(least, self.clear[near_rows, near_cols], out=least)
        return least

    def around(self, rows: IndexArray, cols: IndexArray) -> Iterator[tuple[IndexArray, IndexArray]]:
        """Yield nine times rows and columns: the 3x3 neighbourhood of pixels, within the image."""
        last_row, last_col = self.intrinsics.height - 1, self.intrinsics.width - 1
        beside = [np.minimum(np.maximum(cols + right, 0), last_col) for right in (-1, 0, 1)]
        for down in (-1, 0, 1):
            row = np.minimum(np.maximum(rows + down, 0), last_row)
            for col in beside:
                yield row, col
