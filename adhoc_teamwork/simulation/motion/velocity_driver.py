# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Drive one robot as it is told by velocities, within what its body can, and only while told."""

import math
from dataclasses import dataclass

from adhoc_teamwork.simulation.motion.driver import Driver
from adhoc_teamwork.simulation.motion.motion import MotionLimits
from adhoc_teamwork.simulation.motion.nav_goal import NavGoal, NavStatus
from adhoc_teamwork.teamwork.geometry import Pose, normalize_angle

SILENCE = 0.5
"""Seconds of simulated time after which a base that is told nothing brakes."""
STANDS_WITHIN = 0.4
"""Seconds within which a base that brakes turns no more."""


@dataclass(frozen=True)
class Velocity:
    """Say how a base moves: `ahead` in m/s, backwards below 0; `turn` in rad/s to the left."""

    ahead: float = 0.0
    turn: float = 0.0


STILL = Velocity()


def approach(now: float, wanted: float, faster: float, slower: float) -> float:
    """Return a velocity one step nearer to the wanted one, never beyond it.

    Args:
        now: The present one.
        wanted: The one to reach; where it is of the other sign the base stops first.
        faster: By how much its amount may grow in the step.
        slower: By how much it may shrink.
    """
    goal = 0.0 if now * wanted < 0.0 else wanted
    most = faster if abs(goal) > abs(now) else slower
    return min(goal, now + most) if goal > now else max(goal, now - most)


class VelocityDriver(Driver):
    """Obey velocities; it follows no goals, keeps to the body's limits, and runs into nothing.

    A stop goes before whatever it is told, and is not outlasted by it: released, the base moves
    once it has been told to stand, or nothing for `SILENCE`, and then something new.
    """

    velocity = STILL
    """How the base moves."""
    _told = STILL
    _told_at = -math.inf
    _must_rest = False

    def tell(self, velocity: Velocity) -> None:
        """Have the base move like this from now on, for `SILENCE` at the most."""
        self._told, self._told_at = velocity, self._world.time

    @property
    def told_at(self) -> float:
        """Return when it was told something last, s; minus infinity before."""
        return self._told_at

    @property
    def wanted(self) -> Velocity:
        """Return what it was told, where that still counts and nothing forbids it."""
        able = self.robot.battery > 0.0 and not self.halted and not self._must_rest
        return self._said if able else STILL

    @property
    def idle(self) -> bool:
        """Tell whether the base stands and is not told otherwise."""
        return self.velocity == STILL == self.wanted

    def go(self, pose: Pose) -> NavGoal:
        """Refuse a goal: who wants the base somewhere tells it velocities."""
        goal = NavGoal(self.robot.name, pose, self._world.time)
        goal.end(NavStatus.ABORTED, reason="the base is told velocities")
        return goal

    def back_up(self, distance: float, speed: float) -> NavGoal:
        """Refuse that as well."""
        del distance, speed
        return self.go(self.robot.pose)

    def step(self, dt: float) -> None:
        """Move on by `dt` seconds of simulated time."""
        robot = self.robot
        self._must_rest = bool(self.halted) or (self._must_rest and self._said != STILL)
        wanted = self.wanted
        if not self.halted:
            self._flight.step(dt, self.idle)
        self._slow_on_stairs()
        velocity = self._towards(wanted if self._flight.ready else STILL, self.mover.limits, dt)
        course = robot.pose.yaw + velocity.turn * dt / 2.0
        x = robot.pose.x + velocity.ahead * dt * math.cos(course)
        y = robot.pose.y + velocity.ahead * dt * math.sin(course)
        if velocity.ahead != 0.0 and not self._may_be_at(x, y):
            velocity, x, y = Velocity(0.0, velocity.turn), robot.pose.x, robot.pose.y
        self.velocity = velocity
        robot.pose = Pose(x, y, normalize_angle(robot.pose.yaw + velocity.turn * dt))
        robot.speed, robot.turn_rate = velocity.ahead, velocity.turn
        robot.path_length += abs(velocity.ahead) * dt
        self.mover.pose, self.mover.speed = robot.pose, abs(velocity.ahead)

    @property
    def _said(self) -> Velocity:
        """Return what it was told last; nothing but to stand once that is too long ago."""
        return STILL if self._world.time - self._told_at > SILENCE + 1e-6 else self._told

    def _towards(self, wanted: Velocity, limits: MotionLimits, dt: float) -> Velocity:
        fast, turning = limits.max_speed, limits.max_turn_rate
        ahead = min(fast, max(-fast, wanted.ahead))
        turn = min(turning, max(-turning, wanted.turn))
        gain = self.robot.card.body.turn_acceleration
        return Velocity(
            approach(self.velocity.ahead, ahead, limits.acceleration * dt, limits.braking * dt),
            approach(self.velocity.turn, turn, gain * dt, turning / STANDS_WITHIN * dt),
        )
