# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The joints of a cell's physics as messages, and back: arms, doors, and what lies free."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from geometry_msgs.msg import Transform, Twist
from sensor_msgs.msg import JointState, MultiDOFJointState

from adhoc_teamwork.cells.compiling import CellModel
from adhoc_teamwork.cells.physics import mujoco
from adhoc_teamwork.cells.sight import Snapshot
from adhoc_teamwork.robot_model.arrays import Floats
from adhoc_teamwork.teamwork.ros.conversions.stamp import time_to_ros

SUCTION = "suction"
"""The joint of an arm with a suction that is 1 where it is sealed; its effort is the pull."""


@dataclass(frozen=True)
class _Joint:
    """Say where a joint with one degree of freedom is; `motor` is -1 where it has none."""

    name: str
    position: int
    velocity: int
    motor: int


@dataclass(frozen=True)
class _Body:
    """Say where what moves freely, or turns freely only, is."""

    name: str
    position: int
    velocity: int
    is_free: bool


@dataclass(frozen=True)
class CellMessages:
    """Hold what is told of a cell at one time: of each robot, of doors, of what moves freely."""

    robots: Mapping[str, Any]
    doors: Any
    bodies: Any


class CellJoints:
    """Turn snapshots of a cell into messages and back.

    Args:
        model: Of which cell.
    """

    def __init__(self, model: CellModel) -> None:
        self._model, mj, physics = model, mujoco(), model.physics
        self._robots: dict[str, list[_Joint]] = {name: [] for name in model.kinds}
        self._doors: list[_Joint] = []
        self._bodies: list[_Body] = []
        for number in range(physics.njnt):
            joint = physics.joint(number)
            at, speed = int(joint.qposadr[0]), int(joint.dofadr[0])
            owner, _, own = joint.name.partition("/")
            kind = int(physics.jnt_type[number])
            if kind in (int(mj.mjtJoint.mjJNT_FREE), int(mj.mjtJoint.mjJNT_BALL)):
                is_free = kind == int(mj.mjtJoint.mjJNT_FREE)
                self._bodies.append(_Body(joint.name, at, speed, is_free))
                continue
            motor = mj.mj_name2id(physics, mj.mjtObj.mjOBJ_ACTUATOR, joint.name)
            if own and owner in self._robots:
                self._robots[owner].append(_Joint(own, at, speed, motor))
            else:
                self._doors.append(_Joint(joint.name, at, speed, motor))

    def to_messages(self, now: Snapshot) -> CellMessages:
        """Return what is told of a snapshot."""
        return CellMessages(
            {name: self._robot_to_ros(name, now) for name in self._robots},
            _joints_to_ros(self._doors, now),
            self._bodies_to_ros(now),
        )

    def from_messages(self, told: CellMessages, time: float) -> Snapshot:
        """Return the snapshot that was told.

        Raises:
            ValueError: A message is of another cell, or has numbers that are none.
        """
        physics = self._model.physics
        now = Snapshot(
            time,
            np.array(physics.qpos0),
            np.zeros(physics.nv),
            np.zeros(physics.nu),
            frozenset(
                name
                for name, message in told.robots.items()
                if SUCTION in message.name and message.position[-1] > 0.5
            ),
        )
        for name, joints in self._robots.items():
            suction = self._model.arms[name].suction
            names = [SUCTION] if suction is not None else []
            message = told.robots[name]
            _take(joints, message, names, now)
            if suction is not None:
                now.forces[suction] = message.effort[-1]
        _take(self._doors, told.doors, [], now)
        self._take_bodies(told.bodies, now)
        for values in (now.positions, now.velocities, now.forces):
            if not np.isfinite(values).all():
                raise ValueError("expected finite numbers")
        return now

    def _robot_to_ros(self, name: str, now: Snapshot) -> Any:
        message = _joints_to_ros(self._robots[name], now)
        suction = self._model.arms[name].suction
        if suction is not None:
            message.name = [*message.name, SUCTION]
            message.position = [*message.position, float(name in now.sealed)]
            message.velocity = [*message.velocity, 0.0]
            message.effort = [*message.effort, float(now.forces[suction])]
        return message

    def _bodies_to_ros(self, now: Snapshot) -> Any:
        message = MultiDOFJointState(joint_names=[body.name for body in self._bodies])
        message.header.stamp = time_to_ros(now.time)
        message.header.frame_id = "map"
        for body in self._bodies:
            at, turn = Transform(), body.position
            twist, spin = Twist(), body.velocity
            if body.is_free:
                place, speed = at.translation, twist.linear
                place.x, place.y, place.z = _listed(now.positions, body.position, 3)
                speed.x, speed.y, speed.z = _listed(now.velocities, body.velocity, 3)
                turn, spin = turn + 3, spin + 3
            q = at.rotation
            q.w, q.x, q.y, q.z = _listed(now.positions, turn, 4)
            turning = twist.angular
            turning.x, turning.y, turning.z = _listed(now.velocities, spin, 3)
            message.transforms.append(at)
            message.twist.append(twist)
        return message

    def _take_bodies(self, message: Any, now: Snapshot) -> None:
        if list(message.joint_names) != [body.name for body in self._bodies]:
            raise ValueError("bodies of another cell")
        if not len(message.transforms) == len(message.twist) == len(self._bodies):
            raise ValueError("expected a transform and a twist of each body")
        for body, at, twist in zip(self._bodies, message.transforms, message.twist, strict=True):
            turn, spin = body.position, body.velocity
            if body.is_free:
                place, speed = at.translation, twist.linear
                now.positions[turn : turn + 3] = place.x, place.y, place.z
                now.velocities[spin : spin + 3] = speed.x, speed.y, speed.z
                turn, spin = turn + 3, spin + 3
            q, turning = at.rotation, twist.angular
            now.positions[turn : turn + 4] = q.w, q.x, q.y, q.z
            now.velocities[spin : spin + 3] = turning.x, turning.y, turning.z


def _joints_to_ros(joints: Sequence[_Joint], now: Snapshot) -> Any:
    message = JointState(
        name=[joint.name for joint in joints],
        position=[float(now.positions[joint.position]) for joint in joints],
        velocity=[float(now.velocities[joint.velocity]) for joint in joints],
        effort=[float(now.forces[j.motor]) if j.motor >= 0 else 0.0 for j in joints],
    )
    message.header.stamp = time_to_ros(now.time)
    return message


def _take(joints: Sequence[_Joint], message: Any, more: list[str], now: Snapshot) -> None:
    names = [*(joint.name for joint in joints), *more]
    if list(message.name) != names:
        raise ValueError("joints of another cell")
    if not len(message.position) == len(message.velocity) == len(message.effort) == len(names):
        raise ValueError("expected position, velocity and effort of each joint")
    for joint, at, speed, effort in zip(
        joints, message.position, message.velocity, message.effort, strict=False
    ):
        now.positions[joint.position], now.velocities[joint.velocity] = at, speed
        if joint.motor >= 0:
            now.forces[joint.motor] = effort


def _listed(values: Floats, first: int, count: int) -> list[float]:
    return [float(one) for one in values[first : first + count]]
