# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Find what a sub-skill's arguments name in the scene graph, or fail with what is known."""

from collections.abc import Iterable

from adhoc_teamwork.skills.skill import Robot, SkillFailure
from adhoc_teamwork.teamwork.maps.rooms import room_at
from adhoc_teamwork.teamwork.scene import FLOOR, Detection, Presence, Room, SceneGraph
from adhoc_teamwork.teamwork.team.causes import Cause

_MOST_NAMES = 8


def find_object(robot: Robot, object_id: str) -> Detection:
    """Return a known object or receptacle that is where it was seen.

    Raises:
        SkillFailure: Nothing has that id, it is gone, or a robot holds it.
    """
    graph = robot.graph()
    found = graph.object(object_id)
    if found is None:
        raise SkillFailure(
            Cause.UNKNOWN_OBJECT,
            f"This robot knows of no object '{object_id}'{_alike(object_id, graph)}.",
        )
    refuse_absent(found)
    return found


def refuse_absent(found: Detection) -> None:
    """Check that an object is where it was seen.

    Raises:
        SkillFailure: It is gone, or a robot holds it.
    """
    if found.status is Presence.GONE:
        raise SkillFailure(
            Cause.LOST_OBJECT,
            f"{found.object_id} is no longer where it was seen; look for it or choose another.",
        )
    if found.status is Presence.HELD:
        raise SkillFailure(
            Cause.HELD_BY_OTHER, f"{found.object_id} is in a robot's hand; leave it to that robot."
        )


def find_receptacle(robot: Robot, receptacle_id: str, room: str) -> Detection:
    """Return a known receptacle; `room` is a room's id or type to check it against, or empty.

    Raises:
        SkillFailure: Nothing has that id, nothing can be put there, or it is in another room.
    """
    graph = robot.graph()
    found = graph.object(receptacle_id)
    if found is None:
        known = _listing(o.object_id for o in graph.objects if o.is_receptacle)
        raise SkillFailure(
            Cause.UNKNOWN_RECEPTACLE,
            f"This robot knows of no receptacle '{receptacle_id}'; it knows {known}.",
        )
    if not found.is_receptacle:
        raise SkillFailure(
            Cause.NOT_RECEPTACLE, f"Nothing can be put on {receptacle_id}: it is no receptacle."
        )
    refuse_absent(found)
    if room and found.room and room.lower() not in _room_names(found, graph):
        raise SkillFailure(
            Cause.WRONG_ROOM, f"{receptacle_id} is in {found.room}, not in {room}: name that room."
        )
    return found


def find_room(robot: Robot, name: str) -> Room:
    """Return the room with that id; or the nearest of that type.

    Raises:
        SkillFailure: There is none.
    """
    graph = robot.graph()
    room = graph.room(name)
    if room is not None:
        return room
    alike = [r for r in graph.rooms if name and r.room_type.lower() == name.lower()]
    if not alike:
        known = _listing(f"{r.room_id} ({r.room_type or 'type unknown'})" for r in graph.rooms)
        raise SkillFailure(
            Cause.UNKNOWN_ROOM, f"The floor plan has no room '{name}'; it has {known}."
        )
    here = robot.world.pose
    if here is None:
        return alike[0]
    at = here.point
    return min(
        alike,
        key=lambda r: min((abs(x - at.x) + abs(y - at.y) for x, y in r.outline), default=0.0),
    )


def carrier(robot: Robot, found: Detection) -> Detection | None:
    """Return the furniture that carries an object, or None."""
    if not found.receptacle or found.receptacle == FLOOR:
        return None
    return robot.graph().object(found.receptacle)


def room_outline(robot: Robot, found: Detection) -> tuple[tuple[float, float], ...] | None:
    """Return the outline (m in `map`) of the room that an object is in, None while unknown."""
    graph = robot.graph()
    room = graph.room(found.room) or room_at(graph.rooms, found.position)
    return room.outline if room is not None else None


def _room_names(found: Detection, graph: SceneGraph) -> set[str]:
    room = graph.room(found.room)
    names = {found.room.lower(), found.room_type.lower()}
    if room is not None:
        names.add(room.room_type.lower())
    # A room whose type is not known yet may well be of the type that was asked for.
    if room is None or not room.room_type:
        return names | {r.room_type.lower() for r in graph.rooms if r.room_type} | {""}
    return names


def _alike(object_id: str, graph: SceneGraph) -> str:
    category = object_id.rsplit("_", 1)[0]
    alike = [o.object_id for o in graph.objects if o.category.lower() == category.lower()]
    return f"; it knows {_listing(alike)}" if alike else "; explore to find it"


def _listing(names: Iterable[str]) -> str:
    every = list(names)
    shown = ", ".join(every[:_MOST_NAMES])
    more = len(every) - _MOST_NAMES
    return f"{shown} and {more} more" if more > 0 else shown or "none"
