# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Joint trajectories as ros2_control's joint_trajectory_controller takes and refuses them."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum

import numpy as np
from scipy.interpolate import CubicHermiteSpline, PPoly

from adhoc_teamwork.robot_model.arrays import Floats

_STILL = 1e-6
"""A trajectory ends at rest: its last velocities are no larger, rad/s or m/s."""


class ArmError(IntEnum):
    """Number the error codes of control_msgs/FollowJointTrajectory."""

    SUCCESSFUL = 0
    INVALID_GOAL = -1
    INVALID_JOINTS = -2
    OLD_HEADER_TIMESTAMP = -3
    PATH_TOLERANCE_VIOLATED = -4
    GOAL_TOLERANCE_VIOLATED = -5


class TrajectoryError(ValueError):
    """Say why a trajectory is refused; `error` is the code for whoever sent it."""

    def __init__(self, error: ArmError, reason: str) -> None:
        super().__init__(reason)
        self.error = error


@dataclass(frozen=True)
class TrajectoryPoint:
    """Hold one point: seconds from the start, radians or metres, per second."""

    seconds: float
    positions: tuple[float, ...]
    velocities: tuple[float, ...] = ()


@dataclass(frozen=True)
class WantedTrajectory:
    """Hold a trajectory as somebody wants it, in the order of `joints`, unchecked.

    `starts_at` is in seconds of simulated time; None means at once.
    """

    joints: tuple[str, ...]
    points: tuple[TrajectoryPoint, ...]
    starts_at: float | None = None

    def checked(self, joints: Sequence[str], now: float) -> "WantedTrajectory":
        """Return it with its columns in the order of `joints`, all of which it moves.

        Raises:
            TrajectoryError: Joints, times, numbers or the time at which it is to start are wrong.
        """
        if sorted(self.joints) != sorted(joints):
            raise TrajectoryError(
                ArmError.INVALID_JOINTS,
                f"joints {', '.join(self.joints) or 'none'}; expected {', '.join(joints)}",
            )
        self._check_points()
        if self.starts_at is not None and self.starts_at + self.points[-1].seconds < now:
            raise TrajectoryError(
                ArmError.OLD_HEADER_TIMESTAMP,
                f"it would have ended {now - self.starts_at - self.points[-1].seconds:.2f} s ago",
            )
        order = [self.joints.index(name) for name in joints]
        points = tuple(
            TrajectoryPoint(
                point.seconds,
                tuple(point.positions[i] for i in order),
                tuple(point.velocities[i] for i in order) if point.velocities else (),
            )
            for point in self.points
        )
        return WantedTrajectory(tuple(joints), points, self.starts_at)

    def _check_points(self) -> None:
        count, last = len(self.joints), -1.0
        if not self.points:
            raise _invalid("it has no points")
        for number, point in enumerate(self.points, 1):
            if len(point.positions) != count or len(point.velocities) not in (0, count):
                raise _invalid(
                    f"point {number}: expected positions of {count} joints, and velocities of as "
                    "many or none"
                )
            if bool(point.velocities) != bool(self.points[0].velocities):
                raise _invalid("expected velocities at every point or at none")
            if not np.isfinite((point.seconds, *point.positions, *point.velocities)).all():
                raise _invalid(f"point {number}: expected finite numbers")
            if point.seconds < 0.0 or point.seconds <= last:
                raise _invalid(f"point {number}: expected times that rise from 0 s or later")
            last = point.seconds
        if any(abs(speed) > _STILL for speed in self.points[-1].velocities):
            raise _invalid("its last velocities are not zero")


class JointCurve:
    """Tell where the joints are to be: cubics between points with velocities, else lines.

    It begins at the state in which it was taken up, unless its first point is at 0 s.
    """

    def __init__(self, wanted: WantedTrajectory, state: Floats) -> None:
        times = [point.seconds for point in wanted.points]
        positions = [np.array(point.positions) for point in wanted.points]
        speeds = [np.array(point.velocities) for point in wanted.points if point.velocities]
        if times[0] > 0.0:
            times.insert(0, 0.0)
            positions.insert(0, state)
            if speeds:
                speeds.insert(0, np.zeros_like(state))
        self.end: Floats = positions[-1]
        self.duration = times[-1]
        self._curve = _curve(np.array(times), np.array(positions), np.array(speeds))

    def at(self, seconds: float) -> Floats:
        """Return the joint state (dof,) so long after the start; its ends before and after."""
        if self._curve is None or seconds >= self.duration:
            return self.end
        return np.asarray(self._curve(max(seconds, 0.0)), np.float64)


def _curve(times: Floats, positions: Floats, speeds: Floats) -> PPoly | None:
    if len(times) == 1:
        return None
    if len(speeds):
        return CubicHermiteSpline(times, positions, speeds)
    slopes = np.diff(positions, axis=0) / np.diff(times)[:, None]
    return PPoly(np.stack([slopes, positions[:-1]]), times)


def _invalid(reason: str) -> TrajectoryError:
    return TrajectoryError(ArmError.INVALID_GOAL, reason)
