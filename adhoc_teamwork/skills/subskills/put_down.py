# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Where to put an object down on or in a receptacle."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np
from scipy import ndimage

from adhoc_teamwork.skills.belief.ease import Ease
from adhoc_teamwork.skills.belief.footprint import Footprint, footprint, support_height
from adhoc_teamwork.skills.belief.grid import Mask, SemanticGrid
from adhoc_teamwork.teamwork.bodies.visibility import is_seat
from adhoc_teamwork.teamwork.geometry import Point, Pose, Size
from adhoc_teamwork.teamwork.maps.rooms import room_at
from adhoc_teamwork.teamwork.scene import Detection, Presence, Room

_PITCH = 0.1
_LARGEST_COUNT = 600
_SPACING = 0.15
_GAP = 0.03
_CONTAINER_DEPTH = 0.1
_CONTAINER_WIDTH = 0.7
_NARROW = 0.5
_LEAST_MARGIN = 0.05
"""How far from the edge of the extents the held object's middle stays at the least, metres."""
_BESIDE = 0.1
"""What reaches down farther than this below a surface does not stand on it, metres."""
_THIN = 0.02
"""A flat thing that lies on a surface may seem to end this far below it, metres."""
_FRONT, _WIDE = 0.2, 0.4
"""What is at the most so thick and at least so wide, metres, is the front of something deeper."""
_LEAST_DEPTH = 0.4
"""How deep something is at the least of which the front is known, metres."""
_CLEARLY, _HARDLY = 0.4, 0.1
"""By so much more of the floor is bare before a front than behind it, where hardly any is."""
LIFT = 0.06
"""How far above a surface the hand opens, metres: more than perception errs in its height."""
DEFAULT_SIZE = Size(0.12, 0.12, 0.15)
"""Taken for the held object where its extents are not known."""


def is_container(receptacle: Detection) -> bool:
    """Tell whether things may go into its middle: small, its surface lies well below its rim.

    A bin is like that, and so is a chair with its back.
    """
    rim = receptacle.position.z + receptacle.size.z / 2.0
    width = max(receptacle.size.x, receptacle.size.y)
    return rim - support_height(receptacle) > _CONTAINER_DEPTH and width < _CONTAINER_WIDTH


def put_down_spots(
    receptacle: Detection,
    held: Size,
    others: Iterable[Detection],
    grid: SemanticGrid | None,
    edge_margin: float,
    rooms: Sequence[Room] = (),
    own: Size | None = None,
) -> list[list[Point]]:
    """Return where the held object's bottom centre may go, m in `map`: the best choice first.

    A choice is a list of spots in no order of nearness; no list is empty. Spots lie inside the
    receptacle's extents, clear of the extents of other known objects. Extents along the axes of
    `map` cover more than furniture that stands askew or round a corner: spots over bare floor, or
    in a cell beside some within the extents, count only where there are no others, those that reach
    over some come last, and of the others those over which the map shows something come before
    those that it has not seen. Then comes what fits as it was picked up, with a gap beside others
    before what only just does, and at last where it does in its `own` extents, turned along one
    axis or the other: around a bat that lay askew the extents are as wide as it is long. The middle
    of a container comes first, or last where something is known to be in it already: a bin takes
    more than that. A seat does not. The `rooms` are all known ones.
    """
    surface = support_height(receptacle)
    area = behind_front(footprint(receptacle), grid, rooms)
    near = [o for o in others if _in_the_way(o, receptacle, surface, held)]
    half = max(held.x, held.y) / 2.0
    roomy = [
        spot
        for spot in _lattice(area.shrunk(max(edge_margin, half)), surface + LIFT)
        if all(footprint(o).distance_to(spot) >= half + _GAP for o in near)
    ]
    # What stands beside the furniture, as a chair pushed under a table, does not take up its top.
    on_it = [footprint(o) for o in near if _bottom(o) > surface - _BESIDE]

    def fits(spot: Point, size: Size, apart: float = 0.0) -> bool:
        return not any(_overlaps(o, spot, size, apart) for o in on_it)

    lattice = _lattice(area.shrunk(_LEAST_MARGIN), surface + LIFT)
    tight = [spot for spot in lattice if fits(spot, held)]
    # Extents err by some centimetres: beside what only just fits, the hand mostly touches.
    gap = [spot for spot in tight if fits(spot, held, _GAP)]
    turned = () if own is None else (own, replace(own, x=own.y, y=own.x))
    slim = [spot for spot in lattice if any(fits(spot, way) for way in turned)]
    choices = [spots for spots in (roomy, gap, tight, slim) if spots]
    if grid is not None:
        least, unsafe = max(edge_margin, half), _where_it_may_end(area, grid)
        ranked = [_by_map(spots, grid, unsafe, least) for spots in choices]
        over_something = [choice for one in ranked for choice in one.over_something if choice]
        choices = over_something or [one.over_floor for one in ranked if one.over_floor]
    if not is_container(receptacle):
        return choices
    middle = Point(area.x, area.y, surface + LIFT)
    if fits(middle, held):
        return [[middle], *choices]
    return choices if is_seat(receptacle.category) else [*choices, [middle]]


