# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""One arm as a planner sees it: joints, limits, moving bodies, tool, and where its base stands."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from adhoc_teamwork.robot_model.arrays import Floats, Mask, moved, transform
from adhoc_teamwork.robot_model.collision.collision import Collisions, MovingBody
from adhoc_teamwork.robot_model.collision.covering import Spheres, joined
from adhoc_teamwork.robot_model.collision.obstacles import Obstacle
from adhoc_teamwork.robot_model.kinematics import Kinematics
from adhoc_teamwork.teamwork.bodies.reach_line import ReachLine

MARGIN = 0.01
"""Metres that arms keep from what stands around."""


@dataclass(frozen=True)
class Manipulator:
    """Hold one arm; names of bodies are its links' behind `name/`.

    Attributes:
        name: Which arm of which robot, for refusals.
        joints: Their names, in the order of every joint state.
        lower, upper: Limits in radians or metres, (dof,).
        velocity, acceleration: Limits in rad/s (m/s) and rad/s² (m/s²), (dof,).
        kinematics: Forward kinematics in the robot's root frame.
        bodies: What moves, in frames of links.
        fixed: What stands still on the robot, in its root frame.
        apart: Pairs of bodies that must not touch.
        tip: The link that carries the tool.
        tool: The grasp point in the tip's frame, (4, 4): x is the direction of approach, y that
            in which the fingers close.
        hand: Bodies of the gripper, which may touch what is grasped.
        opening: The widest that the gripper takes, metres.
        payload: The heaviest that it lifts, kilograms.
        floor: Height of the floor in the robot's root frame, metres.
        base: The robot's root frame in the planning frame, (4, 4).
        load: What the hand holds, in the tip's frame.
        line: Along which it reaches, in the robot's root frame; None where it turns itself to
            things.
    """

    name: str
    joints: tuple[str, ...]
    lower: Floats
    upper: Floats
    velocity: Floats
    acceleration: Floats
    kinematics: Kinematics
    bodies: tuple[MovingBody, ...]
    fixed: tuple[Obstacle, ...]
    apart: tuple[tuple[str, str], ...]
    tip: str
    tool: Floats
    hand: frozenset[str] = frozenset()
    opening: float = 0.08
    payload: float = 1.0
    floor: float = 0.0
    base: Floats = field(default_factory=lambda: np.eye(4))
    load: Spheres | None = None
    line: ReachLine | None = None

    @property
    def dof(self) -> int:
        """Return how many joints the arm has."""
        return len(self.joints)

    @property
    def middle(self) -> Floats:
        """Return the joint state in the middle of all limits."""
        return (self.lower + self.upper) / 2.0

    @property
    def shoulder(self) -> Floats:
        """Return where the first joint is in the planning frame, (3,)."""
        model = self.kinematics.model
        joint = model.joints[self.kinematics.joints[0]]
        pose = self.base @ self.kinematics.fixed_poses[joint.parent] @ joint.origin
        return np.asarray(pose[:3, 3])

    @property
    def shoulder_floor(self) -> tuple[float, float]:
        """Return above where on the floor a reach begins, metres: at the first joint.

        Where the arm reaches along a line, it is the point of that line nearest to the joint.
        """
        x, y, z = map(float, self.shoulder)
        return self.on_its_line((x, y, z))[:2]

    def on_its_line(self, place: tuple[float, float, float]) -> tuple[float, float, float]:
        """Return the point nearest to a place, metres in the planning frame, to which it reaches.

        An arm without a line turns itself to any place, which is returned then.
        """
        if self.line is None:
            return place
        into = np.asarray(np.linalg.inv(self.base), dtype=np.float64)
        own = moved(np.array([place], dtype=np.float64), into)
        own[:, :2] = self.line.nearest(own[:, :2])
        x, y, z = moved(own, self.base)[0].tolist()
        return x, y, z

    @property
    def longest(self) -> float:
        """Return a bound of the distance from shoulder to grasp point, in metres.

        Joints that slide count with their strokes.
        """
        model = self.kinematics.model
        path = model.path_to(self.tip)
        first = [joint.name for joint in path].index(self.kinematics.joints[0])
        links = sum(float(np.linalg.norm(joint.origin[:3, 3])) for joint in path[first + 1 :])
        slides = [
            float(np.abs([joint.limits.lower, joint.limits.upper]).max())
            for joint in path[first:]
            if joint.moves and not joint.turns
        ]
        return links + sum(slides) + float(np.linalg.norm(self.tool[:3, 3]))

    def random_states(self, count: int, random: np.random.Generator) -> Floats:
        """Return joint states, (count, dof); of a joint that turns further, within half a turn.

        Poses that a whole turn more reaches, too, are not worth the way there and back.
        """
        joints = self.kinematics.model.joints
        turns = np.array([joints[name].turns for name in self.kinematics.joints])
        winds = turns & (self.upper - self.lower > 2.0 * np.pi + 1e-6)
        low = np.where(winds, np.maximum(self.lower, -np.pi), self.lower)
        high = np.where(winds, np.minimum(self.upper, np.pi), self.upper)
        return random.uniform(low, high, (count, self.dof))

    def carrying(self, load: Spheres) -> "Manipulator":
        """Return the arm with spheres, given in its tip's frame, held by the hand.

        They belong to the body nearest to the tip, so they touch what it may not touch, either.
        """
        rest = np.clip(np.zeros((1, self.dof)), self.lower, self.upper)
        links = self.kinematics.link_poses(rest, (self.tip, *self._links))
        holder = self._holder()
        step = np.linalg.inv(links[holder][0]) @ links[self.tip][0]
        start = len(self.name) + 1
        bodies = [
            MovingBody(body.name, joined([body.spheres, load.moved(step)]))
            if body.name[start:] == holder
            else body
            for body in self.bodies
        ]
        return replace(self, bodies=tuple(bodies), load=load)

    @property
    def _links(self) -> tuple[str, ...]:
        start = len(self.name) + 1
        return tuple(body.name[start:] for body in self.bodies)

    def _holder(self) -> str:
        """Return the last link before the tip that has a body."""
        model, links = self.kinematics.model, set(self._links)
        above = [joint.parent for joint in reversed(model.path_to(self.tip))]
        return next(link for link in (self.tip, *above) if link in links)

    def at(self, base: Floats) -> "Manipulator":
        """Return the same arm with its robot's root elsewhere."""
        return replace(self, base=base)

    def standing_at(self, x: float, y: float, yaw: float) -> "Manipulator":
        """Return the same arm with its robot on the floor, where z is 0; metres, radians."""
        return self.at(transform((x, y, -self.floor), (0.0, 0.0, yaw)))

    def along_x(self, line: ReachLine) -> "Manipulator":
        """Return the same arm, its robot at the origin, turned so that a line goes along x."""
        return self.standing_at(0.0, 0.0, -line.yaw)

    def of_robot(self, robot: str) -> "Manipulator":
        """Return the same arm under another robot's name; bodies and joints take it on."""
        name = f"{robot} {self.name}"

        def renamed(body: str) -> str:
            return f"{name}{body[len(self.name) :]}" if body.startswith(f"{self.name}/") else body

        return replace(
            self,
            name=name,
            joints=tuple(f"{robot}/{joint}" for joint in self.joints),
            bodies=tuple(replace(body, name=renamed(body.name)) for body in self.bodies),
            fixed=tuple(
                replace(o, name=renamed(o.name), near=frozenset(map(renamed, o.near)))
                for o in self.fixed
            ),
            apart=tuple((renamed(one), renamed(other)) for one, other in self.apart),
            hand=frozenset(map(renamed, self.hand)),
        )

    def poses(self, states: Floats) -> dict[str, Floats]:
        """Return each body's pose in the planning frame, (n, 4, 4)."""
        start = len(self.name) + 1
        names = [body.name[start:] for body in self.bodies]
        links = self.kinematics.link_poses(states, names)
        return {
            body.name: self.base @ links[name]
            for body, name in zip(self.bodies, names, strict=True)
        }

    def tool_poses(self, states: Floats) -> Floats:
        """Return the grasp point's pose in the planning frame, (n, 4, 4)."""
        tips = self.kinematics.link_poses(states, (self.tip,))[self.tip]
        return np.asarray(self.base @ tips @ self.tool)

    def tool_motion(self, states: Floats) -> tuple[Floats, Floats]:
        """Return what `tool_poses` returns and the grasp point's Jacobian there, (n, 6, dof)."""
        tips, rows = self.kinematics.pose_and_jacobian(states, self.tip, self.tool[:3, 3])
        turn = self.base[:3, :3]
        jacobian = np.concatenate([turn @ rows[:, :3], turn @ rows[:, 3:]], axis=1)
        return np.asarray(self.base @ tips @ self.tool), jacobian

    def within(self, states: Floats, slack: float = 1e-6) -> Mask:
        """Tell for each state whether its joints are within their limits."""
        low, high = self.lower - slack, self.upper + slack
        return np.asarray(((states >= low) & (states <= high)).all(axis=-1))

    def standing(self) -> tuple[Obstacle, ...]:
        """Return what stands still on the robot, in the planning frame."""
        return tuple(replace(o, pose=self.base @ o.pose) for o in self.fixed)


