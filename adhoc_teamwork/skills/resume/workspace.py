# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The workspace of an arm: heights, radius, bands ahead and hull, from forward kinematics."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy.spatial import ConvexHull, KDTree, QhullError

from adhoc_teamwork.robot_model.arms import Arm
from adhoc_teamwork.robot_model.arrays import Floats
from adhoc_teamwork.robot_model.kinematics import Kinematics
from adhoc_teamwork.robot_model.model import RobotModel
from adhoc_teamwork.robot_model.reaching import farthest, reach_points, sample_configurations
from adhoc_teamwork.teamwork.bodies.bands import Band
from adhoc_teamwork.teamwork.bodies.reach_line import AHEAD, ReachLine

Indices = npt.NDArray[np.intp]

BAND_STEP = 0.05
"""Metres between the heights of bands."""

_SAMPLES = 5000
_AROUND = 36
_HULL_DIRECTIONS = 100
_BISECTIONS = 6
_SEEDS = 2
_DISTANCES = np.linspace(0.15, 0.95, 6)
"""Shares of the radius at which bands are looked for first."""


@dataclass(frozen=True, eq=False)
class Workspace:
    """Hold what `find_workspace` found; metres above the floor, about the robot's upright axis.

    `line` is along which the bands are, None where they are ahead; `worst` are configurations
    (n, dof) of the arm stretched out, for whoever asks of loads.
    """

    lowest: float
    highest: float
    radius: float
    bands: tuple[Band, ...]
    hull: Floats
    worst: Floats
    line: ReachLine | None


def find_workspace(
    model: RobotModel, arm: Arm, floor: float, line: ReachLine | None = None
) -> Workspace:
    """Return where an arm's tip gets to, its trunk's joints helping.

    Args:
        model: The robot.
        arm: One of its arms.
        floor: Height of the floor in the root's frame, metres.
        line: Along which the arm reaches; None where it turns itself to what is ahead.
    """
    kinematics = arm.kinematics(model, with_trunk=True)
    samples = sample_configurations(kinematics, _SAMPLES)
    directions = np.concatenate([_circle(_AROUND), _sphere(_HULL_DIRECTIONS)])
    ends = farthest(kinematics, arm.tip, directions, samples)
    ends = np.concatenate([ends, _farther_out(kinematics, arm.tip, ends)])
    points = kinematics.positions(ends, arm.tip) - np.array([0.0, 0.0, floor])
    sampled = kinematics.positions(samples, arm.tip) - np.array([0.0, 0.0, floor])
    everything = np.concatenate([points, sampled])
    radius = float(np.hypot(everything[:, 0], everything[:, 1]).max())
    lowest, highest = float(everything[:, 2].min()), float(everything[:, 2].max())
    searched = _Bands(kinematics, arm.tip, floor, samples, radius, line or AHEAD)
    bands = searched.between(max(0.0, lowest), highest)
    if not bands and line is None:
        # It gets nowhere straight ahead of the axis: the robot turns its arm's own way to things.
        shoulder = model.joints[arm.joints[0]].child
        line = _own_line(kinematics.positions(ends, shoulder), points)
        searched = _Bands(kinematics, arm.tip, floor, samples, radius, line)
        bands = searched.between(max(0.0, lowest), highest)
    return Workspace(
        lowest=max(0.0, lowest),
        highest=highest,
        radius=radius,
        bands=bands,
        hull=_hull(everything),
        worst=ends,
        line=line,
    )


def _own_line(bases: Floats, tips: Floats) -> ReachLine:
    """Return the line from an arm's shoulder to where it stretches farthest from it, (n, 3)."""
    out = (tips - bases)[:, :2]
    best = int(np.argmax(np.linalg.norm(out, axis=1)))
    yaw = float(np.arctan2(out[best, 1], out[best, 0]))
    aside = float(bases[best, 1] * np.cos(yaw) - bases[best, 0] * np.sin(yaw))
    return ReachLine(round(yaw, 4), round(aside, 4))


