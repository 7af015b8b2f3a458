# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""How a robot moves: on what, how fast, over what, and how much room it takes."""

import numpy as np

from adhoc_teamwork.robot_model.arms import Arm
from adhoc_teamwork.robot_model.extent import collision_points
from adhoc_teamwork.robot_model.floor import FOOTPRINT, hip_and_length
from adhoc_teamwork.robot_model.kinematics import Kinematics
from adhoc_teamwork.robot_model.limbs import LimbKind, Limbs
from adhoc_teamwork.robot_model.model import Joint, RobotModel
from adhoc_teamwork.robot_model.shapes import Cylinder, Sphere
from adhoc_teamwork.teamwork.bodies.capability import MobilityKind
from adhoc_teamwork.teamwork.bodies.resume import CLIMBING, Mobility

STEP_SHARE = 1.0 / 3.0
"""The highest step that a robot gets up, as a share of its legs' length, or of the radius of its
wheels or of its tracks' ends: a rule of thumb, for no URDF says it."""


def find_mobility(model: RobotModel, limbs: Limbs, floor: float, arms: tuple[Arm, ...]) -> Mobility:
    """Return how a robot moves, and the size of its body without arms.

    Args:
        model: The robot.
        limbs: Its limbs.
        floor: Height of the floor in the root's frame, metres.
        arms: What of it does not count as its body.

    Raises:
        ConfigError: A mesh of the body cannot be read.
    """
    kind = kind_of(limbs)
    of_arms = {link for arm in arms for link in model.below(model.joints[arm.joints[0]].child)}
    of_legs = {
        link
        for limb in limbs.of_kind(LimbKind.LEG)
        for link in model.below(model.joints[limb.joints[0]].child)
        if FOOTPRINT not in model.links
    }
    links = [name for name in model.links if name not in of_arms | of_legs]
    points = collision_points(model, Kinematics(model, ()), links)
    radius = float(np.hypot(points[:, 0], points[:, 1]).max()) if len(points) else 0.0
    height = float(points[:, 2].max()) - floor if len(points) else 0.0
    return Mobility(
        kind=kind,
        stairs=kind in CLIMBING,
        radius=round(radius, 3),
        height=round(max(0.0, height), 3),
        max_speed=_rim_speed(model, limbs) if kind is MobilityKind.WHEELED else None,
        step=_highest_step(model, limbs, kind),
    )


def kind_of(limbs: Limbs) -> MobilityKind:
    """Return on what a robot moves."""
    if limbs.flies:
        return MobilityKind.AERIAL
    if limbs.walks:
        return MobilityKind.LEGGED
    return MobilityKind.WHEELED if limbs.rolls else MobilityKind.FIXED


def _highest_step(model: RobotModel, limbs: Limbs, kind: MobilityKind) -> float | None:
    """Return how high a step legs or wheels get up, metres; None where nothing tells."""
    if kind is MobilityKind.LEGGED:
        sizes = [hip_and_length(model, leg)[1] for leg in limbs.of_kind(LimbKind.LEG)]
    elif kind is MobilityKind.WHEELED:
        joints = [model.joints[limb.end] for limb in limbs.of_kind(LimbKind.WHEEL)]
        sizes = [_wheel_radius(model, joint) for joint in joints]
        sizes += [_track_radius(model, link) for link in limbs.tracks]
    else:
        return None
    return round(STEP_SHARE * min(sizes), 3) if sizes else None


def _rim_speed(model: RobotModel, limbs: Limbs) -> float | None:
    """Return the speed of the slowest driven wheel's rim, metres per second."""
    speeds = []
    for limb in limbs.of_kind(LimbKind.WHEEL):
        joint = model.joints[limb.end]
        radius = _wheel_radius(model, joint)
        if np.isfinite(joint.limits.velocity) and radius > 0.0:
            speeds.append(radius * joint.limits.velocity)
    return round(min(speeds), 3) if speeds else None


def _track_radius(model: RobotModel, link: str) -> float:
    """Return half the height of a track's shapes, metres: the radius of its ends."""
    points = collision_points(model, Kinematics(model, ()), [link])
    return float(np.ptp(points[:, 2])) / 2.0 if len(points) else 0.0


def _wheel_radius(model: RobotModel, joint: Joint) -> float:
    """Return how far a wheel's shapes reach from its axis, metres; 0.0 without shapes."""
    farthest = 0.0
    for collision in model.links[joint.child].collisions:
        if isinstance(collision.shape, Cylinder | Sphere):
            farthest = max(farthest, collision.shape.radius)
            continue
        points = collision.corners
        across = points - np.outer(points @ joint.axis, joint.axis)
        farthest = max(farthest, float(np.linalg.norm(across, axis=1).max()))
    return farthest
