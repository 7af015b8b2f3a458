# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Whether fingers hold something, from where they rest: Gazebo tells no effort of joints."""

from collections.abc import Sequence

from adhoc_teamwork.simulation.gazebo.robot import GazeboRobot
from adhoc_teamwork.simulation.manipulation.gripper import GRIP_EFFORT
from adhoc_teamwork.teamwork.clock import was_set_back

END = 0.002
"""Metres from an end of the fingers' way within which nothing is between them."""
SLOW = 0.002
"""Metres a second below which a finger rests."""
REST = 0.3
"""Seconds for which it must rest."""


class FingerSense:
    """Follow one finger: what keeps it from both ends of its way is held.

    Args:
        finger: Its joint.
        lower: The lower end of its way, metres.
        upper: The upper one.
    """

    def __init__(self, finger: str, lower: float, upper: float) -> None:
        self.finger = finger
        self._low, self._high = lower + END, upper - END
        self._since: float | None = None

    @classmethod
    def of(cls, robot: GazeboRobot) -> "FingerSense | None":
        """Return that of a robot's first finger; None for a robot without fingers."""
        if not robot.fingers:
            return None
        finger = robot.fingers[0]
        limits = robot.model.joints[finger].limits
        return cls(finger, limits.lower, limits.upper)

    def efforts(
        self,
        names: Sequence[str],
        positions: Sequence[float],
        velocities: Sequence[float],
        stamp: float,
    ) -> list[float]:
        """Return the effort of each joint, newtons: 0 of all but the finger that is followed."""
        felt = [0.0] * len(names)
        if self.finger in names:
            index = list(names).index(self.finger)
            felt[index] = self.effort(positions[index], velocities[index], stamp)
        return felt

    def effort(self, position: float, velocity: float, stamp: float) -> float:
        """Return the effort that a gripper's driver would tell, newtons; seconds of the clock."""
        if not self._low < position < self._high or abs(velocity) > SLOW:
            self._since = None
            return 0.0
        if self._since is None or was_set_back(self._since, stamp):
            self._since = stamp
        return GRIP_EFFORT if stamp - self._since >= REST else 0.0
