# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Raised floors, stairs and ramps as boxes, for other simulators; metres, radians, frame `map`."""

import math
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from typing import Any

import shapely
import shapely.affinity

from adhoc_teamwork.simulation.houses.boxes import from_local
from adhoc_teamwork.simulation.houses.house import Box
from adhoc_teamwork.simulation.sensors.ground_mesh import treads
from adhoc_teamwork.teamwork.maps.ground import Ground, Patch

RAMP_STEP = 0.02
"""A ramp becomes steps of at most this height, metres, over which wheels roll."""
_SMALLEST = 1e-6


def ground_boxes(ground: Ground) -> tuple[Box, ...]:
    """Return boxes from z = 0 up to the ground wherever it is raised.

    They are exact where outlines are made of right angles along the patch's own direction, as
    those of rooms and stairs are. Elsewhere the border is as fine as the outline's corners.
    """
    return tuple(
        box for number, patch in enumerate(ground.patches)
        for box in _patch_boxes(patch, ground.patches[number + 1 :])
    )  # fmt: skip


def _patch_boxes(patch: Patch, over: tuple[Patch, ...]) -> Iterator[Box]:
    """Yield the boxes of a patch where none of the others lies over it."""
    stepped = patch
    if patch.rises and not patch.steps:
        stepped = replace(patch, steps=math.ceil(patch.rise / RAMP_STEP))
    hidden = shapely.union_all([shapely.Polygon(other.outline) for other in over])
    for tread in treads(stepped):
        height = stepped.height(tread.centroid.x, tread.centroid.y)
        if height > _SMALLEST:
            yield from _boxes(shapely.difference(tread, hidden), patch.direction, height)


def _boxes(area: Any, direction: float, height: float) -> Iterator[Box]:
    """Yield boxes of one height over an area, in rows along a direction."""
    turned = shapely.affinity.rotate(area, -direction, origin=(0.0, 0.0), use_radians=True)
    corners = shapely.get_coordinates(turned).round(6)
    xs, ys = (sorted(set(corners[:, axis].tolist())) for axis in (0, 1))
    frame = Box(0.0, 0.0, 0.0, 1.0, 1.0, 1.0, direction)
    for bottom, top in pairwise(ys):
        for left, right in _row(turned, xs, (bottom + top) / 2.0):
            x, y = from_local((left + right) / 2.0, (bottom + top) / 2.0, frame)
            yield Box(x, y, height / 2.0, right - left, top - bottom, height, direction)


def _row(area: Any, xs: list[float], y: float) -> Iterator[tuple[float, float]]:
    """Yield the stretches between corners that lie in the area, neighbours joined."""
    start: float | None = None
    for left, right in pairwise(xs):
        inside = shapely.contains_xy(area, (left + right) / 2.0, y)
        if inside and start is None:
            start = left
        if not inside and start is not None:
            yield start, left
            start = None
    if start is not None:
        yield start, xs[-1]
