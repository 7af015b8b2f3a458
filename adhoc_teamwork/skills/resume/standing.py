# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""How a robot stands and moves: on what, how high, how fast, and how much room it takes."""

from dataclasses import dataclass

import numpy as np

from adhoc_teamwork.robot_model.arms import Arm
from adhoc_teamwork.robot_model.arrays import Floats
from adhoc_teamwork.robot_model.extent import collision_points
from adhoc_teamwork.robot_model.kinematics import Kinematics
from adhoc_teamwork.robot_model.limbs import Limb, LimbKind, Limbs
from adhoc_teamwork.robot_model.model import Joint, RobotModel
from adhoc_teamwork.robot_model.reaching import sample_configurations
from adhoc_teamwork.robot_model.shapes import Cylinder, Sphere
from adhoc_teamwork.teamwork.bodies.capability import MobilityKind
from adhoc_teamwork.teamwork.bodies.resume import CLIMBING, Mobility

STANCE = 0.8
"""A legged robot stands with its legs at this share of their length (their knees are bent)."""

_FOOTPRINT = "base_footprint"
"""REP-120: the frame on the floor below a robot."""

STEP_SHARE = 1.0 / 3.0
"""The highest step that a robot gets up, as a share of its legs' length, or of the radius of its
wheels or of its tracks' ends: a rule of thumb, for no URDF says it."""

_LEG_SAMPLES = 3000


@dataclass(frozen=True)
class Standing:
    """Hold what moves a robot and where the floor is, metres in the root's frame."""

    kind: MobilityKind
    floor: float


def find_standing(model: RobotModel, limbs: Limbs) -> Standing:
    """Return what a robot stands on.

    Raises:
        ConfigError: A mesh of the body cannot be read.
    """
    kind = _kind(limbs)
    poses = Kinematics(model, ()).fixed_poses
    if _FOOTPRINT in model.links:
        return Standing(kind, float(poses[_FOOTPRINT][2, 3]))
    if kind is MobilityKind.LEGGED:
        legs = limbs.of_kind(LimbKind.LEG)
        return Standing(kind, float(np.mean([_foot_height(model, leg) for leg in legs])))
    if kind is MobilityKind.FIXED:
        return Standing(kind, 0.0)
    points = collision_points(model, Kinematics(model, ()))
    return Standing(kind, float(points[:, 2].min()) if len(points) else 0.0)


def find_mobility(
    model: RobotModel, limbs: Limbs, standing: Standing, arms: tuple[Arm, ...]
) -> Mobility:
    """Return how a robot moves, and the size of its body without arms.

    Raises:
        ConfigError: A mesh of the body cannot be read.
    """
    of_arms = {link for arm in arms for link in model.below(model.joints[arm.joints[0]].child)}
    of_legs = {
        link
        for limb in limbs.of_kind(LimbKind.LEG)
        for link in model.below(model.joints[limb.joints[0]].child)
        if _FOOTPRINT not in model.links
    }
    links = [name for name in model.links if name not in of_arms | of_legs]
    points = collision_points(model, Kinematics(model, ()), links)
    radius = float(np.hypot(points[:, 0], points[:, 1]).max()) if len(points) else 0.0
    height = float(points[:, 2].max()) - standing.floor if len(points) else 0.0
    return Mobility(
        kind=standing.kind,
        stairs=standing.kind in CLIMBING,
        radius=round(radius, 3),
        height=round(max(0.0, height), 3),
        max_speed=_rim_speed(model, limbs) if standing.kind is MobilityKind.WHEELED else None,
        step=_highest_step(model, limbs, standing.kind),
    )


def _kind(limbs: Limbs) -> MobilityKind:
    if len(limbs.rotors) >= 3:
        return MobilityKind.AERIAL
    if len(limbs.of_kind(LimbKind.LEG)) >= 2:
        return MobilityKind.LEGGED
    if limbs.on_wheels or limbs.glides:
        return MobilityKind.WHEELED
    return MobilityKind.FIXED


def _highest_step(model: RobotModel, limbs: Limbs, kind: MobilityKind) -> float | None:
    """Return how high a step legs or wheels get up, metres; None where nothing tells."""
    if kind is MobilityKind.LEGGED:
        sizes = [_hip_and_length(model, leg)[1] for leg in limbs.of_kind(LimbKind.LEG)]
    elif kind is MobilityKind.WHEELED:
        joints = [model.joints[limb.end] for limb in limbs.of_kind(LimbKind.WHEEL)]
        sizes = [_wheel_radius(model, joint) for joint in joints]
        sizes += [_track_radius(model, link) for link in limbs.tracks]
    else:
        return None
    return round(STEP_SHARE * min(sizes), 3) if sizes else None


def _foot_height(model: RobotModel, leg: Limb) -> float:
    """Return where a leg's sole is when the robot stands, metres in the root's frame."""
    top, longest = _hip_and_length(model, leg)
    return top - STANCE * longest - _foot(model, leg).sole


def _hip_and_length(model: RobotModel, leg: Limb) -> tuple[float, float]:
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
