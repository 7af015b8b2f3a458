"""What a robot's hand can do with doors and containers: open, close, put in."""

import math
from collections.abc import Callable, Iterable

from simulation.boxes import planar_distance, to_local
from simulation.events import EventKind
from simulation.hand import GRASP_RADIUS, Cause, HandResult, reach_refusal, refuse
from simulation.house import Box
from simulation.world import World, WorldObject, WorldRobot
from teamwork.geometry import Point


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
        return refuse(world, robot, HandResult(Cause.NOT_HOLDING, f"{robot.name} holds nothing"))
    thing = world.objects[robot.held]
    holder = _nearest(world.at_rest(), target, lambda t: t.name in world.holders.capacity)
    refusal = _put_refusal(world, robot, thing, holder, target)
    if refusal is not None or holder is None:
        return refuse(world, robot, refusal or HandResult(Cause.NO_CONTAINER, "nothing is there"))
    robot.held = ""
    world.put_in(thing, holder)
    message = f"{robot.name} put {thing.source.category} {world.where(thing)}"
    world.record(EventKind.RELEASE, message, robot, thing)
    return HandResult(Cause.NONE, message)


def _put_refusal(
    world: World,
    robot: WorldRobot,
    thing: WorldObject,
    holder: WorldObject | None,
    target: Point,
) -> HandResult | None:
    """Return why a thing cannot be put into a holder, or None where it can."""
    if holder is None:
        return HandResult(Cause.NO_CONTAINER, "nothing at the target takes things in")
    name = holder.source.category
    if thing.source.pickupable and holder.source.pickupable and _holds(world, thing):
        return HandResult(Cause.NO_CONTAINER, f"{thing.source.category} does not go into {name}")
    refusal = reach_refusal(world, robot, hand_point(holder.box, robot, target), name)
    if refusal is not None:
        return refusal
    if world.holders.is_shut(holder.name):
        return HandResult(Cause.CLOSED, f"{name} is closed")
    if world.holders.is_full(holder.name):
        return HandResult(Cause.OCCUPIED, f"{name} is full")
    return None


def _turn(world: World, robot: WorldRobot, target: Point, shut: bool) -> HandResult:
    if not robot.card.capability.can_manipulate:
        return refuse(world, robot, HandResult(Cause.NO_ARM, f"{robot.name} has no arm"))
    thing = _nearest(world.at_rest(), target, lambda t: world.holders.opens(t.name))
    if thing is None:
        message = "nothing at the target has a door or a lid"
        return refuse(world, robot, HandResult(Cause.NOT_OPENABLE, message))
    name, state = thing.source.category, "closed" if shut else "open"
    refusal = reach_refusal(world, robot, hand_point(thing.box, robot, target), name)
    if refusal is not None:
        return refuse(world, robot, refusal)
    if world.holders.is_shut(thing.name) is shut:
        return refuse(world, robot, HandResult(Cause.AS_ASKED, f"{name} is {state} already"))
    world.turn_door(thing, shut)
    message = f"{robot.name} {'closed' if shut else 'opened'} {name} in {thing.room_id}"
    world.record(EventKind.DOOR, message, robot, thing)
    return HandResult(Cause.NONE, message)


def hand_point(box: Box, robot: WorldRobot, target: Point) -> Point:
    """Return where on a thing the hand works: nearest to the robot, at the target's height."""
    local_x, local_y = to_local(robot.pose.x, robot.pose.y, box)
    local_x = min(box.size_x / 2.0, max(-box.size_x / 2.0, local_x))
    local_y = min(box.size_y / 2.0, max(-box.size_y / 2.0, local_y))
    cos, sin = math.cos(box.yaw), math.sin(box.yaw)
    x = box.x + cos * local_x - sin * local_y
    y = box.y + sin * local_x + cos * local_y
    return Point(x, y, min(box.top, max(box.bottom, target.z)))


def _nearest(
    things: Iterable[WorldObject], target: Point, wanted: Callable[[WorldObject], bool]
) -> WorldObject | None:
    """Return the wanted thing under the target, or the nearest at most a grasp away."""
    near = [(_away(thing.box, target), thing) for thing in things if wanted(thing)]
    distance, nearest = min(near, key=lambda pair: pair[0], default=(math.inf, None))
    return nearest if distance <= GRASP_RADIUS else None


def _away(box: Box, target: Point) -> float:
    above = max(0.0, target.z - box.top, box.bottom - target.z)
    return math.hypot(max(0.0, planar_distance(box, target.x, target.y)), above)


def _holds(world: World, thing: WorldObject) -> bool:
    return thing.name in world.holders.capacity
