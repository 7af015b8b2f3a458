# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Walls and doorways of a ProcTHOR house: both sides merged, cut at doors, open where open."""

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from adhoc_teamwork.simulation.houses.house import Doorway, Wall
from adhoc_teamwork.simulation.houses.house_file.fields import (
    MOST_CORNERS,
    MOST_DOORS,
    MOST_WALLS,
    Fields,
)
from adhoc_teamwork.teamwork.geometry import Point
from adhoc_teamwork.teamwork.maps.rooms import room_id_at
from adhoc_teamwork.teamwork.scene import Room

DEFAULT_HEIGHT = 2.7
_ALIGNED = 0.03
"""How far two walls may be apart, metres, and still be two sides of one."""

_SHORTEST = 0.01


@dataclass(frozen=True)
class _Side:
    """Hold one wall of the file: ends on the floor as listed, height, room, open or not."""

    start: tuple[float, float]
    end: tuple[float, float]
    height: float
    room: str
    open: bool

    @property
    def length(self) -> float:
        return math.dist(self.start, self.end)

    def at(self, distance: float) -> tuple[float, float]:
        share = distance / self.length
        return (
            self.start[0] + share * (self.end[0] - self.start[0]),
            self.start[1] + share * (self.end[1] - self.start[1]),
        )


@dataclass
class _Line:
    """Gather all sides and openings on one straight line, as intervals along it (metres)."""

    origin: tuple[float, float]
    direction: tuple[float, float]
    solid: list[tuple[float, float, float]] = field(default_factory=list)
    open: list[tuple[float, float, float, str]] = field(default_factory=list)
    holes: list[tuple[float, float, float, float]] = field(default_factory=list)

    def along(self, point: tuple[float, float]) -> float:
        return (point[0] - self.origin[0]) * self.direction[0] + (
            point[1] - self.origin[1]
        ) * self.direction[1]

    def point(self, distance: float) -> tuple[float, float]:
        return (
            self.origin[0] + distance * self.direction[0],
            self.origin[1] + distance * self.direction[1],
        )

    def holds(self, side: _Side) -> bool:
        return all(self._off(point) < _ALIGNED for point in (side.start, side.end))

    def interval(self, side: _Side) -> tuple[float, float]:
        first, last = sorted((self.along(side.start), self.along(side.end)))
        return (first, last)

    def _off(self, point: tuple[float, float]) -> float:
        dx, dy = point[0] - self.origin[0], point[1] - self.origin[1]
        return abs(dx * self.direction[1] - dy * self.direction[0])


def read_walls(
    house: Fields, rooms: Sequence[Room], room_ids: dict[str, str]
) -> tuple[tuple[Wall, ...], tuple[Doorway, ...], list[str]]:
    """Return the solid walls, the openings between rooms, and what had to be left out.

    Doors to the outside are shut, so that no robot leaves: their wall stays whole. Windows are
    treated as wall.

    Args:
        house: The house file.
        rooms: Its rooms, already in `map`.
        room_ids: From the file's room ids to those of `rooms`.

    Raises:
        ConfigError: A wall or door has a value of the wrong kind.
    """
    sides: dict[str, _Side] = {}
    names: set[str] = set()
    for index, entry in enumerate(house.children("walls", most=MOST_WALLS)):
        side = _read_side(entry, room_ids)
        name = entry.name("id", f"wall {index}")
        if name in names:
            raise entry.fail("id", "an id that no other wall has")
        names.add(name)
        if side.length >= _SHORTEST:
            sides[name] = side
    lines: list[_Line] = []
    for side in sides.values():
        line = _line_of(side, lines)
        first, last = line.interval(side)
        if side.open:
            line.open.append((first, last, side.height, side.room))
        else:
            line.solid.append((first, last, side.height))
    doorways: list[Doorway] = []
    warnings: list[str] = []
    for door in house.children("doors", most=MOST_DOORS):
        doorway = _cut_door(door, sides, lines, room_ids)
        if isinstance(doorway, Doorway):
            doorways.append(doorway)
        elif doorway:
            warnings.append(doorway)
    for line in lines:
        doorways.extend(_open_borders(line, rooms))
    walls = tuple(wall for line in lines for wall in _solid_walls(line))
    return walls, tuple(doorways), warnings


def _read_side(entry: Fields, room_ids: dict[str, str]) -> _Side:
    corners = [
        (corner.metres("x"), corner.metres("z"), corner.metres("y", 0.0))
        for corner in entry.children("polygon", required=True, most=MOST_CORNERS)
    ]
    if not corners:
        raise entry.fail("polygon", "at least two corners")
    start = corners[0][:2]
    end = next((c[:2] for c in corners[1:] if math.dist(c[:2], start) > _SHORTEST), start)
    heights = [corner[2] for corner in corners]
    height = max(heights) - min(heights) or DEFAULT_HEIGHT
    room = room_ids.get(entry.text("roomId", ""), "")
    return _Side(start, end, height, room, entry.flag("empty", False))


