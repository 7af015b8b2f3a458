# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Find how a hand approaches and how its fingers close."""

import numpy as np

from adhoc_teamwork.robot_model.arms import Arm
from adhoc_teamwork.robot_model.arrays import Floats, pose
from adhoc_teamwork.robot_model.kinematics import Kinematics
from adhoc_teamwork.robot_model.model import Joint, JointKind, RobotModel


def tool_frame(model: RobotModel, kinematics: Kinematics, arm: Arm) -> Floats:
    """Return the grasp frame in the tip's frame, (4, 4): x approaches, y closes.

    URDFs agree on no axis. The hand approaches along the axis of the tip that points most away
    from the arm's last joint; the fingers close along their slides, or about their hinges.
    """
    rest = np.clip(np.zeros(kinematics.dof), *kinematics.sampling_bounds())
    last = model.joints[arm.joints[-1]].child
    links = {arm.tip, last, *(model.joints[name].child for name in arm.fingers)}
    poses = {link: pose[0] for link, pose in kinematics.link_poses(rest, tuple(links)).items()}
    turn = poses[arm.tip][:3, :3].T
    away = poses[arm.tip][:3, 3] - poses[last][:3, 3]
    if np.linalg.norm(away) < 1e-3:
        away = poses[last][:3, :3] @ model.joints[arm.joints[-1]].axis
    approach = _nearest_axis(turn @ away)
    close = _closing(model, arm, poses, turn, approach)
    turn_of_hand = np.stack([approach, close, np.cross(approach, close)], axis=1)
    return pose((0.0, 0.0, 0.0), turn_of_hand)


def _closing(
    model: RobotModel, arm: Arm, poses: dict[str, Floats], turn: Floats, approach: Floats
) -> Floats:
    for name in arm.fingers:
        joint = model.joints[name]
        axis = turn @ poses[joint.child][:3, :3] @ _closing_axis(joint, approach, turn, poses)
        across = axis - approach * (axis @ approach)
        if np.linalg.norm(across) > 0.5:
            return _nearest_axis(across)
    return _nearest_axis(np.roll(approach, 1))


def _closing_axis(joint: Joint, approach: Floats, turn: Floats, poses: dict[str, Floats]) -> Floats:
    """Return along what a finger closes, in its own link's frame."""
    if joint.kind is JointKind.PRISMATIC:
        return joint.axis
    ahead = poses[joint.child][:3, :3].T @ turn.T @ approach
    return np.asarray(np.cross(joint.axis, ahead), dtype=np.float64)


def _nearest_axis(direction: Floats) -> Floats:
    axis = np.zeros(3)
    largest = int(np.abs(direction).argmax())
    axis[largest] = np.sign(direction[largest]) or 1.0
    return axis
