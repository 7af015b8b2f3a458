# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Put a suite's goods into a drawn house: on furniture, on the floor, behind doors."""

import math
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from adhoc_teamwork.benchmark.generation.suites.goods import Good, Spot
from adhoc_teamwork.simulation.generation.furniture.belongings import box_of, lay_on
from adhoc_teamwork.simulation.generation.house_drawing import HouseDrawing, RoomDrawing, Thing
from adhoc_teamwork.simulation.houses.boxes import footprints_overlap
from adhoc_teamwork.simulation.houses.house import Box
from adhoc_teamwork.teamwork.geometry import point_in_polygon
from adhoc_teamwork.teamwork.scene import FLOOR

_TRIES = 200
_FROM_WALLS, _FROM_DOORS, _APART = 0.35, 0.9, 0.1
"""Metres that goods on the floor keep from walls, from doorways' middles, from other things."""


@dataclass
class GoodsDrawing:
    """Add goods to a drawing, one after the other; it draws from `rng` alone."""

    drawing: HouseDrawing
    rng: np.random.Generator
    _on_floor: list[Box] = field(default_factory=list)

    def put(self, good: Good, spot: Spot, without: Collection[str] = ()) -> bool:
        """Put a thing where a spot says; tell whether there was room.

        Args:
            good: What.
            spot: In which type of room, on what.
            without: Types of furniture on which it is not to lie.
        """
        if spot.support == FLOOR:
            return self._put_on_floor(good, spot.room)
        things = self.drawing.things
        fitting = [
            index
            for index, thing in enumerate(things)
            if spot.support in ("", thing.category)
            and thing.category not in without
            and not thing.pickupable
            and spot.room in ("", self._room_of(thing).room_type)
        ]
        for place in self.rng.permutation(len(fitting)):
            index = fitting[int(place)]
            laden = lay_on(things[index], good.thing(), self.rng)
            if laden is not None:
                things[index] = laden
                return True
        return False

    def put_behind_door(self, good: Good, furniture: int) -> None:
        """Put a thing where a piece of furniture is that opens: what it is in, the task says."""
        at = self.drawing.things[furniture]
        self.drawing.things.append(replace(good.thing(), x=at.x, y=at.y, facing=at.facing))

    def _put_on_floor(self, good: Good, room_type: str) -> bool:
        rooms = [room for room in self.drawing.rooms if room_type in ("", room.room_type)]
        for _ in range(_TRIES if rooms else 0):
            room = rooms[int(self.rng.integers(len(rooms)))]
            xs, ys = zip(*room.corners, strict=True)
            x = round(float(self.rng.uniform(min(xs), max(xs))), 3)
            y = round(float(self.rng.uniform(min(ys), max(ys))), 3)
            thing = replace(good.thing(), x=x, y=y)
            if self._is_free(thing, room):
                self.drawing.things.append(thing)
                self._on_floor.append(box_of(thing))
                return True
        return False

    def _is_free(self, thing: Thing, room: RoomDrawing) -> bool:
        half = math.hypot(thing.size[0], thing.size[1]) / 2.0
        if not all(
            point_in_polygon(x, y, room.corners)
            for x, y in _around(thing.x, thing.y, half + _FROM_WALLS)
        ):
            return False
        if any(
            math.dist((thing.x, thing.y), door[:2]) < _FROM_DOORS for door in self.drawing.doors
        ):
            return False
        box = box_of(thing)
        others = [*self._on_floor, *(box_of(one) for one in self.drawing.things)]
        return not any(footprints_overlap(box, other, -_APART) for other in others)

    def _room_of(self, thing: Thing) -> RoomDrawing:
        rooms = self.drawing.rooms
        inside = (room for room in rooms if point_in_polygon(thing.x, thing.y, room.corners))
        return next(inside, rooms[0])


def openable(things: Sequence[Thing], kinds: Collection[str]) -> list[int]:
    """Return the numbers of a drawing's furniture that opens."""
    return [index for index, thing in enumerate(things) if thing.category in kinds]


def _around(x: float, y: float, far: float) -> Iterator[tuple[float, float]]:
    for turn in range(8):
        angle = turn * math.pi / 4.0
        yield x + far * math.cos(angle), y + far * math.sin(angle)
