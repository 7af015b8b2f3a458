# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Draw a house in `map` and write it in ProcTHOR's format (schema 1.0.0)."""

import math
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any

from adhoc_teamwork.teamwork.geometry import point_in_polygon

WALL_HEIGHT = 2.7
DOOR_HEIGHT = 2.1

Json = dict[str, Any]


@dataclass(frozen=True)
class RoomDrawing:
    """Hold one room: its type, and its corners, clockwise seen from above as ProcTHOR lists them.

    Corners in metres in `map`; walls run along the axes.
    """

    number: int
    room_type: str
    corners: tuple[tuple[float, float], ...]

    @property
    def room_id(self) -> str:
        """Return the room's id in the file."""
        return f"room|{self.number}"


@dataclass(frozen=True)
class Thing:
    """Hold one object: size as width, depth, height; `facing` is where its front looks, radians.

    `z` is the height of its bottom above the floor, metres; `mass` None leaves it to the table.
    """

    category: str
    x: float
    y: float
    size: tuple[float, float, float]
    facing: float = math.pi / 2.0
    z: float = 0.0
    pickupable: bool = False
    mass: float | None = None
    on_it: tuple["Thing", ...] = ()


@dataclass(frozen=True)
class _Side:
    """Hold one stretch of a room's edge, from `start` to `end`, and the room behind it."""

    room: RoomDrawing
    start: tuple[float, float]
    end: tuple[float, float]
    behind: RoomDrawing | None

    @property
    def wall_id(self) -> str:
        return f"wall|{self.room.number}|{_ends_text(self.start, self.end)}"

    @property
    def length(self) -> float:
        return math.dist(self.start, self.end)

    def along(self, x: float, y: float) -> float:
        return (
            (x - self.start[0]) * (self.end[0] - self.start[0])
            + (y - self.start[1]) * (self.end[1] - self.start[1])
        ) / self.length


