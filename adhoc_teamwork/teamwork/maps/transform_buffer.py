# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Remember how frames lie to each other over time, and answer for any pair at any time.

A stand-in for tf2 where tf2_ros is not importable; plain NumPy, safe to use from several threads.
"""

import bisect
import functools
import math
import threading
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from adhoc_teamwork.teamwork.clock import was_set_back
from adhoc_teamwork.teamwork.geometry import Pose

Matrix = NDArray[np.float64]

HISTORY = 10.0
"""Seconds for which moving transforms are remembered."""
_SAME = 1e-6
"""Seconds between two stamps that are one: they are rounded on the way."""


class TransformError(Exception):
    """Report that a transform is not known (yet), in one sentence."""


@dataclass(frozen=True)
class Transform:
    """Place a child frame in its parent: metres, and a unit quaternion (x, y, z, w)."""

    translation: tuple[float, float, float]
    rotation: tuple[float, float, float, float]

    def matrix(self) -> Matrix:
        """Return the 4x4 matrix that takes points of the child into the parent."""
        x, y, z, w = self.rotation
        matrix = np.eye(4)
        matrix[:3, :3] = (
            (1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)),
            (2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)),
            (2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)),
        )
        matrix[:3, 3] = self.translation
        return matrix


def planar_pose(matrix: Matrix) -> Pose:
    """Return where on the floor a frame lies whose 4x4 transform into `map` is given."""
    yaw = float(np.arctan2(matrix[1, 0], matrix[0, 0]))
    return Pose(float(matrix[0, 3]), float(matrix[1, 3]), yaw)


@dataclass
class _Edge:
    """Hold the history of one child frame: stamps ascending, one transform each."""

    parent: str
    static: bool
    stamps: list[float] = field(default_factory=list)
    transforms: list[Transform] = field(default_factory=list)


class TransformBuffer:
    """Store transforms by child frame and chain them on request."""

    def __init__(self) -> None:
        self._edges: dict[str, _Edge] = {}
        self._lock = threading.Lock()

    def clear(self) -> None:
        """Forget everything that moves; static transforms stay."""
        with self._lock:
            self._clear_moving()

    def set(
        self, parent: str, child: str, stamp: float, transform: Transform, static: bool = False
    ) -> bool:
        """Store one transform; return False where it is unusable.

        Unusable are empty or equal frame names and numbers that are not finite. With the
        stamp of a clock that was set back everything that moves is forgotten.
        """
        parent, child = parent.lstrip("/"), child.lstrip("/")
        clean = _normalised(transform)
        if not parent or not child or parent == child or clean is None or not math.isfinite(stamp):
            return False
        with self._lock:
            edge = self._edges.get(child)
            moving = edge is not None and not static and not edge.static
            if edge is not None and moving and was_set_back(edge.stamps[-1], stamp):
                self._clear_moving()
                edge = None
            if edge is None or edge.parent != parent or edge.static != static:
                edge = self._edges[child] = _Edge(parent, static)
            _insert(edge, stamp, clean)
        return True

    def take(self, message: Any, static: bool = False) -> list[str]:
        """Store what a tf2_msgs/TFMessage says, whoever decoded it; return what is unusable."""
        unusable = []
        for stamped in message.transforms:
            parent, child, at = (
                stamped.header.frame_id,
                stamped.child_frame_id,
                stamped.header.stamp,
            )
            move, turn = stamped.transform.translation, stamped.transform.rotation
            transform = Transform((move.x, move.y, move.z), (turn.x, turn.y, turn.z, turn.w))
            if not self.set(parent, child, at.sec + at.nanosec * 1e-9, transform, static):
                unusable.append(
                    f"the transform of '{child}' in '{parent}' is unusable: two frames, finite "
                    "metres and a quaternion were expected"
                )
        return unusable

    def is_fixed(self, target_frame: str, source_frame: str) -> bool:
        """Tell whether static transforms alone connect two frames."""
        try:
            with self._lock:
                ups = [self._chain(frame.lstrip("/")) for frame in (target_frame, source_frame)]
                common = set(ups[0]).intersection(ups[1])
                between = [child for up in ups for child in up if child not in common]
                return bool(common) and all(self._edges[child].static for child in between)
        except TransformError:
            return False

    def lookup(self, target_frame: str, source_frame: str, stamp: float | None = None) -> Matrix:
        """Return the 4x4 matrix that takes points of `source_frame` into `target_frame`.

        Args:
            target_frame: Frame in which the result is.
            source_frame: Frame in which points are given.
            stamp: Seconds of the ROS clock; None for the newest common to the whole chain.

        Raises:
            TransformError: An unknown frame, no chain, a loop, or a time outside what is known.
        """
        target, source = target_frame.lstrip("/"), source_frame.lstrip("/")
        with self._lock:
            up_source = self._chain(source)
            up_target = self._chain(target)
            common = next((name for name in up_source if name in up_target), None)
            if common is None:
                raise TransformError(f"no transform connects '{source}' with '{target}'")
            from_source = up_source[: up_source.index(common)]
            from_target = up_target[: up_target.index(common)]
            if stamp is None:
                stamp = self._newest_common([*from_source, *from_target])
            to_common = self._product(from_source, stamp)
            target_to_common = self._product(from_target, stamp)
        return np.linalg.inv(target_to_common) @ to_common if from_target else to_common

    def _clear_moving(self) -> None:
        self._edges = {child: edge for child, edge in self._edges.items() if edge.static}

    def _chain(self, frame: str) -> list[str]:
        """Return the frame and its ancestors, nearest first."""
        chain = [frame]
        while chain[-1] in self._edges:
            parent = self._edges[chain[-1]].parent
            if parent in chain:
                raise TransformError(f"transforms form a loop: {' < '.join([*chain, parent])}")
            chain.append(parent)
        return chain

    def _newest_common(self, children: list[str]) -> float:
        moving = [self._edges[c].stamps[-1] for c in children if not self._edges[c].static]
        return min(moving, default=0.0)

    def _product(self, children: list[str], stamp: float) -> Matrix:
        if not children:
            return np.eye(4)
        steps = (_at(child, self._edges[child], stamp).matrix() for child in children)
        return functools.reduce(lambda below, above: above @ below, steps)


def _insert(edge: _Edge, stamp: float, transform: Transform) -> None:
    if edge.static:
        edge.stamps, edge.transforms = [stamp], [transform]
        return
    index = bisect.bisect_left(edge.stamps, stamp)
    if index < len(edge.stamps) and edge.stamps[index] == stamp:
        edge.transforms[index] = transform
        return
    edge.stamps.insert(index, stamp)
    edge.transforms.insert(index, transform)
    old = bisect.bisect_left(edge.stamps, edge.stamps[-1] - HISTORY)
    del edge.stamps[:old], edge.transforms[:old]


def _at(child: str, edge: _Edge, stamp: float) -> Transform:
    """Return an edge's transform at a time, interpolated between its neighbours."""
    if edge.static:
        return edge.transforms[0]
    first, last = edge.stamps[0], edge.stamps[-1]
    if not first - _SAME <= stamp <= last + _SAME:
        raise TransformError(
            f"'{child}' in '{edge.parent}' is known from {first:.3f} s to {last:.3f} s, "
            f"not at {stamp:.3f} s"
        )
    stamp = min(max(stamp, first), last)
    index = bisect.bisect_left(edge.stamps, stamp)
    if edge.stamps[index] == stamp:
        return edge.transforms[index]
    before, after = edge.stamps[index - 1], edge.stamps[index]
    share = (stamp - before) / (after - before)
    return interpolate(edge.transforms[index - 1], edge.transforms[index], share)


