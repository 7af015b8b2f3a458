# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Where to stand before an object: within reach, facing it, on floor that is free."""

import math
from dataclasses import dataclass, field

import numpy as np
import shapely

from adhoc_teamwork.skills.belief.ease import Ease
from adhoc_teamwork.skills.belief.footprint import Footprint
from adhoc_teamwork.skills.belief.grid import Floats, Mask, SemanticGrid
from adhoc_teamwork.skills.belief.walls import behind_wall, clear_of_walls
from adhoc_teamwork.skills.rules.standing import places_to_stand
from adhoc_teamwork.teamwork.geometry import Point, Pose
from adhoc_teamwork.teamwork.maps.height_map import HeightMap

_LEVEL = 0.05
_PITCH = 0.08
_UNSEEN_COST = 1.0
"""Metres of driving that a place is worth on which all floor under the robot was seen."""
_BLOCKED_LINE_COST = 1.0
_TEAMMATE_COST = 2.0
SPACING = 0.3
"""Metres between two poses."""
_TEAMMATE_DISTANCE = 0.8
_COMFORTABLE_SHARE = 0.75
_UNEASY_COST = 1.5
"""Metres of driving that standing where the hand works easily is worth."""
_FAR_OFF = 100.0


@dataclass(frozen=True)
class Approach:
    """Hold what an approach pose must satisfy; metres in `map`.

    The pose must be `margin` within `within` of one of `spots`, or, where there are none, of the
    footprint `target`; a robot that stands `slack` within it need not drive.
    `keep_off` are footprints of things on the floor that the map need not show; `solid` are
    footprints of furniture, off which the robot keeps where the map was not looked at.
    `outline` is of the target's room, None while unknown: no wall may be between pose and spot.
    Within so many metres of what is `shunned` it does not stand.
    From the pose the hand works at the spot at least as easily as `least_ease` says; `hand_above`
    is how far above the spot it works.
    Where a `ground` is known, the robot stands on the floor that the target stands on.
    """

    target: Footprint
    within: float
    margin: float
    radius: float
    slack: float = 0.0
    spots: tuple[Point, ...] = ()
    keep_off: tuple[Footprint, ...] = ()
    solid: tuple[Footprint, ...] = ()
    outline: tuple[tuple[float, float], ...] | None = None
    teammates: tuple[Point, ...] = ()
    shunned: tuple[tuple[Point, float], ...] = ()
    ground: HeightMap | None = None
    ease: Ease = field(default_factory=lambda: Ease(None))
    least_ease: float = 0.0
    hand_above: float = 0.0

    def best_spots(self, x: Floats, y: Floats) -> tuple[Floats, Floats, Floats, Floats]:
        """Return for each floor point x and y of the spot that suits best, its distance and ease.

        That is the one within reach at which the hand works most easily, else the nearest one.
        """
        if not self.spots:
            spot_x, spot_y = self.target.nearest(x, y)
            return spot_x, spot_y, np.hypot(spot_x - x, spot_y - y), np.ones(len(x))
        all_x, all_y, all_z = np.array([(spot.x, spot.y, spot.z) for spot in self.spots]).T
        distance = np.hypot(all_x[None, :] - x[:, None], all_y[None, :] - y[:, None])
        ease = self.ease.at(distance, all_z + self.hand_above)
        within = distance <= self.within - self.margin
        best = np.where(within, distance - _FAR_OFF * ease, distance + _FAR_OFF).argmin(axis=1)
        rows = np.arange(len(x))
        return all_x[best], all_y[best], distance[rows, best], ease[rows, best]

    def distance_from(self, point: Point, grid: SemanticGrid | None = None) -> float:
        """Return how far a floor point is from the nearest spot that no wall bars, metres."""
        spots = list(self.spots)
        if not spots:
            x, y, *_ = self.best_spots(np.array([point.x]), np.array([point.y]))
            spots = [Point(float(x[0]), float(y[0]))]
        clear = clear_of_walls(self.outline, grid, point, spots)
        return min((point.planar_distance_to(spot) for spot in clear), default=math.inf)

    def unseen_floor(self, grid: SemanticGrid) -> Mask:
        """Mark the cells in the target's room that nobody looked at and where it could stand."""
        x, y = grid.centres
        around = self.target.distance(x, y) <= self.within + self.radius
        room = grid.inside(self.outline) if self.outline else np.ones_like(around)
        return np.asarray(around & room & grid.dark, dtype=np.bool_)


def approach_poses(
    approach: Approach,
    start: Pose,
    grid: SemanticGrid | None,
    count: int,
    spacing: float = SPACING,
) -> list[Pose]:
    """Return up to `count` poses, best first, at least `spacing` metres apart, facing their spots.

    Where the robot already stands well it only turns. Without a map, poses keep off the known
    footprints. An empty list means that no known floor allows it.
    """
    x, y = _lattice(approach)
    spot_x, spot_y, distance, ease = approach.best_spots(x, y)
    allowed = (distance <= approach.within - approach.margin) & (ease >= approach.least_ease)
    allowed &= _free(approach, grid, x, y)
    x, y, spot_x, spot_y, distance, ease = (
        v[allowed] for v in (x, y, spot_x, spot_y, distance, ease)
    )
    cost, allowed = _cost(approach, start, grid, x, y, spot_x, spot_y)
    if approach.ease.is_known:
        cost = cost + _UNEASY_COST * (1.0 - ease)
    else:
        cost = cost + 2.0 * np.abs(distance - _COMFORTABLE_SHARE * approach.within)
    order = np.argsort(cost, kind="stable")
    yaw = approach.ease.facing(np.arctan2(spot_y - y, spot_x - x), distance)
    candidates = [Pose(float(x[i]), float(y[i]), float(yaw[i])) for i in order if allowed[i]]
    here = turn_in_place(approach, start, grid)
    return _spaced(([here] if here else []) + candidates, count, spacing)


