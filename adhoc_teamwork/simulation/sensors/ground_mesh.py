# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Triangles of raised floors, stairs and ramps for the ray caster; metres, map frame."""

import math
from itertools import pairwise

import numpy as np
import shapely

from adhoc_teamwork.simulation.sensors.meshes import Mesh
from adhoc_teamwork.teamwork.maps.ground import Patch

_INSET = 0.004
"""So much, in metres, sides stand back from the edge above: else they and walls lie in one plane,
and rays meet now one, now the other."""

Triangle = list[tuple[float, float, float]]


def patch_mesh(patch: Patch) -> Mesh:
    """Return the top of a patch of ground, and its sides down to z = 0."""
    triangles = [t for tread in treads(patch) for t in _solid(tread, patch)]
    corners = np.array(triangles, np.float32).reshape(-1, 3)
    numbers = np.arange(len(corners), dtype=np.uint32).reshape(-1, 3)
    return Mesh(corners, numbers)


def treads(patch: Patch) -> list[shapely.Polygon]:
    """Return the outlines of a patch's steps, lowest first; the whole of what has no steps."""
    whole = shapely.Polygon(patch.outline)
    if not patch.steps:
        return [whole]
    first, last = patch.ends
    edges = np.linspace(first, last, patch.steps + 1).tolist()
    parts = [shapely.intersection(whole, _band(patch, *edge)) for edge in pairwise(edges)]
    return [
        polygon
        for part in parts
        for polygon in shapely.get_parts(part)
        if isinstance(polygon, shapely.Polygon) and polygon.area > 0.0
    ]


def _band(patch: Patch, first: float, last: float) -> shapely.Polygon:
    """Return the strip of floor between two distances along a patch's direction."""
    cos, sin = math.cos(patch.direction), math.sin(patch.direction)
    wide = 2.0 * max(math.hypot(x, y) for x, y in patch.outline) + 1.0
    return shapely.Polygon(
        [
            (along * cos - across * sin, along * sin + across * cos)
            for along, across in ((first, -wide), (last, -wide), (last, wide), (first, wide))
        ]
    )


def _solid(outline: shapely.Polygon, patch: Patch) -> list[Triangle]:
    """Return the top and the sides of what stands on an outline."""
    middle = outline.centroid

    def top(x: float, y: float) -> float:
        return patch.height(middle.x, middle.y) if patch.steps else patch.height(x, y)

    triangles: list[Triangle] = []
    for part in shapely.get_parts(shapely.constrained_delaunay_triangles(outline)):
        triangles.append([(x, y, top(x, y)) for x, y in part.exterior.coords[:3]])
    sides = shapely.get_parts(outline.buffer(-_INSET, join_style="mitre"))
    for (x0, y0), (x1, y1) in (edge for side in sides for edge in pairwise(side.exterior.coords)):
        high0, high1 = (x0, y0, top(x0, y0)), (x1, y1, top(x1, y1))
        triangles.append([(x0, y0, 0.0), (x1, y1, 0.0), high1])
        triangles.append([(x0, y0, 0.0), high1, high0])
    return triangles
