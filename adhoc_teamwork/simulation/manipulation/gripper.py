# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""A gripper's fingers: how far they are apart, and what is between them."""

from dataclasses import dataclass

from adhoc_teamwork.simulation.houses.boxes import distance
from adhoc_teamwork.simulation.manipulation.door_hand import bring_into, move_door
from adhoc_teamwork.simulation.manipulation.hand import take_hold
from adhoc_teamwork.simulation.manipulation.tool_hand import (
    TAKE_DISTANCE,
    handle_at,
    let_go,
    thing_at,
    tool_point,
)
from adhoc_teamwork.simulation.motion.nav_goal import NavStatus
from adhoc_teamwork.simulation.world import World, WorldObject, WorldRobot

GRIP_EFFORT = 10.0
"""Newtons with which the fingers hold an object."""
HANDLE = 0.02
"""Thickness of a handle, metres: fingers told to close to it look for one."""
HANDLE_SLACK = 0.005
RIM = 0.02
"""Thickness of a rim or fold, metres: by this is taken what is wider than the gap."""
SHUT = 0.02
"""Fingers that begin to close from less than this, metres, get nothing between them."""
DOOR_TRAVEL = 0.10
"""How far the tool takes a handle to turn a door, metres."""
SLIP = 0.03
"""What is too heavy slips out of a hand that rises by this, metres."""
_SAME = 1e-4


@dataclass
class GripperGoal:
    """Hold one command to the fingers (a gap in metres) and how it goes."""

    position: float
    status: NavStatus = NavStatus.ACTIVE
    stalled: bool = False
    reached: bool = False
    reason: str = ""

    @property
    def done(self) -> bool:
        """Tell whether the command has ended."""
        return self.status is not NavStatus.ACTIVE

    def end(
        self, status: NavStatus, stalled: bool = False, reached: bool = False, reason: str = ""
    ) -> None:
        """End the command."""
        self.status, self.stalled, self.reached = status, stalled, reached
        self.reason = reason


class Gripper:
    """Open and close the fingers of one robot; what they hold or let go follows the world's rules.

    What is wider than the gap is taken by a rim or fold. What is too heavy stays where it is, and
    slips out when the hand rises. A handle is let go once the door has turned; a button brings
    its thing into the next value of its first state.
    """

    def __init__(self, world: World, robot: WorldRobot, opening: float, speed: float) -> None:
        self.opening = opening
        self.gap = opening
        self.goal: GripperGoal | None = None
        self._world, self._robot, self._speed = world, robot, speed
        self._began_at = opening
        self._held = ""
        self._heavy: tuple[WorldObject, float] | None = None
        self._handle: tuple[WorldObject, float] | None = None

    @property
    def effort(self) -> float:
        """Return with what force the fingers hold something that is to be carried, newtons."""
        return GRIP_EFFORT if self._robot.held or self._heavy else 0.0

    def command(self, position: float) -> GripperGoal:
        """Take up a command; one on the way is given up for it."""
        if self.goal is not None:
            self.goal.end(NavStatus.ABORTED, reason="a newer command took its place")
        self.goal = GripperGoal(min(max(position, 0.0), self.opening))
        self._began_at = self.gap
        return self.goal

    def cancel(self, goal: GripperGoal) -> None:
        """End a command that is on the way: the fingers stop where they are."""
        if goal is self.goal:
            goal.end(NavStatus.CANCELED, reason="cancelled")
            self.goal = None

    def halt(self, reason: str) -> None:
        """Have the fingers stop where they are; a command on the way is given up."""
        if self.goal is not None:
            self.goal.end(NavStatus.ABORTED, reason=reason)
            self.goal = None

    def step(self, dt: float) -> None:
        """Move the fingers on by `dt` seconds, and what they hold with the tool."""
        self._notice_point_hand()
        self._let_slip()
        self._turn_door()
        if self.goal is not None:
            self._obey(self.goal, dt)
        self._held = self._robot.held

    def _obey(self, goal: GripperGoal, dt: float) -> None:
        if goal.position > self.gap + _SAME:
            self._open(goal, dt)
        elif self._robot.held or self._heavy:
            self._take_handle(goal)
            goal.end(NavStatus.SUCCEEDED, stalled=True)
        else:
            self._close(goal, dt)
        if goal.done:
            self.goal = None

    def _open(self, goal: GripperGoal, dt: float) -> None:
        self._heavy = self._handle = None
        if self._robot.held:
            result = let_go(self._world, self._robot)
            if not result.success:
                goal.end(NavStatus.ABORTED, stalled=True, reason=result.message)
                return
        self.gap = min(goal.position, self.gap + self._speed * dt)
        if self.gap >= goal.position - _SAME:
            goal.end(NavStatus.SUCCEEDED, reached=True)

    def _close(self, goal: GripperGoal, dt: float) -> None:
        wanted = max(goal.position, self.gap - self._speed * dt)
        for_handle = abs(goal.position - HANDLE) <= HANDLE_SLACK
        thing = None if for_handle else self._between(wanted)
        self.gap = wanted
        if thing is not None:
            self.gap = self._width(thing)
            self._take(thing)
            goal.end(NavStatus.SUCCEEDED, stalled=True)
        elif self.gap <= goal.position + _SAME:
            found = for_handle and self._take_handle(goal)
            goal.end(NavStatus.SUCCEEDED, stalled=found, reached=True)

    def _between(self, wanted: float) -> WorldObject | None:
        """Return the object that the fingers meet before they have come to a gap."""
        if self._began_at < SHUT:
            return None
        thing = thing_at(self._world, self._robot)
        meets = thing is not None and wanted <= self._width(thing) <= self.gap + _SAME
        return thing if meets else None

    def _width(self, thing: WorldObject) -> float:
        narrowest = min(thing.box.size_x, thing.box.size_y)
        return narrowest if narrowest < self._began_at else RIM

    def _take(self, thing: WorldObject) -> None:
        payload = self._robot.card.capability.payload
        if self._world.mass(thing) > payload:
            self._heavy = (thing, tool_point(self._robot).z)
        else:
            take_hold(self._world, self._robot, thing)

    def _take_handle(self, goal: GripperGoal) -> bool:
        """Get hold of a handle, or press a button, where the command means one and there is one."""
        if abs(goal.position - HANDLE) > HANDLE_SLACK:
            return False
        thing = handle_at(self._world, self._robot)
        if thing is None:
            return False
        if self._world.holders.opens(thing.name):
            self._handle = (thing, distance(thing.box, tool_point(self._robot)))
        else:
            pressed = self._world.states.pressed(thing.name)
            bring_into(self._world, self._robot, thing, pressed)
        return True

    def _notice_point_hand(self) -> None:
        """Show in the gap what a hand that is told points has taken or let go meanwhile."""
        if self._robot.held == self._held:
            return
        self._began_at = self.gap = self.opening
        if self._robot.held:
            self.gap = self._width(self._world.objects[self._robot.held])

    def _let_slip(self) -> None:
        if self._heavy is None:
            return
        thing, began_at = self._heavy
        tool = tool_point(self._robot)
        if tool.z - began_at >= SLIP or distance(thing.box, tool) > TAKE_DISTANCE:
            taken = take_hold(self._world, self._robot, thing).success
            self._heavy, self.gap = None, self._width(thing) if taken else 0.0

    def _turn_door(self) -> None:
        if self._handle is None:
            return
        thing, began_at = self._handle
        moved = distance(thing.box, tool_point(self._robot)) - began_at
        if abs(moved) >= DOOR_TRAVEL:
            self._handle = None
            move_door(self._world, self._robot, thing, shut=moved < 0.0)