@dataclass
class HouseDrawing:
    """Gather rooms, openings and things, then write them."""

    rooms: list[RoomDrawing] = field(default_factory=list)
    doors: list[tuple[float, float, float]] = field(default_factory=list)
    open_borders: set[frozenset[int]] = field(default_factory=set)
    things: list[Thing] = field(default_factory=list)
    agent: tuple[float, float, float] | None = None

    def room(self, room_type: str, x0: float, y0: float, x1: float, y1: float) -> RoomDrawing:
        """Add a room of four walls; rooms are numbered from 0."""
        return self.room_within(room_type, ((x0, y0), (x0, y1), (x1, y1), (x1, y0)))

    def room_within(self, room_type: str, corners: tuple[tuple[float, float], ...]) -> RoomDrawing:
        """Add a room with corners listed clockwise seen from above."""
        self.rooms.append(RoomDrawing(len(self.rooms), room_type, corners))
        return self.rooms[-1]

    def door(self, x: float, y: float, width: float) -> None:
        """Add an open doorway with its middle at a point of the wall between two rooms."""
        self.doors.append((x, y, width))

    def open_border(self, one: RoomDrawing, other: RoomDrawing) -> None:
        """Leave out the wall between two rooms."""
        self.open_borders.add(frozenset((one.number, other.number)))

    def to_json(self) -> Json:
        """Return the house as plain values, ready for a JSON file.

        Raises:
            ValueError: A door is not on a wall between two rooms.
        """
        sides = [side for room in self.rooms for side in self._sides(room)]
        metadata: Json = {"schema": "1.0.0"}
        if self.agent is not None:
            x, y, yaw = self.agent
            metadata["agent"] = {
                "position": _vector(x, y, 0.95),
                "rotation": {"x": 0, "y": _turn(yaw), "z": 0},
            }
        return {
            "doors": [self._door(*door, sides) for door in self.doors],
            "metadata": metadata,
            "objects": self._objects(),
            "proceduralParameters": {},
            "rooms": [
                {
                    "floorPolygon": [_vector(x, y) for x, y in room.corners],
                    "id": room.room_id,
                    "roomType": room.room_type,
                }
                for room in self.rooms
            ],
            "walls": [wall for side in sides for wall in self._walls(side)],
            "windows": [],
        }

    def _sides(self, room: RoomDrawing) -> Iterator[_Side]:
        corners = room.corners
        for start, end in zip(corners, (*corners[1:], corners[0]), strict=True):
            whole = _Side(room, start, end, None)
            others = [r for r in self.rooms if r is not room]
            cuts = {0.0, whole.length}
            cuts |= {
                round(whole.along(*corner), 6)
                for other in others
                for corner in other.corners
                if _on_line(corner, start, end) and 0.0 < whole.along(*corner) < whole.length
            }
            ordered = sorted(cuts)
            for first, last in pairwise(ordered):
                piece = replace(whole, start=_at(whole, first), end=_at(whole, last))
                middle = _at(whole, (first + last) / 2.0)
                yield replace(piece, behind=next((r for r in others if _on_edge(middle, r)), None))

    def _walls(self, side: _Side) -> Iterator[Json]:
        (x0, y0), (x1, y1) = side.start, side.end
        low = [_vector(x0, y0), _vector(x1, y1)]
        high = [_vector(x0, y0, WALL_HEIGHT), _vector(x1, y1, WALL_HEIGHT)]
        wall: Json = {"id": side.wall_id, "polygon": [*low, *high], "roomId": side.room.room_id}
        if side.behind and frozenset((side.room.number, side.behind.number)) in self.open_borders:
            wall["empty"] = True
        yield wall
        if side.behind is None:
            outer = [high[1], high[0], low[1], low[0]]
            text = _ends_text(side.start, side.end)
            yield {
                "id": f"wall|exterior|{text}",
                "polygon": outer,
                "roomId": side.room.room_id,
            }

    def _door(self, x: float, y: float, width: float, sides: list[_Side]) -> Json:
        beside = [s for s in sides if s.behind and _on_line((x, y), s.start, s.end)]
        beside = [s for s in beside if 0.0 < s.along(x, y) < s.length]
        if len(beside) != 2:
            raise ValueError(f"door at ({x:g}, {y:g}); expected on a wall between two rooms")
        one, other = beside
        middle = one.along(x, y)
        return {
            "assetPosition": {"x": round(middle, 3), "y": DOOR_HEIGHT / 2.0, "z": 0},
            "holePolygon": [
                {"x": round(middle - width / 2.0, 3), "y": 0, "z": 0},
                {"x": round(middle + width / 2.0, 3), "y": DOOR_HEIGHT, "z": 0},
            ],
            "id": f"door|{one.room.number}|{other.room.number}",
            "openable": False,
            "openness": 1,
            "room0": one.room.room_id,
            "room1": other.room.room_id,
            "wall0": one.wall_id,
            "wall1": other.wall_id,
        }

    def _objects(self) -> list[Json]:
        counts: dict[int, int] = {}
        return [self._object(thing, counts) for thing in self.things]

    def _object(self, thing: Thing, counts: dict[int, int]) -> Json:
        room = next((r for r in self.rooms if _within(thing, r)), self.rooms[0]).number
        index = counts.get(room, 0)
        counts[room] = index + 1
        width, depth, height = thing.size
        entry: Json = {
            "assetId": "",
            "boundingBox": {"x": width, "y": height, "z": depth},
            "id": f"{thing.category}|{room}|{index}",
            "kinematic": not thing.pickupable,
            "objectType": thing.category,
            "pickupable": thing.pickupable,
            "position": _vector(thing.x, thing.y, thing.z + height / 2.0),
            "rotation": {"x": 0, "y": _turn(thing.facing), "z": 0},
        }
        if thing.mass is not None:
            entry["mass"] = thing.mass
        if thing.on_it:
            entry["children"] = [self._object(child, counts) for child in thing.on_it]
        return entry


def _vector(x: float, y: float, z: float = 0.0) -> Json:
    """Return a point of `map` as the file has it: y up."""
    return {"x": round(x, 3), "y": round(z, 3), "z": round(y, 3)}


def _turn(facing: float) -> float:
    """Return the file's rotation, degrees clockwise from its z axis, of a front's direction."""
    return round((90.0 - math.degrees(facing)) % 360.0, 3)


def _at(side: _Side, distance: float) -> tuple[float, float]:
    share = distance / side.length
    return (
        round(side.start[0] + share * (side.end[0] - side.start[0]), 6),
        round(side.start[1] + share * (side.end[1] - side.start[1]), 6),
    )


def _ends_text(start: tuple[float, float], end: tuple[float, float]) -> str:
    first, last = sorted((start, end))
    return f"{first[0]:.2f}|{first[1]:.2f}|{last[0]:.2f}|{last[1]:.2f}"


def _on_line(
    point: tuple[float, float], start: tuple[float, float], end: tuple[float, float]
) -> bool:
    across = (point[0] - start[0]) * (end[1] - start[1]) - (point[1] - start[1]) * (
        end[0] - start[0]
    )
    return abs(across) < 1e-6


def _on_edge(point: tuple[float, float], room: RoomDrawing) -> bool:
    following = (*room.corners[1:], room.corners[0])
    return any(
        _on_line(point, start, end)
        and min(start[0], end[0]) - 1e-6 <= point[0] <= max(start[0], end[0]) + 1e-6
        and min(start[1], end[1]) - 1e-6 <= point[1] <= max(start[1], end[1]) + 1e-6
        for start, end in zip(room.corners, following, strict=True)
    )


def _within(thing: Thing, room: RoomDrawing) -> bool:
    return point_in_polygon(thing.x, thing.y, room.corners)
