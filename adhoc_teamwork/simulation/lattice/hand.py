# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What a robot's hand does in the step world, and why it cannot: take, put, drop, open, close."""

import math
from collections.abc import Mapping

from adhoc_teamwork.simulation.houses.boxes import moved
from adhoc_teamwork.simulation.lattice.actions import Action, ActionKind, ActionResult
from adhoc_teamwork.simulation.lattice.holders import SceneHolders
from adhoc_teamwork.simulation.lattice.placing import (
    spot_on,
    spot_on_floor,
    why_no_surface,
    why_surface_behind_wall,
)
from adhoc_teamwork.simulation.lattice.robots import StepRobot
from adhoc_teamwork.simulation.lattice.scene import Scene
from adhoc_teamwork.simulation.lattice.terms import Terms
from adhoc_teamwork.simulation.rules.grasping import (
    why_empty,
    why_full,
    why_no_arm,
    why_too_heavy,
)
from adhoc_teamwork.simulation.rules.reach import Arm, hand_point, why_out_of_reach
from adhoc_teamwork.simulation.rules.refusal import Refusal
from adhoc_teamwork.teamwork.geometry import Point
from adhoc_teamwork.teamwork.scene import FLOOR
from adhoc_teamwork.teamwork.team.causes import Cause

_DOORS = frozenset((ActionKind.OPEN, ActionKind.CLOSE))
_OTHERS = frozenset((ActionKind.PICK_UP, ActionKind.PUT_DOWN, ActionKind.DROP, ActionKind.SET))
HANDLING = _OTHERS | _DOORS
_DONE = ActionResult(True)


