# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What arms of a cell would touch in joint states that they are not in: physics' shapes, no motion.

The shapes are those that physics has, arms, tools in hands and things alike; nothing is stepped. A
planner that goes by it knows the geometry of the whole cell, as that of roco.txt section III-C.
"""

import copy
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.spatial.transform import Rotation

from adhoc_teamwork.cells.arm_body import quaternion
from adhoc_teamwork.cells.compiling import CellModel
from adhoc_teamwork.cells.physics import mujoco
from adhoc_teamwork.robot_model.arrays import Floats, Mask, rotation_rpy
from adhoc_teamwork.robot_model.collision.collision import Touch
from adhoc_teamwork.skills.arms.manipulator import Manipulator

MARGIN = 0.006
"""Metres that arms, and what they hold, keep from all else."""
_OWN = 1e-3
"""Metres by which links of one arm may overlap: simple shapes of neighbours do."""


@dataclass(frozen=True, eq=False)
class Carried:
    """Hold what a hand took: its name, and its frame in the hand's, (4, 4)."""

    name: str
    offset: Floats


class Geometry:
    """Hold the shapes of a cell in a moment that is imagined.

    Args:
        model: The cell.
        arms: The planner's arm of each robot.
    """

    def __init__(self, model: CellModel, arms: Mapping[str, Manipulator]) -> None:
        self._mj = mujoco()
        self.model, self.arms = model, arms
        self.physics = copy.copy(model.physics)
        self.data = self._mj.MjData(self.physics)
        names = model.body_names
        self.owners = np.array([names[body] for body in model.geom_bodies])
        self.links = [self.physics.body(body).name for body in model.geom_bodies]
        for geom, owner in enumerate(self.owners):
            if owner in arms:
                self.physics.geom_margin[geom] = MARGIN
        self._free = {
            name: int(self.physics.joint(name).qposadr[0])
            for name, thing in model.cell.things.items()
            if not thing.fixed and thing.hinge is None
        }

        self._hinged = {
            name: (int(self.physics.joint(name).qposadr[0]), np.array(thing.hinge.axis))
            for name, thing in model.cell.things.items()
            if thing.hinge is not None
        }

    def take(self, positions: Floats) -> None:
        """Take over the state of the physics, (nq,)."""
        self.data.qpos[:] = positions

    def put_arm(self, robot: str, joints: Floats) -> None:
        """Put an arm into a joint state, (dof,)."""
        self.data.qpos[self.model.arms[robot].positions] = joints

    def put_thing(self, name: str, at: Floats) -> None:
        """Put a thing to a pose, (4, 4), or turn a door to it; a rope stays where it is."""
        if name in self._hinged:
            thing, (address, axis) = self.model.cell.things[name], self._hinged[name]
            assert thing.hinge is not None
            base = rotation_rpy(*self.model.cell.things[thing.hinge.of].rpy)
            turn = (base @ rotation_rpy(*thing.rpy)).T @ at[:3, :3]
            along = Rotation.from_matrix(turn).as_rotvec() @ axis
            self.data.qpos[address] = along / np.linalg.norm(axis)
        if name in self._free:
            address = self._free[name]
            self.data.qpos[address : address + 3] = at[:3, 3]
            self.data.qpos[address + 3 : address + 7] = quaternion(at[:3, :3])

    def contacts(self) -> tuple[Any, Any]:
        """Return the pairs of shapes nearer than the margin, (n, 2), and how far apart, (n,)."""
        self._mj.mj_kinematics(self.physics, self.data)
        self._mj.mj_collision(self.physics, self.data)
        contact = self.data.contact
        return contact.geom, contact.dist


class Clearance:
    """Check joint states of some arms of a cell, while all else stays where it is imagined.

    Args:
        geometry: Where all is that does not move.
        robots: Whose joints the states are of, one after the other.
        carried: What hands hold; it moves with them.
        allowed: Pairs of names that may touch, each sorted.
    """

    def __init__(
        self,
        geometry: Geometry,
        robots: Sequence[str],
        carried: Mapping[str, Carried],
        allowed: Iterable[tuple[str, str]],
    ) -> None:
        self._geometry, self._robots, self._carried = geometry, tuple(robots), dict(carried)
        own = [(min(r, c.name), max(r, c.name)) for r, c in carried.items()]
        self._allowed = frozenset([*allowed, *own])
        self._holders = {held.name: robot for robot, held in carried.items()}
        moving = {*robots, *(c.name for r, c in carried.items() if r in robots)}
        self._moves = np.isin(geometry.owners, sorted(moving))
        ends = np.cumsum([geometry.arms[name].dof for name in robots])
        self._parts = [
            slice(int(end) - geometry.arms[name].dof, int(end))
            for name, end in zip(robots, ends, strict=True)
        ]

    def free(self, states: Floats) -> Mask:
        """Tell for each joint state, (n, dof), whether nothing touches."""
        made = np.ones(len(states), dtype=bool)
        for number, touch in enumerate(self._looks(np.atleast_2d(states))):
            made[number] = touch is None
        return made

    def first_touch(self, states: Floats) -> Touch | None:
        """Return what touches in the first of the states in which something does."""
        for number, touch in enumerate(self._looks(np.atleast_2d(states))):
            if touch is not None:
                return Touch(number, *touch)
        return None

    def _looks(self, states: Floats) -> Iterable[tuple[str, str] | None]:
        geometry = self._geometry
        held = {
            name: geometry.arms[name].tool_poses(states[:, part]) @ self._carried[name].offset
            for name, part in zip(self._robots, self._parts, strict=True)
            if name in self._carried
        }
        for number, state in enumerate(states):
            for name, part in zip(self._robots, self._parts, strict=True):
                geometry.put_arm(name, state[part])
                if name in held:
                    geometry.put_thing(self._carried[name].name, held[name][number])
            yield self._touching()

    def _touching(self) -> tuple[str, str] | None:
        """Return what touches in the moment that is imagined; arms by their links' names."""
        geometry = self._geometry
        pairs, gaps = geometry.contacts()
        moves = self._moves[pairs].any(axis=1)
        for (one, other), gap in zip(pairs[moves], gaps[moves], strict=True):
            names = geometry.owners[one], geometry.owners[other]
            if names[0] == names[1] and (gap > -_OWN or names[0] not in geometry.arms):
                continue
            if (min(names), max(names)) not in self._allowed:
                return self._called(one), self._called(other)
        return None

    def _called(self, shape: int) -> str:
        """Return what a shape belongs to: an arm's link, a thing, or what a hand holds."""
        link = self._geometry.links[shape] or "floor"
        return f"{self._holders[link]}'s {link}" if link in self._holders else link
