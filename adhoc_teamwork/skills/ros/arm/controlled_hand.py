# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The hand that moves joints, made of a robot's card and connected to its controllers."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from adhoc_teamwork.robot_model.arms import find_arm
from adhoc_teamwork.robot_model.urdf.robot import load_robot
from adhoc_teamwork.skills.arms.from_urdf import manipulator
from adhoc_teamwork.skills.arms.manipulator import Manipulator
from adhoc_teamwork.skills.arms.planner import ArmSettings
from adhoc_teamwork.skills.arms.stowed import stowed
from adhoc_teamwork.skills.back_ends.gripper_scale import GAPS, GripperScale
from adhoc_teamwork.skills.belief.world import World
from adhoc_teamwork.skills.grasping.hand_plan import HandPlanner
from adhoc_teamwork.skills.grasping.joint_hand import JointHand
from adhoc_teamwork.skills.ros.arm.arm_controllers import ArmControllers
from adhoc_teamwork.skills.ros.arm.moveit_paths import MoveItPaths
from adhoc_teamwork.skills.ros.arm.seen_points import SeenPoints
from adhoc_teamwork.skills.ros.joint_sense import JointSense
from adhoc_teamwork.teamwork.bodies.robot_card import RobotCard
from adhoc_teamwork.teamwork.ros.conversions.stamp import seconds_now
from adhoc_teamwork.teamwork.settings.config import ConfigError


class ControlledHand(JointHand):
    """Move joints through the controllers of the node's namespace."""

    def __init__(
        self,
        planner: HandPlanner,
        controllers: ArmControllers,
        world: World,
        clock: Callable[[], float],
        seen: SeenPoints,
        paths: MoveItPaths | None = None,
    ) -> None:
        super().__init__(planner, controllers, world, clock)
        self._clients, self._seen, self._paths = controllers, seen, paths

    def setup(self) -> None:
        """Create the controllers' clients, and listen for what perception sees."""
        self._clients.setup()
        self._seen.setup()

    def shutdown(self) -> None:
        """End planning and destroy the clients."""
        super().shutdown()
        self._clients.shutdown()
        if self._paths is not None:
            self._paths.shutdown()


def controlled_hand(
    node: Any,
    card: RobotCard,
    folder: Path,
    sense: JointSense,
    world: World,
    group: Any,
    paths: MoveItPaths | None = None,
    gripper: GripperScale = GAPS,
) -> ControlledHand | None:
    """Return the hand of the arm of a card's URDF that works, not connected yet; None without one.

    Paths are searched here unless `paths` finds them. The gripper's controller takes gaps unless
    `gripper` says otherwise.

    Raises:
        ConfigError: The URDF is no robot, the card names an arm that it does not have, or the
            card's posture does not fit that arm.
    """
    arm = _arm(card, folder)
    if arm is None:
        return None
    posture = np.array(card.stowed) if card.stowed else stowed(arm)
    if posture.shape != (arm.dof,):
        raise ConfigError(
            f"the robot's card: stowed has {len(posture)} numbers; the arm has {arm.dof} joints"
        )
    controllers = ArmControllers(
        node, sense, group, position=lambda gap: gripper.position(gap, arm.opening)
    )
    settings = ArmSettings(find=paths)
    planner = HandPlanner(arm, posture, settings)
    seen = SeenPoints(node, world, group)
    return ControlledHand(planner, controllers, world, lambda: seconds_now(node), seen, paths)


def _arm(card: RobotCard, folder: Path) -> Manipulator | None:
    model = load_robot(folder / card.urdf, substitute_meshes=True)
    arm = find_arm(model, card.arm)
    return manipulator(model, arm, card.capability.payload) if arm else None
