# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Take back a drifting pose: what a frame shows of walls must lie on the floor plan's.

Odometry errs by some per cent of the way, and localisation corrects it late or not at all. Walls
that the frame shows are matched with the outlines of rooms by point-to-line ICP with three degrees
of freedom, x, y and yaw, and Huber's weights.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from adhoc_teamwork.perception.frames.camera import Frame
from adhoc_teamwork.teamwork.geometry import Pose, normalize_angle
from adhoc_teamwork.teamwork.scene import Room

_STRIDE = 4
_BAND = (0.3, 2.2)
"""Heights between which points of the background are taken for walls, metres."""
_MOST_POINTS = 200
_GATE = 0.25
"""Farther than this from every wall of the plan, metres, a point shows something else; for each
frame without a match so much more:"""
_WIDENING, _WIDEST = 0.01, 0.6
_AROUND = 1.5
"""Walls farther than this from all points, metres, are left out: beyond any gate and any step."""
_SURE = 0.03
"""Farther than this, metres, points weigh less."""
_FEWEST = 40
_INLIER = 0.06
_INLIERS = 0.75
"""This share of the points lies so near to the walls, metres, where the match is right."""
_ROUNDS = 3
_INDEPENDENT = 50.0
"""All points together count as so many: neighbours err alike."""
_STIFF = (1.0, 1.0, 20.0)
"""Weight of no change, in points: along a single wall the pose stays as it was."""
_STILL = (0.004, 0.002)
"""Smaller changes than so many metres and radians are not worth one."""

FloatMatrix = NDArray[np.float64]


@dataclass(frozen=True)
class Correction:
    """Hold a planar motion that takes poses as the robot has them to the floor plan's frame."""

    x: float = 0.0
    y: float = 0.0
    yaw: float = 0.0

    def matrix(self) -> FloatMatrix:
        """Return it as a (4, 4) transform."""
        cos, sin = math.cos(self.yaw), math.sin(self.yaw)
        matrix = np.eye(4)
        matrix[:2, :2] = ((cos, -sin), (sin, cos))
        matrix[:2, 3] = (self.x, self.y)
        return matrix

    def pose(self, pose: Pose) -> Pose:
        """Return a floor pose moved by it."""
        point = Pose(self.x, self.y, self.yaw).transform(pose.x, pose.y)
        return Pose(point.x, point.y, normalize_angle(pose.yaw + self.yaw))

    def after(self, turn: float, shift: FloatMatrix, about: FloatMatrix) -> "Correction":
        """Return this motion, then a turn about a floor point and a shift."""
        cos, sin = math.cos(turn), math.sin(turn)
        x, y = self.x - about[0], self.y - about[1]
        return Correction(
            float(cos * x - sin * y + about[0] + shift[0]),
            float(sin * x + cos * y + about[1] + shift[1]),
            normalize_angle(self.yaw + turn),
        )


