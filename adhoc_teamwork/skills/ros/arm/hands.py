# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Choose how the skills node moves the arm."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from adhoc_teamwork.skills.back_ends.gripper_scale import GAPS, GripperScale
from adhoc_teamwork.skills.back_ends.protocols import Hand
from adhoc_teamwork.skills.belief.world import World
from adhoc_teamwork.skills.ros.arm.manipulate import ManipulateHand
from adhoc_teamwork.skills.ros.joint_sense import JointSense
from adhoc_teamwork.teamwork.bodies.robot_card import RobotCard
from adhoc_teamwork.teamwork.settings.config import ConfigError

CHOICES = ("auto", "joints", "moveit", "service")


class NodeHand(Hand, Protocol):
    """Move one hand, between being set up and shut down by the node."""

    @property
    def is_planning(self) -> bool:
        """Tell whether a plan is being made in this process."""

    def setup(self) -> None:
        """Connect."""

    def shutdown(self) -> None:
        """Disconnect."""


@dataclass(frozen=True)
class ArmChoice:
    """Say how an arm is moved.

    Attributes:
        asked: `joints`: trajectories planned here, to ros2_control's actions; `service`: points, to
            the service `manipulate`; `auto`: joints where the card names an URDF with an arm;
            `moveit`: as joints, with paths that MoveIt finds.
        card: Of the robot.
        folder: Where the card is.
        group: The arm's joint group in MoveIt.
        gripper: What the gripper's controller takes.
    """

    asked: str
    card: RobotCard
    folder: Path
    group: str = ""
    gripper: GripperScale = GAPS

    def hand(self, node: Any, sense: JointSense, world: World, group: Any) -> NodeHand:
        """Return the back end, not connected yet.

        Raises:
            ConfigError: The choice is none, or the robot has no arm to move by joints.
        """
        if self.asked not in CHOICES:
            raise ConfigError(
                f"parameter arm: '{self.asked}'; expected one of {', '.join(CHOICES)}"
            )
        made = self._by_joints(node, sense, world, group) if self.asked != "service" else None
        if made is None and self.asked in ("joints", "moveit"):
            raise ConfigError(
                f"parameter arm: {self.asked}; the robot's card names no URDF with an arm"
            )
        return made or ManipulateHand(node, sense, group, in_map=world.in_map)

    def _by_joints(self, node: Any, sense: JointSense, world: World, group: Any) -> NodeHand | None:
        if not (self.card.urdf and self.card.capability.can_manipulate):
            return None
        # A robot without an arm need not hold what plans for one in its memory: 65 MB.
        from adhoc_teamwork.skills.ros.arm.controlled_hand import controlled_hand

        paths = None
        if self.asked == "moveit":
            from adhoc_teamwork.skills.ros.arm.moveit_paths import MoveItPaths

            paths = MoveItPaths(self.group, node.get_namespace())
        return controlled_hand(
            node, self.card, self.folder, sense, world, group, paths, self.gripper
        )
