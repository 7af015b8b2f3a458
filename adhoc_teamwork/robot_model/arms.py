# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The arms of a robot, each a chain with a frame that grasps."""

from dataclasses import dataclass

from adhoc_teamwork.robot_model.hands import grasp_frame
from adhoc_teamwork.robot_model.kinematics import Kinematics
from adhoc_teamwork.robot_model.limbs import LimbKind, Limbs
from adhoc_teamwork.robot_model.model import RobotModel
from adhoc_teamwork.teamwork.bodies.resume import told_arms
from adhoc_teamwork.teamwork.settings.config import ConfigError


@dataclass(frozen=True)
class Arm:
    """Hold one arm.

    Attributes:
        name: A name of its own: what its joints' names have in common, or `arm`.
        base: The link that its first joint hangs on.
        tip: The link whose origin grasps.
        joints: Its moving joints, from the body outwards.
        trunk: Moving joints of the body that carry it along, as a lift does.
        fingers: The hand's joints, mimicking ones included.
    """

    name: str
    base: str
    tip: str
    joints: tuple[str, ...]
    trunk: tuple[str, ...] = ()
    fingers: tuple[str, ...] = ()

    def kinematics(self, model: RobotModel, with_trunk: bool = False) -> Kinematics:
        """Return the kinematics of the arm's joints, the trunk's before them where wanted."""
        return Kinematics(model, (*(self.trunk if with_trunk else ()), *self.joints))


def find_arms(model: RobotModel) -> tuple[Arm, ...]:
    """Return a robot's arms, in the order of the URDF's joints; empty where it has none."""
    arms: list[Arm] = []
    for limb in Limbs(model).of_kind(LimbKind.ARM):
        first, last = model.joints[limb.joints[0]], model.joints[limb.end]
        name = _common_name(limb.joints)
        if any(arm.name == name for arm in arms):
            name = f"{name}_{len(arms) + 1}"
        tip = grasp_frame(model, last.child, limb.fingers)
        arms.append(Arm(name, first.parent, tip, limb.joints, limb.trunk, limb.fingers))
    return tuple(arms)


def find_arm(model: RobotModel, named: str) -> Arm | None:
    """Return the arm of a name, of no name the first; None where the robot has no arm.

    Which of a robot's arms works its card says: see `working_arm` of `teamwork.bodies.resume`.

    Raises:
        ConfigError: No arm has that name.
    """
    arms = find_arms(model)
    found = next((arm for arm in arms if named in ("", arm.name)), None)
    if named and found is None:
        there = told_arms(arm.name for arm in arms)
        raise ConfigError(f"{model.source}: no arm '{named}'; expected {there}")
    return found


def _common_name(joints: tuple[str, ...]) -> str:
    """Return the words that all names begin with: `left_arm` of left_arm_1_joint, ...; or `arm`."""
    words = [name.split("_") for name in joints]
    common = []
    for column in zip(*words, strict=False):
        if len(set(column)) > 1 or column[0] == "joint":
            break
        common.append(column[0])
    return "_".join(common) if common and len(joints) > 1 else "arm"
