# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Joint trajectories: states over time, as trajectory_msgs/JointTrajectory carries them."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy.interpolate import CubicHermiteSpline

from adhoc_teamwork.robot_model.arrays import Floats


@dataclass(frozen=True)
class JointTrajectory:
    """Hold joint states over time; it begins and ends at rest.

    Attributes:
        joints: Their names, one a column.
        times: Seconds from the start, (n,), rising from 0.
        positions: Radians or metres, (n, dof).
        velocities: rad/s or m/s, (n, dof).
        accelerations: rad/s² or m/s², (n, dof).
    """

    joints: tuple[str, ...]
    times: Floats
    positions: Floats
    velocities: Floats
    accelerations: Floats

    @property
    def duration(self) -> float:
        """Return how long it takes, in seconds."""
        return float(self.times[-1])

    @property
    def backwards(self) -> "JointTrajectory":
        """Return the same way back, in the same time."""
        return JointTrajectory(
            self.joints,
            self.times[-1] - self.times[::-1],
            self.positions[::-1],
            -self.velocities[::-1],
            self.accelerations[::-1],
        )

    def at(self, seconds: float | Floats) -> Floats:
        """Return the joint state at a time, (dof,): a cubic between points, as controllers do.

        Of many times, (n,), the states (n, dof).
        """
        if len(self.times) == 1:
            return np.asarray(self.positions[np.zeros_like(seconds, np.int64)])
        return np.asarray(self._cubic(np.clip(seconds, self.times[0], self.times[-1])))

    @cached_property
    def _cubic(self) -> CubicHermiteSpline:
        return CubicHermiteSpline(self.times, self.positions, self.velocities)

    def every(self, seconds: float) -> Floats:
        """Return the joint states at even times at most so far apart, (n, dof), both ends too."""
        count = max(2, int(np.ceil(self.duration / seconds)) + 1)
        return self.at(np.linspace(0.0, self.duration, count, dtype=np.float64))

    def part(self, joints: tuple[str, ...]) -> "JointTrajectory":
        """Return the columns of some joints, in their order."""
        columns = [self.joints.index(joint) for joint in joints]
        return JointTrajectory(
            joints,
            self.times,
            self.positions[:, columns],
            self.velocities[:, columns],
            self.accelerations[:, columns],
        )