def behind_front(
    area: Footprint, grid: SemanticGrid | None, rooms: Sequence[Room] = ()
) -> Footprint:
    """Return the rectangle; what is wide and thin is a front, with a depth that nobody saw yet.

    A low camera sees the front of a counter and not its top. The rectangle then reaches back from
    there, to the side on which the map shows less bare floor, where the sides differ clearly. Where
    that is bare floor, too, or another room, it is as thin as it looks: a shelf on a wall.
    """
    thin, wide = sorted((area.half_x, area.half_y))
    if grid is None or 2.0 * thin > _FRONT or 2.0 * wide < _WIDE:
        return area
    along_x = area.half_x == thin
    more = _LEAST_DEPTH / 2.0 - thin
    sides = [_beside(area, along_x, sign * more) for sign in (-1.0, 1.0)]
    bare = [_bare_share(side, grid) for side in sides]
    if abs(bare[0] - bare[1]) < _CLEARLY:
        return area
    back, behind = (1.0, sides[1]) if bare[1] < bare[0] else (-1.0, sides[0])
    room, beyond = (room_at(rooms, Point(one.x, one.y)) for one in (area, behind))
    if min(bare) > _HARDLY or (beyond is not None and beyond != room):
        return area
    if along_x:
        return Footprint(area.x + back * more, area.y, thin + more, wide)
    return Footprint(area.x, area.y + back * more, wide, thin + more)


def _beside(area: Footprint, along_x: bool, shift: float) -> Footprint:
    """Return the rectangle beside a front that twice `shift` (m) of depth would add."""
    half, sign = abs(shift), math.copysign(1.0, shift)
    if along_x:
        return Footprint(area.x + sign * (area.half_x + half), area.y, half, area.half_y)
    return Footprint(area.x, area.y + sign * (area.half_y + half), area.half_x, half)


def _bare_share(area: Footprint, grid: SemanticGrid) -> float:
    """Return which share of the cells in a rectangle the map shows to be bare floor."""
    inside = area.contains(*grid.centres)
    return float(grid.free[inside].mean()) if inside.any() else 0.0


def middle_first(receptacle: Detection, choices: list[list[Point]]) -> list[list[Point]]:
    """Return the choices; before them, for something narrow, such as a bin, the most central spot.

    The extents of something narrow are too uncertain to aim beside its middle without need.
    """
    if max(receptacle.size.x, receptacle.size.y) > _NARROW or not choices:
        return choices
    return [[min(choices[0], key=receptacle.position.planar_distance_to)], *choices]


def spots_within_reach(
    choices: Iterable[list[Point]],
    base: Pose,
    reach: float,
    count: int,
    ease: Ease,
    hand_above: float,
) -> list[Point]:
    """Return up to `count` spots within `reach` (m, horizontal), `_SPACING` apart or more.

    The hand works `hand_above` (m) over them.

    They come choice by choice, and within each the easiest first; of equal ones the nearest.
    """
    chosen: list[Point] = []
    for choice in choices:
        near = [
            spot
            for spot in choice
            if base.point.planar_distance_to(spot) <= reach and ease.is_faced(base, spot)
        ]
        away = np.array([base.point.planar_distance_to(spot) for spot in near])
        easy = np.round(ease.at(away, np.array([spot.z + hand_above for spot in near])), 1)
        for spot in (near[i] for i in np.lexsort((away, -easy))):
            if len(chosen) < count and all(
                spot.planar_distance_to(other) >= _SPACING for other in chosen
            ):
                chosen.append(spot)
    return chosen


def as_firm(
    spots: list[Point], held: Size, grid: SemanticGrid | None, edge_margin: float
) -> list[Point]:
    """Return those of some spots over furniture where it may fall no more than at the first.

    It may where the map shows bare floor, and where such may be in the dark.
    """
    if grid is None or not spots:
        return spots
    least = max(edge_margin, held.x / 2.0, held.y / 2.0)
    kept: list[Point] = []
    ranked = _by_map(spots, grid, grid.free, least).over_something
    for shown, unseen in zip(ranked[::2], ranked[1::2], strict=True):
        kept += [*shown, *unseen]
        if spots[0] in kept:
            return [spot for spot in spots if spot in kept]
    return spots


