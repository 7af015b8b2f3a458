# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Tell covers that overlap from surfaces that touch.

Covers are larger than what they cover: of bodies that a joint or two hold a centimetre apart they
overlap in most states. What such surfaces really do is told by points on them, which takes longer.
"""

from functools import cached_property

import numpy as np
from scipy.spatial import KDTree

from adhoc_teamwork.robot_model.arrays import Floats, moved
from adhoc_teamwork.robot_model.model import Link
from adhoc_teamwork.robot_model.shapes import Mesh, Shape
from adhoc_teamwork.robot_model.surface import Surface, hull_surface

GAP = 0.005
"""Surfaces that always leave so much, metres, do not touch."""
_SPACING = 0.004
"""Neighbouring points on a surface are at most so far apart, metres."""
_NEAR = GAP + 2.0 * _SPACING / np.sqrt(3.0)
"""Points that are farther apart, metres, are of surfaces that leave `GAP`."""
_MOST_POINTS = 1_000_000


class LinkSurface:
    """Know points on all of a link's shapes, in the link's frame; worked out when first asked."""

    def __init__(self, link: Link) -> None:
        self._link = link

    @property
    def has_mesh(self) -> bool:
        """Tell whether a mesh is among the shapes: covers of primitives are close enough."""
        return any(isinstance(one.shape, Mesh) for one in self._link.collisions)

    def keeps_off(self, other: "LinkSurface", poses: Floats, share: float = 1.0) -> bool:
        """Tell whether it is known to leave `GAP` to another in such a share of poses at least.

        The poses, (n, 4, 4), are in the other's frame. Of surfaces too large to tell, nothing is
        known.
        """
        one, others = self._points, other._points
        if one is None or others is None:
            return False
        if one.n > others.n:
            one, others, poses = others, one, np.asarray(np.linalg.inv(poses))
        near, most = 0, (1.0 - share) * len(poses)
        low, high = others.mins - _NEAR, others.maxes + _NEAR
        for pose in poses:
            points = moved(one.data, pose)
            points = points[((points > low) & (points < high)).all(axis=1)]
            gaps = others.query(points, distance_upper_bound=_NEAR)[0]
            near += bool(np.isfinite(gaps).any())
            if near > most:
                return False
        return True

    @cached_property
    def _points(self) -> KDTree | None:
        """Return the points; None without shapes, or where one of them takes too many."""
        points: list[Floats] = []
        for one in self._link.collisions:
            part = _surface(one.shape).points(_SPACING, _MOST_POINTS)
            if part is None:
                return None
            points.append(moved(part, one.origin))
        return KDTree(np.concatenate(points)) if points else None


def _surface(shape: Shape) -> Surface:
    return shape.surface if isinstance(shape, Mesh) else hull_surface(shape.corners)
