# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Draw map and scene graph as one picture: the floor from above, and beside it the graph's tree."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Patch, Polygon, Rectangle
from numpy.typing import NDArray

from adhoc_teamwork.perception.pictures.picture_labels import spread
from adhoc_teamwork.perception.pictures.picture_tree import Entry, tree_of
from adhoc_teamwork.perception.rooms.room_shape import inner_point
from adhoc_teamwork.teamwork.maps.object_room_map import FREE, OCCUPIED, ObjectRoomMap
from adhoc_teamwork.teamwork.scene import (
    Detection,
    Misplaced,
    Predicate,
    Presence,
    Room,
    SceneGraph,
)

INK, MUTED, WALL, UNSEEN = "#23292f", "#6d7780", "#4a5157", "#e4e2de"
FURNITURE, FURNITURE_EDGE = "#d9c9ac", "#8f7f63"
IN_PLACE, MISPLACED, NEAR = "#2a6fb0", "#d6225c", "#3d8f5f"
ROOM_COLORS = {
    "Kitchen": "#fdeec9",
    "LivingRoom": "#dff0d8",
    "Bedroom": "#dfe8f8",
    "Bathroom": "#d5f0f2",
}
OTHER_ROOM = "#f4f2ef"
_DPI = 130
_SCALE = 0.85
"""Inches a metre, where the picture does not get too large."""
_LARGEST, _SMALLEST = 11.0, 4.5
_LINE = 0.145
"""Height of a line of the tree, inches."""
_COLUMN = 2.75
_MARK = 11.0
"""Least distance between the middles of two marks, points."""
_PLAIN = 0.3
"""Furniture with a shorter side than this, metres, has its name left to the tree."""


