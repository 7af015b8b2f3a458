# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What is seen of a cell's physics at one time: joints, hands, things, what touches what."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from adhoc_teamwork.cells.arm_body import ArmIndex
from adhoc_teamwork.cells.arm_file import ArmKind
from adhoc_teamwork.cells.compiling import CellModel
from adhoc_teamwork.cells.physics import mujoco
from adhoc_teamwork.robot_model.arrays import Floats, pose
from adhoc_teamwork.robot_model.hands import ends_of
from adhoc_teamwork.robot_model.opening import opening_of


@dataclass(frozen=True, eq=False)
class ArmState:
    """Hold what an arm's own sensors tell.

    Attributes:
        positions: Of its joints, (dof,), radians.
        velocities: rad/s, (dof,).
        efforts: Of its motors, (dof,), newton metres.
        gap: Between its fingers, metres; 0 where it has a suction.
        grip: The force of its fingers, or of its suction, newtons.
        sealed: All of its suction's lip touches one thing.
    """

    positions: Floats
    velocities: Floats
    efforts: Floats
    gap: float
    grip: float
    sealed: bool


@dataclass(frozen=True, eq=False)
class CellState:
    """Hold all of a cell at one time.

    Attributes:
        time: Seconds since it began.
        arms: By the robot's name.
        tips: The grasp frame of each robot's hand, (4, 4), in the cell's frame.
        things: Poses, (4, 4).
        speeds: Of things, metres per second.
        doors: Angles of what hangs on hinges, radians.
        ropes: The ends of each rope's links, (links + 1, 3), metres.
        touching: Pairs of names that touch: robots, things, ropes and "floor", each sorted.
        held: What both fingers, or all of the suction's lip, of each robot touch.
    """

    time: float
    arms: Mapping[str, ArmState]
    tips: Mapping[str, Floats]
    things: Mapping[str, Floats]
    speeds: Mapping[str, float]
    doors: Mapping[str, float]
    ropes: Mapping[str, Floats]
    touching: frozenset[tuple[str, str]]
    held: Mapping[str, frozenset[str]]


@dataclass(frozen=True, eq=False)
class Snapshot:
    """Hold what sensors of joints and motors tell of a cell at one time.

    Attributes:
        time: Seconds since it began.
        positions: Of all joints of the physics, (nq,).
        velocities: (nv,).
        forces: Of all motors, (nu,), newtons or newton metres.
        sealed: Robots of whose suction all of the lip touches one thing.
    """

    time: float
    positions: Floats
    velocities: Floats
    forces: Floats
    sealed: frozenset[str]


class Sight:
    """Tell what physics holds.

    Args:
        model: Of which cell.
    """

    def __init__(self, model: CellModel) -> None:
        self.model = model
        self._arms = {name: _Arm(kind, model.arms[name]) for name, kind in model.kinds.items()}

    def state(self, data: Any, sealed: Mapping[str, int | None]) -> CellState:
        """Return all of a cell.

        Args:
            data: The MjData, all of it computed.
            sealed: The body on which each robot's suction is sealed.
        """
        cell = self.model.cell
        bodies = {name: data.body(name) for name in cell.things}
        doors = [name for name, thing in cell.things.items() if thing.hinge is not None]
        return CellState(
            time=float(data.time),
            arms={n: arm.state(data, sealed[n] is not None) for n, arm in self._arms.items()},
            tips={name: pose_of(data, index.tip) for name, index in self.model.arms.items()},
            things={name: pose_of(data, int(body.id)) for name, body in bodies.items()},
            speeds={name: float(np.linalg.norm(body.cvel[3:])) for name, body in bodies.items()},
            doors={name: float(data.joint(name).qpos[0]) for name in doors},
            ropes={name: self._rope(data, name) for name in cell.ropes},
            touching=self._touching(data),
            held={name: self._held(data, name, sealed[name]) for name in cell.robots},
        )

    def arm(self, data: Any, robot: str, is_sealed: bool) -> ArmState:
        """Return what one arm's own sensors tell."""
        return self._arms[robot].state(data, is_sealed)

    def _rope(self, data: Any, name: str) -> Floats:
        links = self.model.links_of(name)
        last = pose_of(data, links[-1])
        rope = self.model.cell.ropes[name]
        length = float(np.linalg.norm(np.subtract(rope.end, rope.begin))) / rope.links
        end = last[:3, 3] + length * last[:3, 0]
        return np.concatenate([data.xpos[links], end[None]])

    def _touching(self, data: Any) -> frozenset[tuple[str, str]]:
        names, bodies = self.model.body_names, self.model.geom_bodies
        found = set()
        for one, other in pairs(data):
            pair = sorted((names[bodies[one]], names[bodies[other]]))
            if pair[0] != pair[1]:
                found.add((pair[0], pair[1]))
        return frozenset(found)

    def _held(self, data: Any, robot: str, sealed: int | None) -> frozenset[str]:
        index, names, bodies = self.model.arms[robot], self.model.body_names, self.model.geom_bodies
        if index.suction is not None:
            return frozenset([] if sealed is None else [names[sealed]])
        touched: dict[int, set[str]] = {pad: set() for pad in index.pads}
        for pair in pairs(data):
            for one, other in (pair, pair[::-1]):
                if bodies[one] in touched:
                    touched[bodies[one]].add(names[bodies[other]])
        return frozenset.intersection(*map(frozenset, touched.values())) - {robot}


