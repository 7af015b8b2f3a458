# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What an arm must keep from, as its robot believes it: known things, the floor, the map."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from adhoc_teamwork.robot_model.arrays import Floats, Mask
from adhoc_teamwork.robot_model.collision.obstacles import Obstacle, box
from adhoc_teamwork.skills.belief.footprint import Footprint, footprint, support_height
from adhoc_teamwork.skills.belief.grid import SemanticGrid
from adhoc_teamwork.skills.grasping.carriers import (
    SMALLEST,
    above_upper_ends,
    boards_over,
    seat_below,
    shape_about,
)
from adhoc_teamwork.skills.grasping.grasps import Item
from adhoc_teamwork.skills.grasping.tight_box import turned
from adhoc_teamwork.teamwork.bodies.visibility import is_open_above
from adhoc_teamwork.teamwork.geometry import Point, Pose, Size
from adhoc_teamwork.teamwork.scene import Detection, Presence, SceneGraph

SUPPORT = "what carries it"
"""Name of every obstacle that the object lies on: the hand may touch it."""
FLOOR_NAME = "the floor"
MAP_NAME = "what the map shows"
UNKNOWN_SIZE = Size(0.06, 0.06, 0.06)
"""Taken for an object of which perception has no extents, metres."""

_AROUND = 1.3
"""Things farther from the robot than this are out of any arm's way, metres."""
_FLOOR = 0.02
_WALL_HEIGHT = 2.0
"""How high what the map shows is taken to be where nothing known stands, metres."""
_SLENDER = 6.0
"""Nothing goes on above pictures for more than so many times its width."""
_COVERED = 0.15
"""The map shows known things up to this much larger than their extents, metres."""
_SAME = 0.1
"""Metres between a point and the middle of the thing that is meant by it."""
_COUNTER = 0.9
"""How high a counter usually is, metres."""
_LEVEL, _MOST_LEVELS = 0.1, 3
"""Of surfaces about so near in height, metres, the highest counts; of all, so many do."""
_BESIDE = 0.03
"""What is nearer than this to an object may touch it: extents err, metres."""


@dataclass(frozen=True)
class Scene:
    """Hold what a motion of the arm begins from.

    Attributes:
        base: Where the robot stands in `map`.
        state: The arm's joints, (dof,), radians.
        graph: What the robot knows of.
        grid: Its map; None while there is none.
        seen: Points of things, (n, 3), metres in `map`; none where perception gives none.
    """

    base: Pose
    state: Floats
    graph: SceneGraph
    grid: SemanticGrid | None = None
    seen: Floats = field(default_factory=lambda: np.empty((0, 3)))


def thing_at(graph: SceneGraph, point: Point) -> Detection | None:
    """Return the known small thing whose middle is at a point, metres in `map`, or None."""
    near = [
        (thing.position.distance_to(point), thing)
        for thing in graph.objects
        if thing.status is Presence.PRESENT and thing.pickupable
    ]
    distance, nearest = min(near, key=lambda pair: pair[0], default=(np.inf, None))
    return nearest if distance <= _SAME else None


def item_at(graph: SceneGraph, point: Point, seen: Floats | None = None) -> Item:
    """Return what is to be grasped at a point; a small thing where perception knows of none.

    Args:
        graph: What the robot knows of.
        point: Metres in `map`.
        seen: Points of things, (n, 3), metres in `map`, that tell how it lies.
    """
    found = thing_at(graph, point)
    if found is None:
        size, name = UNKNOWN_SIZE, "the object"
        centre = point
    else:
        size, name, centre = found.size, found.object_id, found.position
    least = 0.01
    item = Item(
        name,
        (centre.x, centre.y, centre.z),
        (max(size.x, least), max(size.y, least), max(size.z, least)),
    )
    return item if seen is None else turned(item, seen)


