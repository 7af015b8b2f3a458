"""What a robot's hand does in the step world, and why it cannot: pick up, put down, drop."""

import math
from collections.abc import Mapping

from simulation.steps.actions import Action, ActionKind, ActionResult
from simulation.steps.placing import spot_on, spot_on_floor, surface_distance
from simulation.steps.robots import StepRobot
from simulation.steps.scene import Scene
from simulation.steps.step_house import is_receptacle
from teamwork.scene import FLOOR

HANDLING = frozenset((ActionKind.PICK_UP, ActionKind.PUT_DOWN, ActionKind.DROP))
_DONE = ActionResult(True)


class Hand:
    """Carry out the actions that need an arm; causes are the words of `skills.causes`."""

    def __init__(self, scene: Scene) -> None:
        self._scene = scene
        self._house = scene.step_house

    def act(
        self, robot: StepRobot, action: Action, robots: Mapping[str, StepRobot]
    ) -> ActionResult:
        """Carry out one action of a robot; `robots` are all in the world."""
        if not robot.spec.can_manipulate:
            return _refused("no_arm", "this robot has no arm")
        if action.kind is ActionKind.PICK_UP:
            return self._pick_up(robot, action.target, robots)
        if robot.held < 0:
            return _refused("hand_empty", "the hand holds nothing")
        if action.kind is ActionKind.DROP or action.target == FLOOR:
            return self._drop(robot)
        return self._put_down(robot, action.target)

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
            return _refused("unknown_object", f"there is no object '{target}'")
        thing = self._house.house.objects[number]
        if not thing.pickupable:
            return _refused("not_pickupable", f"{target} cannot be carried")
        if robot.held >= 0:
            return _refused("hand_full", f"the hand already holds {self._house.ids[robot.held]}")
        for other in robots.values():
            if other.held == number:
                return _refused("held_by_other", f"{other.name} holds {target}")
        box = self._scene.boxes[number]
        away = math.dist(self._stand(robot), (box.x, box.y))
        if away > self._house.config.reach:
            return _refused("too_far", f"{target} is {away:.2f} m away")
        if not self.sees(robot, number):
            return _refused("lost_object", f"{target} is not in view")
        if thing.mass > robot.spec.payload:
            return _refused(
                "too_heavy",
                f"{target} weighs {thing.mass:.2f} kg, the payload is {robot.spec.payload:.2f} kg",
            )
        self._scene.take(number)
        robot.held = number
        robot.pickups += 1
        return _DONE

    def _put_down(self, robot: StepRobot, target: str) -> ActionResult:
        receptacle = self._house.by_id.get(target, -1)
        if receptacle < 0:
            return _refused("unknown_receptacle", f"there is no receptacle '{target}'")
        if not is_receptacle(self._house.house.objects[receptacle]):
            return _refused("not_receptacle", f"nothing can be put on or in {target}")
        hand, reach = self._stand(robot), self._house.config.reach
        away = surface_distance(self._scene, receptacle, hand)
        if away > reach:
            return _refused("too_far", f"{target} is {away:.2f} m away")
        if not self.sees(robot, receptacle):
            return _refused("lost_object", f"{target} is not in view")
        found = spot_on(self._scene, robot.held, receptacle, hand, reach)
        if found is None:
            held = self._house.ids[robot.held]
            return _refused("no_space", f"no free spot for {held} on {target} within reach")
        spot, surface = found
        self._scene.put(robot.held, spot.x, spot.y, spot.z, target, surface.inside)
        robot.held = -1
        robot.puts += 1
        return _DONE

    def _drop(self, robot: StepRobot) -> ActionResult:
        yaw = robot.heading * math.pi / 2.0
        spot = spot_on_floor(self._scene, robot.held, self._stand(robot), yaw)
        self._scene.put(robot.held, spot.x, spot.y, spot.z, FLOOR, False)
        robot.held = -1
        return _DONE

    def _stand(self, robot: StepRobot) -> tuple[float, float]:
        pose = self._house.poses[robot.cell][robot.heading]
        return pose.x, pose.y


def _refused(cause: str, reason: str) -> ActionResult:
    return ActionResult(False, cause, reason)
