# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Where in a room's outline its name belongs."""

from collections.abc import Sequence


def inner_point(outline: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """Return a point well inside an outline, also where that has a notch; metres."""
    # Shapely takes a tenth of a second to import, which only those shall wait for who draw.
    from shapely.geometry import Polygon
    from shapely.ops import polylabel

    if len(outline) < 3:
        return outline[0] if outline else (0.0, 0.0)
    shape = Polygon(outline)
    point = polylabel(shape, 0.1) if shape.is_valid and shape.area else shape.centroid
    return float(point.x), float(point.y)
