# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Can this robot get to a place, or are there steps on every way? Answers with the numbers."""

from adhoc_teamwork.skills.failure import SkillFailure
from adhoc_teamwork.skills.places.room_places import middle
from adhoc_teamwork.skills.skill import Robot
from adhoc_teamwork.teamwork.bodies.traversability import Footing
from adhoc_teamwork.teamwork.geometry import Point
from adhoc_teamwork.teamwork.scene import Room
from adhoc_teamwork.teamwork.team.causes import Cause

LEVEL = 0.02
"""Floors that differ by less than this, metres, are one."""


def refuse_steps(robot: Robot, place: Point, name: str) -> None:
    """Refuse a place to which all ways have steps that the robot's body does not climb.

    Raises:
        SkillFailure: All have; it says how high they are and what the body climbs.
    """
    why = steps_to(robot, place, name)
    if why:
        raise SkillFailure(Cause.UNREACHABLE, _to_teammate(why))


def refuse_stairs_to(robot: Robot, room: Room) -> None:
    """Refuse a room as `refuse_steps` refuses a place.

    Raises:
        SkillFailure: All ways to its middle have steps that the robot's body does not climb.
    """
    why = steps_to_room(robot, room)
    if why:
        raise SkillFailure(Cause.UNREACHABLE, _to_teammate(why))


def steps_to_room(robot: Robot, room: Room) -> str:
    """Return which steps keep a robot from the middle of a room; empty if none are known."""
    if robot.world.ground is None or len(room.outline) < 3:
        return ""
    return steps_to(robot, middle(room), room.room_id)


def steps_to(robot: Robot, place: Point, name: str) -> str:
    """Return which steps keep a robot from a place, in one clause; empty if none are known."""
    ground, footing = robot.world.ground, Footing.of(robot.card)
    if ground is None or footing.flies:
        return ""
    here = robot.pose().point
    rise = ground.height(place.x, place.y) - ground.height(here.x, here.y)
    highest = ground.least_step(here, place)
    if abs(rise) < LEVEL or highest <= footing.step:
        return ""
    way = f"{abs(rise):.2f} m {'higher' if rise > 0.0 else 'lower'}"
    return f"{name} is {way}, by steps of {highest:.2f} m; {footing.limit}"


def _to_teammate(why: str) -> str:
    return f"{why}: leave it to a teammate that can."