def surroundings(scene: Scene, leave_out: Iterable[str] = ()) -> list[Obstacle]:
    """Return the obstacles about a robot, in `map`: the floor, known things, the map's cells.

    Args:
        scene: What the robot believes.
        leave_out: Ids of things that are none, as what the hand holds.
    """
    out = frozenset(leave_out)
    base = scene.base.point
    things = [
        thing
        for thing in scene.graph.objects
        if thing.status is Presence.PRESENT
        and min(thing.size.x, thing.size.y, thing.size.z) > 0.0
        and footprint(thing).distance_to(base) < _AROUND
    ]
    made = [box(FLOOR_NAME, (base.x, base.y, -_FLOOR), (4.0, 4.0, _FLOOR))]
    made.extend(as_obstacle(thing) for thing in things if thing.object_id not in out)
    for thing in things:
        if thing.goes_on_above:
            made.extend(_rest(thing, scene.seen, [o for o in made if o.name != thing.object_id]))
    if scene.grid is not None:
        made.extend(_unknown(scene.grid, base, [footprint(thing) for thing in things]))
    return made


def as_obstacle(thing: Detection) -> Obstacle:
    """Return a known thing's extents, which are along the axes of `map`, as a solid box."""
    at, size = thing.position, thing.size
    return box(thing.object_id, (at.x, at.y, at.z), (size.x, size.y, size.z))


def _rest(thing: Detection, seen: Floats, others: Sequence[Obstacle]) -> list[Obstacle]:
    """Return the space above furniture of which pictures ended below its top, as high as a wall.

    Of a chair it is that above its back, where that shows, and of nothing more than is slender.
    """
    at, size = thing.position, thing.size
    low = at.z + size.z / 2.0
    high = min(max(_WALL_HEIGHT, low + _BESIDE), low + _SLENDER * max(size.x, size.y))
    name = f"what is above pictures of {thing.object_id}"
    if is_open_above(thing.category):
        parts = above_upper_ends(as_obstacle(thing), high, seen, others)
        if parts:
            return [replace(part, name=name) for part in parts]
    return [box(name, (at.x, at.y, (low + high) / 2.0), (size.x, size.y, high - low))]


def surface_heights(graph: SceneGraph, item: Item) -> list[float]:
    """Return how high the surfaces are on which a thing may be put, metres: few for many alike.

    They are that which it lies on, those of all known furniture that it can be put on, and that of
    a usual counter, which may not have been found yet.
    """
    tops = [
        support_height(thing)
        for thing in graph.objects
        if thing.status is Presence.PRESENT
        and thing.is_receptacle
        and not (thing.pickupable or thing.opens)
    ]
    highest: dict[int, float] = {}
    for height in sorted((item.bottom, _COUNTER, *tops)):
        highest[math.floor(height / _LEVEL)] = height
    levels = list(highest.values())
    some = np.linspace(0, len(levels) - 1, min(len(levels), _MOST_LEVELS)).round().astype(int)
    return [levels[number] for number in some]


def making_room(
    obstacles: Sequence[Obstacle],
    item: Item,
    seen: Floats | None = None,
    base: Point | None = None,
) -> list[Obstacle]:
    """Return obstacles with room for an object where it is, or where it goes.

    What it lies on is named `SUPPORT` and ends at its bottom, also where it is in a shelf or on a
    seat; what only touches it by its extents is left out. What has been `seen` of furniture above
    that, (n, 3) points in `map`, as a board or a back, stays in the way; so does a board of which
    an edge shows on a side that faces the robot's `base`, or without one on any. Of what touches it
    such boards stay, too.
    """
    made: list[Obstacle] = []
    for obstacle in obstacles:
        if obstacle.name == item.name:
            continue
        below, touching = _meets(obstacle, item)
        if not touching:
            made.append(obstacle)
        elif obstacle.name == FLOOR_NAME:
            made.append(replace(obstacle, name=SUPPORT))
        elif seen is not None and max(obstacle.half[:2]) >= SMALLEST:
            others = [o for o in obstacles if o is not obstacle and o.name != MAP_NAME]
            if below:
                under, over = shape_about(obstacle, item, seen, others, base)
                made += [*(replace(part, name=SUPPORT) for part in under), *over]
            else:
                made += boards_over(obstacle, item, seen, others, base)
        elif below:
            made.append(replace(_cut(obstacle, item.bottom), name=SUPPORT))
    return made