def draw_belief(found: ObjectRoomMap, graph: SceneGraph, title: str, path: Path) -> None:
    """Write the picture of a map and a scene graph of the same time as PNG.

    Things are drawn at their places in `map`, in metres; the numbers at small things are those in
    the tree at the right, in which each thing stands under what carries it.
    """
    entries = tree_of(graph)
    box = _shown(found, graph)
    scale = min(_SCALE, _LARGEST / max(box[2] - box[0], box[3] - box[1]))
    wide = max(_SMALLEST, (box[2] - box[0]) * scale)
    high = max(_SMALLEST, (box[3] - box[1]) * scale)
    lines = max(1, int((high - 0.2) / _LINE))
    columns = max(1, -(-len(entries) // lines))
    figure = Figure(figsize=(wide + columns * _COLUMN + 1.1, high + 2.0), dpi=_DPI)
    FigureCanvasAgg(figure)
    size = figure.get_size_inches()
    axis = figure.add_axes((0.65 / size[0], 1.3 / size[1], wide / size[0], high / size[1]))
    axis.set_xlim(box[0], box[2])
    axis.set_ylim(box[1], box[3])
    axis.set_aspect("equal", adjustable="box")
    axis.set_xlabel("x in map, m", fontsize=8, color=MUTED)
    axis.set_ylabel("y in map, m", fontsize=8, color=MUTED)
    axis.tick_params(labelsize=7, colors=MUTED)
    _draw_floor(axis, found, graph.rooms)
    _draw_things(axis, graph, entries, scale)
    _draw_rooms(axis, graph.rooms)
    _write_tree(figure, entries, lines, (wide + 0.95) / size[0], (1.3 + high) / size[1])
    figure.suptitle(title, x=0.65 / size[0], y=1.0 - 0.12 / size[1], ha="left", va="top",
                    fontsize=11, color=INK)  # fmt: skip
    figure.text(0.65 / size[0], 1.0 - 0.4 / size[1], _summary(graph), fontsize=8, color=MUTED,
                va="top")  # fmt: skip
    figure.legend(handles=_legend(), loc="lower left", ncols=5, fontsize=7, frameon=False,
                  bbox_to_anchor=(0.55 / size[0], 0.02), handlelength=1.6,
                  columnspacing=1.4)  # fmt: skip
    figure.savefig(path, format="png")


def _shown(found: ObjectRoomMap, graph: SceneGraph) -> tuple[float, float, float, float]:
    """Return smallest and largest x and y of what is known, with a margin, metres."""
    corners = [corner for room in graph.rooms for corner in room.outline]
    corners += [(o.position.x, o.position.y) for o in graph.objects]
    rows, cols = np.nonzero(found.occupancy >= 0)
    x, y = found.origin
    if len(rows):
        corners += [
            (x + cols.min() * found.cell, y + rows.min() * found.cell),
            (x + (cols.max() + 1) * found.cell, y + (rows.max() + 1) * found.cell),
        ]
    places = np.array(corners or [(0.0, 0.0), (1.0, 1.0)], np.float64)
    (x0, y0), (x1, y1) = (places.min(axis=0) - 0.2).tolist(), (places.max(axis=0) + 0.2).tolist()
    return x0, y0, x1, y1


def _draw_floor(axis: Any, found: ObjectRoomMap, rooms: Sequence[Room]) -> None:
    """Draw rooms' floors in the colour of their type, what is unknown, and what blocks."""
    axis.set_facecolor(UNSEEN)
    picture: NDArray[np.float64] = np.zeros((found.height, found.width, 4))
    picture[found.occupancy == FREE] = (1.0, 1.0, 1.0, 1.0)
    kinds = {room.room_id: room.room_type for room in rooms}
    for index, room_id in enumerate(found.room_ids):
        color = ROOM_COLORS.get(kinds.get(room_id, ""), OTHER_ROOM)
        inside = (found.rooms == index) & (found.occupancy != -1)
        picture[inside] = (*(int(color[i : i + 2], 16) / 255.0 for i in (1, 3, 5)), 1.0)
    solid = (found.occupancy == OCCUPIED) & ~found.layers.any(axis=0)
    picture[solid] = (*(int(WALL[i : i + 2], 16) / 255.0 for i in (1, 3, 5)), 1.0)
    x0, y0, x1, y1 = found.frame.box
    box = (x0, x1, y0, y1)
    if picture.size:
        axis.imshow(picture, origin="lower", extent=box, interpolation="nearest", zorder=1)


def _draw_rooms(axis: Any, rooms: Sequence[Room]) -> None:
    for room in rooms:
        axis.add_patch(Polygon(room.outline, closed=True, fill=False, edgecolor=MUTED,
                               linewidth=0.7, linestyle=(0, (4, 2)), zorder=3))  # fmt: skip
        x, y = inner_point(room.outline)
        kind = f"\n{room.room_type} {room.type_confidence:.0%}" if room.room_type else ""
        axis.text(x, y, f"{room.room_id}{kind}\n{room.explored:.0%} explored", fontsize=7.5,
                  ha="center", va="center", color=INK, weight="bold", alpha=0.75, zorder=7,
                  bbox={"boxstyle": "round,pad=0.25", "fc": "white", "ec": "none",
                        "alpha": 0.6})  # fmt: skip


def _draw_things(axis: Any, graph: SceneGraph, entries: Sequence[Entry], scale: float) -> None:
    """Draw footprints of furniture, marks of small things, and relations between them."""
    present = {o.object_id: o for o in graph.objects if o.status is Presence.PRESENT}
    for thing in present.values():
        if not thing.pickupable:
            _draw_furniture(axis, thing)
    small = [e for e in entries if e.number and e.object_id in present]
    places = np.array(
        [(present[e.object_id].position.x, present[e.object_id].position.y) for e in small]
    ).reshape(-1, 2)
    marks = spread(places, _MARK / 72.0 / scale)
    at = {entry.object_id: (x, y) for entry, (x, y) in zip(small, marks.tolist(), strict=True)}
    for entry, place, mark in zip(small, places.tolist(), marks.tolist(), strict=True):
        color = MISPLACED if present[entry.object_id].misplaced is Misplaced.YES else IN_PLACE
        axis.plot(*zip(place, mark, strict=True), color=color, linewidth=0.6, zorder=5)
        axis.plot(*place, marker=".", markersize=2.5, color=color, zorder=5)
        axis.plot(*mark, marker="o", markersize=8.5, color=color, markeredgecolor="white",
                  markeredgewidth=0.6, zorder=6)  # fmt: skip
        axis.text(*mark, str(entry.number), fontsize=5, color="white", ha="center",
                  va="center_baseline", zorder=6.5)  # fmt: skip
    for relation in graph.relations:
        one, other = present.get(relation.subject), present.get(relation.object)
        if relation.predicate is Predicate.NEAR and one is not None and other is not None:
            ends = [at.get(o.object_id, (o.position.x, o.position.y)) for o in (one, other)]
            axis.plot(*zip(*ends, strict=True), color=NEAR, linewidth=0.7, zorder=4,
                      linestyle=(0, (1, 1.5)))  # fmt: skip


def _draw_furniture(axis: Any, thing: Detection) -> None:
    width, depth = thing.size.x, thing.size.y
    corner = (thing.position.x - width / 2.0, thing.position.y - depth / 2.0)
    axis.add_patch(Rectangle(corner, width, depth, facecolor=FURNITURE, alpha=0.75,
                             edgecolor=FURNITURE_EDGE, linewidth=0.7, zorder=2))  # fmt: skip
    if min(width, depth) >= _PLAIN:
        axis.text(thing.position.x, thing.position.y, thing.object_id, fontsize=5.5, color=INK,
                  ha="center", va="center", rotation=90 if depth > 1.4 * width else 0,
                  zorder=2.5, clip_on=True)  # fmt: skip


def _write_tree(
    figure: Figure, entries: Sequence[Entry], lines: int, left: float, top: float
) -> None:
    width, height = figure.get_size_inches()
    for index, entry in enumerate(entries):
        column, line = divmod(index, lines)
        x = left + (column * _COLUMN + 0.14 * entry.depth) / width
        y = top - line * _LINE / height
        color = MISPLACED if entry.misplaced else INK if entry.depth == 0 else "#3a4248"
        weight = "bold" if entry.depth == 0 else "normal"
        figure.text(x, y, entry.text, fontsize=6.5, color=color, weight=weight, va="top")


def _summary(graph: SceneGraph) -> str:
    present = [o for o in graph.objects if o.status is Presence.PRESENT]
    small = [o for o in present if o.pickupable]
    wrong = sum(o.misplaced is Misplaced.YES for o in small)
    parts = [f"{len(graph.rooms)} rooms", f"{len(present) - len(small)} pieces of furniture",
             f"{len(small)} small things"]  # fmt: skip
    return ", ".join([*parts, f"{wrong} out of place"] if wrong else parts)


def _legend() -> list[Any]:
    def mark(color: str, text: str) -> Line2D:
        return Line2D([], [], marker="o", linestyle="none", markersize=6, color=color, label=text)

    kinds = [Patch(facecolor=color, label=kind) for kind, color in ROOM_COLORS.items()]
    return [
        *kinds,
        Patch(facecolor=OTHER_ROOM, edgecolor=MUTED, linewidth=0.4, label="room of unknown type"),
        Patch(facecolor=UNSEEN, label="not looked at"),
        Patch(facecolor=WALL, label="wall, or what no mask names"),
        Patch(facecolor=FURNITURE, edgecolor=FURNITURE_EDGE, linewidth=0.7, label="furniture"),
        mark(IN_PLACE, "small thing"),
        mark(MISPLACED, "out of place"),
        Line2D([], [], color=NEAR, linestyle=(0, (1, 1.5)), linewidth=1.0, label="NEAR"),
        Line2D([], [], color=MUTED, linestyle=(0, (4, 2)), linewidth=0.8, label="room's outline"),
    ]
