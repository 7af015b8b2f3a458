# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""A robot's arm as the simulator moves it: joints, fingers and tool point, from its URDF."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from adhoc_teamwork.robot_model.arms import Arm, find_arm
from adhoc_teamwork.robot_model.arrays import Floats, pose, raised, transform
from adhoc_teamwork.robot_model.floor import floor_below
from adhoc_teamwork.robot_model.hands import finger_ends
from adhoc_teamwork.robot_model.kinematics import Kinematics
from adhoc_teamwork.robot_model.limbs import Limbs
from adhoc_teamwork.robot_model.model import RobotModel
from adhoc_teamwork.robot_model.opening import opening_of
from adhoc_teamwork.robot_model.tool_frame import tool_frame
from adhoc_teamwork.robot_model.urdf.robot import load_robot
from adhoc_teamwork.teamwork.bodies.robot_card import RobotCard
from adhoc_teamwork.teamwork.geometry import Pose
from adhoc_teamwork.teamwork.settings.config import ConfigError

_FASTEST = 2.0
"""Speed of joints for which the URDF gives none, rad/s or m/s."""
_FINGER_SPEED = 0.1
"""Speed of a finger for which the URDF gives none, m/s."""


@dataclass(frozen=True)
class ArmModel:
    """Hold one arm of a robot, whose base is on the floor below the root of its URDF.

    Attributes:
        joints: Names of its joints, in the order of every joint state.
        kinematics: Forward kinematics in the frame of the URDF's root.
        floor: Height of the floor in that frame, metres.
        tip: The link that the tool is fixed to.
        tool: The tool point in its frame, a pose (4, 4) that turns nothing.
        velocity: The joints' highest speeds, rad/s or m/s, (dof,).
        fingers: The fingers' joints that move by themselves, each with its value where the hand is
            shut and where it is wide open.
        opening: The widest gap between the fingers, metres.
        closing_speed: How fast the gap changes, m/s.
        stowed: The joint state in which it begins, (dof,).
    """

    joints: tuple[str, ...]
    kinematics: Kinematics
    floor: float
    tip: str
    tool: Floats
    velocity: Floats
    fingers: Mapping[str, tuple[float, float]]
    opening: float
    closing_speed: float
    stowed: Floats

    def hand_pose(self, state: Floats) -> Floats:
        """Return the tool point's pose in the base's frame, (4, 4), at a joint state (dof,)."""
        tip = self.kinematics.link_poses(state, (self.tip,))[self.tip][0]
        return raised(tip @ self.tool, -self.floor)

    def finger_positions(self, gap: float) -> dict[str, float]:
        """Return the fingers' joint values at a gap, metres."""
        share = gap / self.opening
        return {name: shut + share * (wide - shut) for name, (shut, wide) in self.fingers.items()}


def load_arm(card: RobotCard, card_file: Path) -> ArmModel | None:
    """Return the arm that works of the robot that a card's URDF describes, or None without one.

    Args:
        card: The card.
        card_file: Its file; the URDF lies beside it.

    Raises:
        ConfigError: The URDF cannot be read or has no arm that the card names, or the stowed
            posture does not suit that arm.
    """
    if not (card.urdf and card.capability.can_manipulate):
        return None
    model = load_robot(card_file.parent / card.urdf, substitute_meshes=True)
    arm = find_arm(model, card.arm)
    if arm is None:
        return None
    return _arm_model(model, arm, _stowed(card, card_file, arm.kinematics(model)))


def base_pose(base: Pose, height: float = 0.0) -> Floats:
    """Return a pose of a base at a height, metres, as a transform, (4, 4)."""
    return transform((base.x, base.y, height), (0.0, 0.0, base.yaw))


def _arm_model(model: RobotModel, arm: Arm, stowed: Floats) -> ArmModel:
    kinematics = arm.kinematics(model)
    fingers = {name: model.joints[name] for name in arm.fingers}
    ends = finger_ends(model, arm.fingers)
    speeds = [one.limits.velocity for one in fingers.values() if np.isfinite(one.limits.velocity)]
    return ArmModel(
        joints=kinematics.joints,
        kinematics=kinematics,
        floor=floor_below(model, Limbs(model)),
        tip=arm.tip,
        tool=pose(tool_frame(model, kinematics, arm)[:3, 3]),
        velocity=np.where(np.isfinite(kinematics.velocity), kinematics.velocity, _FASTEST),
        fingers={name: ends[name] for name, one in fingers.items() if one.mimic is None},
        opening=opening_of(model, arm.fingers),
        closing_speed=float(sum(speeds)) or _FINGER_SPEED,
        stowed=stowed,
    )


def _stowed(card: RobotCard, card_file: Path, kinematics: Kinematics) -> Floats:
    if not card.stowed:
        return np.clip(np.zeros(kinematics.dof), *kinematics.sampling_bounds())
    state = np.array(card.stowed, np.float64)
    if state.shape != (kinematics.dof,):
        raise ConfigError(
            f"{card_file}: stowed: expected {kinematics.dof} values, one for each of "
            f"{', '.join(kinematics.joints)}, got {len(state)}"
        )
    beyond = (state < kinematics.lower) | (state > kinematics.upper)
    if beyond.any():
        name = kinematics.joints[int(beyond.argmax())]
        raise ConfigError(f"{card_file}: stowed: {name} is beyond its limits in {card.urdf}")
    return state
