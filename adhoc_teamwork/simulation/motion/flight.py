# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Taking off and landing: how high a flying body is, step by step."""

from adhoc_teamwork.simulation.world import World, WorldRobot

CLIMB_RATE = 0.5
"""Metres a second at which a flying body rises and sinks."""
LAND_AFTER = 20.0
"""A flying robot that had nothing to do for so long lands, seconds."""
_THERE = 1e-6


class Flight:
    """Bring one robot's body to where it hovers, and down on what is below when it is idle.

    A body that does not fly is always where it should be.
    """

    def __init__(self, world: World, robot: WorldRobot) -> None:
        self._world, self._robot = world, robot
        self._hover = robot.card.body.hover
        self._idle_since = world.time
        self.is_aloft = False
        """Whether the body is in the air; always false for one that does not fly."""

    @property
    def ready(self) -> bool:
        """Tell whether the body is high enough to move about."""
        return self._robot.altitude >= self._hover - _THERE

    def step(self, dt: float, idle: bool) -> None:
        """Move up or down for `dt` seconds; an empty battery brings it down as well."""
        if self._hover <= 0.0:
            return
        robot, now = self._robot, self._world.time
        if not idle:
            self._idle_since = now
        down = robot.battery <= 0.0 or now - self._idle_since >= LAND_AFTER
        if down and robot.speed != 0.0:
            self.is_aloft = True
            return
        wanted = self._landed() if down else self._hover
        most = CLIMB_RATE * dt
        robot.altitude += min(most, max(-most, wanted - robot.altitude))
        self.is_aloft = not down or robot.altitude > wanted + _THERE

    def _landed(self) -> float:
        """Return the altitude at which the body stands on what is below it, metres."""
        x, y = self._robot.pose.x, self._robot.pose.y
        base = self._world.base_height(self._robot)
        below = self._world.support_below(x, y, base).z
        return max(0.0, below - (base - self._robot.altitude))