class Cell:
    """Arms that share space, planned as one mechanism of all their joints.

    Args:
        arms: One or more; their names differ.
        obstacles: What stands around, in the planning frame.
        margin: Metres that arms keep from obstacles.
    """

    def __init__(
        self,
        arms: Sequence[Manipulator],
        obstacles: Sequence[Obstacle] = (),
        margin: float = MARGIN,
    ) -> None:
        self.arms, self.obstacles = tuple(arms), tuple(obstacles)
        if len({arm.name for arm in arms}) != len(self.arms):
            raise ValueError(f"arms of one cell have names of their own: {[a.name for a in arms]}")
        self.joints = tuple(joint for arm in arms for joint in arm.joints)
        self.lower = np.concatenate([arm.lower for arm in arms])
        self.upper = np.concatenate([arm.upper for arm in arms])
        self.velocity = np.concatenate([arm.velocity for arm in arms])
        self.acceleration = np.concatenate([arm.acceleration for arm in arms])
        ends = np.cumsum([arm.dof for arm in arms])
        self._parts = [slice(end - arm.dof, end) for arm, end in zip(arms, ends, strict=True)]
        standing = [o for arm in arms for o in arm.standing()]
        self.collisions = Collisions(
            self,
            [body for arm in arms for body in arm.bodies],
            [*standing, *obstacles],
            [pair for arm in arms for pair in arm.apart] + list(_between(self.arms)),
            margin,
        )

    @property
    def dof(self) -> int:
        """Return how many joints the arms have together."""
        return len(self.joints)

    def part(self, index: int, states: Floats) -> Floats:
        """Return one arm's part of joint states, (..., dof)."""
        return states[..., self._parts[index]]

    def poses(self, states: Floats) -> dict[str, Floats]:
        """Return each moving body's pose in the planning frame, (n, 4, 4)."""
        placed: dict[str, Floats] = {}
        for index, arm in enumerate(self.arms):
            placed.update(arm.poses(self.part(index, states)))
        return placed


def _between(arms: Sequence[Manipulator]) -> list[tuple[str, str]]:
    return [
        (one.name, other.name)
        for number, first in enumerate(arms)
        for second in arms[number + 1 :]
        for one in first.bodies
        for other in second.bodies
    ]
