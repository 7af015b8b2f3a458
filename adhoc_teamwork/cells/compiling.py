# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Make a physical model of a cell: arms from their URDFs, things, doors and ropes."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from scipy.spatial.transform import Rotation

from adhoc_teamwork.cells.arm_body import ArmIndex, add_arm, arm_index, quaternion
from adhoc_teamwork.cells.arm_file import ArmKind, load_arm_kind
from adhoc_teamwork.cells.cell_file import Cell, Part, Rope, Thing, arm_path, check_cell
from adhoc_teamwork.cells.physics import mujoco
from adhoc_teamwork.robot_model.arrays import pose, rotation_rpy
from adhoc_teamwork.teamwork.settings.config import ConfigError

TIMESTEP = 0.004
"""Seconds."""
_FRICTION_OVER_NORMAL = 100.0
"""How much harder contacts resist sliding than being pressed: what is held creeps less."""
_ROPE_DAMPING, _ROPE_STIFFNESS = 5e-4, 5e-4
"""Newton metres per rad/s, and per rad, between two links."""
_HINGE_DAMPING = 0.05
_ROLLING = 0.001
"""Metres by which what presses on a round thing is ahead of its middle."""
_STICKING = (0.99, 0.9999, 0.001, 0.5, 2.0)
"""How friction in a hinge gives way below its torque: hardly."""


@dataclass(frozen=True, eq=False)
class CellModel:
    """Hold a cell that physics can step.

    Attributes:
        cell: What stands in it.
        kinds: The kind of each arm, by the robot's name.
        physics: The MjModel.
        arms: Where each robot's joints, motors and bodies are in it.
    """

    cell: Cell
    kinds: Mapping[str, ArmKind]
    physics: Any
    arms: Mapping[str, ArmIndex]

    @cached_property
    def body_names(self) -> tuple[str, ...]:
        """Return whose each body is: a robot, a thing, a rope or "floor"."""
        names = [self.physics.body(number).name for number in range(self.physics.nbody)]
        return ("floor", *(name.split("/")[0] for name in names[1:]))

    @cached_property
    def geom_bodies(self) -> tuple[int, ...]:
        """Return the body of each shape."""
        return tuple(int(one) for one in self.physics.geom_bodyid)

    def links_of(self, rope: str) -> list[int]:
        """Return the bodies of a rope's links, from its beginning on."""
        count = self.cell.ropes[rope].links
        return [self.physics.body(f"{rope}/{number}").id for number in range(count)]


def load_kinds(cell: Cell, folder: Path) -> dict[str, ArmKind]:
    """Return the kind of each robot's arm, from the files in `arms/` of a folder.

    Raises:
        ConfigError: A file is missing or wrong.
    """
    kinds: dict[str, ArmKind] = {}
    for standing in cell.robots.values():
        if standing.arm not in kinds:
            kinds[standing.arm] = load_arm_kind(arm_path(folder, standing))
    return {name: kinds[standing.arm] for name, standing in cell.robots.items()}


def compile_cell(cell: Cell, kinds: Mapping[str, ArmKind], source: str = "cell") -> CellModel:
    """Return the physical model of a cell.

    Args:
        cell: What stands in it; it is checked.
        kinds: The kind of each robot's arm.
        source: Named in errors.

    Raises:
        ConfigError: The cell cannot be, or MuJoCo is missing or refuses it.
    """
    check_cell(cell, source)
    mj = mujoco()
    bare = _specified(mj, cell, kinds)
    try:
        first = bare.compile()
        touching = _touching_at_rest(mj, first, cell, kinds)
        spec = _specified(mj, cell, kinds)
        for one, other in touching:
            spec.add_exclude(bodyname1=one, bodyname2=other)
        model = spec.compile()
    except ValueError as error:
        raise ConfigError(f"{source}: {' '.join(str(error).split()):.200}") from None
    arms = {name: arm_index(model, name, kind) for name, kind in kinds.items()}
    return CellModel(cell, dict(kinds), model, arms)


def _specified(mj: Any, cell: Cell, kinds: Mapping[str, ArmKind]) -> Any:
    spec = mj.MjSpec()
    spec.compiler.degree = False
    spec.option.timestep = TIMESTEP
    spec.option.integrator = mj.mjtIntegrator.mjINT_IMPLICITFAST
    spec.option.cone = mj.mjtCone.mjCONE_ELLIPTIC
    spec.option.impratio = _FRICTION_OVER_NORMAL
    spec.worldbody.add_geom(
        name="floor", type=mj.mjtGeom.mjGEOM_PLANE, size=[0.0, 0.0, 1.0], rgba=[0.8, 0.8, 0.8, 1.0]
    )
    for name, standing in cell.robots.items():
        at = pose(standing.at, rotation_rpy(0.0, 0.0, standing.yaw))
        add_arm(mj, spec, name, kinds[name], at)
    bodies: dict[str, Any] = {}
    doors = [(name, thing) for name, thing in cell.things.items() if thing.hinge is not None]
    for name, thing in [(n, t) for n, t in cell.things.items() if t.hinge is None] + doors:
        parent = spec.worldbody if thing.hinge is None else bodies[thing.hinge.of]
        bodies[name] = _add_thing(mj, parent, name, thing)
    for name, rope in cell.ropes.items():
        _add_rope(mj, spec, name, rope)
    return spec


