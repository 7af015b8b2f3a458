# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""How a hand takes hold: where between its fingers, which way it approaches, how it closes."""

import numpy as np

from adhoc_teamwork.robot_model.arms import Arm
from adhoc_teamwork.robot_model.arrays import Floats, moved, pose
from adhoc_teamwork.robot_model.hands import is_grasp_frame
from adhoc_teamwork.robot_model.kinematics import Kinematics
from adhoc_teamwork.robot_model.model import Joint, JointKind, RobotModel

_SHORT = 0.05
"""A frame that is farther behind the finger tips, metres, is the palm's, or the flange's."""
_PAD = 0.02
"""So far behind their tips, metres, fingers hold."""


def tool_frame(model: RobotModel, kinematics: Kinematics, arm: Arm) -> Floats:
    """Return the grasp frame in the tip's frame, (4, 4): x approaches, y closes.

    URDFs agree on no axis. The hand approaches along the axis of the tip that points most away
    from the arm's last joint; the fingers close along their slides, or about their hinges. Where
    the tip is the flange or the palm, the grasp frame is ahead of it, between the fingers.
    """
    rest = np.clip(np.zeros(kinematics.dof), *kinematics.sampling_bounds())
    last = model.joints[arm.joints[-1]].child
    parts = {link for name in arm.fingers for link in model.below(model.joints[name].child)}
    links = (arm.tip, last, *parts)
    poses = {link: pose[0] for link, pose in kinematics.link_poses(rest, links).items()}
    turn = poses[arm.tip][:3, :3].T
    away = poses[arm.tip][:3, 3] - poses[last][:3, 3]
    if np.linalg.norm(away) < 1e-3:
        away = poses[last][:3, :3] @ model.joints[arm.joints[-1]].axis
    approach = _nearest_axis(turn @ away)
    close = _closing(model, arm, poses, turn, approach)
    turn_of_hand = np.stack([approach, close, np.cross(approach, close)], axis=1)
    ahead = 0.0
    if not is_grasp_frame(arm.tip):
        inward = np.linalg.inv(poses[arm.tip])
        depths = [_depth(model, link, inward @ poses[link], approach) for link in parts]
        ahead = max(depths, default=0.0)
    return pose(approach * (ahead - _PAD if ahead > _SHORT else 0.0), turn_of_hand)


def _depth(model: RobotModel, link: str, at: Floats, approach: Floats) -> float:
    """Return how far a link, at a pose in the tip's frame, gets along the approach, metres."""
    corners = [one.corners for one in model.links[link].collisions]
    points = moved(np.concatenate([np.zeros((1, 3)), *corners]), at)
    return float((points @ approach).max())


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