def _line_of(side: _Side, lines: list[_Line]) -> _Line:
    for line in lines:
        if line.holds(side):
            return line
    direction = (
        (side.end[0] - side.start[0]) / side.length,
        (side.end[1] - side.start[1]) / side.length,
    )
    lines.append(_Line(side.start, direction))
    return lines[-1]


def _cut_door(
    door: Fields, sides: dict[str, _Side], lines: list[_Line], room_ids: dict[str, str]
) -> Doorway | str | None:
    """Cut one door's hole; return the doorway, None for a shut one, or why it was left out."""
    name = door.name("id", "a door")
    rooms = (room_ids.get(door.text("room0", "")), room_ids.get(door.text("room1", "")))
    if rooms[0] is None or rooms[1] is None or rooms[0] == rooms[1]:
        return None
    side = sides.get(door.text("wall0", ""))
    if side is None:
        return f"{name}: its wall is missing; left shut"
    left, right, bottom, top = _hole(door)
    if right - left < _SHORTEST:
        return f"{name}: it has no width; left shut"
    ends = (side.at(left), side.at(right))
    line = _line_of(side, lines)
    first, last = sorted(line.along(end) for end in ends)
    line.holes.append((first, last, bottom, top))
    x, y = side.at((left + right) / 2.0)
    return Doorway(x, y, right - left, top, rooms[0], rooms[1])


def _hole(door: Fields) -> tuple[float, float, float, float]:
    """Return a door's ends along its wall, lower and upper edge, in either schema, metres."""
    if "holePolygon" in door:
        corners = [
            (corner.metres("x"), corner.metres("y", 0.0))
            for corner in door.children("holePolygon", required=True, most=MOST_CORNERS)
        ]
        if len(corners) < 2:
            raise door.fail("holePolygon", "two corners")
    else:
        box = door.child("boundingBox")
        corners = [
            (box.child(k).metres("x"), box.child(k).metres("y", 0.0)) for k in ("min", "max")
        ]
    along = [corner[0] for corner in corners]
    up = [corner[1] for corner in corners]
    return min(along), max(along), min(up), max(up)


def _open_borders(line: _Line, rooms: Sequence[Room]) -> list[Doorway]:
    """Return a doorway for each stretch that two rooms have open towards each other."""
    cuts = sorted({end for piece in line.open for end in piece[:2]})
    pairs: dict[tuple[str, str], list[tuple[float, float, float]]] = defaultdict(list)
    for first, last in pairwise(cuts):
        covering = [p for p in line.open if p[0] <= first + 1e-6 and p[1] >= last - 1e-6]
        blocked = any(s[0] < last - 0.05 and s[1] > first + 0.05 for s in line.solid)
        if not covering or blocked or last - first < _SHORTEST:
            continue
        beside = _rooms_beside(line, (first + last) / 2.0, rooms)
        if len(beside) == 2:
            height = max(piece[2] for piece in covering)
            pairs[(beside[0], beside[1])].append((first, last, height))
    doorways = []
    for (room0, room1), pieces in pairs.items():
        for first, last, height in _joined(pieces):
            x, y = line.point((first + last) / 2.0)
            doorways.append(Doorway(x, y, last - first, height, room0, room1))
    return doorways


def _rooms_beside(line: _Line, distance: float, rooms: Sequence[Room]) -> list[str]:
    x, y = line.point(distance)
    normal = (-line.direction[1], line.direction[0])
    found = []
    for step in (0.1, -0.1):
        point = Point(x + step * normal[0], y + step * normal[1])
        found.append(room_id_at(rooms, point))
    return sorted(set(found) - {""})


def _joined(pieces: Iterable[tuple[float, float, float]]) -> list[tuple[float, float, float]]:
    """Return intervals without overlaps; where some touch, one with the greatest height."""
    joined: list[tuple[float, float, float]] = []
    for first, last, height in sorted(pieces):
        if joined and first <= joined[-1][1] + _SHORTEST:
            before = joined.pop()
            joined.append((before[0], max(before[1], last), max(before[2], height)))
        else:
            joined.append((first, last, height))
    return joined


def _solid_walls(line: _Line) -> list[Wall]:
    walls: list[Wall] = []
    for first, last, height in _joined(line.solid):
        holes = [h for h in sorted(line.holes) if h[0] < last and h[1] > first]
        reached = first
        for left, right, bottom, top in holes:
            walls += _stretch(line, reached, left, 0.0, height)
            walls += _stretch(line, max(left, first), min(right, last), top, height)
            walls += _stretch(line, max(left, first), min(right, last), 0.0, bottom)
            reached = max(reached, right)
        walls += _stretch(line, reached, last, 0.0, height)
    return walls


def _stretch(line: _Line, first: float, last: float, bottom: float, top: float) -> list[Wall]:
    if last - first < _SHORTEST or top - bottom < _SHORTEST:
        return []
    return [Wall(*line.point(first), *line.point(last), bottom, top)]
