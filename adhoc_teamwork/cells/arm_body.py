# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""An arm as bodies, joints and motors of a physical model."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from adhoc_teamwork.cells.arm_file import ArmKind
from adhoc_teamwork.cells.physics import mujoco
from adhoc_teamwork.robot_model.arrays import Floats
from adhoc_teamwork.robot_model.model import Joint, JointKind, Link
from adhoc_teamwork.robot_model.shapes import Box, Cylinder, Mesh, Shape, Sphere
from adhoc_teamwork.robot_model.tool_frame import tool_frame
from adhoc_teamwork.teamwork.settings.config import ConfigError

STIFFNESS, DAMPING = 3000.0, 300.0
"""Of an arm joint's position controller: newton metres per rad, and per rad/s."""
FINGER_STIFFNESS, FINGER_DAMPING = 20_000.0, 250.0
"""Newtons per metre, and per m/s: full force is reached a few millimetres before the goal."""
_ARMATURE, _FINGER_ARMATURE = 0.1, 0.5
"""Of a motor behind its gears: kg m^2, and kg."""
_PAD_FRICTION = 1.0
"""Rubber on what is dry."""
_FIRM, _YIELDS, _PREVAILS = (0.012, 1.0), (0.97, 0.995, 0.001, 0.5, 2.0), 1000.0
"""How fingers press: contacts recover in three steps of physics and hardly yield, whatever is held.

MuJoCo's own are the softer the lighter a thing is: a rope was squeezed out in seconds. Harder ones
than these chatter, and what is heavy creeps down.
"""
_LEAST_MASS, _LEAST_INERTIA = 1e-3, 1e-6


@dataclass(frozen=True, eq=False)
class ArmIndex:
    """Say where a robot is in the physical model.

    Attributes:
        positions, velocities: Of its joints in qpos and qvel, (dof,) each.
        motors: Of its joints, (dof,).
        fingers: Of its fingers that move by themselves, in qpos.
        all_fingers: Of these and of those that follow them.
        finger_motors: Of these.
        pads: Bodies of the fingers, or of the suction.
        tip: The body of its grasp frame.
        tool: The grasp frame in that body's, (4, 4): x approaches, y closes.
        suction: The motor of its suction; None where it has fingers.
        lip: The shapes that have to touch for the suction to hold.
    """

    positions: Any
    velocities: Any
    motors: Any
    fingers: tuple[int, ...]
    all_fingers: tuple[int, ...]
    finger_motors: tuple[int, ...]
    pads: tuple[int, ...]
    tip: int
    tool: Floats
    suction: int | None
    lip: frozenset[int]


def add_arm(mj: Any, spec: Any, name: str, kind: ArmKind, at: Floats) -> None:
    """Add a robot to a specification; names of bodies, joints and motors begin with `name/`.

    Args:
        mj: The module mujoco.
        spec: The MjSpec.
        name: The robot's.
        kind: Which arm.
        at: Its root's pose in the cell, (4, 4).

    Raises:
        ConfigError: A joint lacks a limit that a motor needs.
    """
    model = kind.model
    bodies = {model.root: _add_link(mj, spec, spec.worldbody, name, model.links[model.root], at)}
    fingers = set(kind.arm.fingers)
    pads = {model.joints[one].child for one in fingers} | (
        {kind.suction.link} if kind.suction else set()
    )
    for link in model.below(model.root)[1:]:
        joint = model.parent_joint[link]
        body = _add_link(
            mj, spec, bodies[joint.parent], name, model.links[link], joint.origin, link in pads
        )
        bodies[link] = body
        if joint.name in fingers:
            for geom in body.geoms:
                geom.solref, geom.solimp, geom.solmix = _FIRM, _YIELDS, _PREVAILS
        if joint.name in kind.arm.joints or joint.name in fingers:
            _add_joint(mj, body, name, joint, joint.name in fingers, model.source)
    for joint_name in kind.arm.joints:
        joint = model.joints[joint_name]
        _add_motor(mj, spec, name, joint, STIFFNESS, DAMPING, joint.limits.effort)
    for joint_name in kind.arm.fingers:
        joint = model.joints[joint_name]
        if joint.mimic is not None:
            _couple(mj, spec, name, joint)
            continue
        followers = [o for o in fingers if _leader(kind, o) == joint_name]
        force = joint.limits.effort * (1 + len(followers))
        _add_motor(mj, spec, name, joint, FINGER_STIFFNESS, FINGER_DAMPING, force)
    if kind.suction is not None:
        spec.add_actuator(
            name=f"{name}/suction",
            trntype=mj.mjtTrn.mjTRN_BODY,
            target=f"{name}/{kind.suction.link}",
            ctrllimited=mj.mjtLimited.mjLIMITED_TRUE,
            ctrlrange=[0.0, kind.suction.force],
        )


