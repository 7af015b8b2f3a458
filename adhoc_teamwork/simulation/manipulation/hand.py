# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What a robot's hand can do at a point: grasp and release, refused with a cause."""

import math
from dataclasses import dataclass

from adhoc_teamwork.simulation.events import EventKind
from adhoc_teamwork.simulation.houses.boxes import contains, moved
from adhoc_teamwork.simulation.rules.grasping import (
    why_empty,
    why_full,
    why_no_arm,
    why_too_heavy,
)
from adhoc_teamwork.simulation.rules.placing import (
    LAYER_SLACK,
    Carrier,
    Lying,
    Standing,
    why_not_let_go,
)
from adhoc_teamwork.simulation.rules.reach import Arm, why_behind_wall, why_out_of_reach
from adhoc_teamwork.simulation.rules.refusal import Refusal
from adhoc_teamwork.simulation.world import Support, World, WorldObject, WorldRobot
from adhoc_teamwork.teamwork.geometry import Point
from adhoc_teamwork.teamwork.scene import FLOOR
from adhoc_teamwork.teamwork.team.causes import Cause

GRASP_RADIUS = 0.3
"""The hand closes on the nearest pickupable object at most this far from the target, metres."""
TOUCH = 0.02
"""How near, in metres, a target must be to furniture for the hand to close on furniture."""
SINK = 0.08
"""A target this far, in metres, below the top of what is there still means to lie on top."""
FALL = 0.3
"""A fall of more than this, in metres, is recorded as a drop."""


@dataclass(frozen=True)
class HandResult:
    """Hold what came of a grasp or release: why it was refused, if it was, and one sentence."""

    cause: Cause | None
    message: str

    @property
    def success(self) -> bool:
        """Tell whether the hand did what it was told."""
        return self.cause is None


def grasp(world: World, robot: WorldRobot, target: Point) -> HandResult:
    """Close the hand on the nearest pickupable object at the target (`map`, metres)."""
    refusal = (
        why_no_arm(robot.card.capability.can_manipulate, robot.name)
        or why_full(held_category(world, robot), robot.name)
        or reach_refusal(world, robot, target, "the target")
    )
    if refusal is not None:
        return refuse(world, robot, refusal)
    thing = _nearest_pickupable(world, target)
    if thing is None:
        return refuse(world, robot, _nothing_at(world, robot, target))
    refusal = reach_refusal(world, robot, thing.centre, thing.source.category)
    if refusal is not None:
        return refuse(world, robot, refusal)
    return take_hold(world, robot, thing)


def take_hold(world: World, robot: WorldRobot, thing: WorldObject) -> HandResult:
    """Take an object that the hand has got to; refuse what is heavier than the payload."""
    payload = robot.card.capability.payload
    refusal = why_too_heavy(world.mass(thing), payload, thing.source.category)
    if refusal is not None:
        return refuse(world, robot, refusal)
    came_from = world.where(thing)
    world.take(thing, robot)
    message = f"{robot.name} grasped {thing.source.category}, which was {came_from}"
    world.record(EventKind.GRASP, message, robot, thing)
    return HandResult(None, message)


def release(world: World, robot: WorldRobot, target: Point) -> HandResult:
    """Open the hand: what it holds falls from the target (its bottom centre) to what is below."""
    refusal = (
        why_no_arm(robot.card.capability.can_manipulate, robot.name)
        or why_empty(held_category(world, robot), robot.name)
        or reach_refusal(world, robot, target, "the target")
    )
    return refuse(world, robot, refusal) if refusal else let_down(world, robot, target)


def let_down(world: World, robot: WorldRobot, target: Point) -> HandResult:
    """Let what the hand holds fall from the target (its bottom centre) to what is below."""
    thing = world.objects[robot.held]
    support = carrier_below(world, target)
    refusal = _place_refusal(world, thing, target, support)
    if refusal is not None:
        return refuse(world, robot, refusal)
    fall = target.z - support.z
    robot.let_go()
    world.rest(thing, target.x, target.y, support)
    world.deliver(robot, thing)
    message = f"{robot.name} put {thing.source.category} {world.where(thing)}"
    kind = EventKind.RELEASE
    if fall > FALL:
        kind = EventKind.DROP
        message = f"{robot.name} dropped {thing.source.category} {fall:.1f} m, {world.where(thing)}"
    world.record(kind, message, robot, thing)
    return HandResult(None, message)


