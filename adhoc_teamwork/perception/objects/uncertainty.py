# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""How sure an object's position is: a covariance from its views, merged as they come.

A view is less sure along the ray than across it: depth errs with the square of the distance, and
of a thing only the near side shows. Views from other places add up (information filter); views
from one place err alike, so that looking longer makes nothing surer.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from adhoc_teamwork.perception.frames.camera import FloatArray

Matrix = NDArray[np.float64]

_DEPTH = (0.004, 0.0025)
"""Standard deviation of depth: metres, and metres a square metre of distance."""
_AIM = 0.01
"""Standard deviation of the camera's direction, radians."""
_POSE = 0.02
"""Standard deviation of the camera's place, metres."""
_OUTLINE = 12.0
"""The middle of what is seen is surer than one point of it by this factor of variance."""
_LEAST = 0.01
"""No position is surer than this standard deviation, metres: the map itself errs."""
_ASSUMED = 0.4
"""Standard deviation, metres, where a place is only inferred."""
_APART = 0.25
"""Views from places nearer to each other than this, metres, err alike."""
_REMEMBERED = 16
"""So many places of views are remembered."""


class PositionUncertainty:
    """Hold the covariance of one object's position, square metres; None while nothing is known."""

    def __init__(self) -> None:
        self.covariance: Matrix | None = None
        self._seen_from: Matrix = np.empty((0, 3))

    def see(self, points: FloatArray, origin: Matrix) -> None:
        """Merge one view: (n, 3) points of the object seen from a camera at `origin`, metres."""
        apart = np.abs(self._seen_from - origin).max(axis=1)
        if len(apart) and apart.min() < _APART:
            return
        view = view_covariance(points, origin)
        known = self.covariance
        self.covariance = view if known is None else _bounded(merge(known, view))
        places = np.vstack([self._seen_from, np.asarray(origin, np.float64)])
        self._seen_from = places[-_REMEMBERED:]

    def assume(self) -> None:
        """Forget all views: its place is inferred."""
        self.covariance = np.eye(3) * _ASSUMED**2
        self._seen_from = np.empty((0, 3))

    def begin_anew(self) -> None:
        """Forget all views: it is somewhere else."""
        self.covariance = None
        self._seen_from = np.empty((0, 3))

    def adopt(self, numbers: Sequence[float]) -> None:
        """Take over a teammate's covariance, nine numbers row by row; unusable ones are not."""
        told = np.array(numbers, np.float64)
        if told.shape == (9,) and np.isfinite(told).all():
            symmetric = (told.reshape(3, 3) + told.reshape(3, 3).T) / 2.0
            self.covariance = _bounded(symmetric)

    def numbers(self) -> tuple[float, ...]:
        """Return the nine numbers of the covariance row by row; none while it is not known."""
        return () if self.covariance is None else tuple(self.covariance.ravel().tolist())


def view_covariance(points: FloatArray, origin: Matrix) -> Matrix:
    """Return the covariance, square metres, of a position told by one view.

    Args:
        points: (n, 3) metres in `map`, n at least 1.
        origin: Where the camera was, metres in `map`.
    """
    exact = points.astype(np.float64)
    offset = exact.mean(axis=0) - origin
    distance = max(float(np.linalg.norm(offset)), 1e-3)
    ray = offset / distance
    spread = np.cov(exact, rowvar=False, bias=True) if len(exact) > 1 else np.zeros((3, 3))
    along = float(ray @ spread @ ray)
    across = (float(np.trace(spread)) - along) / 2.0
    depth = _DEPTH[0] + _DEPTH[1] * distance**2
    outer = np.outer(ray, ray)
    # What does not show of its depth is taken to be as much as it is wide.
    hidden = max(0.0, across - along)
    sure = (_POSE**2 + (_AIM * distance) ** 2) * np.eye(3) + spread / _OUTLINE
    return _bounded(sure + (depth**2 + hidden) * outer)


def merge(one: Matrix, other: Matrix) -> Matrix:
    """Return the covariance of two independent views together."""
    together: Matrix = np.linalg.inv(np.linalg.inv(one) + np.linalg.inv(other))
    return together


def _bounded(covariance: Matrix) -> Matrix:
    """Return a covariance none of whose standard deviations is below the least."""
    values, vectors = np.linalg.eigh(covariance)
    bounded: Matrix = (vectors * np.maximum(values, _LEAST**2)) @ vectors.T
    return bounded