def arm_index(model: Any, name: str, kind: ArmKind) -> ArmIndex:
    """Return where a robot is in a compiled model."""
    joints = [model.joint(f"{name}/{joint}") for joint in kind.arm.joints]
    leaders = [f for f in kind.arm.fingers if kind.model.joints[f].mimic is None]
    finger_links = [kind.model.joints[joint].child for joint in kind.arm.fingers]
    pads = [kind.suction.link] if kind.suction else finger_links
    pad_bodies = tuple(int(model.body(f"{name}/{link}").id) for link in pads)
    lip = [g for g in range(model.ngeom) if kind.suction and model.geom_bodyid[g] in pad_bodies]
    return ArmIndex(
        positions=np.array([int(joint.qposadr[0]) for joint in joints]),
        velocities=np.array([int(joint.dofadr[0]) for joint in joints]),
        motors=np.array([int(model.actuator(f"{name}/{j}").id) for j in kind.arm.joints]),
        fingers=tuple(int(model.joint(f"{name}/{joint}").qposadr[0]) for joint in leaders),
        all_fingers=tuple(
            int(model.joint(f"{name}/{joint}").qposadr[0]) for joint in kind.arm.fingers
        ),
        finger_motors=tuple(int(model.actuator(f"{name}/{joint}").id) for joint in leaders),
        pads=pad_bodies,
        tip=int(model.body(f"{name}/{kind.arm.tip}").id),
        tool=tool_frame(kind.model, kind.arm.kinematics(kind.model), kind.arm),
        suction=int(model.actuator(f"{name}/suction").id) if kind.suction else None,
        lip=frozenset(lip),
    )


def _leader(kind: ArmKind, finger: str) -> str:
    mimic = kind.model.joints[finger].mimic
    return "" if mimic is None else mimic.joint


def _add_link(
    mj: Any, spec: Any, parent: Any, name: str, link: Link, at: Floats, pad: bool = False
) -> Any:
    body = parent.add_body(
        name=f"{name}/{link.name}", pos=at[:3, 3].tolist(), quat=quaternion(at[:3, :3])
    )
    # The controllers of such arms bear the arm's own weight; what it holds they do not know.
    body.gravcomp = 1.0
    mass, centre, inertia = _inertial(link)
    body.explicitinertial = True
    body.mass, body.ipos, body.inertia = mass, centre.tolist(), inertia.tolist()
    for number, one in enumerate(link.collisions):
        shape, extra = _shape(mj, spec, f"{name}/{link.name}/{number}", one.shape)
        body.add_geom(
            type=shape,
            pos=one.origin[:3, 3].tolist(),
            quat=quaternion(one.origin[:3, :3]),
            friction=[_PAD_FRICTION, 0.005, 0.0005],
            # What pads press on does not spin between them, either.
            condim=4 if pad else 3,
            rgba=[0.3, 0.35, 0.45, 1.0],
            **extra,
        )
    return body