class _Bands:
    """Find how near and far ahead a tip gets at heights above the floor."""

    def __init__(
        self,
        kinematics: Kinematics,
        tip: str,
        floor: float,
        samples: Floats,
        radius: float,
        line: ReachLine,
    ) -> None:
        self._line = line
        self._kinematics = kinematics
        self._tip = tip
        self._floor = floor
        self._samples = samples
        self._places = KDTree(kinematics.positions(samples, tip))
        self._radius = radius

    def between(self, lowest: float, highest: float) -> tuple[Band, ...]:
        """Return the bands of the heights at which it reaches ahead at all."""
        first = np.ceil(lowest / BAND_STEP - 1e-9)
        heights = BAND_STEP * np.arange(first, np.floor(highest / BAND_STEP + 1e-9) + 1.0)
        if not len(heights):
            return ()
        heights, first_held, last_held, q = self._first_hold(heights)
        if not len(heights):
            return ()
        step = float(_DISTANCES[1] - _DISTANCES[0]) * self._radius
        beyond = np.minimum(last_held + step, self._radius)
        far = self._push(heights, last_held, beyond, q[1])
        near = self._push(heights, first_held, np.maximum(first_held - step, 0.0), q[0])
        return tuple(
            Band(abs(round(float(h), 2)), round(float(n), 3), round(float(f), 3))
            for h, n, f in zip(heights, near, far, strict=True)
        )

    def _first_hold(self, heights: Floats) -> tuple[Floats, Floats, Floats, tuple[Floats, Floats]]:
        """Return the heights reached ahead, nearest and farthest found at each, and how."""
        distances = _DISTANCES * self._radius
        grid_h, grid_x = (v.ravel() for v in np.meshgrid(heights, distances, indexing="ij"))
        points = self._points(grid_h, grid_x)
        q, reached = reach_points(self._kinematics, self._tip, points, self._starts(points))
        reached = reached.reshape(len(heights), len(distances))
        # What lies before the first and beyond the last that is reached is found by halving.
        first = reached.argmax(axis=1)
        last = reached.shape[1] - 1 - reached[:, ::-1].argmax(axis=1)
        some, rows = reached.any(axis=1), np.arange(len(heights))
        q = q.reshape(len(heights), len(distances), -1)
        how = (q[rows, first][some], q[rows, last][some])
        return heights[some], distances[first][some], distances[last][some], how

    def _push(self, heights: Floats, inside: Floats, outside: Floats, q: Floats) -> Floats:
        """Return the distance nearest to `outside` that is reached, halving from `inside`."""
        inside, outside, q = inside.copy(), outside.copy(), q.copy()
        for _ in range(_BISECTIONS):
            middle = (inside + outside) / 2.0
            points = np.tile(self._points(heights, middle), (_SEEDS, 1))
            starts = np.concatenate([q, *self._other_starts(points[: len(heights)])])
            found, reached = reach_points(self._kinematics, self._tip, points, starts)
            reached = reached.reshape(_SEEDS, -1)
            any_reached, which = reached.any(axis=0), reached.argmax(axis=0)
            best = found.reshape(_SEEDS, len(heights), -1)[which, np.arange(len(heights))]
            q[any_reached] = best[any_reached]
            inside = np.where(any_reached, middle, inside)
            outside = np.where(any_reached, outside, middle)
        return inside

    def _points(self, heights: Floats, ahead: Floats) -> Floats:
        return np.column_stack([self._line.points(ahead), heights + self._floor])

    def _starts(self, points: Floats) -> Floats:
        return self._samples[self._nearest(points, 1)[:, 0]]

    def _other_starts(self, points: Floats) -> list[Floats]:
        nearest = self._nearest(points, _SEEDS - 1)
        return [self._samples[nearest[:, i]] for i in range(_SEEDS - 1)]

    def _nearest(self, points: Floats, count: int) -> Indices:
        _, nearest = self._places.query(points, k=count)
        return np.asarray(nearest).reshape(len(points), count)


def _farther_out(kinematics: Kinematics, tip: str, ends: Floats) -> Floats:
    """Return configurations still farther from the upright axis: each way out of what was found."""
    points = kinematics.positions(ends, tip)
    out = np.hypot(points[:, 0], points[:, 1])
    best = np.argsort(-out)[:4]
    directions = np.zeros((len(best), 3))
    directions[:, :2] = points[best, :2] / np.maximum(out[best], 1e-9)[:, None]
    return farthest(kinematics, tip, directions, ends)


def _circle(count: int) -> Floats:
    angles = np.linspace(0.0, 2.0 * np.pi, count, endpoint=False)
    return np.stack([np.cos(angles), np.sin(angles), np.zeros(count)], axis=1)


def _sphere(count: int) -> Floats:
    """Return directions spread evenly over the sphere (a Fibonacci spiral), with both poles."""
    z = np.linspace(1.0, -1.0, count)
    turn = np.pi * (3.0 - np.sqrt(5.0)) * np.arange(count)
    flat = np.sqrt(1.0 - z * z)
    return np.stack([flat * np.cos(turn), flat * np.sin(turn), z], axis=1)


def _hull(points: Floats) -> Floats:
    """Return the hull's corners above the floor, or all points where they span no volume."""
    try:
        corners: Floats = points[ConvexHull(points).vertices]
    except QhullError:
        corners = points
    return np.asarray(np.maximum(corners, np.array([-np.inf, -np.inf, 0.0])))