def seen_below(obstacles: Sequence[Obstacle], item: Item, seen: Floats) -> float:
    """Return how high what carries an object is seen to be right below it, metres; NaN if not."""
    for obstacle in obstacles:
        below, _ = _meets(obstacle, item)
        if below and obstacle.name not in (FLOOR_NAME, MAP_NAME, item.name):
            others = [o for o in obstacles if o is not obstacle and o.name != MAP_NAME]
            return seat_below(obstacle, item, seen, others)
    return math.nan


def beside(obstacles: Sequence[Obstacle], item: Item) -> list[Obstacle]:
    """Return what `making_room` leaves out beside an object: on the way there it is in the way."""
    return [
        obstacle
        for obstacle in obstacles
        if obstacle.name not in (item.name, FLOOR_NAME) and _meets(obstacle, item) == (False, True)
    ]


def _meets(obstacle: Obstacle, item: Item) -> tuple[bool, bool]:
    """Tell whether an obstacle reaches under an object's middle, and whether it is at it at all."""
    away = np.abs(np.array(item.centre) - obstacle.pose[:3, 3]) - np.array(obstacle.half)
    half = np.array(item.spans) / 2.0
    touching = bool((away < half + _BESIDE).all())
    lies_lower = obstacle.pose[2, 3] - obstacle.half[2] < item.bottom - _BESIDE
    return bool((away[:2] < _BESIDE).all()) and bool(lies_lower), touching


def _cut(obstacle: Obstacle, top: float) -> Obstacle:
    """Return an upright box without what is above a height, in metres."""
    z = float(obstacle.pose[2, 3])
    low = z - obstacle.half[2]
    high = min(z + obstacle.half[2], max(top, low + 1e-3))
    pose = obstacle.pose.copy()
    pose[2, 3] = (low + high) / 2.0
    half = (obstacle.half[0], obstacle.half[1], (high - low) / 2.0)
    return replace(obstacle, pose=pose, half=half)


def _unknown(grid: SemanticGrid, base: Point, known: Sequence[Footprint]) -> list[Obstacle]:
    """Return the occupied cells near the robot that no known thing explains: mostly walls."""
    side = grid.frame.cell
    rows, columns = np.nonzero(grid.occupied & _near(grid, base))
    xs, ys = grid.frame.middles()
    x, y = xs[columns], ys[rows]
    explained = np.zeros(len(x), dtype=np.bool_)
    for area in known:
        explained |= area.contains(x, y, grown=_COVERED)
    cells = np.zeros(grid.cells.shape, dtype=np.bool_)
    cells[rows[~explained], columns[~explained]] = True
    return [
        box(
            MAP_NAME,
            (*grid.frame.middle(row, (first + last - 1) / 2.0), _WALL_HEIGHT / 2.0),
            ((last - first) * side, side, _WALL_HEIGHT),
        )
        for row, first, last in _runs(cells)
    ]


def _near(grid: SemanticGrid, base: Point) -> Mask:
    x, y = grid.frame.middles()
    away = np.hypot(x[None, :] - base.x, y[:, None] - base.y)
    return np.asarray(away < _AROUND, dtype=np.bool_)


def _runs(cells: Mask) -> list[tuple[int, int, int]]:
    """Return the runs of marked cells along rows: row, first column, column after the last."""
    made: list[tuple[int, int, int]] = []
    for row in np.flatnonzero(cells.any(axis=1)):
        edges = np.flatnonzero(np.diff(np.concatenate([[0], cells[row].astype(np.int8), [0]])))
        made.extend(
            (int(row), int(first), int(last))
            for first, last in zip(edges[::2], edges[1::2], strict=True)
        )
    return made
