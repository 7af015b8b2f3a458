# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Forward kinematics and Jacobians of many configurations at once."""

from collections.abc import Mapping, Sequence

import numpy as np

from adhoc_teamwork.robot_model.arrays import Floats, cross_matrix
from adhoc_teamwork.robot_model.model import Joint, RobotModel
from adhoc_teamwork.teamwork.settings.config import ConfigError

_SPEED_UP_TIME = 0.5
"""Seconds in which a joint is taken to reach its speed where no acceleration is given."""


class Kinematics:
    """Turn values of some joints into poses of all links; the other joints stay at rest.

    A configuration is (dof,) in the order of `joints`, radians and metres; configurations are
    (n, dof). Poses are in the frame of the model's root link.
    """

    def __init__(
        self, model: RobotModel, joints: Sequence[str], rest: Mapping[str, float] | None = None
    ) -> None:
        """Prepare the tree; `rest` holds values of joints that stay, by name.

        Raises:
            ConfigError: A name is of no joint that moves by itself, or comes twice.
        """
        for name in joints:
            joint = model.joints.get(name)
            if joint is None or not joint.moves or joint.mimic or list(joints).count(name) > 1:
                raise ConfigError(
                    f"{model.source}: '{name}': expected joints that move by themselves, each once"
                )
        self.model = model
        self.joints = tuple(joints)
        limits = [model.joints[name].limits for name in joints]
        self.lower: Floats = np.array([one.lower for one in limits])
        self.upper: Floats = np.array([one.upper for one in limits])
        self.velocity: Floats = np.array([one.velocity for one in limits])
        self.effort: Floats = np.array([one.effort for one in limits])
        self.acceleration: Floats = np.array(
            [
                one.velocity / _SPEED_UP_TIME if one.acceleration is None else one.acceleration
                for one in limits
            ]
        )
        self._rest = dict(rest or {})
        self._column = {name: column for column, name in enumerate(joints)}
        self._motions = {joint.name: _Motion(joint) for joint in model.joints.values()}
        self._order = [model.parent_joint[link] for link in model.below(model.root)[1:]]
        self._drivers = {joint.name: self._driver(joint) for joint in self._order}
        self.moved_links = self._moved()
        self._fixed = self._fixed_poses()
        self._ways: dict[tuple[str, ...], list[Joint]] = {}

    @property
    def dof(self) -> int:
        """Return the number of joints."""
        return len(self.joints)

    @property
    def driven(self) -> tuple[str, ...]:
        """Return the joints that move: those given, and those that mimic them."""
        return tuple(name for name, driver in self._drivers.items() if driver is not None)

    @property
    def fixed_poses(self) -> Mapping[str, Floats]:
        """Return the poses (4, 4) of the links that none of the joints moves."""
        return self._fixed

    def sampling_bounds(self) -> tuple[Floats, Floats]:
        """Return lower and upper (dof,), a whole turn where a joint turns without end."""
        endless = [self.model.joints[name].endless for name in self.joints]
        return np.where(endless, -np.pi, self.lower), np.where(endless, np.pi, self.upper)

    def link_poses(
        self, configurations: Floats, links: Sequence[str] | None = None
    ) -> dict[str, Floats]:
        """Return poses (n, 4, 4) of the moved links, or of `links` only.

        Args:
            configurations: (n, dof), or (dof,) for one.
            links: Names of links, moved or not.
        """
        q = np.atleast_2d(np.asarray(configurations, dtype=np.float64))
        wanted = self.moved_links if links is None else tuple(links)
        poses: dict[str, Floats] = {}
        for joint in self._needed(wanted):
            parent = poses.get(joint.parent)
            if parent is None:
                parent = self._fixed[joint.parent]
            poses[joint.child] = np.matmul(
                parent, self._motions[joint.name].at(self._values(joint, q))
            )
        still = {link: self._fixed[link] for link in wanted if link in self._fixed}
        shape = (len(q), 4, 4)
        spread = {link: np.broadcast_to(pose, shape) for link, pose in still.items()}
        return {
            link: spread[link] if link in spread else _full(poses[link], shape) for link in wanted
        }

    def positions(self, configurations: Floats, link: str, point: Floats | None = None) -> Floats:
        """Return where a point of a link, given in its frame, is: (n, 3)."""
        pose = self.link_poses(configurations, (link,))[link]
        if point is None:
            return np.asarray(pose[:, :3, 3])
        return np.asarray(pose[:, :3, :3] @ point + pose[:, :3, 3])

    def jacobian(
        self,
        configurations: Floats,
        link: str,
        point: Floats | None = None,
        only: int | None = None,
    ) -> Floats:
        """Return (n, 6, dof): velocity of a point of a link, then angular velocity, per joint.

        Args:
            configurations: (n, dof), or (dof,) for one.
            link: Whose velocity.
            point: (3,) in the link's frame, its origin where None.
            only: The one column to fill; the others are zero.
        """
        return self.pose_and_jacobian(configurations, link, point, only)[1]

    def pose_and_jacobian(
        self, configurations: Floats, link: str, point: Floats | None, only: int | None = None
    ) -> tuple[Floats, Floats]:
        """Return a link's poses, (n, 4, 4), and what `jacobian` returns: they share their work."""
        q = np.atleast_2d(np.asarray(configurations, dtype=np.float64))
        wanted = range(self.dof) if only is None else (only,)
        path = [
            joint
            for joint in self.model.path_to(link)
            if (driver := self._drivers[joint.name]) is not None and driver[0] in wanted
        ]
        poses = self.link_poses(q, (link, *(joint.child for joint in path)))
        target = poses[link][:, :3, 3]
        if point is not None:
            target = target + poses[link][:, :3, :3] @ point
        result = np.zeros((len(q), 6, self.dof))
        turning: list[tuple[int, Floats, Floats]] = []
        for joint in path:
            driver = self._drivers[joint.name]
            if driver is None:
                continue
            column, factor, _ = driver
            frame = poses[joint.child]
            axis = factor * (frame[:, :3, :3] @ joint.axis)
            if joint.turns:
                turning.append((column, axis, target - frame[:, :3, 3]))
            else:
                result[:, :3, column] += axis
        if turning:
            # One call for all joints: each is worth hundreds of these products.
            columns, axes, levers = zip(*turning, strict=True)
            for column, axis, moved in zip(columns, axes, np.cross(axes, levers), strict=True):
                result[:, :3, column] += moved
                result[:, 3:, column] += axis
        return poses[link], result

    def _driver(self, joint: Joint) -> tuple[int, float, float] | None:
        """Return column, factor and offset that give a joint's value, None where it stays."""
        factor, offset, one = 1.0, 0.0, joint
        while one.mimic is not None:
            offset += factor * one.mimic.offset
            factor *= one.mimic.multiplier
            one = self.model.joints[one.mimic.joint]
        column = self._column.get(one.name)
        if column is None or not joint.moves:
            return None
        return column, factor, offset

    def _values(self, joint: Joint, q: Floats) -> Floats:
        driver = self._drivers[joint.name]
        if driver is None:
            return np.array([self._still_value(joint)])
        column, factor, offset = driver
        return np.asarray(factor * q[:, column] + offset)

    def _still_value(self, joint: Joint) -> float:
        if joint.mimic is None:
            return self._rest.get(joint.name, joint.rest)
        leader = self._still_value(self.model.joints[joint.mimic.joint])
        return joint.mimic.multiplier * leader + joint.mimic.offset

    def _moved(self) -> tuple[str, ...]:
        moved: dict[str, None] = {}
        for joint in self._order:
            if joint.parent in moved or self._drivers[joint.name]:
                moved[joint.child] = None
        return tuple(moved)

    def _fixed_poses(self) -> dict[str, Floats]:
        poses: dict[str, Floats] = {self.model.root: np.eye(4)}
        moved = set(self.moved_links)
        for joint in self._order:
            if joint.child not in moved:
                value = np.array([self._still_value(joint)])
                poses[joint.child] = poses[joint.parent] @ self._motions[joint.name].at(value)[0]
        return poses

    def _needed(self, links: tuple[str, ...]) -> list[Joint]:
        """Return the joints on the ways to moved links, parents first."""
        if links in self._ways:
            return self._ways[links]
        needed: set[str] = set()
        for link in links:
            while link not in self._fixed and link not in needed:
                needed.add(link)
                link = self.model.parent_joint[link].parent
        self._ways[links] = [joint for joint in self._order if joint.child in needed]
        return self._ways[links]


