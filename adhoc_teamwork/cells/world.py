# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""A cell in motion: reset, commands to motors, steps of physics, and what is seen of it.

State is written into the physics by `reset` alone. Hands hold by contact: fingers by friction, a
suction by its force where all of its lip touches one thing; nothing is held by being near.
"""

import hashlib
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from adhoc_teamwork.cells.arm_body import DAMPING, STIFFNESS, ArmIndex, quaternion
from adhoc_teamwork.cells.arm_file import ArmKind
from adhoc_teamwork.cells.at_work import PERIOD
from adhoc_teamwork.cells.compiling import TIMESTEP, CellModel
from adhoc_teamwork.cells.physics import mujoco
from adhoc_teamwork.cells.sight import ArmState, CellState, Sight, Snapshot, pairs, pose_of
from adhoc_teamwork.robot_model.arrays import Floats, pose, rotation_rpy
from adhoc_teamwork.robot_model.hands import ends_of
from adhoc_teamwork.robot_model.opening import opening_of

SETTLING = 0.3
"""Seconds that a cell is left to itself when it begins."""
_PRESSED = 1e-3
"""Metres by which a suction's lip is pressed on to what it holds at the start."""
_MOST_STEPS = 500_000
"""In one call: some quarter of an hour of the cell's time."""


class CellWorld:
    """Step a cell.

    Args:
        model: What `compile_cell` made.
    """

    def __init__(self, model: CellModel) -> None:
        self._mj = mujoco()
        self.model = model
        self._data = self._mj.MjData(model.physics)
        self._seen = self._mj.MjData(model.physics)
        self._sight = Sight(model)
        self.watch: Callable[[], None] | None = None
        """Called after each step of physics; it changes nothing."""
        self._drives = {name: _Drive(kind, model.arms[name]) for name, kind in model.kinds.items()}
        self.reset()

    def reset(
        self,
        things: Mapping[str, Floats] | None = None,
        in_hands: Mapping[str, str] | None = None,
    ) -> None:
        """Put all to the beginning, and let it settle for a moment.

        Args:
            things: Poses, (4, 4), of things and ropes that are elsewhere than the cell's file says.
                A rope's pose is of its first link.
            in_hands: What some robots hold at the start, by the robot's name: the thing stands
                upright with its grasp point where the hand's is, and the hand holds it or not.
        """
        mj, data, cell = self._mj, self._data, self.model.cell
        mj.mj_resetData(self.model.physics, data)
        for drive in self._drives.values():
            drive.reset(data)
        for name, at in (things or {}).items():
            self._put(f"{name}/0" if name in cell.ropes else name, at)
        mj.mj_forward(self.model.physics, data)
        for robot, thing in (in_hands or {}).items():
            self._put(thing, self._in_hand(robot, thing))
            self._drives[robot].begin_closed(data, cell.things[thing].width)
        mj.mj_forward(self.model.physics, data)
        self.step(SETTLING)
        data.time = 0.0

    def move(self, robot: str, positions: Floats, velocities: Floats | None = None) -> None:
        """Set where a robot's joints are to be from the next step on.

        A motor moves no faster and no farther than its URDF says, and with no more than its effort.

        Args:
            robot: Which.
            positions: (dof,), radians.
            velocities: With which they are passed, (dof,), rad/s; at rest where None.
        """
        self._drives[robot].aim(positions, velocities)

    def close(self, robot: str, gap: float = 0.0) -> None:
        """Close a robot's fingers to a gap in metres, or turn its suction on."""
        self._drives[robot].grip(gap, sucking=True)

    def open(self, robot: str, gap: float = np.inf) -> None:
        """Open a robot's fingers to a gap in metres, all the way by default; or let air in."""
        self._drives[robot].grip(gap, sucking=False)

    def step(self, seconds: float) -> None:
        """Let time pass, rounded to steps of physics."""
        count = round(seconds / TIMESTEP)
        if not 0 <= count <= _MOST_STEPS:
            raise ValueError(f"{seconds} s: expected 0 to {_MOST_STEPS * TIMESTEP:g}")
        for _ in range(count):
            for name, drive in self._drives.items():
                drive.sealed_on = self._sealed(name)
                drive.command(self._data)
            self._mj.mj_step(self.model.physics, self._data)
            if self.watch is not None:
                self.watch()

    def observe(self) -> CellState:
        """Return all of the cell as it is now."""
        # On a copy: what is computed for a look changes nothing of what comes.
        self._mj.mj_copyData(self._seen, self.model.physics, self._data)
        self._mj.mj_forward(self.model.physics, self._seen)
        sealed = {name: drive.sealed_on for name, drive in self._drives.items()}
        return self._sight.state(self._seen, sealed)

    def arm(self, robot: str) -> ArmState:
        """Return what one arm's own sensors tell now."""
        return self._sight.arm(self._data, robot, self._drives[robot].sealed_on is not None)

    def snapshot(self) -> Snapshot:
        """Return the state of all joints and motors now."""
        data = self._data
        return Snapshot(
            float(data.time),
            data.qpos.copy(),
            data.qvel.copy(),
            data.actuator_force.copy(),
            frozenset(name for name, drive in self._drives.items() if drive.sealed_on is not None),
        )

    def perform(
        self, tracks: Mapping[str, Floats], closing: Mapping[str, bool], steps: int
    ) -> None:
        """Carry out a part of a plan; see `CellAtWork`."""
        for name, closed in closing.items():
            if closed:
                self.close(name)
            else:
                self.open(name)
        speeds = {name: np.gradient(track, PERIOD, axis=0) for name, track in tracks.items()}
        for number in range(steps + 1):
            for name, track in tracks.items():
                self.move(name, track[number], None if number == steps else speeds[name][number])
            self.step(PERIOD)

    @property
    def time(self) -> float:
        """Return the seconds since it began."""
        return float(self._data.time)

    def positions(self) -> Floats:
        """Return the state of all joints of the physics, (nq,)."""
        return np.array(self._data.qpos)

    def digest(self) -> str:
        """Return a hash of the whole state of the physics: equal only where every bit is."""
        data = self._data
        parts = (data.qpos, data.qvel, data.act, data.ctrl, data.qacc_warmstart)
        return hashlib.sha256(b"".join(np.asarray(part).tobytes() for part in parts)).hexdigest()

    def _put(self, joint: str, at: Floats) -> None:
        address = int(self.model.physics.joint(joint).qposadr[0])
        self._data.qpos[address : address + 3] = at[:3, 3]
        self._data.qpos[address + 3 : address + 7] = quaternion(at[:3, :3])

    def _in_hand(self, robot: str, thing: str) -> Floats:
        """Return the pose of a thing that stands upright in a hand, turned with it."""
        tip = pose_of(self._data, self.model.arms[robot].tip) @ self.model.arms[robot].tool
        yaw = float(np.arctan2(-tip[0, 1], tip[1, 1]))
        turn = rotation_rpy(0.0, 0.0, yaw)
        held = self.model.cell.things[thing]
        grasp = np.array(held.grasp)
        if self.model.kinds[robot].suction is not None:
            grasp[2] = held.top - _PRESSED
        return pose(tip[:3, 3] - turn @ grasp, turn)

    def _sealed(self, robot: str) -> int | None:
        """Return the body that a suction's lip is sealed on, None where there is no such.

        All of the lip has to touch one body for the air to go; the seal then lasts while half of
        the lip touches, for rubber follows a little.
        """
        index, drive = self.model.arms[robot], self._drives[robot]
        if index.suction is None or not drive.sucking:
            return None
        bodies = self.model.geom_bodies
        touched = {one: set[int]() for one in index.lip}
        for pair in pairs(self._data):
            for one, other in (pair, pair[::-1]):
                if one in touched:
                    touched[one].add(bodies[other])
        found = [body for one in touched.values() for body in one]
        kept = drive.sealed_on
        if kept is not None and 2 * found.count(kept) >= len(touched):
            return kept
        return next((body for body in found if found.count(body) == len(touched)), None)