def _shape(mj: Any, spec: Any, name: str, shape: Shape) -> tuple[Any, dict[str, Any]]:
    if isinstance(shape, Box):
        return mj.mjtGeom.mjGEOM_BOX, {"size": [one / 2.0 for one in shape.size]}
    if isinstance(shape, Cylinder):
        return mj.mjtGeom.mjGEOM_CYLINDER, {"size": [shape.radius, shape.length / 2.0, 0.0]}
    if isinstance(shape, Sphere):
        return mj.mjtGeom.mjGEOM_SPHERE, {"size": [shape.radius, 0.0, 0.0]}
    assert isinstance(shape, Mesh)
    spec.add_mesh(name=name, uservert=shape.corners.ravel().tolist())
    return mj.mjtGeom.mjGEOM_MESH, {"meshname": name}


def _inertial(link: Link) -> tuple[float, Floats, Floats]:
    """Return mass, centre and main moments of inertia: of a box about the link's shapes.

    What an URDF says of moments is not asked: the motors' inertia is larger.
    """
    if not link.collisions:
        mass = max(_LEAST_MASS, link.inertia.mass if link.inertia else 0.0)
        centre = np.array(link.inertia.centre if link.inertia else (0.0, 0.0, 0.0))
        return mass, centre, np.full(3, max(_LEAST_INERTIA, mass * 1e-4))
    points = np.concatenate([one.corners for one in link.collisions])
    low, high = points.min(axis=0), points.max(axis=0)
    size = high - low
    mass = link.inertia.mass if link.inertia else 1000.0 * float(size.prod())
    centre = np.array(link.inertia.centre) if link.inertia else (low + high) / 2.0
    squares = size**2
    moments = max(mass, _LEAST_MASS) / 12.0 * (squares.sum() - squares)
    return max(mass, _LEAST_MASS), centre, np.maximum(moments, _LEAST_INERTIA)


def _add_joint(mj: Any, body: Any, name: str, joint: Joint, finger: bool, source: str) -> None:
    limits = joint.limits
    if not np.isfinite([limits.effort, limits.velocity]).all():
        raise ConfigError(
            f"{source}: joint '{joint.name}': expected effort and velocity, which a motor needs"
        )
    slides = joint.kind is JointKind.PRISMATIC
    free = joint.endless or not np.isfinite([limits.lower, limits.upper]).all()
    body.add_joint(
        name=f"{name}/{joint.name}",
        type=mj.mjtJoint.mjJNT_SLIDE if slides else mj.mjtJoint.mjJNT_HINGE,
        axis=joint.axis.tolist(),
        range=[0.0, 0.0] if free else [limits.lower, limits.upper],
        limited=mj.mjtLimited.mjLIMITED_FALSE if free else mj.mjtLimited.mjLIMITED_TRUE,
        armature=_FINGER_ARMATURE if finger else _ARMATURE,
    )


def _add_motor(
    mj: Any, spec: Any, name: str, joint: Joint, stiffness: float, damping: float, most: float
) -> None:
    spec.add_actuator(
        name=f"{name}/{joint.name}",
        trntype=mj.mjtTrn.mjTRN_JOINT,
        target=f"{name}/{joint.name}",
        gaintype=mj.mjtGain.mjGAIN_FIXED,
        gainprm=[stiffness] + [0.0] * 9,
        biastype=mj.mjtBias.mjBIAS_AFFINE,
        biasprm=[0.0, -stiffness, -damping] + [0.0] * 7,
        forcelimited=mj.mjtLimited.mjLIMITED_TRUE,
        forcerange=[-most, most],
    )


def _couple(mj: Any, spec: Any, name: str, joint: Joint) -> None:
    """Gear a finger to the one that it mimics."""
    assert joint.mimic is not None
    gear = spec.add_equality(
        type=mj.mjtEq.mjEQ_JOINT,
        name1=f"{name}/{joint.name}",
        name2=f"{name}/{joint.mimic.joint}",
        solref=[0.005, 1.0],
    )
    gear.data[:2] = [joint.mimic.offset, joint.mimic.multiplier]


def quaternion(rotation: Floats) -> list[float]:
    """Return a rotation, (3, 3), as w, x, y, z."""
    # By physics itself: each state that a search looks at asks for one of all that hands hold.
    made = np.empty(4)
    mujoco().mju_mat2Quat(made, np.ravel(rotation))
    return [float(one) for one in made]
