# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Joint trajectories: states over time, as trajectory_msgs/JointTrajectory carries them."""

from dataclasses import dataclass

import numpy as np

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

    def at(self, seconds: float) -> Floats:
        """Return the joint state at a time, (dof,): a cubic between points, as controllers do."""
        index = int(np.searchsorted(self.times, seconds, side="right")) - 1
        if index < 0:
            return np.asarray(self.positions[0])
        if index >= len(self.times) - 1:
            return np.asarray(self.positions[-1])
        step = self.times[index + 1] - self.times[index]
        share = (seconds - self.times[index]) / step
        here, there = self.positions[index], self.positions[index + 1]
        leave, arrive = self.velocities[index] * step, self.velocities[index + 1] * step
        square, cube = share**2, share**3
        return np.asarray(
            (2 * cube - 3 * square + 1) * here
            + (cube - 2 * square + share) * leave
            + (3 * square - 2 * cube) * there
            + (cube - square) * arrive
        )

    def every(self, seconds: float) -> Floats:
        """Return the joint states at even times at most so far apart, (n, dof), both ends too."""
        count = max(2, int(np.ceil(self.duration / seconds)) + 1)
        return np.array([self.at(float(time)) for time in np.linspace(0.0, self.duration, count)])

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
