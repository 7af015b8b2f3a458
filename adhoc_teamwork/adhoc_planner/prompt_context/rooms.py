# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What is known of each room: how far it is, how much was seen of it, and who works on it."""

import math
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from shapely.geometry import Point as ShapelyPoint
from shapely.geometry import Polygon

from adhoc_teamwork.adhoc_planner.belief.view import PlannerView
from adhoc_teamwork.adhoc_planner.prompt_context.intentions import heard_lately
from adhoc_teamwork.adhoc_planner.prompt_context.visibility import sights
from adhoc_teamwork.teamwork.geometry import Point
from adhoc_teamwork.teamwork.maps.room_graph import Climb, climb_between
from adhoc_teamwork.teamwork.scene import Room
from adhoc_teamwork.teamwork.team.memory import Teammate
from adhoc_teamwork.teamwork.team.subtask import IntentStatus, SubTaskKind
from adhoc_teamwork.teamwork.text.quoting import clean_name, number

_LEVEL = 0.02
"""Floors that differ by less than this, metres, are one."""


class RoomFacts(NamedTuple):
    """Describe a room for a prompt; texts are clean, `distance` in metres, shares in per cent.

    `level` says how much higher or lower its floor is than that of the robot's room, `step` the
    highest step on the way there, metres, and `ramp` the steepest ramp, degrees; all are empty
    where it is level.
    """

    id: str
    type: str
    sure: str
    seen: str
    centre: str
    distance: str
    here: bool
    explored_by: tuple[str, ...]
    exploring: tuple[str, ...]
    level: str
    step: str
    ramp: str
    leads_to: tuple[str, ...]


def room_facts(view: PlannerView) -> tuple[RoomFacts, ...]:
    """Return the facts of every room, nearest first."""
    ordered = sorted(view.rooms, key=lambda r: (distance_to(view, r), r.room_id))
    return tuple(_facts(view, room) for room in ordered)


def explored_by_self(view: PlannerView, room: Room) -> bool:
    """Tell whether this robot has explored `room`."""
    return room.room_id in view.state.explored_rooms


def explorers(view: PlannerView, room: Room) -> tuple[Teammate, ...]:
    """Return the teammates that say they have explored `room`, those that left included."""
    said = view.told_explored.get(room.room_id, frozenset())
    return tuple(
        t
        for t in view.teammates
        if t.name in said or (t.state is not None and room.room_id in t.state.explored_rooms)
    )


def worth_exploring(view: PlannerView, room: Room) -> bool:
    """Tell whether this robot may find something in `room` that those who explored it may not."""
    if explored_by_self(view, room):
        return False
    teammates = explorers(view, room)
    return not teammates or sees_more(view, teammates)


def sees_more(view: PlannerView, teammates: Iterable[Teammate]) -> bool:
    """Tell whether this robot's camera finds what those of `teammates` together do not."""
    seen: frozenset[str] = frozenset().union(
        *(sights(t.capability) for t in teammates if t.capability is not None)
    )
    return bool(sights(view.capability) - seen)


def covered_now(view: PlannerView, room_id: str) -> tuple[str, ...]:
    """Return who explores the room, where they will see all that this robot would."""
    names = exploring_now(view, room_id)
    return () if sees_more(view, (t for t in view.teammates if t.name in names)) else names


def exploring_now(view: PlannerView, room_id: str) -> tuple[str, ...]:
    """Return the names of the teammates that have taken up exploring the room."""
    return tuple(
        teammate.name
        for teammate in heard_lately(view)
        for intent in teammate.intents_that_are(IntentStatus.ADOPTED)
        if intent.subtask.kind is SubTaskKind.EXPLORE and intent.subtask.room_id == room_id
    )


def distance_to(view: PlannerView, room: Room) -> float:
    """Return the straight distance from the robot to the room, in metres; 0 inside it."""
    return distance_to_point(room, view.state.pose.point)


def distance_to_point(room: Room, point: Point) -> float:
    """Return the straight distance from a point to the room, in metres; 0 inside it."""
    return _distance(point.x, point.y, tuple(room.outline))


@lru_cache(maxsize=4096)
def _distance(x: float, y: float, outline: tuple[tuple[float, float], ...]) -> float:
    if len(outline) < 3:
        return 0.0
    return float(Polygon(outline).distance(ShapelyPoint(x, y)))


def centre_of(room: Room) -> Point:
    """Return the mean of the room's corners, on the floor."""
    count = max(1, len(room.outline))
    return Point(sum(x for x, _ in room.outline) / count, sum(y for _, y in room.outline) / count)


def _facts(view: PlannerView, room: Room) -> RoomFacts:
    centre = centre_of(room)
    own = ("you",) if explored_by_self(view, room) else ()
    climb = climb_between(view.rooms, view.state.room, room.room_id) or Climb()
    return RoomFacts(
        id=clean_name(room.room_id),
        type=clean_name(room.room_type),
        sure=number(100.0 * room.type_confidence, 0),
        seen=number(100.0 * room.explored, 0),
        centre=f"({number(centre.x)}, {number(centre.y)})",
        distance=number(distance_to(view, room)),
        here=room.room_id == view.state.room,
        explored_by=own + tuple(clean_name(t.name) for t in explorers(view, room)),
        exploring=tuple(clean_name(name) for name in exploring_now(view, room.room_id)),
        level=_level(view, room),
        step=number(climb.step, 2) if climb.step else "",
        ramp=number(math.degrees(climb.slope), 0) if climb.slope else "",
        leads_to=tuple(clean_name(passage.room_id) for passage in room.passages),
    )


def _level(view: PlannerView, room: Room) -> str:
    """Return how much higher or lower a room is than the robot's own; empty where it is level."""
    here = view.room(view.state.room)
    rise = 0.0 if here is None else room.floor - here.floor
    if abs(rise) < _LEVEL:
        return ""
    return f"{number(abs(rise), 2)} m {'higher' if rise > 0.0 else 'lower'}"