def turn_in_place(approach: Approach, start: Pose, grid: SemanticGrid | None) -> Pose | None:
    """Return the pose that only turns to the target, or None where the robot must drive nearer."""
    x, y = np.array([start.x]), np.array([start.y])
    spot_x, spot_y, distance, ease = approach.best_spots(x, y)
    if distance[0] > approach.within - approach.slack or distance[0] < 1e-6:
        return None
    if ease[0] < approach.least_ease:
        return None
    _, allowed = _cost(approach, start, grid, x, y, spot_x, spot_y)
    if not allowed[0]:
        return None
    heading = np.array([start.heading_to(Point(float(spot_x[0]), float(spot_y[0])))])
    return Pose(start.x, start.y, float(approach.ease.facing(heading, distance)[0]))


def _lattice(approach: Approach) -> tuple[Floats, Floats]:
    """Return x and y of places all around the target, out to where it can still be reached."""
    target, out = approach.target, approach.within
    xs = np.arange(target.x - target.half_x - out, target.x + target.half_x + out, _PITCH)
    ys = np.arange(target.y - target.half_y - out, target.y + target.half_y + out, _PITCH)
    grid_x, grid_y = np.meshgrid(xs, ys)
    return grid_x.ravel(), grid_y.ravel()


def _free(approach: Approach, grid: SemanticGrid | None, x: Floats, y: Floats) -> Mask:
    off_solid = np.ones(len(x), dtype=np.bool_)
    for solid in approach.solid:
        off_solid &= solid.distance(x, y) >= approach.radius
    off = np.ones(len(x), dtype=np.bool_)
    for small in approach.keep_off:
        off &= small.distance(x, y) >= approach.radius
    if approach.ground is not None:
        floor = approach.ground.height(approach.target.x, approach.target.y)
        off &= np.abs(approach.ground.at(x, y) - floor) < _LEVEL
    if grid is None:
        return off & off_solid
    row, column, inside = grid.index(x, y)
    roomy = grid.clearance[row, column] >= approach.radius
    known_free = inside & grid.free[row, column] & roomy
    unseen = (~inside | (grid.unseen[row, column] & roomy)) & off_solid
    return np.asarray(off & (known_free | unseen), dtype=np.bool_)


def _cost(
    approach: Approach,
    start: Pose,
    grid: SemanticGrid | None,
    x: Floats,
    y: Floats,
    spot_x: Floats,
    spot_y: Floats,
) -> tuple[Floats, Mask]:
    """Return what each place costs, in metres of driving, and which are on the right side."""
    cost: Floats = np.hypot(x - start.x, y - start.y)
    near: Mask = np.ones(len(x), dtype=np.bool_)
    same_room: Mask = np.ones(len(x), dtype=np.bool_)
    if approach.outline is not None and len(approach.outline) >= 3:
        room = shapely.make_valid(shapely.Polygon(approach.outline))
        same_room = np.asarray(shapely.contains_xy(room, x, y), dtype=np.bool_)
    for place, around in approach.shunned:
        near &= np.hypot(x - place.x, y - place.y) > around
    own_room = others = same_room
    if grid is not None and len(x):
        row, column, inside = grid.index(x, y)
        travel = np.where(inside, grid.travel(start.point, approach.radius)[row, column], np.inf)
        cost = np.where(np.isfinite(travel), travel, cost + 10.0)
        seen = inside & grid.free[row, column] & (grid.from_dark[row, column] >= approach.radius)
        cost = cost + _UNSEEN_COST * ~seen
        blocked, unknown = _lines(approach, grid, x, y, spot_x, spot_y)
        cost = cost + _BLOCKED_LINE_COST * blocked
        own_room = np.asarray(same_room & np.isfinite(travel), dtype=np.bool_)
        others = np.asarray(same_room | ~(blocked | unknown), dtype=np.bool_)
    walled_off = behind_wall(approach.outline, grid, x, y, spot_x, spot_y)
    allowed = places_to_stand(near, walled_off, own_room, others)
    for mate in approach.teammates:
        cost = cost + _TEAMMATE_COST * (np.hypot(x - mate.x, y - mate.y) < _TEAMMATE_DISTANCE)
    return np.asarray(cost, dtype=np.float64), allowed


def _lines(
    approach: Approach,
    grid: SemanticGrid,
    x: Floats,
    y: Floats,
    spot_x: Floats,
    spot_y: Floats,
) -> tuple[Mask, Mask]:
    """Mark the places from which the line to the spot crosses occupied, and unseen, cells.

    What lies under the target or the furniture that carries it does not count.
    """
    samples = max(2, int(2.0 * approach.within / grid.frame.cell))
    share = np.linspace(0.0, 1.0, samples)[None, :]
    line_x = x[:, None] + share * (spot_x - x)[:, None]
    line_y = y[:, None] + share * (spot_y - y)[:, None]
    own = np.zeros(line_x.shape, dtype=np.bool_)
    for part in (approach.target, *approach.solid):
        own |= part.contains(line_x, line_y, grown=0.1)
    row, column, inside = grid.index(line_x, line_y)
    blocked = np.any(~own & inside & grid.occupied[row, column], axis=1)
    unknown = np.any(~own & (~inside | grid.unseen[row, column]), axis=1)
    return np.asarray(blocked, dtype=np.bool_), np.asarray(unknown, dtype=np.bool_)


def _spaced(poses: list[Pose], count: int, spacing: float) -> list[Pose]:
    chosen: list[Pose] = []
    for pose in poses:
        if len(chosen) == count:
            break
        if all(pose.point.planar_distance_to(other.point) >= spacing for other in chosen):
            chosen.append(pose)
    return chosen
