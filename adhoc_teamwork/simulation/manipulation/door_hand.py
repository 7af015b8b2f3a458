# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What a robot's hand can do with doors, containers and states: open, close, put in, set."""

import math
from collections.abc import Callable, Iterable

from adhoc_teamwork.simulation.events import EventKind
from adhoc_teamwork.simulation.houses.boxes import distance
from adhoc_teamwork.simulation.manipulation.hand import (
    GRASP_RADIUS,
    HandResult,
    held_category,
    reach_refusal,
    refuse,
)
from adhoc_teamwork.simulation.rules.grasping import why_empty, why_no_arm
from adhoc_teamwork.simulation.rules.reach import hand_point
from adhoc_teamwork.simulation.rules.refusal import Refusal
from adhoc_teamwork.simulation.world import World, WorldObject, WorldRobot
from adhoc_teamwork.teamwork.geometry import Point
from adhoc_teamwork.teamwork.states import State
from adhoc_teamwork.teamwork.team.causes import Cause


def open_door(world: World, robot: WorldRobot, target: Point) -> HandResult:
    """Open what has a door or lid at the target (`map`, metres); a full hand uses its elbow."""
    return _turn(world, robot, target, shut=False)


def close_door(world: World, robot: WorldRobot, target: Point) -> HandResult:
    """Shut what has a door or lid at the target."""
    return _turn(world, robot, target, shut=True)


def put_in(world: World, robot: WorldRobot, target: Point) -> HandResult:
    """Open the hand over a container or before open furniture at the target."""
    can, held = robot.card.capability.can_manipulate, held_category(world, robot)
    refusal = why_no_arm(can, robot.name) or why_empty(held, robot.name)
    if refusal is not None:
        return refuse(world, robot, refusal)
    holder = _nearest(world.at_rest(), target, lambda t: t.name in world.holders.capacity)
    if holder is None:
        message = "nothing at the target takes things in"
        return refuse(world, robot, Refusal(Cause.NOT_RECEPTACLE, message))
    name = holder.source.category
    refusal = world.holders.why_not_into(robot.held, holder.name, (held, name)) or reach_refusal(
        world, robot, _hand_at(robot, holder, target), name
    )
    return refuse(world, robot, refusal) if refusal else let_in(world, robot, holder)


def set_state(world: World, robot: WorldRobot, target: Point, text: str) -> HandResult:
    """Bring what has states at the target into one, such as ``power=on``, by its button."""
    refusal = why_no_arm(robot.card.capability.can_manipulate, robot.name)
    if refusal is not None:
        return refuse(world, robot, refusal)
    try:
        state = State.read(text)
    except ValueError as error:
        return refuse(world, robot, Refusal(Cause.BAD_ARGUMENT, f"state {error}"))
    thing = _nearest(world.at_rest(), target, lambda t: world.states.why_none(t.name, "") is None)
    if thing is None:
        message = "nothing at the target has states"
        return refuse(world, robot, Refusal(Cause.NO_STATE, message))
    name = thing.source.category
    refusal = reach_refusal(
        world, robot, _hand_at(robot, thing, target), name
    ) or world.states.why_not_set(thing.name, state, name)
    if refusal is not None:
        return refuse(world, robot, refusal)
    return bring_into(world, robot, thing, state)


def bring_into(world: World, robot: WorldRobot, thing: WorldObject, state: State) -> HandResult:
    """Bring what the hand has got to into a state that it has."""
    world.set_state(thing, state)
    message = f"{robot.name} set {state} at {thing.source.category} in {thing.room_id}"
    world.record(EventKind.STATE, message, robot, thing)
    return HandResult(None, message)


def let_in(world: World, robot: WorldRobot, holder: WorldObject) -> HandResult:
    """Let what the hand holds into what it has got to, where that is open and has room."""
    thing, name, holders = world.objects[robot.held], holder.source.category, world.holders
    refusal = holders.why_shut(holder.name, name) or holders.why_no_room(holder.name, name)
    if refusal is not None:
        return refuse(world, robot, refusal)
    robot.let_go()
    world.put_in(thing, holder)
    message = f"{robot.name} put {thing.source.category} {world.where(thing)}"
    world.record(EventKind.RELEASE, message, robot, thing)
    return HandResult(None, message)


def _turn(world: World, robot: WorldRobot, target: Point, shut: bool) -> HandResult:
    refusal = why_no_arm(robot.card.capability.can_manipulate, robot.name)
    if refusal is not None:
        return refuse(world, robot, refusal)
    thing = _nearest(world.at_rest(), target, lambda t: world.holders.opens(t.name))
    if thing is None:
        message = "nothing at the target has a door or a lid"
        return refuse(world, robot, Refusal(Cause.NOT_OPENABLE, message))
    refusal = reach_refusal(world, robot, _hand_at(robot, thing, target), thing.source.category)
    return refuse(world, robot, refusal) if refusal else move_door(world, robot, thing, shut)


def move_door(world: World, robot: WorldRobot, thing: WorldObject, shut: bool) -> HandResult:
    """Open or shut the door or lid of what the hand has got to."""
    name = thing.source.category
    refusal = world.holders.why_not_turned(thing.name, shut, name)
    if refusal is not None:
        return refuse(world, robot, refusal)
    world.turn_door(thing, shut)
    message = f"{robot.name} {'closed' if shut else 'opened'} {name} in {thing.room_id}"
    world.record(EventKind.DOOR, message, robot, thing)
    return HandResult(None, message)


def _hand_at(robot: WorldRobot, thing: WorldObject, target: Point) -> Point:
    return hand_point(thing.box, robot.pose.point, target.z)


def _nearest(
    things: Iterable[WorldObject], target: Point, wanted: Callable[[WorldObject], bool]
) -> WorldObject | None:
    """Return the wanted thing under the target, or the nearest at most a grasp away."""
    near = [(distance(thing.box, target), thing) for thing in things if wanted(thing)]
    away, nearest = min(near, key=lambda pair: pair[0], default=(math.inf, None))
    return nearest if away <= GRASP_RADIUS else None