class LatticeHand:
    """Carry out the actions that need an arm."""

    def __init__(self, scene: Scene, holders: SceneHolders, terms: Terms) -> None:
        self._scene, self._holders, self._terms = scene, holders, terms
        self._house = scene.step_house
        self._delivered: dict[int, int] = {}
        """What was delivered, and at which receptacle: -1 for what was used up with that."""

    def act(
        self, robot: StepRobot, action: Action, robots: Mapping[str, StepRobot]
    ) -> ActionResult:
        """Carry out one action of a robot; `robots` are all in the world."""
        if refusal := why_no_arm(robot.spec.can_manipulate, "this robot"):
            return _said(refusal)
        if action.kind is ActionKind.PICK_UP:
            return self._pick_up(robot, action.target, robots)
        if action.kind in _DOORS:
            return self._turn(robot, action)
        if action.kind is ActionKind.SET:
            return self._set(robot, action)
        if refusal := why_empty(self._held(robot), "the hand"):
            return _said(refusal)
        held = self._house.by_id.get(action.thing, -1) if action.thing else robot.held[-1]
        if held not in robot.held:
            return _refused(Cause.HAND_EMPTY, f"no hand holds {action.thing}")
        if action.kind is ActionKind.DROP or action.target == FLOOR:
            return self._drop(robot, held)
        return self._put_down(robot, held, action.target, robots)

    def sees(self, robot: StepRobot, number: int) -> bool:
        """Tell whether a thing is in a robot's view now."""
        if self._terms.sees_rooms and number in self.in_room(robot):
            return True
        view = self._house.config.view(robot.heading, robot.pitch)
        masks = self._scene.masks(robot.spec.camera_height)
        return bool(masks.item(robot.cell, number) >> view & 1)

    def in_room(self, robot: StepRobot) -> list[int]:
        """Return the things that lie in the room in which a robot stands."""
        number = int(self._house.lattice.rooms[robot.cell])
        if number < 0:
            return []
        room_id = self._house.house.rooms[number].room_id
        things = enumerate(self._scene.detections)
        return [n for n, thing in things if thing.room == room_id and self._scene.at_rest(n)]

    def with_delivered(self, numbers: list[int]) -> list[int]:
        """Return the things in view, with what was delivered at those of them."""
        if not self._delivered:
            return numbers
        in_view = set(numbers)
        return [*numbers, *(n for n, at in self._delivered.items() if at in in_view)]

    def _pick_up(
        self, robot: StepRobot, target: str, robots: Mapping[str, StepRobot]
    ) -> ActionResult:
        number = self._house.by_id.get(target, -1)
        if number < 0:
            return _refused(Cause.UNKNOWN_OBJECT, f"there is no object '{target}'")
        thing = self._house.house.objects[number]
        if not thing.pickupable:
            return _refused(Cause.NOT_PICKUPABLE, f"{target} cannot be carried")
        if len(robot.held) >= robot.spec.hands and (
            refusal := why_full(self._held(robot), "the hand")
        ):
            return _said(refusal)
        if number in robot.held:
            return _refused(Cause.BAD_ARGUMENT, f"{target} is in the hand already")
        if number in self._delivered:
            return _refused(Cause.NOT_PICKUPABLE, f"{target} was delivered, and stays so")
        for other in robots.values():
            if number in other.held:
                return _refused(Cause.HELD_BY_OTHER, f"{other.name} holds {target}")
        holder = self._holders.holder_of(number)
        if holder >= 0 and (refused := self._refuse_holder(robot, holder, robots)):
            return refused
        if refusal := self._why_out_of_reach(robot, number, holder):
            return _said(refusal)
        if not self.sees(robot, number if holder < 0 else holder):
            return _refused(Cause.LOST_OBJECT, f"{target} is not in view")
        if refusal := why_too_heavy(self._mass(number), robot.spec.payload, target):
            return _said(refusal)
        if holder < 0:
            self._scene.take(number)
        else:
            self._holders.take(number)
        robot.held = (*robot.held, number)
        robot.pickups += 1
        return _DONE

    def _refuse_holder(
        self, robot: StepRobot, holder: int, robots: Mapping[str, StepRobot]
    ) -> ActionResult | None:
        """Return why nothing can be taken out of a holder or put in, or None."""
        name = self._house.ids[holder]
        if refusal := self._holders.why_shut(holder, name):
            return _said(refusal)
        for other in (one for one in robots.values() if one is not robot):
            if any(holder in (held, self._holders.carrier(held)) for held in other.held):
                return _refused(Cause.HELD_BY_OTHER, f"{other.name} holds {name}")
        return None

    def _why_out_of_reach(
        self, robot: StepRobot, number: int, holder: int = -1, side: bool = False
    ) -> Refusal | None:
        """Return why a hand does not get to a thing, or None.

        What can be carried it takes by the middle; on furniture, also on that in which a thing is,
        it works from the `side`.
        """
        arm, base, box = self._arm(robot), self._base(robot), self._scene.boxes[number]
        point = Point(box.x, box.y, box.z)
        if side or self._holders.opens(number) or self._holders.opens(holder):
            box = self._scene.boxes[number if holder < 0 else holder]
            point = hand_point(box, base, arm.height_for(box))
        return why_out_of_reach(arm, base, point, self._house.house.walls, self._house.ids[number])

    def _turn(self, robot: StepRobot, action: Action) -> ActionResult:
        """Open or close a receptacle; a hand that holds something does it with the elbow."""
        target, shut = action.target, action.kind is ActionKind.CLOSE
        number = self._house.by_id.get(target, -1)
        if number < 0:
            return _refused(Cause.UNKNOWN_RECEPTACLE, f"there is no receptacle '{target}'")
        if refusal := self._holders.why_not_turned(number, shut, target) or self._why_out_of_reach(
            robot, number
        ):
            return _said(refusal)
        if not self.sees(robot, number):
            return _refused(Cause.LOST_OBJECT, f"{target} is not in view")
        if shut:
            self._holders.close(number)
        else:
            self._holders.open(number)
        return _DONE

    def _set(self, robot: StepRobot, action: Action) -> ActionResult:
        """Bring a thing into a state; a hand that holds something does it with the elbow."""
        target, states = action.target, self._scene.states
        number = self._house.by_id.get(target, -1)
        if number < 0:
            return _refused(Cause.UNKNOWN_OBJECT, f"there is no object '{target}'")
        if action.state is None:
            return _refused(Cause.BAD_ARGUMENT, "no state is named")
        if refusal := states.why_none(number, target) or self._why_out_of_reach(
            robot, number, side=not self._house.house.objects[number].pickupable
        ):
            return _said(refusal)
        if not self.sees(robot, number):
            return _refused(Cause.LOST_OBJECT, f"{target} is not in view")
        if refusal := states.why_not_set(number, action.state, target):
            return _said(refusal)
        self._scene.set_state(number, action.state)
        return _DONE

    def _put_in(
        self, robot: StepRobot, held: int, holder: int, robots: Mapping[str, StepRobot]
    ) -> ActionResult:
        """Put what is held into a container, also the other hand's, or a receptacle that opens."""
        name = self._house.ids[holder]
        if refusal := self._holders.why_not_into(held, holder, (self._house.ids[held], name)):
            return _said(refusal)
        if refused := self._refuse_holder(robot, holder, robots):
            return refused
        if holder in robot.held:
            mass = self._mass(holder) + self._mass(held)
            if refusal := why_too_heavy(mass, robot.spec.payload, f"{name} with it"):
                return _said(refusal)
        else:
            if refusal := self._why_out_of_reach(robot, holder):
                return _said(refusal)
            outer = self._holders.holder_of(holder)
            if not self.sees(robot, holder if outer < 0 else outer):
                return _refused(Cause.LOST_OBJECT, f"{name} is not in view")
        if refusal := self._holders.why_no_room(holder, name):
            return _said(refusal)
        self._holders.put(held, holder)
        _let_go(robot, held)
        robot.puts += 1
        return _DONE

    def _put_down(
        self, robot: StepRobot, held: int, target: str, robots: Mapping[str, StepRobot]
    ) -> ActionResult:
        receptacle = self._house.by_id.get(target, -1)
        if receptacle < 0:
            return _refused(Cause.UNKNOWN_RECEPTACLE, f"there is no receptacle '{target}'")
        if receptacle in self._holders.capacity:
            return self._put_in(robot, held, receptacle, robots)
        if not self._house.house.objects[receptacle].is_receptacle:
            return _refused(Cause.NOT_RECEPTACLE, f"nothing can be put on or in {target}")
        if self._delivers(robot, held, receptacle):
            return self._deliver(robot, held, receptacle)
        arm, base = self._arm(robot), self._base(robot)
        if refusal := why_no_surface(self._scene, receptacle, base, arm, target):
            return _said(refusal)
        if not self.sees(robot, receptacle):
            unseen = Refusal(Cause.LOST_OBJECT, f"{target} is not in view")
            return _said(why_surface_behind_wall(self._scene, receptacle, base, target) or unseen)
        found = spot_on(self._scene, held, receptacle, base, arm)
        if found is None:
            name = self._house.ids[held]
            return _refused(Cause.NO_SPACE, f"no free spot for {name} on {target} within reach")
        spot, surface = found
        self._scene.put(held, spot.x, spot.y, spot.z, target, surface.inside)
        self._holders.moved(held)
        _let_go(robot, held)
        robot.puts += 1
        return _DONE

    def _delivers(self, robot: StepRobot, held: int, receptacle: int) -> bool:
        """Tell whether a thing that is let go of here is delivered at a receptacle."""
        zone, things = self._terms.zone, self._house.house.objects
        if zone is None:
            return False
        is_one = zone.is_asked_for(things[held].category) or held in self._holders.capacity
        return is_one and zone.serves(things[receptacle], self._base(robot), self._room_type)

    def _deliver(self, robot: StepRobot, held: int, receptacle: int) -> ActionResult:
        """Take a thing, or what is in a container, out of the game: it counts as being there."""
        is_container = held in self._holders.capacity
        things = self._holders.inside(held) if is_container else (held,)
        at, name = self._scene.boxes[receptacle], self._house.ids[receptacle]
        for number in things:
            self._holders.take(number)
            self._scene.boxes[number] = moved(self._scene.boxes[number], at.x, at.y, at.top)
            self._scene.show(number, name, inside=False)
            self._delivered[number] = receptacle
        if is_container:
            self._delivered[held] = -1
        _let_go(robot, held)
        robot.puts += 1
        return ActionResult(True, used_up=is_container)

    def _room_type(self, x: float, y: float) -> str:
        room = self._house.room_at(x, y)
        return room.room_type if room is not None else ""

    def _drop(self, robot: StepRobot, held: int) -> ActionResult:
        for receptacle in range(len(self._house.house.objects)) if self._terms.zone else ():
            if self._delivers(robot, held, receptacle):
                return self._deliver(robot, held, receptacle)
        yaw = robot.heading * math.pi / 2.0
        spot = spot_on_floor(self._scene, held, self._base(robot), yaw)
        self._scene.put(held, spot.x, spot.y, spot.z, FLOOR, False)
        self._holders.moved(held)
        _let_go(robot, held)
        return _DONE

    def _mass(self, number: int) -> float:
        """Return what a thing weighs with what is in it, kilograms."""
        things = (number, *self._holders.inside(number))
        return sum(self._house.house.objects[one].mass for one in things)

    def _held(self, robot: StepRobot) -> str:
        """Return the id of what a robot took last and holds; empty for nothing."""
        return self._house.ids[robot.held[-1]] if robot.held else ""

    def _arm(self, robot: StepRobot) -> Arm:
        body, reach = robot.spec.body, self._house.config.reach
        if body is not None:
            lowest, highest = body.reach_min_height, robot.spec.reach_max_height
            return Arm(body.reach or reach, lowest, highest, body.reach_bands)
        return Arm(reach, 0.0, robot.spec.reach_max_height)

    def _base(self, robot: StepRobot) -> Point:
        return self._house.poses[robot.cell][robot.heading].point


def _let_go(robot: StepRobot, held: int) -> None:
    robot.held = tuple(number for number in robot.held if number != held)


def _said(refusal: Refusal) -> ActionResult:
    return _refused(refusal.cause, refusal.message)


def _refused(cause: Cause, reason: str) -> ActionResult:
    return ActionResult(False, cause, reason)