def interpolate(one: Transform, other: Transform, share: float) -> Transform:
    """Return the transform at `share` (0 to 1) of the way, turning evenly (slerp)."""
    a, b = np.array(one.rotation), np.array(other.rotation)
    cosine = float(a @ b)
    if cosine < 0.0:
        b, cosine = -b, -cosine
    if cosine > 0.9995:
        rotation = a + share * (b - a)
    else:
        angle = math.acos(min(1.0, cosine))
        rotation = (math.sin((1.0 - share) * angle) * a + math.sin(share * angle) * b) / math.sin(
            angle
        )
    rotation = rotation / np.linalg.norm(rotation)
    start, end = np.array(one.translation), np.array(other.translation)
    x, y, z = (start + share * (end - start)).tolist()
    qx, qy, qz, qw = rotation.tolist()
    return Transform((x, y, z), (qx, qy, qz, qw))


def _normalised(transform: Transform) -> Transform | None:
    """Return the transform with a unit quaternion, or None where it is not usable."""
    numbers = (*transform.translation, *transform.rotation)
    if not all(map(math.isfinite, numbers)):
        return None
    norm = math.sqrt(sum(part * part for part in transform.rotation))
    if norm < 0.1:
        return None
    x, y, z, w = (part / norm for part in transform.rotation)
    return Transform(transform.translation, (x, y, z, w))
