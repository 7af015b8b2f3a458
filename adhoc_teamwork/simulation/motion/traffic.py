# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The other robots as one that drives meets them: where they stand, and who is in its way."""

import math
from collections.abc import Callable, Sequence
from typing import Generic, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from adhoc_teamwork.simulation.motion.motion import Mover, Path
from adhoc_teamwork.simulation.motion.nav_goal import NavGoal
from adhoc_teamwork.simulation.motion.navigation import Disc
from adhoc_teamwork.simulation.motion.obstacles import Obstacles
from adhoc_teamwork.simulation.world import WorldRobot

GAP = 0.03
"""A robot stops before its body comes nearer than this to another's, metres."""
LOOK_OUT = 0.25
"""How far beyond its stopping distance a robot looks out for others on its path, metres."""
NEARBY = 4.0
"""Other robots within this distance are planned round after a block, metres."""
_IN_SIGHT = 1.5
"""Bodies farther apart than this, metres, are not looked at closely."""


class Vehicle(Protocol):
    """Name what is asked of whoever drives a robot."""

    robot: WorldRobot
    mover: Mover
    goal: NavGoal | None

    @property
    def disc(self) -> Disc:
        """Return the floor that the robot's body covers."""


V = TypeVar("V", bound=Vehicle)


class Traffic(Generic[V]):
    """Watch the others for one robot."""

    def __init__(self, own: V, obstacles: Obstacles, others: Callable[[], Sequence[V]]) -> None:
        self._own = own
        self._obstacles = obstacles
        self._others = others

    def all(self) -> list[Disc]:
        """Return the floor that the others cover."""
        return [other.disc for other in self._others()]

    def standing(self) -> list[Disc]:
        """Return the floor covered by others that stand and mean to stay."""
        return [o.disc for o in self._others() if o.mover.speed <= 0.0 and o.goal is None]

    def near(self) -> list[Disc]:
        """Return the floor covered by others that are to be planned round after a block."""
        return [o.disc for o in self._others() if self._distance(o) < NEARBY]

    def reach(self, other: V) -> float:
        """Return how far apart the middles of two bodies are that touch, metres."""
        return self._own.robot.radius + other.robot.radius

    def beside(self, way: NDArray[np.float64], margin: float) -> list[V]:
        """Return the others to whom the body comes nearer than `margin`, metres, along a way."""
        return [o for o in self._others() if _nearest(way, o) < self.reach(o) + margin]

    def blocker(self) -> V | None:
        """Return a robot that stands or drives on the next stretch of the path, or None."""
        mover = self._own.mover
        if mover.path is None or mover.remaining <= 1e-6:
            return None
        length = mover.limits.stopping_distance(mover.speed) + LOOK_OUT
        return self._blocker_on(lambda: mover.ahead(length))

    def bars(self, path: Path) -> bool:
        """Tell whether a robot stands or drives on the first stretch of a new path."""
        return self._blocker_on(lambda: path.stretch(0.0, LOOK_OUT)) is not None

    def _blocker_on(self, stretch: Callable[[], NDArray[np.float64]]) -> V | None:
        near = [o for o in self._others() if self._distance(o) < self.reach(o) + _IN_SIGHT]
        way = stretch() if near else np.empty((0, 2))
        for other in near:
            nearest = _nearest(way, other)
            if nearest < self.reach(other) + GAP and nearest < self._distance(other) - 1e-3:
                return other
        return None

    def is_free(self, x: float, y: float) -> bool:
        """Tell whether the body may go to a point: free, or away from what is too near already."""
        robot = self._own.robot
        distance = self._obstacles.distance(x, y)
        if distance < robot.radius and distance <= self._obstacles.distance(
            robot.pose.x, robot.pose.y
        ):
            return False
        for other in self._others():
            there = math.hypot(x - other.robot.pose.x, y - other.robot.pose.y)
            if there < self.reach(other) and there <= self._distance(other):
                return False
        return True

    def has_right_of_way(self, other: V) -> bool:
        """Tell who may go first where only one can: who carries something, then by name."""
        mine, theirs = self._own.robot, other.robot
        if bool(mine.held) != bool(theirs.held):
            return bool(mine.held)
        return mine.name < theirs.name

    def _distance(self, other: V) -> float:
        return self._own.robot.pose.point.planar_distance_to(other.robot.pose.point)


def _nearest(way: NDArray[np.float64], other: Vehicle) -> float:
    """Return how near a way comes to the middle of a robot's body, metres."""
    pose = other.robot.pose
    return float(np.hypot(way[:, 0] - pose.x, way[:, 1] - pose.y).min())
