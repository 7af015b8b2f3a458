# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Move a base along a path with limited speed, turn rate and acceleration."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from adhoc_teamwork.teamwork.bodies.robot_card import RobotCard
from adhoc_teamwork.teamwork.geometry import Pose, normalize_angle

LOOK_AHEAD = 0.15
"""How far ahead on its path, in metres, a base looks for where to turn."""
TURN_FIRST = math.radians(50.0)
"""A base that faces further away than this from its way stops and turns."""
YAW_TOLERANCE = 0.01
BRAKING = 2.5
"""Stopping may be this many times as hard as speeding up."""


@dataclass(frozen=True)
class MotionLimits:
    """Bound a base's motion: m/s, rad/s, m/s²."""

    max_speed: float
    max_turn_rate: float
    acceleration: float

    @classmethod
    def of(cls, card: RobotCard) -> "MotionLimits":
        """Return the limits on a robot's card."""
        return cls(card.capability.max_speed, card.body.max_turn_rate, card.body.acceleration)

    @property
    def braking(self) -> float:
        """Return how hard the base brakes, m/s²: it always stands within 0.4 s."""
        return max(BRAKING * self.acceleration, self.max_speed / 0.4)

    def stopping_distance(self, speed: float) -> float:
        """Return how far the base still rolls when it brakes at that speed, in metres."""
        return speed * speed / (2.0 * self.braking)


class Path:
    """A polyline on the floor, measured along its length; metres."""

    def __init__(self, points: Sequence[tuple[float, float]]) -> None:
        kept = [points[0]]
        kept += [b for a, b in pairwise(points) if math.dist(a, b) > 1e-6]
        self.points: NDArray[np.float64] = np.array(kept, np.float64).reshape(-1, 2)
        steps = np.linalg.norm(np.diff(self.points, axis=0), axis=1)
        self._at: NDArray[np.float64] = np.concatenate([[0.0], np.cumsum(steps)])

    @property
    def length(self) -> float:
        """Return its length in metres."""
        return float(self._at[-1])

    def point(self, at: float) -> tuple[float, float]:
        """Return the point `at` metres from its start."""
        return (
            float(np.interp(at, self._at, self.points[:, 0])),
            float(np.interp(at, self._at, self.points[:, 1])),
        )

    def stretch(self, start: float, end: float, spacing: float = 0.1) -> NDArray[np.float64]:
        """Return points between two places along it, shape (n, 2), at most `spacing` apart."""
        end = min(end, self.length)
        count = max(2, int((end - start) / spacing) + 2)
        at = np.linspace(start, max(start, end), count)
        return np.column_stack(
            [np.interp(at, self._at, self.points[:, 0]), np.interp(at, self._at, self.points[:, 1])]
        )


class Mover:
    """Drive one base: exactly on its path, facing where it goes, then turning to `final_yaw`.

    Or it faces away from where it goes, backwards.
    """

    def __init__(self, pose: Pose, limits: MotionLimits) -> None:
        self.pose = pose
        self.limits = limits
        self.speed = 0.0
        self.turn_rate = 0.0
        self.path: Path | None = None
        self.final_yaw: float | None = None
        self.travelled = 0.0
        """How far along the path the base is, metres."""
        self.backwards_at: float | None = None
        """How fast it drives backwards, m/s; None: it drives ahead."""

    def follow(
        self, path: Path, final_yaw: float | None, backwards_at: float | None = None
    ) -> None:
        """Take up a path that begins where the base is; no yaw leaves it as it comes."""
        self.path, self.final_yaw, self.travelled = path, final_yaw, 0.0
        self.backwards_at = backwards_at

    def drop_path(self) -> None:
        """Forget the path; a base that still moves stands at once."""
        self.path, self.speed, self.turn_rate, self.backwards_at = None, 0.0, 0.0, None

    @property
    def remaining(self) -> float:
        """Return how much of the path is left, in metres."""
        return self.path.length - self.travelled if self.path else 0.0

    @property
    def arrived(self) -> bool:
        """Tell whether the base stands at the end of its path, turned as it should be."""
        if self.path is None:
            return True
        turned = (
            self.final_yaw is None
            or abs(normalize_angle(self.final_yaw - self.pose.yaw)) <= YAW_TOLERANCE
        )
        return self.remaining <= 1e-6 and turned

    def ahead(self, distance: float) -> NDArray[np.float64]:
        """Return points of the path from here to `distance` metres on, shape (n, 2)."""
        if self.path is None:
            return np.array([[self.pose.x, self.pose.y]])
        return self.path.stretch(self.travelled, self.travelled + distance)

    def step(self, dt: float, may_go: bool, is_free: Callable[[float, float], bool]) -> float:
        """Move on by `dt` seconds and return how far the base drove, in metres.

        Args:
            dt: Seconds of simulated time.
            may_go: False brakes to a stand on the path.
            is_free: Tells whether the base may stand at a point; where not, it does not go there.
        """
        if self.path is None:
            self.speed = self.turn_rate = 0.0
            return 0.0
        error = self._turn(dt, may_go)
        limits = self.limits
        wanted = math.sqrt(2.0 * limits.acceleration * self.remaining)
        backwards = math.inf if self.backwards_at is None else self.backwards_at
        wanted = min(limits.max_speed, backwards, wanted) * max(0.0, math.cos(error))
        if not may_go or (abs(error) > TURN_FIRST and self.remaining > 1e-6):
            wanted = 0.0
        if wanted > self.speed:
            self.speed = min(wanted, self.speed + limits.acceleration * dt)
        else:
            self.speed = max(wanted, self.speed - limits.braking * dt)
        return self._advance(dt, is_free)

    def _turn(self, dt: float, may_go: bool) -> float:
        """Turn towards the way ahead, or at its end to the final yaw; return what is left, rad."""
        if self.path is not None and self.remaining > 1e-6:
            x, y = self.path.point(self.travelled + LOOK_AHEAD)
            heading = math.atan2(y - self.pose.y, x - self.pose.x)
            heading += 0.0 if self.backwards_at is None else math.pi
        elif self.final_yaw is not None:
            heading = self.final_yaw
        else:
            heading = self.pose.yaw
        error = normalize_angle(heading - self.pose.yaw)
        most = self.limits.max_turn_rate * dt if may_go else 0.0
        turn = min(most, max(-most, error))
        self.turn_rate = turn / dt
        self.pose = Pose(self.pose.x, self.pose.y, normalize_angle(self.pose.yaw + turn))
        return error - turn

    def _advance(self, dt: float, is_free: Callable[[float, float], bool]) -> float:
        if self.path is None or self.speed <= 0.0:
            return 0.0
        rest = self.remaining
        drive = min(rest, self.speed * dt)
        x, y = self.path.point(self.travelled + drive)
        if not is_free(x, y):
            self.speed = 0.0
            return 0.0
        self.travelled = self.path.length if rest - drive <= 1e-6 else self.travelled + drive
        if rest - drive <= 1e-6:
            self.speed = 0.0
        self.pose = Pose(x, y, self.pose.yaw)
        return drive
