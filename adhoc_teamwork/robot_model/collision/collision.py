# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Check many states of one or more arms at once against obstacles, each other and themselves.

Moving bodies are covered by spheres (`covering`), what stands still is exact (`obstacles`). A
sphere about each body is tried first; only bodies that it brings near are looked at closely.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np

from adhoc_teamwork.robot_model.arrays import Floats, Mask
from adhoc_teamwork.robot_model.collision.covering import Spheres
from adhoc_teamwork.robot_model.collision.obstacles import Obstacle, ObstacleSet

SAMPLES = 200
ALWAYS = 0.95
"""Two bodies that touch in this share of random states are built to touch."""


class Mover(Protocol):
    """Say where rigid bodies are, for many joint states at once."""

    @property
    def dof(self) -> int:
        """Return how many joints there are."""

    def poses(self, states: Floats) -> Mapping[str, Floats]:
        """Return the pose of each body, (n, 4, 4), for joint states (n, dof)."""


class PlacedOnce:
    """Place bodies as a mover does, and remember where they are in the states that it was given.

    For many questions about the same states; they are told by the array, not by its values.
    """

    def __init__(self, mover: Mover) -> None:
        self.dof = mover.dof
        self._mover = mover
        self._known: dict[int, tuple[Floats, Mapping[str, Floats]]] = {}

    def poses(self, states: Floats) -> Mapping[str, Floats]:
        """Return the pose of each body, (n, 4, 4), for joint states (n, dof)."""
        if id(states) not in self._known:
            # The array is kept, so that no other comes to have its place.
            self._known[id(states)] = states, self._mover.poses(states)
        return self._known[id(states)][1]


@dataclass(frozen=True)
class MovingBody:
    """Hold one rigid body of a moving mechanism: spheres in the body's frame."""

    name: str
    spheres: Spheres


@dataclass(frozen=True)
class Touch:
    """Say which two things touch in which of the states that were checked."""

    state: int
    body: str
    other: str


class CollisionCheck(Protocol):
    """Say what joint states touch: what searches and timing ask, whoever knows the shapes."""

    def free(self, states: Floats) -> Mask:
        """Tell for each joint state, (n, dof), whether nothing touches."""


class Collisions:
    """Check states of a mechanism whose bodies `mover` places.

    Args:
        mover: Places the bodies.
        bodies: What moves.
        obstacles: What stands still, in the mover's frame.
        apart: Pairs of bodies that must not touch, as found by `separable_pairs`.
        margin: Metres that bodies keep from obstacles.
    """

    def __init__(
        self,
        mover: Mover,
        bodies: Sequence[MovingBody],
        obstacles: Sequence[Obstacle] = (),
        apart: Sequence[tuple[str, str]] = (),
        margin: float = 0.0,
    ) -> None:
        self.mover, self.bodies, self.apart, self.margin = mover, tuple(bodies), apart, margin
        self.obstacles = ObstacleSet(obstacles)
        bounds = [body.spheres.bound for body in bodies]
        self.middles = np.array([centre for centre, _ in bounds]).reshape(-1, 3)
        self.extents = np.array([radius for _, radius in bounds])
        index = {body.name: number for number, body in enumerate(bodies)}
        pairs = [(index[one], index[other]) for one, other in apart]
        self.pairs = np.array(pairs, dtype=np.int64).reshape(-1, 2)
        self.meant = np.array(
            [[body.name not in o.near for o in obstacles] for body in bodies], dtype=bool
        ).reshape(len(bodies), len(obstacles))

    def with_obstacles(self, obstacles: Sequence[Obstacle]) -> "Collisions":
        """Return the same mechanism among other obstacles."""
        return Collisions(self.mover, self.bodies, obstacles, self.apart, self.margin)

    def allowing(self, bodies: frozenset[str], names: frozenset[str]) -> "Collisions":
        """Return a check in which some bodies may touch the obstacles with some names."""
        obstacles = [
            replace(o, near=o.near | bodies) if o.name in names else o
            for o in self.obstacles.obstacles
        ]
        return self.with_obstacles(obstacles)

    def free(self, states: Floats) -> Mask:
        """Tell for each joint state, (n, dof), whether nothing touches."""
        if not len(states):
            return np.zeros(0, dtype=bool)
        blocked, _ = self._check(np.atleast_2d(states), explain=False)
        return ~blocked

    def first_touch(self, states: Floats) -> Touch | None:
        """Return what touches in the first of the states in which something does."""
        if not len(states):
            return None
        blocked, touches = self._check(np.atleast_2d(states), explain=True)
        if not blocked.any():
            return None
        return min(touches, key=lambda touch: touch.state)

    def _check(self, states: Floats, explain: bool) -> tuple[Mask, list[Touch]]:
        look = _Look(self, self.mover.poses(states), len(states), explain)
        look.at_obstacles()
        look.at_bodies()
        return look.blocked, look.touches


