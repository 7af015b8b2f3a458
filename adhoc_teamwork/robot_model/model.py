# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""A robot as a tree of links and joints; SI units, frames as in URDF."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from adhoc_teamwork.robot_model.arrays import Floats, moved
from adhoc_teamwork.robot_model.shapes import Mesh, Shape
from adhoc_teamwork.teamwork.enums import StrEnum


class JointKind(StrEnum):
    """Name how a joint moves; URDF's `floating` and `planar` are kept at rest."""

    REVOLUTE = "revolute"
    CONTINUOUS = "continuous"
    PRISMATIC = "prismatic"
    FIXED = "fixed"
    FLOATING = "floating"
    PLANAR = "planar"


TURNING = (JointKind.REVOLUTE, JointKind.CONTINUOUS)
ENDLESS = 4.0 * np.pi
"""A turning joint whose limits span more, in radians, turns without end."""


@dataclass(frozen=True)
class Limits:
    """Bound a joint: radians or metres, per second, per second squared; newton metres or newtons.

    What the URDF does not give is infinite; `acceleration` is None then.
    """

    lower: float
    upper: float
    velocity: float = np.inf
    effort: float = np.inf
    acceleration: float | None = None


@dataclass(frozen=True)
class Mimic:
    """Follow another joint: its value times `multiplier`, plus `offset`."""

    joint: str
    multiplier: float = 1.0
    offset: float = 0.0


@dataclass(frozen=True, eq=False)
class Joint:
    """Join two links: `origin` (4, 4) in the parent's frame, unit `axis` (3,) in its own."""

    name: str
    kind: JointKind
    parent: str
    child: str
    origin: Floats
    axis: Floats
    limits: Limits
    mimic: Mimic | None = None

    @property
    def turns(self) -> bool:
        """Tell whether it turns about its axis."""
        return self.kind in TURNING

    @property
    def moves(self) -> bool:
        """Tell whether it turns or slides."""
        return self.turns or self.kind is JointKind.PRISMATIC

    @property
    def endless(self) -> bool:
        """Tell whether it turns without end, as wheels and rotors do."""
        return self.turns and self.limits.upper - self.limits.lower > ENDLESS

    @property
    def rest(self) -> float:
        """Return its value nearest to zero within the limits, radians or metres."""
        return float(np.clip(0.0, self.limits.lower, self.limits.upper))


@dataclass(frozen=True)
class Inertia:
    """Hold a link's mass, kg, and its centre in the link's frame, m."""

    mass: float
    centre: tuple[float, float, float] = (0.0, 0.0, 0.0)


@dataclass(frozen=True, eq=False)
class Collision:
    """Place a shape: `origin` (4, 4) in the link's frame; guessed where its mesh is missing."""

    origin: Floats
    shape: Shape
    is_guessed: bool = False

    @property
    def corners(self) -> Floats:
        """Return points (n, 3) in the link's frame whose hull holds the shape."""
        return moved(self.shape.corners, self.origin)

    @property
    def points(self) -> Floats:
        """Return corners (n, 3) of the shape itself in the link's frame, those in hollows too."""
        inside = self.shape.surface.vertices if isinstance(self.shape, Mesh) else self.shape.corners
        return moved(inside, self.origin)


@dataclass(frozen=True, eq=False)
class Link:
    """Hold one rigid body."""

    name: str
    inertia: Inertia | None = None
    collisions: tuple[Collision, ...] = ()


@dataclass(frozen=True, eq=False)
class Camera:
    """Place a camera: `origin` (4, 4) in the frame of `link`, x along the optical axis, z up.

    Fields of view in radians and range in metres, None where the URDF does not say.
    """

    name: str
    link: str
    origin: Floats
    horizontal_fov: float | None = None
    vertical_fov: float | None = None
    range: float | None = None


@dataclass(frozen=True, eq=False)
class RobotModel:
    """Hold a robot's tree; `source` names the file for error messages."""

    name: str
    source: str
    root: str
    links: Mapping[str, Link]
    joints: Mapping[str, Joint]
    cameras: tuple[Camera, ...] = ()

    @cached_property
    def parent_joint(self) -> Mapping[str, Joint]:
        """Return the joint above each link but the root."""
        return {joint.child: joint for joint in self.joints.values()}

    @cached_property
    def child_joints(self) -> Mapping[str, tuple[Joint, ...]]:
        """Return the joints below each link."""
        below: dict[str, list[Joint]] = {link: [] for link in self.links}
        for joint in self.joints.values():
            below[joint.parent].append(joint)
        return {link: tuple(joints) for link, joints in below.items()}

    def path_to(self, link: str) -> tuple[Joint, ...]:
        """Return the joints from the root down to a link, fixed ones included."""
        path: list[Joint] = []
        while link != self.root:
            joint = self.parent_joint[link]
            path.append(joint)
            link = joint.parent
        return tuple(reversed(path))

    def below(self, link: str) -> tuple[str, ...]:
        """Return a link and all that hangs on it, parents before children."""
        found = [link]
        for one in found:
            found.extend(joint.child for joint in self.child_joints[one])
        return tuple(found)

    def rigid_with(self, link: str) -> tuple[str, ...]:
        """Return a link and what is fixed to it further down, parents before children."""
        found = [link]
        for one in found:
            found.extend(joint.child for joint in self.child_joints[one] if not joint.moves)
        return tuple(found)
