# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Read what kind of arm stands in a cell: its URDF, its posture at the start, and its suction."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from adhoc_teamwork.robot_model.arms import Arm, find_arms
from adhoc_teamwork.robot_model.arrays import Floats
from adhoc_teamwork.robot_model.model import RobotModel
from adhoc_teamwork.robot_model.urdf.robot import load_robot
from adhoc_teamwork.teamwork.settings.config import ConfigError, load_config

STRONGEST = 10_000.0
"""Newtons of a suction, and kilograms of a payload, that are believed."""


@dataclass(frozen=True)
class Suction:
    """Say which link sucks, and with which force at most, newtons."""

    link: str
    force: float


@dataclass(frozen=True)
class _ArmSettings:
    urdf: str
    posture: tuple[float, ...]
    payload: float
    suction: Suction | None = None


@dataclass(frozen=True, eq=False)
class ArmKind:
    """Hold a kind of arm.

    Attributes:
        name: The file's.
        model: The robot.
        arm: Its first arm.
        posture: Where its joints are at the start, (dof,), radians.
        payload: The heaviest that its maker lets it lift, kilograms.
        suction: None where it has fingers.
    """

    name: str
    model: RobotModel
    arm: Arm
    posture: Floats
    payload: float
    suction: Suction | None


def load_arm_kind(path: Path) -> ArmKind:
    """Return the kind of arm that a file describes.

    Raises:
        ConfigError: The file or its URDF is wrong; one line says what was expected.
    """
    given = load_config(path, _ArmSettings)
    if Path(given.urdf).name != given.urdf:
        raise ConfigError(
            f"{path}: urdf: expected the name of a file beside it, got '{given.urdf:.60}'"
        )
    model = load_robot(path.parent / given.urdf)
    arms = find_arms(model)
    if not arms:
        raise ConfigError(f"{path}: urdf: no arm found in {given.urdf}; expected a chain of joints")
    arm = arms[0]
    posture = np.array(given.posture, dtype=np.float64)
    motion = arm.kinematics(model)
    if posture.shape != (motion.dof,):
        raise ConfigError(f"{path}: posture: expected {motion.dof} numbers, got {len(posture)}")
    # What is no number is within no limits.
    if not ((posture >= motion.lower) & (posture <= motion.upper)).all():
        raise ConfigError(f"{path}: posture: expected values within the limits of {given.urdf}")
    if not 0.0 < given.payload <= STRONGEST:
        raise ConfigError(f"{path}: payload: expected kilograms above 0, got {given.payload:g}")
    if given.suction is not None:
        _check_suction(given.suction, model, path)
    elif not arm.fingers:
        raise ConfigError(f"{path}: expected fingers in {given.urdf}, or a suction")
    return ArmKind(path.stem, model, arm, posture, given.payload, given.suction)


def _check_suction(suction: Suction, model: RobotModel, path: Path) -> None:
    if not model.links.get(suction.link) or not model.links[suction.link].collisions:
        raise ConfigError(
            f"{path}: suction.link: expected a link with a shape, got '{suction.link:.60}'"
        )
    if not 0.0 < suction.force <= STRONGEST:
        raise ConfigError(f"{path}: suction.force: expected newtons above 0, got {suction.force:g}")
