"""Choose how the skills node moves the arm."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from robot_model.arms import find_arms
from robot_model.urdf import load_robot
from skills.arm import Hand
from skills.arms.from_urdf import manipulator
from skills.arms.hand_plan import HandPlanner
from skills.arms.manipulator import Manipulator
from skills.arms.stowed import stowed
from skills.joint_hand import JointHand
from skills.ros.arm_controllers import ArmControllers
from skills.ros.joint_sense import JointSense
from skills.ros.manipulate import ManipulateHand
from skills.world import World
from teamwork.config import ConfigError
from teamwork.robot_card import RobotCard

CHOICES = ("auto", "joints", "service")


class NodeHand(Hand, Protocol):
    """Move one hand, between being set up and shut down by the node."""

    def setup(self) -> None:
        """Connect."""

    def shutdown(self) -> None:
        """Disconnect."""


@dataclass(frozen=True)
class ArmChoice:
    """Say how an arm is moved.

    Attributes:
        asked: `joints`: trajectories planned here, to ros2_control's actions; `service`: points, to
            the service `manipulate`; `auto`: joints where the card names an URDF with an arm.
        card: Of the robot.
        folder: Where the card is.
    """

    asked: str
    card: RobotCard
    folder: Path

    def hand(self, node: Any, sense: JointSense, world: World, group: Any) -> NodeHand:
        """Return the back end, not connected yet.

        Raises:
            ConfigError: The choice is none, or the robot has no arm to move by joints.
        """
        if self.asked not in CHOICES:
            raise ConfigError(
                f"parameter arm: '{self.asked}'; expected one of {', '.join(CHOICES)}"
            )
        arm = self._arm() if self.asked != "service" else None
        if arm is None and self.asked == "joints":
            raise ConfigError("parameter arm: joints; the robot's card names no URDF with an arm")
        if arm is None:
            return ManipulateHand(node, sense, group)
        posture = np.array(self.card.stowed) if self.card.stowed else stowed(arm)
        if posture.shape != (arm.dof,):
            raise ConfigError(
                f"the robot's card: stowed has {len(posture)} numbers; the arm has {arm.dof} joints"
            )
        controllers = ArmControllers(node, sense, group)
        return ControlledHand(HandPlanner(arm, posture), controllers, world)

    def _arm(self) -> Manipulator | None:
        """Return the first arm of the card's URDF, None where there is none.

        Raises:
            ConfigError: The file is no robot.
        """
        can = self.card.capability
        if not (self.card.urdf and can.can_manipulate):
            return None
        model = load_robot(self.folder / self.card.urdf, substitute_meshes=True)
        arms = find_arms(model)
        return manipulator(model, arms[0], can.payload) if arms else None


class ControlledHand(JointHand):
    """Move joints through the controllers of the node's namespace."""

    def __init__(self, planner: HandPlanner, controllers: ArmControllers, world: World) -> None:
        super().__init__(planner, controllers, world)
        self._clients = controllers

    def setup(self) -> None:
        """Create the controllers' clients."""
        self._clients.setup()

    def shutdown(self) -> None:
        """End planning and destroy the clients."""
        super().shutdown()
        self._clients.shutdown()