class _Motion:
    """A joint's transform as a sum of constant matrices: no product per configuration."""

    def __init__(self, joint: Joint) -> None:
        """Prepare the matrices; Rodrigues' formula for joints that turn."""
        self._joint = joint
        first, second = np.zeros((4, 4)), np.zeros((4, 4))
        if joint.turns:
            first[:3, :3] = cross_matrix(joint.axis)
            second[:3, :3] = first[:3, :3] @ first[:3, :3]
        else:
            first[:3, 3] = joint.axis
        self._terms = np.stack([joint.origin, joint.origin @ first, joint.origin @ second])

    def at(self, values: Floats) -> Floats:
        """Return the child's pose in the parent's frame (n, 4, 4)."""
        joint = self._joint
        if not joint.moves:
            return self._terms[:1]
        factors = np.ones((len(values), 3))
        if joint.turns:
            np.sin(values, out=factors[:, 1])
            factors[:, 2] = 1.0 - np.cos(values)
        else:
            factors[:, 1], factors[:, 2] = values, 0.0
        return np.asarray((factors @ self._terms.reshape(3, 16)).reshape(-1, 4, 4))


def _full(pose: Floats, shape: tuple[int, int, int]) -> Floats:
    return pose if pose.shape == shape else np.broadcast_to(pose, shape)