class _Drive:
    """Drive one arm's motors as its controllers do: within speeds, ways and forces."""

    def __init__(self, kind: ArmKind, index: ArmIndex) -> None:
        self._kind, self._index = kind, index
        self._limits = kind.arm.kinematics(kind.model)
        self._opening = opening_of(kind.model, kind.arm.fingers) if kind.arm.fingers else 0.0
        self._shut, self._wide = ends_of(kind.model, kind.arm.fingers) or (0.0, 0.0)
        speeds = [kind.model.joints[finger].limits.velocity for finger in kind.arm.fingers]
        self._finger_step = min(speeds, default=0.0) * TIMESTEP
        self.sucking = False
        self.sealed_on: int | None = None
        self._target: Floats = kind.posture
        self._point: Floats = kind.posture
        self._lead: Floats = np.zeros_like(kind.posture)
        self._fingers = self._finger_target = self._wide

    def reset(self, data: Any) -> None:
        """Put the arm into its first posture, with an open hand."""
        self._target = self._point = self._kind.posture
        self._lead = np.zeros_like(self._target)
        self._fingers = self._finger_target = self._wide
        self.sucking, self.sealed_on = False, None
        data.qpos[self._index.positions] = self._target
        data.qpos[list(self._index.all_fingers)] = self._wide
        self.command(data)

    def begin_closed(self, data: Any, gap: float) -> None:
        """Begin with the fingers about a thing so wide, metres, pressing on it; or suck."""
        self.grip(gap, sucking=True)
        data.qpos[list(self._index.all_fingers)] = self._finger_target
        self.grip(0.0, sucking=True)
        self._fingers = self._finger_target

    def aim(self, positions: Floats, velocities: Floats | None) -> None:
        """Set where the joints are to be, and how fast they pass it."""
        goal = np.asarray(positions, dtype=np.float64)
        speeds = np.zeros_like(goal) if velocities is None else np.asarray(velocities)
        if goal.shape != speeds.shape or goal.shape != self._target.shape:
            raise ValueError(f"expected {len(self._target)} joints, got {goal.shape}")
        if not (np.isfinite(goal).all() and np.isfinite(speeds).all()):
            raise ValueError("expected finite numbers")
        self._target = np.clip(goal, self._limits.lower, self._limits.upper)
        fastest = self._limits.velocity
        self._lead = np.clip(speeds, -fastest, fastest) * (DAMPING / STIFFNESS)

    def grip(self, gap: float, sucking: bool) -> None:
        """Set the gap between the fingers, metres, and whether the suction sucks."""
        share = min(max(gap / self._opening, 0.0), 1.0) if self._opening else 0.0
        self._finger_target = self._shut + share * (self._wide - self._shut)
        self.sucking = sucking

    def command(self, data: Any) -> None:
        """Tell the motors what to do in the next step of physics."""
        most = self._limits.velocity * TIMESTEP
        self._point = np.clip(self._target, self._point - most, self._point + most)
        data.ctrl[self._index.motors] = self._point + self._lead
        step = self._finger_step
        self._fingers = min(max(self._finger_target, self._fingers - step), self._fingers + step)
        data.ctrl[list(self._index.finger_motors)] = self._fingers
        if self._index.suction is not None and self._kind.suction is not None:
            force = 0.0 if self.sealed_on is None else self._kind.suction.force
            data.ctrl[self._index.suction] = force
