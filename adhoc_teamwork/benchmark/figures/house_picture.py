# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Draw a house from above: rooms, walls, furniture."""

from typing import Any

from matplotlib.patches import Polygon

from adhoc_teamwork.benchmark.figures.plot_style import INK
from adhoc_teamwork.simulation.houses.boxes import from_local
from adhoc_teamwork.simulation.houses.house import Box, House

ROOM_COLORS = {
    "Kitchen": "#fbf1dc",
    "LivingRoom": "#e9f1e6",
    "Bedroom": "#e8eef7",
    "Bathroom": "#e3f2f4",
}
OTHER_ROOM = "#f3f1ee"
FURNITURE = "#d9d5cf"
FURNITURE_EDGE = "#b8b2a8"
LOWEST_LINTEL = 1.0
"""Stretches of wall that begin higher than this, metres, are above an opening."""
SMALLEST = 0.04
"""Square metres of floor under which furniture is not drawn."""
HIGHEST = 1.8
"""Things whose bottom is higher, metres, hang too high to be drawn from above."""


def draw_house(axis: Any, house: House) -> None:
    """Draw a house into an axis, in metres of `map`, and leave no frame around it."""
    for room in house.rooms:
        color = ROOM_COLORS.get(room.room_type, OTHER_ROOM)
        axis.add_patch(Polygon(room.outline, closed=True, color=color, linewidth=0, zorder=0))
    for thing in house.objects:
        big = thing.box.size_x * thing.box.size_y >= SMALLEST
        if big and not thing.pickupable and thing.box.bottom < HIGHEST and not thing.parent:
            axis.add_patch(_box_patch(thing.box))
    for wall in house.walls:
        if wall.bottom < LOWEST_LINTEL:
            axis.plot([wall.x0, wall.x1], [wall.y0, wall.y1], color=INK, linewidth=1.3, zorder=2,
                      solid_capstyle="round")  # fmt: skip
    for room in house.rooms:
        x, y = _middle(room.outline)
        axis.text(x, y, _spaced(room.room_type), fontsize=6.5, color="#8f8a80", ha="center",
                  va="center", zorder=1.5)  # fmt: skip
    x0, y0, x1, y1 = house.bounds
    axis.set_xlim(x0 - 0.15, x1 + 0.15)
    axis.set_ylim(y0 - 0.15, y1 + 0.15)
    axis.set_aspect("equal")
    axis.set_axis_off()


def _box_patch(box: Box) -> Polygon:
    corners = [
        from_local(dx * box.size_x, dy * box.size_y, box)
        for dx, dy in ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))
    ]
    return Polygon(
        corners, closed=True, facecolor=FURNITURE, edgecolor=FURNITURE_EDGE, linewidth=0.5, zorder=1
    )


def _middle(outline: tuple[tuple[float, float], ...]) -> tuple[float, float]:
    """Return a point well inside a room, also where its outline has a notch."""
    from shapely.geometry import Polygon as Shape
    from shapely.ops import polylabel

    point = polylabel(Shape(outline), 0.1)
    return float(point.x), float(point.y)


def _spaced(room_type: str) -> str:
    return "living room" if room_type == "LivingRoom" else room_type.lower()
