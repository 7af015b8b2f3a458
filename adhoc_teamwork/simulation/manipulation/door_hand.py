# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What a robot's hand can do with doors and containers: open, close, put in."""

import math
from collections.abc import Callable, Iterable

from adhoc_teamwork.simulation.events import EventKind
from adhoc_teamwork.simulation.houses.boxes import distance, from_local, to_local
from adhoc_teamwork.simulation.houses.house import Box
from adhoc_teamwork.simulation.manipulation.hand import (
    GRASP_RADIUS,
    HandResult,
    reach_refusal,
    refuse,
)
from adhoc_teamwork.simulation.world import World, WorldObject, WorldRobot
from adhoc_teamwork.teamwork.geometry import Point
from adhoc_teamwork.teamwork.team.causes import Cause


def open_door(world: World, robot: WorldRobot, target: Point) -> HandResult:
    """Open what has a door or lid at the target (`map`, metres); a full hand uses its elbow."""
    return _turn(world, robot, target, shut=False)


def close_door(world: World, robot: WorldRobot, target: Point) -> HandResult:
    """Shut what has a door or lid at the target."""
    return _turn(world, robot, target, shut=True)


def put_in(world: World, robot: WorldRobot, target: Point) -> HandResult:
    """Open the hand over a container or before open furniture at the target."""
    if not robot.card.capability.can_manipulate:
        return refuse(world, robot, HandResult(Cause.NO_ARM, f"{robot.name} has no arm"))
    if not robot.held:
        return refuse(world, robot, HandResult(Cause.HAND_EMPTY, f"{robot.name} holds nothing"))
    thing = world.objects[robot.held]
    holder = _nearest(world.at_rest(), target, lambda t: t.name in world.holders.capacity)
    if holder is None:
        message = "nothing at the target takes things in"
        return refuse(world, robot, HandResult(Cause.NOT_RECEPTACLE, message))
    if not goes_into(world, thing, holder):
        message = f"{thing.source.category} does not go into {holder.source.category}"
        return refuse(world, robot, HandResult(Cause.NOT_RECEPTACLE, message))
    at, name = hand_point(holder.box, robot, target), holder.source.category
    refusal = reach_refusal(world, robot, at, name)
    return refuse(world, robot, refusal) if refusal else let_in(world, robot, holder)


def goes_into(world: World, thing: WorldObject, holder: WorldObject) -> bool:
    """Tell whether a holder may take a thing: what is carried and holds others takes no such."""
    both_carried = thing.source.pickupable and holder.source.pickupable
    return not (both_carried and thing.name in world.holders.capacity)


def let_in(world: World, robot: WorldRobot, holder: WorldObject) -> HandResult:
    """Let what the hand holds into what it has got to, where that is open and has room."""
    thing, name = world.objects[robot.held], holder.source.category
    if world.holders.is_shut(holder.name):
        return refuse(world, robot, HandResult(Cause.CLOSED, f"{name} is closed"))
    if world.holders.is_full(holder.name):
        return refuse(world, robot, HandResult(Cause.NO_SPACE, f"{name} is full"))
    robot.let_go()
    world.put_in(thing, holder)
    message = f"{robot.name} put {thing.source.category} {world.where(thing)}"
    world.record(EventKind.RELEASE, message, robot, thing)
    return HandResult(None, message)


def _turn(world: World, robot: WorldRobot, target: Point, shut: bool) -> HandResult:
    if not robot.card.capability.can_manipulate:
        return refuse(world, robot, HandResult(Cause.NO_ARM, f"{robot.name} has no arm"))
    thing = _nearest(world.at_rest(), target, lambda t: world.holders.opens(t.name))
    if thing is None:
        message = "nothing at the target has a door or a lid"
        return refuse(world, robot, HandResult(Cause.NOT_OPENABLE, message))
    at = hand_point(thing.box, robot, target)
    refusal = reach_refusal(world, robot, at, thing.source.category)
    return refuse(world, robot, refusal) if refusal else move_door(world, robot, thing, shut)


def move_door(world: World, robot: WorldRobot, thing: WorldObject, shut: bool) -> HandResult:
    """Open or shut the door or lid of what the hand has got to."""
    name, state = thing.source.category, "closed" if shut else "open"
    if world.holders.is_shut(thing.name) is shut:
        return refuse(world, robot, HandResult(Cause.BAD_ARGUMENT, f"{name} is {state} already"))
    world.turn_door(thing, shut)
    message = f"{robot.name} {'closed' if shut else 'opened'} {name} in {thing.room_id}"
    world.record(EventKind.DOOR, message, robot, thing)
    return HandResult(None, message)


def hand_point(box: Box, robot: WorldRobot, target: Point) -> Point:
    """Return where on a thing the hand works: nearest to the robot, at the target's height."""
    local_x, local_y = to_local(robot.pose.x, robot.pose.y, box)
    local_x = min(box.size_x / 2.0, max(-box.size_x / 2.0, local_x))
    local_y = min(box.size_y / 2.0, max(-box.size_y / 2.0, local_y))
    x, y = from_local(local_x, local_y, box)
    return Point(x, y, min(box.top, max(box.bottom, target.z)))


def _nearest(
    things: Iterable[WorldObject], target: Point, wanted: Callable[[WorldObject], bool]
) -> WorldObject | None:
    """Return the wanted thing under the target, or the nearest at most a grasp away."""
    near = [(distance(thing.box, target), thing) for thing in things if wanted(thing)]
    away, nearest = min(near, key=lambda pair: pair[0], default=(math.inf, None))
    return nearest if away <= GRASP_RADIUS else None