class _Look:
    """Look at one batch of states; spheres of a body are placed only once something is near."""

    def __init__(
        self, checked: Collisions, poses: Mapping[str, Floats], count: int, explain: bool
    ) -> None:
        self._checked, self._explain = checked, explain
        self._poses = np.stack([poses[body.name] for body in checked.bodies], axis=1)
        turned = np.einsum("nbij,bj->nbi", self._poses[..., :3, :3], checked.middles)
        self._middles = turned + self._poses[..., :3, 3]
        self._placed: dict[int, Floats] = {}
        self.blocked = np.zeros(count, dtype=bool)
        self.touches: list[Touch] = []

    def at_obstacles(self) -> None:
        """Look for bodies that touch obstacles."""
        checked, obstacles = self._checked, self._checked.obstacles
        if not len(obstacles):
            return
        far = obstacles.distances(self._middles.reshape(-1, 3))
        far = far.reshape(*self._middles.shape[:2], -1)
        near = (far < checked.extents[:, None] + checked.margin) & checked.meant
        for body in np.flatnonzero(near.any(axis=(0, 2))):
            states = np.flatnonzero(near[:, body].any(axis=1) & (self._explain | ~self.blocked))
            if not len(states):
                continue
            which = np.flatnonzero(near[states, body].any(axis=0))
            radii = checked.bodies[body].spheres.radii + checked.margin
            points = self._centres(int(body))[states].reshape(-1, 3)
            gaps = obstacles.distances(points, which).reshape(len(states), len(radii), -1)
            hit = (gaps < radii[:, None]).any(axis=1)
            self.blocked[states[hit.any(axis=1)]] = True
            if self._explain:
                for state, other in zip(*np.nonzero(hit), strict=True):
                    name = obstacles.obstacles[which[other]].name
                    body_name = checked.bodies[body].name
                    self.touches.append(Touch(int(states[state]), body_name, name))

    def at_bodies(self) -> None:
        """Look for bodies that touch each other."""
        checked = self._checked
        if not len(checked.pairs):
            return
        one, other = checked.pairs.T
        apart = np.linalg.norm(self._middles[:, one] - self._middles[:, other], axis=2)
        near = apart < checked.extents[one] + checked.extents[other]
        for pair in np.flatnonzero(near.any(axis=0)):
            states = np.flatnonzero(near[:, pair] & (self._explain | ~self.blocked))
            if not len(states):
                continue
            first, second = int(one[pair]), int(other[pair])
            step = self._centres(first)[states][:, :, None] - self._centres(second)[states][:, None]
            bodies = checked.bodies[first], checked.bodies[second]
            reach = bodies[0].spheres.radii[:, None] + bodies[1].spheres.radii
            hit = (np.einsum("nabi,nabi->nab", step, step) < reach**2).any(axis=(1, 2))
            self.blocked[states[hit]] = True
            if self._explain:
                names = bodies[0].name, bodies[1].name
                self.touches.extend(Touch(int(state), *names) for state in states[hit])

    def _centres(self, body: int) -> Floats:
        """Return a body's sphere centres in all states, (n, k, 3)."""
        if body not in self._placed:
            pose = self._poses[:, body]
            local = self._checked.bodies[body].spheres.centres
            turned = local @ pose[:, :3, :3].transpose(0, 2, 1)
            self._placed[body] = turned + pose[:, None, :3, 3]
        return self._placed[body]


def separable_pairs(
    mover: Mover, bodies: Sequence[MovingBody], joined: frozenset[frozenset[str]], states: Floats
) -> list[tuple[str, str]]:
    """Return the pairs of bodies whose contact means something, for `Collisions`.

    Left out are bodies that a joint joins, that touch at the first of the states, which stands for
    rest, and that touch nearly always: they are built so, or their covers overlap.

    Args:
        mover: Places the bodies.
        bodies: Of one mechanism.
        joined: Pairs of names that a joint joins.
        states: Rest and random joint states, (n, dof).
    """
    names = [body.name for body in bodies]
    pairs = [
        (one, other)
        for number, one in enumerate(names)
        for other in names[number + 1 :]
        if frozenset((one, other)) not in joined
    ]
    kept = []
    for pair in pairs:
        free = Collisions(mover, bodies, apart=[pair]).free(states)
        if free[0] and (~free).mean() < ALWAYS:
            kept.append(pair)
    return kept


def built_to_touch(
    mover: Mover,
    bodies: Sequence[MovingBody],
    obstacle: Obstacle,
    states: Floats,
    margin: float = 0.0,
) -> frozenset[str]:
    """Return the bodies nearer than a margin to an obstacle at rest, or nearly always.

    Rest is the first of the states, (n, dof); the margin is in metres.
    """
    names = []
    for body in bodies:
        free = Collisions(mover, [body], [obstacle], margin=margin).free(states)
        if not free[0] or (~free).mean() >= ALWAYS:
            names.append(body.name)
    return frozenset(names)
