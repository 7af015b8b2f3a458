"""Where to put an object down on or in a receptacle."""

import math
from collections.abc import Iterable

import numpy as np

from skills.footprint import Footprint, footprint
from skills.grid import SemanticGrid
from teamwork.geometry import Point, Pose, Size
from teamwork.scene import Detection, Presence

_PITCH = 0.1
_LARGEST_COUNT = 600
_SPACING = 0.15
_GAP = 0.03
_CONTAINER_DEPTH = 0.1
_CONTAINER_WIDTH = 0.7
_NARROW = 0.5
LIFT = 0.06
"""How far above a surface the hand opens, metres: more than perception errs in its height."""
DEFAULT_SIZE = Size(0.12, 0.12, 0.15)
"""Taken for the held object where its extents are not known."""


def support_height(receptacle: Detection) -> float:
    """Return the height of the surface that carries things, its top where that is unknown, m."""
    if math.isfinite(receptacle.support_height):
        return receptacle.support_height
    return receptacle.position.z + receptacle.size.z / 2.0


def is_container(receptacle: Detection) -> bool:
    """Tell whether things go into its middle: small, and its bottom lies well below its rim."""
    rim = receptacle.position.z + receptacle.size.z / 2.0
    width = max(receptacle.size.x, receptacle.size.y)
    return rim - support_height(receptacle) > _CONTAINER_DEPTH and width < _CONTAINER_WIDTH


def put_down_spots(
    receptacle: Detection,
    held: Size,
    others: Iterable[Detection],
    grid: SemanticGrid | None,
    edge_margin: float,
) -> list[Point]:
    """Return where the held object's bottom centre may go, m in `map`, in no order of nearness.

    Spots lie inside the receptacle's extents, free of other known objects. Where the map shows
    furniture under some of them, those that it shows as bare floor are left out: extents along
    the axes of `map` cover more than furniture that stands askew.
    """
    height = support_height(receptacle) + LIFT
    area = footprint(receptacle)
    if is_container(receptacle):
        return [Point(area.x, area.y, height)]
    half_held = max(held.x, held.y) / 2.0
    inner = area.shrunk(max(edge_margin, half_held))
    taken = [o for o in others if _in_the_way(o, receptacle, height, held)]
    spots = [
        spot
        for spot in _lattice(inner, height)
        if all(footprint(o).distance_to(spot) >= half_held + _GAP for o in taken)
    ]
    if grid is None:
        return spots
    return [spot for spot in spots if _over_furniture(spot, grid)] or spots


def middle_first(receptacle: Detection, spots: list[Point]) -> list[Point]:
    """Return the one spot nearest the middle of something narrow, such as a bin; else all spots.

    The extents of something narrow are too uncertain to aim beside its middle without need.
    """
    if max(receptacle.size.x, receptacle.size.y) > _NARROW or not spots:
        return spots
    return [min(spots, key=receptacle.position.planar_distance_to)]


def spots_within_reach(spots: Iterable[Point], base: Pose, reach: float, count: int) -> list[Point]:
    """Return up to `count` spots within `reach` (m, horizontal), nearest first, 0.15 m apart."""
    near = [spot for spot in spots if base.point.planar_distance_to(spot) <= reach]
    chosen: list[Point] = []
    for spot in sorted(near, key=base.point.planar_distance_to):
        if len(chosen) < count and all(
            spot.planar_distance_to(other) >= _SPACING for other in chosen
        ):
            chosen.append(spot)
    return chosen


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
    nearest, farthest = radius + half_held + _GAP, reach - 0.05
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


def _in_the_way(other: Detection, receptacle: Detection, height: float, held: Size) -> bool:
    """Tell whether another object takes up room where the held one would stand."""
    if other.object_id == receptacle.object_id or other.status is not Presence.PRESENT:
        return False
    bottom = other.position.z - other.size.z / 2.0
    top = other.position.z + other.size.z / 2.0
    return top > height and bottom < height + held.z


def _on_floor_there(other: Detection, held: Size) -> bool:
    bottom = other.position.z - other.size.z / 2.0
    return other.status is Presence.PRESENT and bottom < held.z


def _over_furniture(spot: Point, grid: SemanticGrid) -> bool:
    cell = grid.cell(spot)
    return cell is None or not bool(grid.free[cell])


def _floor_is_free(spot: Point, half_held: float, grid: SemanticGrid | None) -> bool:
    if grid is None:
        return True
    row, column, inside = grid.index(np.array([spot.x]), np.array([spot.y]))
    return bool(
        inside[0]
        and not grid.occupied[row[0], column[0]]
        and grid.clearance[row[0], column[0]] >= half_held
    )
