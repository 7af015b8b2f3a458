# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""At which height each room's floor is, and by which steps and ramps rooms lead to others."""

from collections.abc import Iterable
from dataclasses import replace

import numpy as np
import shapely

from adhoc_teamwork.teamwork.geometry import Point
from adhoc_teamwork.teamwork.maps.height_map import HeightMap
from adhoc_teamwork.teamwork.scene import Passage, Relation, Room

_SAMPLE = 0.25
"""Metres between the points at which a room's floor is looked up."""


class RoomLevels:
    """Say of rooms how high they lie and where they lead; what is worked out once is kept."""

    def __init__(self) -> None:
        self._ground: HeightMap | None = None
        self._given: tuple[tuple[Room, ...], tuple[Relation, ...]] = ((), ())
        self._told: tuple[Room, ...] = ()
        self._places: dict[Room, tuple[Point, float]] = {}
        self._climbs: dict[tuple[Room, Room], tuple[float, float]] = {}

    def set_ground(self, ground: HeightMap) -> None:
        """Take in how high the ground is."""
        self._ground, self._given = ground, ((), ())
        self._places.clear()
        self._climbs.clear()

    def of(self, rooms: tuple[Room, ...], connections: tuple[Relation, ...]) -> tuple[Room, ...]:
        """Return rooms with the height of their floor and their passages, by their neighbours' ids.

        Args:
            rooms: With id and outline alone, as a floor plan has them.
            connections: Which of them are connected.
        """
        if (rooms, connections) != self._given:
            self._told = self._work_out(rooms, connections)
            self._given = rooms, connections
            # Rooms found on a growing map change: what is known of earlier ones has no use.
            self._places = {room: self._places[room] for room in rooms if room in self._places}
            kept = self._places.keys()
            self._climbs = {p: c for p, c in self._climbs.items() if {*p} <= kept}
        return self._told

    def _work_out(
        self, rooms: tuple[Room, ...], connections: Iterable[Relation]
    ) -> tuple[Room, ...]:
        by_id = {room.room_id: room for room in rooms}
        passages: dict[str, dict[str, Passage]] = {room.room_id: {} for room in rooms}
        for link in connections:
            if link.subject in by_id and link.object in by_id:
                climb = self._climb(by_id[link.subject], by_id[link.object])
                passages[link.subject][link.object] = Passage(link.object, *climb)
                passages[link.object][link.subject] = Passage(link.subject, *climb)
        return tuple(
            replace(
                room,
                floor=self._place(room)[1],
                passages=tuple(found for _, found in sorted(passages[room.room_id].items())),
            )
            for room in rooms
        )

    def _climb(self, one: Room, other: Room) -> tuple[float, float]:
        """Return the highest step (m) and the steepest ramp (radians) between two rooms."""
        if self._ground is None:
            return 0.0, 0.0
        if (one, other) not in self._climbs:
            start, goal = self._place(one)[0], self._place(other)[0]
            step = self._ground.least_step(start, goal)
            ramp = self._ground.gentlest_ramp(start, goal, step)
            self._climbs[one, other] = (round(step, 3), round(ramp, 3))
        return self._climbs[one, other]

    def _place(self, room: Room) -> tuple[Point, float]:
        """Return a place on a room's floor, the one that most of the room has, and its height."""
        if self._ground is None:
            return Point(0.0, 0.0), 0.0
        if room not in self._places:
            self._places[room] = _floor_of(room, self._ground)
        return self._places[room]


def _floor_of(room: Room, ground: HeightMap) -> tuple[Point, float]:
    outline = shapely.make_valid(shapely.Polygon(room.outline))
    low_x, low_y, high_x, high_y = outline.bounds
    xs, ys = np.meshgrid(np.arange(low_x, high_x, _SAMPLE), np.arange(low_y, high_y, _SAMPLE))
    inside = shapely.contains_xy(outline, xs, ys)
    if not inside.any():
        middle = outline.representative_point()
        return Point(middle.x, middle.y), ground.height(middle.x, middle.y)
    x, y = xs[inside], ys[inside]
    heights = np.round(ground.at(x, y), 3)
    levels, counts = np.unique(heights, return_counts=True)
    level = levels[int(counts.argmax())]
    on_it = np.flatnonzero(heights == level)
    middle = outline.representative_point()
    nearest = on_it[int(np.hypot(x[on_it] - middle.x, y[on_it] - middle.y).argmin())]
    return Point(float(x[nearest]), float(y[nearest])), float(level)
