# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What this robot knows of its own battery, as it tells it to the team and to its model."""

from adhoc_teamwork.teamwork.bodies.battery import left_after


class OwnBattery:
    """Hold the seconds of work left: as measured, or counted where nothing measures them.

    Counted are the seconds in which a sub-skill runs; that is at least what the robot worked.
    """

    def __init__(self, full: float) -> None:
        self.left = full
        self._is_measured = False
        self._latest: float | None = None
        self._at_work = False

    def measure(self, left: float) -> None:
        """Take over what the driver measures, seconds of work; from now on nothing is counted."""
        self.left, self._is_measured = left, True

    def pass_time(self, now: float, at_work: bool) -> None:
        """Count up to `now`, in seconds; `at_work` tells whether a sub-skill runs from now on."""
        if self._latest is not None and not self._is_measured:
            self.left = left_after(self.left, self._at_work, max(0.0, now - self._latest))
        self._latest, self._at_work = now, at_work

    def clock_set(self) -> None:
        """Count nothing up to the next call: the clock was set."""
        self._latest = None