def _add_thing(mj: Any, parent: Any, name: str, thing: Thing) -> Any:
    body = parent.add_body(name=name, pos=list(thing.at), quat=quaternion(rotation_rpy(*thing.rpy)))
    if thing.hinge is not None:
        body.add_joint(
            name=name,
            type=mj.mjtJoint.mjJNT_HINGE,
            axis=list(thing.hinge.axis),
            range=list(thing.hinge.range),
            limited=mj.mjtLimited.mjLIMITED_TRUE,
            frictionloss=thing.hinge.friction,
            solimp_friction=_STICKING,
            damping=_HINGE_DAMPING,
            stiffness=thing.hinge.spring,
        )
    elif not thing.fixed:
        body.add_freejoint(name=name)
    density = thing.mass / sum(part.volume for part in thing.parts)
    for part in thing.parts:
        kind, size = _shape(mj, part)
        body.add_geom(
            type=kind,
            size=size,
            pos=list(part.at),
            quat=quaternion(rotation_rpy(*part.rpy)),
            density=density,
            friction=[thing.friction, 0.005, _ROLLING],
            # What is round rolls, and comes to rest.
            condim=3 if part.box is not None else 6,
            rgba=[*thing.colour, 1.0],
        )
    return body


def _shape(mj: Any, part: Part) -> tuple[Any, list[float]]:
    if part.box is not None:
        return mj.mjtGeom.mjGEOM_BOX, [one / 2.0 for one in part.box]
    if part.cylinder is not None:
        return mj.mjtGeom.mjGEOM_CYLINDER, [part.cylinder[0], part.cylinder[1] / 2.0, 0.0]
    return mj.mjtGeom.mjGEOM_SPHERE, [part.sphere or 0.0, 0.0, 0.0]


def _add_rope(mj: Any, spec: Any, name: str, rope: Rope) -> None:
    begin, end = np.array(rope.begin), np.array(rope.end)
    length = float(np.linalg.norm(end - begin)) / rope.links
    along = (end - begin) / np.linalg.norm(end - begin)
    turn, _ = Rotation.align_vectors([along], [[1.0, 0.0, 0.0]])
    body = spec.worldbody
    for number in range(rope.links):
        first = number == 0
        body = body.add_body(
            name=f"{name}/{number}",
            pos=list(begin) if first else [length, 0.0, 0.0],
            quat=quaternion(turn.as_matrix()) if first else [1.0, 0.0, 0.0, 0.0],
        )
        if first:
            body.add_freejoint(name=f"{name}/0")
        else:
            body.add_joint(
                name=f"{name}/{number}",
                type=mj.mjtJoint.mjJNT_BALL,
                damping=_ROPE_DAMPING,
                stiffness=_ROPE_STIFFNESS,
            )
        body.add_geom(
            type=mj.mjtGeom.mjGEOM_CAPSULE,
            size=[rope.radius, 0.0, 0.0],
            fromto=[0.0, 0.0, 0.0, length, 0.0, 0.0],
            mass=rope.mass / rope.links,
            friction=[rope.friction, 0.005, 0.0005],
            rgba=[0.8, 0.6, 0.2, 1.0],
        )


def _touching_at_rest(
    mj: Any, model: Any, cell: Cell, kinds: Mapping[str, ArmKind]
) -> list[tuple[str, str]]:
    """Return the pairs of one robot's links that touch as they are built, and where it begins.

    Simple shapes of neighbouring links overlap; an arm also stands on what its root stands on.
    """
    data = mj.MjData(model)
    found: dict[tuple[str, str], None] = {}
    for at_start in (False, True):
        mj.mj_resetData(model, data)
        for name, kind in kinds.items():
            joints = kind.arm.joints
            motion = kind.arm.kinematics(kind.model)
            rest = kind.posture if at_start else np.clip(0.0, motion.lower, motion.upper)
            for joint, value in zip(joints, rest, strict=True):
                data.joint(f"{name}/{joint}").qpos = value
        mj.mj_forward(model, data)
        for one, other in data.contact.geom[: data.ncon]:
            pair = [model.body(model.geom_bodyid[geom]).name for geom in (one, other)]
            owners = [body.split("/")[0] for body in pair]
            roots = {f"{name}/{kind.model.root}" for name, kind in kinds.items()}
            stands = [b for b in pair if b in roots] and any(
                owner in cell.things and cell.things[owner].fixed for owner in owners
            )
            if (owners[0] == owners[1] and owners[0] in cell.robots) or stands:
                found[(min(pair), max(pair))] = None
    return list(found)
