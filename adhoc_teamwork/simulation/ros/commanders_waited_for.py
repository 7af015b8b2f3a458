# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Let time stand for whoever drives by velocities, in a world that goes as fast as it can."""

import time
from collections.abc import Callable, Iterable

from adhoc_teamwork.simulation.motion.velocity_driver import STILL, VelocityDriver

HEED = 0.1
"""Seconds of simulated time for which a base moves on without a new command."""
PATIENCE = 0.5
"""Seconds of wall time for which the next command is waited for; then time goes on, and the base
stands when it has been told nothing for long enough."""


class CommandersWaitedFor:
    """Say whether the world has to wait for the next velocity of a base that moves.

    A controller works by the wall clock and through a network: time that ran ahead of it would
    have its robot overshoot, or stand for want of commands.
    """

    def __init__(self, wall: Callable[[], float] = time.monotonic) -> None:
        self._wall = wall
        self._seen: dict[str, tuple[float, float]] = {}

    def must_wait(self, drivers: Iterable[VelocityDriver], now: float) -> bool:
        """Tell whether time must stand at `now`, s; call it again until it need not."""
        return any(self._is_late(driver, now) for driver in drivers)

    def _is_late(self, driver: VelocityDriver, now: float) -> bool:
        told_at, seen_at = self._seen.get(driver.robot.name, (driver.told_at, self._wall()))
        if told_at != driver.told_at:
            seen_at = self._wall()
        self._seen[driver.robot.name] = (driver.told_at, seen_at)
        late = driver.wanted != STILL and now - driver.told_at >= HEED - 1e-6
        return late and self._wall() - seen_at < PATIENCE