def floor_spots(
    base: Pose,
    radius: float,
    reach: float,
    held: Size,
    objects: Iterable[Detection],
    grid: SemanticGrid | None,
) -> list[Point]:
    """Return free spots on the floor around the robot, straight ahead first, m in `map`."""
    half_held = max(held.x, held.y) / 2.0
    # What is long may be laid down across: the arm's plan tells whether it can.
    nearest, farthest = radius + min(held.x, held.y) / 2.0 + _GAP, reach - 0.05
    taken = [o for o in objects if _on_floor_there(o, held)]
    spots = []
    for turn in (0.0, 0.5, -0.5, 1.0, -1.0, 1.6, -1.6, 2.4, -2.4, math.pi):
        for out in (0.5 * (nearest + farthest), farthest, nearest):
            spot = base.transform(out * math.cos(turn), out * math.sin(turn))
            fits = nearest <= out <= farthest and _floor_is_free(spot, half_held, grid)
            if fits and all(footprint(o).distance_to(spot) >= half_held + _GAP for o in taken):
                spots.append(Point(spot.x, spot.y, LIFT))
    return spots


def _lattice(area: Footprint, height: float) -> list[Point]:
    pitch = max(_PITCH, math.sqrt(4.0 * area.half_x * area.half_y / _LARGEST_COUNT))
    xs = _axis(area.x, area.half_x, pitch)
    ys = _axis(area.y, area.half_y, pitch)
    return [Point(x, y, height) for x in xs for y in ys]


def _axis(centre: float, half: float, pitch: float) -> list[float]:
    """Return places along one axis, the middle always among them."""
    steps = int(half / pitch)
    return [centre + i * half / max(steps, 1) for i in range(-steps, steps + 1)]


def _in_the_way(other: Detection, receptacle: Detection, surface: float, held: Size) -> bool:
    """Tell whether another object takes up room where the held one would stand."""
    if other.object_id == receptacle.object_id or other.status is not Presence.PRESENT:
        return False
    top = other.position.z + other.size.z / 2.0
    return top > surface - _THIN and _bottom(other) < surface + LIFT + held.z


def _bottom(other: Detection) -> float:
    return other.position.z - other.size.z / 2.0


def _overlaps(other: Footprint, spot: Point, held: Size, gap: float = 0.0) -> bool:
    """Tell whether the held object, with its sides along the axes, is nearer than `gap` there."""
    return bool(
        abs(spot.x - other.x) < other.half_x + held.x / 2.0 + gap
        and abs(spot.y - other.y) < other.half_y + held.y / 2.0 + gap
    )


def _on_floor_there(other: Detection, held: Size) -> bool:
    bottom = other.position.z - other.size.z / 2.0
    return other.status is Presence.PRESENT and bottom < held.z


class _ByMap(NamedTuple):
    """Hold spots by what the map says of them: choices, the safest first, and over bare floor."""

    over_something: list[list[Point]]
    over_floor: list[Point]


def _where_it_may_end(area: Footprint, grid: SemanticGrid) -> Mask:
    """Mark the cells of bare floor, and those beside such as lie wholly in furniture's extents.

    Somewhere in these it ends, as round a corner: what is put there may fall. What is dark there,
    and joins bare floor, is floor as well.
    """
    inside = area.shrunk(grid.frame.cell / 2.0).contains(*grid.centres)
    floor = ndimage.binary_propagation(grid.free & inside, mask=inside & ~grid.occupied)
    beside = ndimage.binary_dilation(floor, np.ones((3, 3), np.bool_))
    return np.asarray(grid.free | beside, dtype=np.bool_)


def _by_map(spots: list[Point], grid: SemanticGrid, unsafe: Mask, least: float) -> _ByMap:
    """Return the spots, one at least, by what the map says of them.

    First come those away by at `least` so much (m) from bare floor and from what is dark beside it,
    then those away from bare floor alone, then the others: of each those over what the map shows
    before those over what it has not seen. Apart from all is what is `unsafe`. A cell that
    furniture reaches into shows it, however little of the cell that covers.
    """
    row, column, on_grid = grid.index(
        np.array([spot.x for spot in spots]), np.array([spot.y for spot in spots])
    )
    shown = on_grid & grid.occupied[row, column]
    bare = on_grid & unsafe[row, column]
    away = least + grid.frame.cell / 2.0
    firm = ~on_grid | (grid.from_floor[row, column] >= away)
    sure = ~on_grid | (grid.from_open[row, column] >= away)
    kinds = (sure, firm & ~sure, ~firm)
    masks = [mask & ~bare for kind in kinds for mask in (shown & kind, ~shown & kind)]
    *kept, floor = (
        [spot for spot, wanted in zip(spots, mask, strict=True) if wanted]
        for mask in (*masks, bare)
    )
    return _ByMap(kept, floor)


def _floor_is_free(spot: Point, half_held: float, grid: SemanticGrid | None) -> bool:
    if grid is None:
        return True
    row, column, inside = grid.index(np.array([spot.x]), np.array([spot.y]))
    return bool(
        inside[0]
        and not grid.occupied[row[0], column[0]]
        and grid.clearance[row[0], column[0]] >= half_held
    )