def carrier_below(world: World, target: Point) -> Support:
    """Return what carries a thing whose bottom is let go at the target, by which it may err."""
    return world.support_below(target.x, target.y, target.z + max(0.0, SINK - LAYER_SLACK))


def held_category(world: World, robot: WorldRobot) -> str:
    """Return what a robot holds, by category; empty for nothing."""
    return world.objects[robot.held].source.category if robot.held else ""


def reach_refusal(world: World, robot: WorldRobot, point: Point, what: str) -> Refusal | None:
    """Return why the hand cannot get to a point, or None where it can."""
    base = Point(robot.pose.x, robot.pose.y, world.base_height(robot))
    arm = Arm.of(robot.card.capability)
    return why_out_of_reach(arm, base, point, world.house.walls, what)


def wall_refusal(world: World, robot: WorldRobot, point: Point, what: str) -> Refusal | None:
    """Return that a wall is between the robot and a point, or None where there is none."""
    return why_behind_wall(world.house.walls, robot.pose.point, point, what)


def _nearest_pickupable(world: World, target: Point) -> WorldObject | None:
    near = [
        (thing.centre.distance_to(target), thing)
        for thing in world.at_rest()
        if thing.source.pickupable
    ]
    distance, nearest = min(near, key=lambda pair: pair[0], default=(math.inf, None))
    return nearest if distance <= GRASP_RADIUS else None


def _nothing_at(world: World, robot: WorldRobot, target: Point) -> Refusal:
    """Return why there is nothing at the target that the hand could close on."""
    for other in world.present():
        if other is not robot and other.held:
            held = (world.objects[name] for name in world.holders.with_contents(other.held))
            if any(thing.centre.distance_to(target) <= GRASP_RADIUS for thing in held):
                return Refusal(Cause.HELD_BY_OTHER, f"{other.name} holds what is at the target")
    for name in world.holders.holder:
        thing = world.objects[name]
        if world.holders.hidden(name) and thing.centre.distance_to(target) <= GRASP_RADIUS:
            return Refusal(Cause.CLOSED, f"the target is in {thing.support.category}, closed")
    for thing in world.at_rest():
        if any(contains(s, target.x, target.y, target.z, TOUCH) for s in thing.solids()):
            message = f"at the target is {thing.source.category}, which no hand can carry"
            return Refusal(Cause.NOT_PICKUPABLE, message)
    message = f"nothing to grasp within {GRASP_RADIUS} m of the target"
    return Refusal(Cause.LOST_OBJECT, message)


def _place_refusal(
    world: World, thing: WorldObject, target: Point, support: Support
) -> Refusal | None:
    """Return why an object cannot be put down on a support, or None where it can."""
    is_floor = support.receptacle == FLOOR
    there = not is_floor or bool(world.room_at(target.x, target.y))
    carrier = Carrier(support.category, is_floor, there, support.headroom)
    things = (
        Lying(o.source.category, o.source.pickupable, o.box, o.solids()) for o in world.at_rest()
    )
    bodies = (Standing(r.name, r.pose.x, r.pose.y, r.radius) for r in world.present())
    placed = moved(thing.box, target.x, target.y, support.z)
    what, walls = thing.source.category, world.house.walls
    return why_not_let_go(placed, what, carrier, things, bodies, walls)


def refuse(world: World, robot: WorldRobot, refusal: Refusal) -> HandResult:
    """Record a refusal, and return it."""
    thing = world.objects.get(robot.held) if robot.held else None
    text = f"{robot.name} refused: {refusal.message} ({refusal.cause})"
    world.record(EventKind.REFUSED, text, robot, thing)
    return HandResult(refusal.cause, refusal.message)