class Mirror:
    """Show a cell whose physics runs elsewhere, from what its sensors tell; it is never stepped.

    Args:
        model: Of which cell.
    """

    def __init__(self, model: CellModel) -> None:
        self._mj, self._model, self._sight = mujoco(), model, Sight(model)
        self._data = self._mj.MjData(model.physics)

    def show(self, told: Snapshot) -> CellState:
        """Return all of the cell at the time of a snapshot."""
        data = self._data
        data.time, data.qpos[:], data.qvel[:] = told.time, told.positions, told.velocities
        self._mj.mj_forward(self._model.physics, data)
        data.actuator_force[:] = told.forces
        robots = self._model.kinds
        return self._sight.state(
            data, {name: self._below(name) if name in told.sealed else None for name in robots}
        )

    def _below(self, robot: str) -> int | None:
        """Return the body that most of a suction's lip touches."""
        index, bodies = self._model.arms[robot], self._model.geom_bodies
        touched = [
            bodies[other]
            for pair in pairs(self._data)
            for one, other in (pair, pair[::-1])
            if one in index.lip
        ]
        return max(touched, key=touched.count, default=None)


def pose_of(data: Any, body: int) -> Floats:
    """Return the pose of a body, (4, 4)."""
    return pose(data.xpos[body].copy(), data.xmat[body].reshape(3, 3).copy())


def pairs(data: Any) -> Floats:
    """Return the shapes that touch, (n, 2)."""
    return np.asarray(data.contact.geom[: data.ncon])


class _Arm:
    """Read one arm's own sensors."""

    def __init__(self, kind: ArmKind, index: ArmIndex) -> None:
        self._index = index
        self._opening = opening_of(kind.model, kind.arm.fingers) if kind.arm.fingers else 0.0
        self._shut, self._wide = ends_of(kind.model, kind.arm.fingers) or (0.0, 0.0)

    def state(self, data: Any, is_sealed: bool) -> ArmState:
        """Return what they tell."""
        index = self._index
        gap = 0.0
        if index.fingers and self._wide != self._shut:
            share = (data.qpos[index.fingers[0]] - self._shut) / (self._wide - self._shut)
            gap = float(share) * self._opening
        hand = index.finger_motors if index.suction is None else (index.suction,)
        return ArmState(
            positions=data.qpos[index.positions].copy(),
            velocities=data.qvel[index.velocities].copy(),
            efforts=data.actuator_force[index.motors].copy(),
            gap=gap,
            grip=float(np.abs(data.actuator_force[list(hand)]).sum()),
            sealed=is_sealed,
        )
