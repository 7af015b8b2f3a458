# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Where the floor is below a robot that stands on it: the root of an URDF may be anywhere."""

from dataclasses import dataclass

import numpy as np

from adhoc_teamwork.robot_model.arrays import Floats
from adhoc_teamwork.robot_model.extent import collision_points
from adhoc_teamwork.robot_model.kinematics import Kinematics
from adhoc_teamwork.robot_model.limbs import Limb, LimbKind, Limbs
from adhoc_teamwork.robot_model.model import RobotModel
from adhoc_teamwork.robot_model.reaching import sample_configurations

STANCE = 0.8
"""A legged robot stands with its legs at this share of their length (their knees are bent)."""

FOOTPRINT = "base_footprint"
"""REP-120: the frame on the floor below a robot."""

_LEG_SAMPLES = 3000


def floor_below(model: RobotModel, limbs: Limbs) -> float:
    """Return the height of the floor in the frame of a robot's root, metres.

    That is where its footprint's frame is; else where its legs stand, or its lowest shape is. What
    does not move about has its root on the floor.

    Raises:
        ConfigError: A mesh of the body cannot be read.
    """
    at_rest = Kinematics(model, ())
    if FOOTPRINT in model.links:
        return float(at_rest.fixed_poses[FOOTPRINT][2, 3])
    if limbs.walks:
        legs = limbs.of_kind(LimbKind.LEG)
        return float(np.mean([_foot_height(model, leg) for leg in legs]))
    if not (limbs.flies or limbs.rolls):
        return 0.0
    points = collision_points(model, at_rest)
    return float(points[:, 2].min()) if len(points) else 0.0


def _foot_height(model: RobotModel, leg: Limb) -> float:
    """Return where a leg's sole is when the robot stands, metres in the root's frame."""
    top, longest = hip_and_length(model, leg)
    return top - STANCE * longest - _foot(model, leg).sole


def hip_and_length(model: RobotModel, leg: Limb) -> tuple[float, float]:
    """Return where a leg's hip is in the root's frame, and how far down it stretches, metres."""
    kinematics, foot = Kinematics(model, leg.joints), _foot(model, leg)
    q = sample_configurations(kinematics, _LEG_SAMPLES)
    hip = model.joints[leg.joints[0]]
    top = float((kinematics.fixed_poses[hip.parent] @ hip.origin)[2, 3])
    return top, top - float(kinematics.positions(q, foot.link, foot.point)[:, 2].min())


@dataclass(frozen=True)
class _Foot:
    """Place what a leg stands on: a point in its link's frame, and how far below it the sole is."""

    link: str
    point: Floats
    sole: float


def _foot(model: RobotModel, leg: Limb) -> _Foot:
    """Return what is farthest from the last joint of a leg: a link of its own, or a shape."""
    end = model.joints[leg.end].child
    poses = Kinematics(model, ()).fixed_poses
    rigid = model.rigid_with(end)
    found = [_Foot(rigid[-1], np.zeros(3), 0.0)]
    for link in rigid:
        for collision in model.links[link].collisions:
            corners = np.linalg.norm(collision.shape.corners, axis=1)
            sole = float(corners.min()) / float(np.sqrt(3.0))
            found.append(_Foot(link, np.asarray(collision.origin[:3, 3]), sole))
    start = poses[end][:3, 3]

    def far(foot: _Foot) -> float:
        place = poses[foot.link][:3, :3] @ foot.point + poses[foot.link][:3, 3]
        return round(float(np.linalg.norm(place - start)), 6)

    return max(found, key=lambda foot: (far(foot), foot.sole))
