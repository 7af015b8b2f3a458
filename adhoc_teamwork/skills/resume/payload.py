# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What an arm lifts: the weakest joint in the worst posture, against gravity."""

import numpy as np

from adhoc_teamwork.robot_model.arms import Arm
from adhoc_teamwork.robot_model.arrays import Floats
from adhoc_teamwork.robot_model.kinematics import Kinematics
from adhoc_teamwork.robot_model.model import RobotModel
from adhoc_teamwork.robot_model.reaching import sample_configurations

GRAVITY = 9.81

_SAMPLES = 500
_NO_LEVER = 1e-6


def payload_of(model: RobotModel, arm: Arm, stretched: Floats) -> float | None:
    """Return the mass, kg, that an arm holds still at its tip in every posture.

    Joints hold their own links' weight first; a joint without a limit of effort holds anything.

    Args:
        model: The robot.
        arm: The arm; joints of its trunk carry it, too.
        stretched: (n, dof) configurations of trunk and arm to look at beside random ones.

    Returns:
        None where no joint's effort is limited or no link has a mass; 0.0 where it cannot hold
        itself.
    """
    kinematics = arm.kinematics(model, with_trunk=True)
    limited = np.isfinite(kinematics.effort)
    bodies = _moved_bodies(model, kinematics)
    if not limited.any() or not bodies:
        return None
    q = np.concatenate([stretched, sample_configurations(kinematics, _SAMPLES)])
    own = np.zeros((len(q), kinematics.dof))
    for link, (mass, centre) in bodies.items():
        own += GRAVITY * mass * kinematics.jacobian(q, link, centre)[:, 2]
    lever = GRAVITY * kinematics.jacobian(q, arm.tip)[:, 2]
    loaded = np.abs(lever) > _NO_LEVER
    left = kinematics.effort - np.sign(lever) * own
    held = np.where(loaded & limited, left / np.where(loaded, np.abs(lever), 1.0), np.inf)
    least = float(held.min())
    return max(0.0, least) if np.isfinite(least) else None


def _moved_bodies(model: RobotModel, kinematics: Kinematics) -> dict[str, tuple[float, Floats]]:
    """Return mass and centre of what moves with each of the joints, fingers at rest included.

    The centre is in the frame of the link that the joint moves, or one that mimics it.
    """
    at_rest = Kinematics(model, ()).fixed_poses
    movers = {model.joints[name].child for name in kinematics.driven}
    sums: dict[str, tuple[float, Floats]] = {}
    for name in kinematics.moved_links:
        inertia = model.links[name].inertia
        if inertia is None or inertia.mass <= 0.0:
            continue
        mover = name
        while mover not in movers:
            mover = model.parent_joint[mover].parent
        place = np.linalg.inv(at_rest[mover]) @ at_rest[name]
        centre = place[:3, :3] @ np.array(inertia.centre) + place[:3, 3]
        mass, moment = sums.get(mover, (0.0, np.zeros(3)))
        sums[mover] = (mass + inertia.mass, moment + inertia.mass * centre)
    return {link: (mass, moment / mass) for link, (mass, moment) in sums.items()}
