# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Where the hand works on a known thing, and whether it gets there from here."""

import numpy as np

from adhoc_teamwork.skills.belief.footprint import footprint
from adhoc_teamwork.skills.failure import SkillFailure, no_pose
from adhoc_teamwork.skills.rules.actor import Actor
from adhoc_teamwork.teamwork.bodies.capability import HEIGHT_TOLERANCE
from adhoc_teamwork.teamwork.geometry import Point
from adhoc_teamwork.teamwork.scene import Detection
from adhoc_teamwork.teamwork.team.causes import Cause

_DIGITS = 6
"""Decimals of a metre to which distances count."""


def front_point(actor: Actor, thing: Detection) -> Point:
    """Return where the hand works on a thing: nearest to the robot, at a height it gets to."""
    here, capability = actor.place or thing.position, actor.capability
    x, y = footprint(thing).nearest(np.array([here.x]), np.array([here.y]))
    bottom = thing.position.z - thing.size.z / 2.0
    lowest, highest = capability.reach_min_height, capability.reach_max_height
    height = min(max(thing.position.z, lowest), highest)
    return Point(float(x[0]), float(y[0]), min(max(height, bottom), bottom + thing.size.z))


def opening(actor: Actor, container: Detection) -> Point:
    """Return where the hand lets go: over a container that is carried, else before its door."""
    return container.position if container.pickupable else front_point(actor, container)


def check_height(actor: Actor, height: float, name: str) -> None:
    """Check that the arm works at a height, in metres above the floor.

    Raises:
        SkillFailure: It does not.
    """
    capability, height = actor.capability, round(height, 2)
    if height > capability.reach_max_height + HEIGHT_TOLERANCE:
        raise SkillFailure(
            Cause.TOO_HIGH,
            f"{name} is {height:.2f} m high and the arm reaches up to "
            f"{capability.reach_max_height:.2f} m; a taller teammate must do it.",
        )
    if height < capability.reach_min_height - HEIGHT_TOLERANCE:
        raise SkillFailure(
            Cause.TOO_LOW,
            f"{name} is {height:.2f} m high and the arm reaches down to "
            f"{capability.reach_min_height:.2f} m; another teammate must do it.",
        )


def check_place(actor: Actor, thing: Detection, point: Point) -> None:
    """Check that the hand gets from here to a point of a known thing, metres in `map`.

    Raises:
        SkillFailure: It is too far, too high or too low, or behind a wall; or the robot does not
            know where it is.
    """
    name, here = thing.object_id, actor.place
    if here is None:
        raise no_pose()
    reach = actor.capability.reach_at(point.z)
    distance = round(here.planar_distance_to(point), _DIGITS)
    if distance > reach:
        raise SkillFailure(
            Cause.TOO_FAR,
            f"{name} is {distance:.2f} m away and the arm reaches {reach:.2f} m: "
            f"GoToObject <{name}> first.",
        )
    check_height(actor, point.z, name)
    if actor.is_walled_off(thing, point):
        raise SkillFailure(
            Cause.TOO_FAR, f"A wall is between the robot and {name}: GoToObject <{name}> first."
        )
