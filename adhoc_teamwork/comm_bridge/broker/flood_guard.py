# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Decide whom not to listen to for a while: even what is dropped at once costs time."""

from adhoc_teamwork.teamwork.rate_limit import RateLimit

RATE, BURST = 500.0, 2000
"""Frames of one robot a second in the long run, and at once, that can be taken and sorted out."""
PAUSE = 5.0
"""Seconds for which a robot that says more is not listened to."""


class FloodGuard:
    """Follow how much comes from each robot; times in seconds of a clock that never jumps."""

    def __init__(self, rate: float = RATE, burst: int = BURST, pause: float = PAUSE) -> None:
        self._rate, self._burst, self._pause = rate, burst, pause
        self._limits: dict[str, RateLimit] = {}
        self._muted_until: dict[str, float] = {}

    def is_too_much(self, robot: str, frames: int, now: float) -> bool:
        """Note that so many frames came; tell whether the robot is to be muted, and count it so."""
        limit = self._limits.setdefault(robot, RateLimit(self._rate, self._burst))
        if limit.take(now, frames):
            return False
        self._muted_until[robot] = now + self._pause
        del self._limits[robot]
        return True

    def is_muted(self, robot: str, now: float) -> bool:
        """Tell whether a robot is not to be listened to."""
        return now < self._muted_until.get(robot, float("-inf"))

    def forget(self, robot: str) -> None:
        """Know a robot no more."""
        self._limits.pop(robot, None)
        self._muted_until.pop(robot, None)
