# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""When a sub-skill can begin: body, hand, things and place are asked, in that order."""

import math

from adhoc_teamwork.skills.belief.footprint import support_height
from adhoc_teamwork.skills.failure import SkillFailure
from adhoc_teamwork.skills.rules.actor import Actor
from adhoc_teamwork.skills.rules.lookup import (
    find_container,
    find_object,
    find_receptacle,
    find_room,
)
from adhoc_teamwork.skills.rules.reach import check_height, check_place, front_point, opening
from adhoc_teamwork.teamwork.geometry import Point
from adhoc_teamwork.teamwork.scene import FLOOR, Detection, Presence, Room
from adhoc_teamwork.teamwork.team.causes import Cause
from adhoc_teamwork.teamwork.team.subskill import SubSkill


def refuse_armless(actor: Actor, name: str) -> None:
    """Refuse a sub-skill, by its name, that needs an arm.

    Raises:
        SkillFailure: The robot has none.
    """
    if not actor.capability.can_manipulate:
        raise SkillFailure(
            Cause.NO_ARM, f"This robot has no arm, so {name} is for a teammate that has one."
        )


def refuse_immobile(actor: Actor, name: str) -> None:
    """Refuse a sub-skill, by its name, that drives.

    Raises:
        SkillFailure: The robot cannot.
    """
    if not actor.capability.can_navigate:
        raise SkillFailure(
            Cause.CANNOT_NAVIGATE, f"This robot cannot drive, so {name} is for a teammate."
        )


def check_displacement(dx: float, dy: float, longest: float) -> None:
    """Check how far GoToPoint is to go; metres.

    Raises:
        SkillFailure: Not at all, farther than `longest`, or by what is no number.
    """
    if not 0.0 < math.hypot(dx, dy) <= longest:
        raise SkillFailure(
            Cause.BAD_ARGUMENT,
            f"GoToPoint takes displacements above 0 and of at most {longest:g} m, not "
            f"({dx:g}, {dy:g}); use GoToRoom or GoToObject for farther.",
        )


def room_to_enter(actor: Actor, name: str) -> Room:
    """Return the room that GoToRoom leads into, by its id or type.

    Raises:
        SkillFailure: There is none, or nobody knows where it is.
    """
    room = find_room(actor, name)
    if len(room.outline) < 3:
        raise SkillFailure(
            Cause.UNKNOWN_ROOM, f"The floor plan gives no outline of {room.room_id}."
        )
    return room


def thing_to_go_to(actor: Actor, object_id: str) -> Detection:
    """Return the known thing that GoToObject leads to.

    What the arm could not do there is refused before driving: take it up, or put down on it. At
    what has a door the hand works at whatever height it gets to.

    Raises:
        SkillFailure: It is not known, not there, or out of the arm's heights.
    """
    found, can = find_object(actor, object_id), actor.capability
    if not can.has_arm:
        return found
    if found.pickupable and actor.has_free_hand:
        check_height(actor, found.position.z, object_id)
    elif found.is_receptacle and not found.opens and actor.is_holding:
        check_height(actor, support_height(found), object_id)
    return found


def thing_to_take(actor: Actor, name: str, object_id: str) -> Detection:
    """Return the known thing that the hand is to close on; `name` is the sub-skill's.

    Raises:
        SkillFailure: No arm, a full hand, or the thing is unknown, not there, nothing that is
            carried, or out of reach.
    """
    refuse_armless(actor, name)
    if not actor.has_free_hand:
        raise SkillFailure(
            Cause.HAND_FULL, f"The hand already holds something: put it down before {object_id}."
        )
    found = find_object(actor, object_id)
    if not found.pickupable:
        said = "furniture and stays" if found.is_receptacle else "nothing that can be carried"
        raise SkillFailure(Cause.NOT_PICKUPABLE, f"{object_id} is {said}.")
    check_place(actor, found, found.position)
    return found


def thing_to_take_out(actor: Actor, object_id: str, container_id: str) -> Detection:
    """Return the known thing that TakeFrom takes out of an open container.

    Raises:
        SkillFailure: The container is unknown, not there or closed, the thing is elsewhere, or the
            hand cannot take it.
    """
    refuse_armless(actor, "TakeFrom")
    container, found = find_container(actor, container_id), actor.thing(object_id)
    is_there = found is not None and found.receptacle == container.object_id
    if found is not None and found.status is Presence.PRESENT and not is_there:
        where = found.receptacle or "an unknown place"
        raise SkillFailure(
            Cause.NOT_INSIDE,
            f"{object_id} is not in {container_id} but on or in {where}: "
            f"PickupObject <{object_id}> there.",
        )
    return thing_to_take(actor, "TakeFrom", object_id)


def place_to_put(actor: Actor, call: SubSkill) -> Detection | None:
    """Return the known receptacle on or in which PutObject puts what is held; None for the floor.

    Raises:
        SkillFailure: No arm, an empty hand, or the receptacle is unknown, not there, none, in
            another room, closed, or out of the arm's heights.
    """
    _refuse_empty_hand(actor, "PutObject", call.object_id)
    if call.receptacle_id == FLOOR:
        return None
    found = find_receptacle(actor, call.receptacle_id, call.room_id)
    if not found.opens:
        check_height(actor, support_height(found), found.object_id)
        return found
    found = find_container(actor, found.object_id)
    check_place(actor, found, opening(actor, found))
    return found


def container_to_fill(actor: Actor, call: SubSkill) -> Detection:
    """Return the known container, or open furniture, into which PutIn puts what is held.

    Raises:
        SkillFailure: No arm, an empty hand, or the container is unknown, not there, none, closed,
            or out of reach.
    """
    _refuse_empty_hand(actor, "PutIn", call.object_id)
    if call.receptacle_id == call.object_id:
        raise SkillFailure(Cause.NOT_RECEPTACLE, f"{call.object_id} cannot be put into itself.")
    found = find_container(actor, call.receptacle_id)
    if not (found.pickupable or found.is_receptacle):
        raise SkillFailure(Cause.NOT_RECEPTACLE, f"Nothing can be put into {found.object_id}.")
    check_place(actor, found, opening(actor, found))
    return found


def door_to_move(actor: Actor, call: SubSkill, closes: bool) -> tuple[Detection, Point]:
    """Return the known thing whose door or lid is to be moved, and where the hand works on it.

    A full hand can do it, too. The point is in metres in `map`.

    Raises:
        SkillFailure: No arm, or the thing is unknown, not there, without a door, as it should be
            already, or out of reach.
    """
    refuse_armless(actor, str(call.kind))
    found = find_object(actor, call.object_id)
    name = found.object_id
    if not found.opens:
        raise SkillFailure(Cause.NOT_OPENABLE, f"{name} has no door or lid.")
    if found.closed is closes:
        state = "closed" if closes else "open"
        raise SkillFailure(Cause.BAD_ARGUMENT, f"{name} is {state} already: do the next thing.")
    point = front_point(actor, found)
    check_place(actor, found, point)
    return found, point


def _refuse_empty_hand(actor: Actor, name: str, object_id: str) -> None:
    refuse_armless(actor, name)
    if not actor.is_holding:
        raise SkillFailure(
            Cause.HAND_EMPTY, f"The hand holds nothing: PickupObject <{object_id}> first."
        )