class WallAlignment:
    """Keep the correction that the walls of a floor plan ask for, frame by frame."""

    def __init__(self, rooms: Sequence[Room]) -> None:
        edges = [
            (*start, *end)
            for room in rooms
            for start, end in zip(room.outline, (*room.outline[1:], room.outline[0]), strict=True)
        ]
        self._walls: FloatMatrix = np.array(edges, np.float64).reshape(-1, 4)
        self.correction = Correction()
        self._missed = 0
        self.aligned = 0
        """Frames whose walls were found on the plan."""

    def correct(self, frame: Frame) -> Frame:
        """Return a frame whose pose fits the plan, as well as what it shows can tell."""
        points = _wall_points(frame)
        if len(points) >= _FEWEST and len(self._walls):
            self._align(points, np.array((frame.base.x, frame.base.y)))
        if self.correction == Correction():
            return frame
        pose = self.correction.matrix() @ frame.pose
        return frame.moved(pose, self.correction.pose(frame.base))

    def _align(self, points: FloatMatrix, base: FloatMatrix) -> None:
        """Improve the correction by points (n, 2) of walls, as the robot has them."""
        found, self._missed = self.correction, self._missed + 1
        matrix = found.matrix()
        walls = self._near(points @ matrix[:2, :2].T + matrix[:2, 3])
        if len(walls.start) == 0:
            return
        gate = min(_GATE + _WIDENING * self._missed, _WIDEST)
        for _ in range(_ROUNDS):
            matrix = found.matrix()
            moved = points @ matrix[:2, :2].T + matrix[:2, 3]
            middle = matrix[:2, :2] @ base + matrix[:2, 3]
            error, normal = walls.nearest(moved)
            near = np.abs(error) <= gate
            if near.sum() < _INLIERS * len(points):
                return
            step = _solve(moved[near] - middle, error[near], normal[near])
            found = found.after(float(step[2]), step[:2], middle)
        matrix = found.matrix()
        error, _ = walls.nearest(points @ matrix[:2, :2].T + matrix[:2, 3])
        if (np.abs(error) <= _INLIER).mean() < _INLIERS:
            return
        self.aligned, self._missed = self.aligned + 1, 0
        was, now = self.correction.matrix() @ (*base, 0, 1), found.matrix() @ (*base, 0, 1)
        turned = abs(normalize_angle(found.yaw - self.correction.yaw))
        if np.hypot(*(now - was)[:2]) > _STILL[0] or turned > _STILL[1]:
            self.correction = found

    def _near(self, points: FloatMatrix) -> "_Walls":
        """Return the walls that any of the points may be matched with."""
        low, high = points.min(axis=0) - _AROUND, points.max(axis=0) + _AROUND
        ends = self._walls.reshape(-1, 2, 2)
        apart = (ends.min(axis=1) > high) | (ends.max(axis=1) < low)
        return _Walls.of(self._walls[~apart.any(axis=1)])


@dataclass(frozen=True, eq=False)
class _Walls:
    """Hold walls: where each begins (n, 2), its direction and its normal (n, 2), its length."""

    start: FloatMatrix
    unit: FloatMatrix
    normals: FloatMatrix
    length: FloatMatrix

    @classmethod
    def of(cls, edges: FloatMatrix) -> "_Walls":
        """Return the walls between ends (n, 4), metres."""
        start, along = edges[:, :2], edges[:, 2:] - edges[:, :2]
        length = np.maximum(np.hypot(along[:, 0], along[:, 1]), 1e-6)
        unit = along / length[:, None]
        return cls(start, unit, np.stack([-unit[:, 1], unit[:, 0]], axis=1), length)

    def nearest(self, points: FloatMatrix) -> tuple[FloatMatrix, FloatMatrix]:
        """Return each point's signed distance from the nearest wall, and that wall's normal."""
        # (points, walls): how far along and how far beside.
        offset_x, offset_y = points[:, :1] - self.start[:, 0], points[:, 1:] - self.start[:, 1]
        forward = offset_x * self.unit[:, 0] + offset_y * self.unit[:, 1]
        beside = offset_x * self.normals[:, 0] + offset_y * self.normals[:, 1]
        beyond = np.maximum(np.maximum(-forward, forward - self.length), 0.0)
        nearest = np.argmin(np.abs(beside) + beyond, axis=1)
        rows = np.arange(len(points))
        error = np.where(beyond[rows, nearest] > _SURE, np.inf, beside[rows, nearest])
        return error, self.normals[nearest]


def _solve(points: FloatMatrix, error: FloatMatrix, normal: FloatMatrix) -> FloatMatrix:
    """Return the shift and turn (x, y, yaw) that bring points, from the robot, onto their walls."""
    weight = _INDEPENDENT / len(error) * _SURE / np.maximum(np.abs(error), _SURE)
    turning = normal[:, 1] * points[:, 0] - normal[:, 0] * points[:, 1]
    rows = np.column_stack([normal, turning])
    weighted = rows * weight[:, None]
    needed = rows.T @ weighted + np.diag(_STIFF)
    return np.asarray(np.linalg.solve(needed, -weighted.T @ error), np.float64)


def _wall_points(frame: Frame) -> FloatMatrix:
    """Return floor points (n, 2) under what a frame shows of the background, floor left out."""
    surface = frame.distance[::_STRIDE, ::_STRIDE] > 0.0
    background = surface & (frame.instances[::_STRIDE, ::_STRIDE] == 0)
    x, y, z = frame.point_grid(_STRIDE)
    wall = background & (z >= _BAND[0]) & (z <= _BAND[1])
    points = np.stack([x[wall], y[wall]], axis=1)
    step = -(-len(points) // _MOST_POINTS) or 1
    return np.asarray(points[::step], np.float64)
