# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Find what a sub-skill's arguments name among what a robot knows, or fail with what it knows."""

from collections.abc import Iterable

from adhoc_teamwork.skills.failure import SkillFailure
from adhoc_teamwork.skills.rules.actor import Actor
from adhoc_teamwork.teamwork.maps.rooms import room_at
from adhoc_teamwork.teamwork.scene import FLOOR, Detection, Presence, Room
from adhoc_teamwork.teamwork.team.causes import Cause

_MOST_NAMES = 8


def find_object(actor: Actor, object_id: str) -> Detection:
    """Return a known object or receptacle that is where it was seen.

    Raises:
        SkillFailure: Nothing has that id, it is gone, or a robot holds it.
    """
    found = actor.thing(object_id)
    if found is None:
        raise SkillFailure(
            Cause.UNKNOWN_OBJECT,
            f"This robot knows of no object '{object_id}'{_alike(object_id, actor)}.",
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


def find_receptacle(actor: Actor, receptacle_id: str, room: str) -> Detection:
    """Return a known receptacle; `room` is a room's id or type to check it against, or empty.

    Raises:
        SkillFailure: Nothing has that id, nothing can be put there, or it is in another room.
    """
    found = actor.thing(receptacle_id)
    if found is None:
        known = _listing(o.object_id for o in actor.things if o.is_receptacle)
        raise SkillFailure(
            Cause.UNKNOWN_RECEPTACLE,
            f"This robot knows of no receptacle '{receptacle_id}'; it knows {known}.",
        )
    if not found.is_receptacle:
        raise SkillFailure(
            Cause.NOT_RECEPTACLE, f"Nothing can be put on {receptacle_id}: it is no receptacle."
        )
    refuse_absent(found)
    if room and found.room and room.lower() not in _room_names(found, actor):
        raise SkillFailure(
            Cause.WRONG_ROOM, f"{receptacle_id} is in {found.room}, not in {room}: name that room."
        )
    return found


def find_room(actor: Actor, name: str) -> Room:
    """Return the room with that id; or the nearest of that type.

    Raises:
        SkillFailure: There is none.
    """
    room = _room(actor, name)
    if room is not None:
        return room
    alike = [r for r in actor.rooms if name and r.room_type.lower() == name.lower()]
    if not alike:
        known = _listing(f"{r.room_id} ({r.room_type or 'type unknown'})" for r in actor.rooms)
        raise SkillFailure(
            Cause.UNKNOWN_ROOM, f"The floor plan has no room '{name}'; it has {known}."
        )
    at = actor.place
    if at is None:
        return alike[0]
    return min(
        alike,
        key=lambda r: min((abs(x - at.x) + abs(y - at.y) for x, y in r.outline), default=0.0),
    )


def find_container(actor: Actor, container_id: str) -> Detection:
    """Return a known container, or furniture with a door, that stands open.

    Raises:
        SkillFailure: Nothing has that id, it is not where it was, or it is closed.
    """
    found = actor.thing(container_id)
    if found is None:
        raise SkillFailure(
            Cause.UNKNOWN_RECEPTACLE, f"This robot knows of no container '{container_id}'."
        )
    refuse_absent(found)
    if found.closed:
        raise SkillFailure(
            Cause.CLOSED, f"{container_id} is closed: OpenObject <{container_id}> first."
        )
    return found


def carrier(actor: Actor, found: Detection) -> Detection | None:
    """Return the furniture that carries an object, or None."""
    if not found.receptacle or found.receptacle == FLOOR:
        return None
    return actor.thing(found.receptacle)


def room_outline(actor: Actor, found: Detection) -> tuple[tuple[float, float], ...] | None:
    """Return the outline (m in `map`) of the room that an object is in, None while unknown."""
    room = _room(actor, found.room) or room_at(actor.rooms, found.position)
    return room.outline if room is not None else None


def _room(actor: Actor, room_id: str) -> Room | None:
    return next((room for room in actor.rooms if room.room_id == room_id), None)


def _room_names(found: Detection, actor: Actor) -> set[str]:
    room = _room(actor, found.room)
    names = {found.room.lower(), found.room_type.lower()}
    if room is not None:
        names.add(room.room_type.lower())
    # A room whose type is not known yet may well be of the type that was asked for.
    if room is None or not room.room_type:
        return names | {r.room_type.lower() for r in actor.rooms if r.room_type} | {""}
    return names


def _alike(object_id: str, actor: Actor) -> str:
    category = object_id.rsplit("_", 1)[0]
    alike = [o.object_id for o in actor.things if o.category.lower() == category.lower()]
    return f"; it knows {_listing(alike)}" if alike else "; explore to find it"


def _listing(names: Iterable[str]) -> str:
    every = list(names)
    shown = ", ".join(every[:_MOST_NAMES])
    more = len(every) - _MOST_NAMES
    return f"{shown} and {more} more" if more > 0 else shown or "none"
