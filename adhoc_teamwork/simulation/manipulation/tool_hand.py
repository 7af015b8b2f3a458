# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What a hand does where its tool point really is: take, let go, pull and push doors.

The rules of a hand that is told a point (`hand`, `door_hand`) hold here, too, but for its reach:
the tool is where the joints have brought it.
"""

from adhoc_teamwork.simulation.houses.boxes import distance, planar_distance
from adhoc_teamwork.simulation.manipulation.door_hand import let_in
from adhoc_teamwork.simulation.manipulation.hand import (
    HandResult,
    carrier_below,
    let_down,
    wall_refusal,
)
from adhoc_teamwork.simulation.rules.placing import LAYER_SLACK
from adhoc_teamwork.simulation.rules.reach import hand_point
from adhoc_teamwork.simulation.world import World, WorldObject, WorldRobot
from adhoc_teamwork.teamwork.geometry import Point
from adhoc_teamwork.teamwork.scene import FLOOR

TAKE_DISTANCE = 0.08
"""Fingers close on an object whose box is at most this far from the tool point, metres."""
HANDLE_DISTANCE = 0.20
"""They find the handle or button of a thing whose box is so near to the tool point, metres."""
BESIDE = 0.05
"""What is let go so far beside a container, metres, still falls in."""
FRONT = 0.15
"""What is let go at most this far before open furniture, metres, is put in."""


def tool_point(robot: WorldRobot) -> Point:
    """Return where a robot's tool point is, in `map`.

    Raises:
        ValueError: The robot has no arm.
    """
    if robot.tool is None:
        raise ValueError(f"{robot.name} has no arm with a tool point")
    x, y, z = (float(value) for value in robot.tool[:3, 3])
    return Point(x, y, z)


def thing_at(world: World, robot: WorldRobot) -> WorldObject | None:
    """Return the object on which the fingers would close, or None where there is none."""
    tool = tool_point(robot)
    near = [
        (away, thing.centre.distance_to(tool), thing)
        for thing in world.at_rest()
        if thing.source.pickupable
        and (away := distance(thing.box, tool)) <= TAKE_DISTANCE
        and wall_refusal(world, robot, thing.centre, thing.source.category) is None
    ]
    return min(near, key=lambda entry: entry[:2])[2] if near else None


def handle_at(world: World, robot: WorldRobot) -> WorldObject | None:
    """Return the thing whose handle or button the fingers would get to, or None."""
    tool = tool_point(robot)
    near = [
        (away, thing)
        for thing in world.at_rest()
        if (world.holders.opens(thing.name) or world.states.why_none(thing.name, "") is None)
        and (away := distance(thing.box, tool)) <= HANDLE_DISTANCE
        and wall_refusal(world, robot, hand_point(thing.box, robot.pose.point, tool.z), thing.name)
        is None
    ]
    return min(near, key=lambda entry: entry[0])[1] if near else None


def let_go(world: World, robot: WorldRobot) -> HandResult:
    """Open the hand where the tool is: what it holds goes into what is there, or falls."""
    box = world.objects[robot.held].box
    bottom = Point(box.x, box.y, box.bottom)
    holder = _container_below(world, robot, bottom) or _furniture_before(world, robot, bottom)
    return let_in(world, robot, holder) if holder else let_down(world, robot, bottom)


def _container_below(world: World, robot: WorldRobot, bottom: Point) -> WorldObject | None:
    """Return the container over which the hand is, with nothing between them."""
    held, floor = robot.held, carrier_below(world, bottom).z
    near = [
        (planar_distance(holder.box, bottom.x, bottom.y), holder)
        for holder in world.at_rest()
        if holder.source.pickupable
        and holder.name in world.holders.capacity
        and world.holders.why_not_into(held, holder.name, (held, holder.name)) is None
        and floor - LAYER_SLACK <= holder.box.bottom <= bottom.z
    ]
    near = [entry for entry in near if entry[0] <= BESIDE]
    return min(near, key=lambda entry: entry[0])[1] if near else None


def _furniture_before(world: World, robot: WorldRobot, bottom: Point) -> WorldObject | None:
    """Return the open furniture before which the hand is, where only floor is below."""
    hand, below = tool_point(robot), carrier_below(world, bottom).receptacle
    middle = world.objects[robot.held].centre
    near = [
        (min(distance(holder.box, hand), distance(holder.box, middle)), holder)
        for holder in world.at_rest()
        if world.holders.opens(holder.name)
        and not world.holders.is_shut(holder.name)
        and below in (FLOOR, holder.name)
        and bottom.z < holder.box.top
    ]
    near = [entry for entry in near if entry[0] <= FRONT]
    return min(near, key=lambda entry: entry[0])[1] if near else None
