# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What a robot's hand does in the step world, and why it cannot: take, put, drop, open, close."""

import math
from collections.abc import Mapping

from adhoc_teamwork.simulation.lattice.actions import Action, ActionKind, ActionResult
from adhoc_teamwork.simulation.lattice.holders import SceneHolders
from adhoc_teamwork.simulation.lattice.house import is_receptacle
from adhoc_teamwork.simulation.lattice.placing import spot_on, spot_on_floor, surface_distance
from adhoc_teamwork.simulation.lattice.robots import StepRobot
from adhoc_teamwork.simulation.lattice.scene import Scene
from adhoc_teamwork.teamwork.scene import FLOOR
from adhoc_teamwork.teamwork.team.causes import Cause
from adhoc_teamwork.teamwork.team.goal import Furnishing

_DOORS = frozenset((ActionKind.OPEN, ActionKind.CLOSE))
HANDLING = frozenset((ActionKind.PICK_UP, ActionKind.PUT_DOWN, ActionKind.DROP)) | _DOORS
_DONE = ActionResult(True)


class Hand:
    """Carry out the actions that need an arm."""

    def __init__(self, scene: Scene, holders: SceneHolders | None = None) -> None:
        self._scene = scene
        self._holders = holders or SceneHolders(scene, Furnishing())
        self._house = scene.step_house

    def act(
        self, robot: StepRobot, action: Action, robots: Mapping[str, StepRobot]
    ) -> ActionResult:
        """Carry out one action of a robot; `robots` are all in the world."""
        if not robot.spec.can_manipulate:
            return _refused(Cause.NO_ARM, "this robot has no arm")
        if action.kind is ActionKind.PICK_UP:
            return self._pick_up(robot, action.target, robots)
        if action.kind in _DOORS:
            return self._turn(robot, action)
        if robot.held < 0:
            return _refused(Cause.HAND_EMPTY, "the hand holds nothing")
        if action.kind is ActionKind.DROP or action.target == FLOOR:
            return self._drop(robot)
        return self._put_down(robot, action.target, robots)

    def sees(self, robot: StepRobot, number: int) -> bool:
        """Tell whether a thing is in a robot's view now."""
        view = self._house.config.view(robot.heading, robot.pitch)
        masks = self._scene.masks(robot.spec.camera_height)
        return bool(masks.item(robot.cell, number) >> view & 1)

    def _pick_up(
        self, robot: StepRobot, target: str, robots: Mapping[str, StepRobot]
    ) -> ActionResult:
        number = self._house.by_id.get(target, -1)
        if number < 0:
            return _refused(Cause.UNKNOWN_OBJECT, f"there is no object '{target}'")
        thing = self._house.house.objects[number]
        if not thing.pickupable:
            return _refused(Cause.NOT_PICKUPABLE, f"{target} cannot be carried")
        if robot.held >= 0:
            return _refused(
                Cause.HAND_FULL, f"the hand already holds {self._house.ids[robot.held]}"
            )
        for other in robots.values():
            if other.held == number:
                return _refused(Cause.HELD_BY_OTHER, f"{other.name} holds {target}")
        holder = self._holders.holder_of(number)
        if holder >= 0 and (refused := self._refuse_holder(holder, robots)):
            return refused
        away = self._away(robot, number, holder)
        if away > self._house.config.reach:
            return _refused(Cause.TOO_FAR, f"{target} is {away:.2f} m away")
        if not self.sees(robot, number if holder < 0 else holder):
            return _refused(Cause.LOST_OBJECT, f"{target} is not in view")
        things = (number, *self._holders.inside(number))
        mass = sum(self._house.house.objects[one].mass for one in things)
        if mass > robot.spec.payload:
            return _refused(
                Cause.TOO_HEAVY,
                f"{target} weighs {mass:.2f} kg, the payload is {robot.spec.payload:.2f} kg",
            )
        if holder < 0:
            self._scene.take(number)
        else:
            self._holders.take(number)
        robot.held = number
        robot.pickups += 1
        return _DONE

    def _refuse_holder(self, holder: int, robots: Mapping[str, StepRobot]) -> ActionResult | None:
        """Return why nothing can be taken out of a holder or put in, or None."""
        name = self._house.ids[holder]
        if self._holders.is_shut(holder):
            return _refused(Cause.CLOSED, f"{name} is closed")
        for other in robots.values():
            if holder in (other.held, self._holders.carrier(other.held)):
                return _refused(Cause.HELD_BY_OTHER, f"{other.name} holds {name}")
        return None

    def _away(self, robot: StepRobot, number: int, holder: int) -> float:
        """Return how far a thing, or what it is in, is from where a robot stands."""
        hand = self._stand(robot)
        if holder >= 0 and self._holders.opens(holder):
            return surface_distance(self._scene, holder, hand)
        box = self._scene.boxes[number]
        return math.dist(hand, (box.x, box.y))

    def _turn(self, robot: StepRobot, action: Action) -> ActionResult:
        """Open or close a receptacle; a hand that holds something does it with the elbow."""
        target, opens = action.target, action.kind is ActionKind.OPEN
        number = self._house.by_id.get(target, -1)
        if number < 0:
            return _refused(Cause.UNKNOWN_RECEPTACLE, f"there is no receptacle '{target}'")
        if not self._holders.opens(number):
            return _refused(Cause.NOT_OPENABLE, f"{target} does not open")
        if self._holders.is_shut(number) is not opens:
            state = "open" if opens else "closed"
            return _refused(Cause.BAD_ARGUMENT, f"{target} is {state} already")
        away = surface_distance(self._scene, number, self._stand(robot))
        if away > self._house.config.reach:
            return _refused(Cause.TOO_FAR, f"{target} is {away:.2f} m away")
        if not self.sees(robot, number):
            return _refused(Cause.LOST_OBJECT, f"{target} is not in view")
        if opens:
            self._holders.open(number)
        else:
            self._holders.close(number)
        return _DONE

    def _put_in(
        self, robot: StepRobot, holder: int, robots: Mapping[str, StepRobot]
    ) -> ActionResult:
        """Put what is held into a container or a receptacle that opens."""
        name, held = self._house.ids[holder], robot.held
        both_carried = held in self._holders.capacity and not self._holders.opens(holder)
        if holder == held or both_carried:
            return _refused(
                Cause.NOT_RECEPTACLE, f"{self._house.ids[held]} does not go into {name}"
            )
        if refused := self._refuse_holder(holder, robots):
            return refused
        if self._holders.opens(holder):
            away = surface_distance(self._scene, holder, self._stand(robot))
        else:
            away = self._away(robot, holder, -1)
        if away > self._house.config.reach:
            return _refused(Cause.TOO_FAR, f"{name} is {away:.2f} m away")
        outer = self._holders.holder_of(holder)
        if not self.sees(robot, holder if outer < 0 else outer):
            return _refused(Cause.LOST_OBJECT, f"{name} is not in view")
        if self._holders.is_full(holder):
            return _refused(Cause.NO_SPACE, f"{name} is full")
        self._holders.put(held, holder)
        robot.held = -1
        robot.puts += 1
        return _DONE

    def _put_down(
        self, robot: StepRobot, target: str, robots: Mapping[str, StepRobot]
    ) -> ActionResult:
        receptacle = self._house.by_id.get(target, -1)
        if receptacle < 0:
            return _refused(Cause.UNKNOWN_RECEPTACLE, f"there is no receptacle '{target}'")
        if receptacle in self._holders.capacity:
            return self._put_in(robot, receptacle, robots)
        if not is_receptacle(self._house.house.objects[receptacle]):
            return _refused(Cause.NOT_RECEPTACLE, f"nothing can be put on or in {target}")
        hand, reach = self._stand(robot), self._house.config.reach
        away = surface_distance(self._scene, receptacle, hand)
        if away > reach:
            return _refused(Cause.TOO_FAR, f"{target} is {away:.2f} m away")
        if not self.sees(robot, receptacle):
            return _refused(Cause.LOST_OBJECT, f"{target} is not in view")
        found = spot_on(self._scene, robot.held, receptacle, hand, reach)
        if found is None:
            held = self._house.ids[robot.held]
            return _refused(Cause.NO_SPACE, f"no free spot for {held} on {target} within reach")
        spot, surface = found
        self._scene.put(robot.held, spot.x, spot.y, spot.z, target, surface.inside)
        self._holders.moved(robot.held)
        robot.held = -1
        robot.puts += 1
        return _DONE

    def _drop(self, robot: StepRobot) -> ActionResult:
        yaw = robot.heading * math.pi / 2.0
        spot = spot_on_floor(self._scene, robot.held, self._stand(robot), yaw)
        self._scene.put(robot.held, spot.x, spot.y, spot.z, FLOOR, False)
        self._holders.moved(robot.held)
        robot.held = -1
        return _DONE

    def _stand(self, robot: StepRobot) -> tuple[float, float]:
        pose = self._house.poses[robot.cell][robot.heading]
        return pose.x, pose.y


def _refused(cause: Cause, reason: str) -> ActionResult:
    return ActionResult(False, cause, reason)
