# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Say when, on the ROS clock, a message came of which only the wall time of receipt is known."""

from adhoc_teamwork.teamwork.clock import was_set_back


class RecordingClock:
    """Map times of receipt between two looks at the clocks; simulated time runs at any speed."""

    def __init__(self) -> None:
        self._before = self._now = (0, 0)

    def tick(self, ros: float, wall: int) -> None:
        """Note what both clocks show now: ROS time in seconds, wall time in nanoseconds."""
        self._before, self._now = self._now, (round(ros * 1e9), wall)
        is_first = self._before == (0, 0)
        fell = was_set_back(self._before[0] * 1e-9, ros)
        if is_first or fell or self._now[1] <= self._before[1]:
            # Of the time before the first look, and before a clock was set back, nothing is known.
            self._before = self._now

    def stamp(self, received: int) -> int:
        """Return the ROS time, in nanoseconds, of what was received since the last look but one."""
        (ros_0, wall_0), (ros_1, wall_1) = self._before, self._now
        if wall_1 == wall_0 or received <= wall_0:
            return ros_0
        share = min(1.0, (received - wall_0) / (wall_1 - wall_0))
        return ros_0 + round(share * (ros_1 - ros_0))
