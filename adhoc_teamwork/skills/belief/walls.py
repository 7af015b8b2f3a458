# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Walls between two places: a room's outline, except where the map shows that it is open."""

from collections.abc import Iterable
from dataclasses import replace

import numpy as np
import shapely
from scipy import ndimage

from adhoc_teamwork.skills.belief.grid import Floats, Mask, SemanticGrid
from adhoc_teamwork.teamwork.geometry import Point
from adhoc_teamwork.teamwork.maps.ground import Outline

_STEP = 0.05
"""Lines are looked along in steps of this, metres."""
_EACH_SIDE = 3
"""A doorway is open so many steps before and behind the outline."""
_PULLED_IN = 0.02


def behind_wall(
    outline: Outline | None,
    grid: SemanticGrid | None,
    x: Floats,
    y: Floats,
    spot_x: Floats,
    spot_y: Floats,
) -> Mask:
    """Mark the floor points from which the straight line to their spot passes through a wall.

    A line may leave and enter the room only over cells that the map shows to be free, as in a
    doorway. Furniture that stands at a wall hides it from the map's eye but not from this rule.
    Nothing is marked where the outline is not known.

    Args:
        outline: Of the room in which the spots are.
        grid: The map; without one no line may cross the outline.
        x: Of the floor points, metres in `map`.
        y: The same.
        spot_x: Of each point's spot; one seen outside the room counts as just inside it.
        spot_y: The same.
    """
    marked = np.zeros(len(x), dtype=np.bool_)
    if outline is None or len(outline) < 3 or not len(x):
        return marked
    room = shapely.make_valid(shapely.Polygon(outline))
    shapely.prepare(room)
    spot_x, spot_y = _pulled_in(room, spot_x, spot_y)
    # The same steps for every line: a line must be judged alike alone and among others.
    length = np.hypot(spot_x - x, spot_y - y)
    along = np.arange(0.0, float(length.max()) + 2.0 * _STEP, _STEP)[None, :]
    share = np.minimum(along / np.maximum(length, 1e-9)[:, None], 1.0)
    line_x = x[:, None] + share * (spot_x - x)[:, None]
    line_y = y[:, None] + share * (spot_y - y)[:, None]
    inside = np.asarray(shapely.contains_xy(room, line_x, line_y), dtype=np.bool_)
    crossing = np.zeros(inside.shape, dtype=np.bool_)
    crossing[:, 1:] = inside[:, 1:] != inside[:, :-1]
    if grid is None:
        return np.asarray(crossing.any(axis=1), dtype=np.bool_)
    for _ in range(_EACH_SIDE - 1):
        crossing[:, 1:] |= crossing[:, :-1].copy()
        crossing[:, :-1] |= crossing[:, 1:].copy()
    crossing[:, :-1] |= crossing[:, 1:].copy()
    row, column, on_grid = grid.index(line_x, line_y)
    closed = crossing & ~(on_grid & grid.free[row, column])
    return np.asarray(closed.any(axis=1), dtype=np.bool_)


def with_walls(
    grid: SemanticGrid, outlines: Iterable[Outline], base: Point, radius: float
) -> SemanticGrid:
    """Return the map with walls along rooms' outlines where it does not show free floor.

    A camera that looks over a wall's foot leaves the wall's cells unseen: without this rule, floor
    behind it would count as looked at in vain. Where the robot itself stands is no wall, as in a
    doorway whose floor it has not seen yet.

    Args:
        grid: The map.
        outlines: Of the rooms.
        base: Where the robot stands.
        radius: Its radius, metres.
    """
    walls = np.zeros(grid.cells.shape, dtype=np.bool_)
    for outline in outlines:
        corners = np.array(outline).reshape(-1, 2)
        for begin, end in zip(corners, np.roll(corners, -1, axis=0), strict=True):
            count = 2 + int(np.hypot(*(end - begin)) / (grid.frame.cell / 2.0))
            x, y = np.linspace(begin, end, count).T
            row, column, on_grid = grid.index(x, y)
            walls[row[on_grid], column[on_grid]] = True
    # Of whatever direction, a ray meets one of the cells.
    walls = ndimage.binary_dilation(walls) & ~grid.free
    x, y = grid.centres
    cell = grid.frame.cell
    walls &= np.hypot(x - base.x, y - base.y) > max(radius - cell, cell)
    return replace(grid, walls=walls)


def clear_of_walls(
    outline: Outline | None, grid: SemanticGrid | None, base: Point, spots: list[Point]
) -> list[Point]:
    """Return the spots to which no wall bars the straight line from where the robot stands."""
    if not spots:
        return []
    barred = behind_wall(
        outline,
        grid,
        np.full(len(spots), base.x),
        np.full(len(spots), base.y),
        np.array([spot.x for spot in spots]),
        np.array([spot.y for spot in spots]),
    )
    return [spot for spot, wall in zip(spots, barred, strict=True) if not wall]


def _pulled_in(room: shapely.Geometry, x: Floats, y: Floats) -> tuple[Floats, Floats]:
    """Return points with those outside the room moved to the nearest place just inside it."""
    outside = ~np.asarray(shapely.contains_xy(room, x, y), dtype=np.bool_)
    inner = room.buffer(-_PULLED_IN)
    if not outside.any() or inner.is_empty:
        return x, y
    lines = shapely.shortest_line(inner, shapely.points(x[outside], y[outside]))
    moved_x, moved_y = x.copy(), y.copy()
    ends = shapely.get_coordinates(shapely.get_point(lines, 0))
    moved_x[outside], moved_y[outside] = ends[:, 0], ends[:, 1]
    return moved_x, moved_y
