# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Drive one robot to its navigation goal among the others, or say why it cannot get there."""

import math
from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from adhoc_teamwork.simulation.motion.flight import Flight
from adhoc_teamwork.simulation.motion.motion import MotionLimits, Mover, Path
from adhoc_teamwork.simulation.motion.nav_goal import NavGoal, NavStatus
from adhoc_teamwork.simulation.motion.nav_grid import CELL_SLACK
from adhoc_teamwork.simulation.motion.navigation import Disc, NavError, Plan, Planner
from adhoc_teamwork.simulation.motion.obstacles import Obstacles
from adhoc_teamwork.simulation.motion.traffic import GAP, Traffic
from adhoc_teamwork.simulation.world import World, WorldRobot
from adhoc_teamwork.teamwork.geometry import Pose, normalize_angle
from adhoc_teamwork.teamwork.scene import FLOOR

SAME_WAY = math.radians(45.0)
"""A new path that begins within this of the present course is taken up without stopping."""
RETRY = 1.0
"""Seconds between attempts to plan round a block."""
STUCK = 25.0
"""A goal is given up after this many seconds without getting nearer."""
MOST_RECOVERIES = 12
ASIDE_TIME = 10.0
"""A robot that made way stays aside for at most this many seconds."""


class Driver:
    """Take one robot along planned paths; `step` is called once per simulation step."""

    def __init__(
        self,
        robot: WorldRobot,
        world: World,
        planner: Planner,
        obstacles: Obstacles,
        others: Callable[[], Sequence["Driver"]],
    ) -> None:
        self.robot = robot
        self.goal: NavGoal | None = None
        self.mover = Mover(robot.pose, MotionLimits.of(robot.card))
        self.hand_busy = False
        self.stays_until = 0.0
        self.blocked_for = 0.0
        self._world = world
        self._planner = planner
        self._traffic: Traffic[Driver] = Traffic(self, obstacles, others)
        self._flight = Flight(world, robot)
        self._bound = self.mover.limits
        self._replan = False
        self._retry_at = 0.0
        self._progress_at = 0.0
        self._aside: tuple[Driver, float] | None = None
        self.halted = ""
        """Why the robot must stand still; empty where it need not."""

    # Goals

    def go(self, pose: Pose) -> NavGoal:
        """Take up a goal; a goal on the way is given up for it."""
        goal = self._begin(pose)
        self._replan = True
        goes_ahead = self.mover.speed > 0.0 and self.mover.backwards_at is None
        if goes_ahead and self._world_allows():
            plan = self._plan(self._traffic.standing())
            if plan.path is not None and self._same_way(plan.path):
                self._take(plan.path)
        return goal

    def back_up(self, distance: float, speed: float) -> NavGoal:
        """Take up driving straight back, metres and m/s; a goal on the way is given up for it.

        It goes round nothing: what is in its way, or comes into it, ends it.
        """
        x, y, yaw = self.robot.pose.x, self.robot.pose.y, self.robot.pose.yaw
        back = Pose(x - distance * math.cos(yaw), y - distance * math.sin(yaw), yaw)
        goal, path = self._begin(back), Path([(x, y), (back.x, back.y)])
        if self.mover.speed > 0.0:
            # It brakes.
            self._replan = True
            self._end(goal, "it still moves")
        elif all(self._may_be_at(*point) for point in path.stretch(0.0, distance)):
            self.mover.follow(path, None, speed)
        else:
            self._end(goal, "something is behind it", NavError.COLLISION_AHEAD)
        return goal

    def _begin(self, pose: Pose) -> NavGoal:
        if self.goal is not None:
            self.goal.end(NavStatus.ABORTED, reason="a newer goal took its place")
        self.goal = NavGoal(self.robot.name, pose, self._world.time)
        self._aside, self._replan = None, False
        self._progress_at = self._world.time
        self.blocked_for, self._retry_at = 0.0, 0.0
        return self.goal

    def _end(self, goal: NavGoal, why: str, error: NavError = NavError.NONE) -> None:
        goal.end(NavStatus.ABORTED, error, why)
        self.goal = None

    def limit_speed(self, most: float) -> None:
        """Drive no faster than `most`, m/s, from now on; 0 lifts the bound."""
        own = MotionLimits.of(self.robot.card)
        speed = min(own.max_speed, most) if most > 0.0 else own.max_speed
        self.mover.limits = self._bound = replace(own, max_speed=speed)

    @staticmethod
    def cancel(goal: NavGoal) -> None:
        """Have the robot brake; the goal ends as cancelled when it stands."""
        goal.cancelling = True

    @property
    def idle(self) -> bool:
        """Tell whether the robot has nowhere to go and its hand is at rest."""
        at_rest = not self.hand_busy and self._world.time >= self.stays_until
        return self.goal is None and self._aside is None and at_rest

    @property
    def can_be_asked(self) -> bool:
        """Tell whether the robot is idle, or waits aside, and so may make way for another."""
        return self.idle or (self._aside is not None and self.mover.arrived)

    @property
    def is_aloft(self) -> bool:
        """Tell whether the body is in the air."""
        return self._flight.is_aloft

    def way(self) -> NDArray[np.float64]:
        """Return the points that the robot still means to drive over, at least where it is."""
        return self.mover.ahead(math.inf)

    # One step

    def step(self, dt: float) -> None:
        """Move on by `dt` seconds of simulated time."""
        self.mover.pose = self.robot.pose
        if not self.halted:
            self._flight.step(dt, self.idle)
        self._slow_on_stairs()
        if self._replan and self.mover.speed <= 0.0 and self._world.time >= self._retry_at:
            self._first_plan()
        blocker = self._traffic.blocker()
        may_go = blocker is None and not self._replan and self._world_allows()
        driven = self.mover.step(dt, may_go, self._traffic.is_free)
        robot, speed = self.robot, driven / dt
        robot.pose, robot.turn_rate = self.mover.pose, self.mover.turn_rate
        robot.speed = speed if self.mover.backwards_at is None else -speed
        robot.path_length += driven
        if driven > 0.0 and self._aside is None:
            self._progress_at = self._world.time
        standing = self.mover.speed <= 0.0
        self.blocked_for = self.blocked_for + dt if blocker and standing else 0.0
        if self._aside is not None and self.goal is None and self.hand_busy and standing:
            # Where the hand goes next counts on where the base stands.
            self._aside = None
            self.mover.drop_path()
        elif self._aside is not None:
            self._stay_aside()
        elif blocker is not None and self.goal is not None and self.mover.backwards_at is not None:
            if standing:
                self._end(self.goal, f"{blocker.robot.name} is behind it", NavError.COLLISION_AHEAD)
        elif blocker is not None and self.goal is not None and not self.hand_busy:
            self._get_past(blocker)
        self._conclude()

    def _world_allows(self) -> bool:
        cancelling = self.goal is not None and self.goal.cancelling
        able = self.robot.battery > 0.0 and self._flight.ready and not self.halted
        return able and not self.hand_busy and not cancelling

    def _slow_on_stairs(self) -> None:
        """Bound the speed where the robot stands on stairs or a ramp."""
        ground, body = self._world.house.ground, self.robot.card.body
        if ground.is_flat or body.hover > 0.0:
            return
        under = ground.patch_at(self.robot.pose.x, self.robot.pose.y)
        share = body.stairs_speed if under is not None and under.rises else 1.0
        speed = share * self._bound.max_speed
        self.mover.limits = replace(self._bound, max_speed=speed)

    def _conclude(self) -> None:
        goal, now = self.goal, self._world.time
        standing = self.mover.speed <= 0.0
        if self.halted and standing:
            # Released it goes nowhere before it is told to anew.
            self._aside = None
            self.mover.drop_path()
        if goal is None:
            if self._aside is None and standing:
                self.mover.drop_path()
            return
        goal.distance_remaining = self.mover.remaining if not self._replan else math.nan
        if self.halted and standing and not goal.cancelling:
            goal.end(NavStatus.ABORTED, reason=self.halted)
        elif goal.cancelling and standing:
            goal.end(NavStatus.CANCELED, reason="cancelled")
        elif self.robot.battery <= 0.0 and standing:
            goal.end(NavStatus.ABORTED, NavError.BATTERY_EMPTY, "the battery is empty")
        elif self._aside is None and not self._replan and self.mover.arrived:
            goal.end(NavStatus.SUCCEEDED)
        elif self.hand_busy:
            self._progress_at = now
        elif now - self._progress_at > STUCK or goal.recoveries > MOST_RECOVERIES:
            blocker = self._traffic.blocker()
            why = f"{blocker.robot.name} is in the way" if blocker else "the way stays blocked"
            goal.end(NavStatus.ABORTED, NavError.FAILED_TO_MAKE_PROGRESS, why)
        if goal.done:
            self.goal, self._aside, self._replan = None, None, False
            self.mover.drop_path()

    def _may_be_at(self, x: float, y: float) -> bool:
        """Tell whether the body may go to a point: nothing stands there, and there is floor."""
        grid, pose = self._planner.grid, self.robot.pose
        cell = grid.cell(x, y)
        has_floor = grid.holds(cell) and float(grid.clearance[cell]) > CELL_SLACK
        return self._traffic.is_free(x, y) and (has_floor or grid.cell(pose.x, pose.y) == cell)

    # Plans

    def _first_plan(self) -> None:
        if self.goal is None or not self._world_allows():
            return
        self._retry_at = self._world.time + RETRY
        plan = self._plan(self._traffic.standing())
        if plan.path is None and self._plan([]).path is not None:
            # Only robots are in the way: wait for them, within bounds, or have them make way.
            self.goal.recoveries += 1
            self._ask_idle_to_move()
            return
        if plan.path is None:
            self.goal.end(NavStatus.ABORTED, plan.error, plan.reason)
            self.goal, self._replan = None, False
            self.mover.drop_path()
            return
        self._take(plan.path)

    def _take(self, path: Path) -> None:
        self._replan = False
        yaw = self.goal.pose.yaw if self.goal is not None and self._aside is None else None
        self.mover.follow(path, yaw)

    def _plan(self, standing: Sequence[Disc]) -> Plan:
        goal = self.goal.pose if self.goal is not None else self.robot.pose
        soft = [
            Disc(o.box.x, o.box.y, math.hypot(o.box.size_x, o.box.size_y) / 2.0)
            for o in self._world.at_rest()
            if o.source.pickupable and o.support.receptacle == FLOOR
        ]
        return self._planner.plan(self.robot.pose, goal, standing, soft)

    @property
    def disc(self) -> Disc:
        """Return the floor that the robot's body covers."""
        return Disc(self.robot.pose.x, self.robot.pose.y, self.robot.radius)

    def _same_way(self, path: Path) -> bool:
        x, y = path.point(0.3)
        heading = math.atan2(y - self.robot.pose.y, x - self.robot.pose.x)
        return abs(normalize_angle(heading - self.robot.pose.yaw)) < SAME_WAY

    # Others in the way

    def _get_past(self, blocker: "Driver") -> None:
        patience = 0.5 if blocker.idle else 2.5 if self._traffic.has_right_of_way(blocker) else 1.0
        now = self._world.time
        if self.goal is None or self.blocked_for < patience or now < self._retry_at:
            return
        self._retry_at = now + RETRY
        plan = self._plan(self._traffic.near())
        if plan.path is not None and not self._traffic.bars(plan.path):
            far = plan.path.length > 1.5 * self.mover.remaining + 3.0
            if not far or self.blocked_for > 5.0:
                self.goal.recoveries += 1
                self._take(plan.path)
                return
        if blocker.can_be_asked and self.blocked_for > 2.0:
            blocker.make_way(self)
        elif not self._traffic.has_right_of_way(blocker) or self.blocked_for > 6.0:
            self.make_way(blocker)

    def _ask_idle_to_move(self) -> None:
        """Have the idle robots near the way make way, as the only thing that can help."""
        plan = self._plan([])
        if plan.path is None or self.goal is None:
            return
        way = plan.path.stretch(0.0, plan.path.length)
        for other in self._traffic.beside(way, 0.2):
            if other.idle:
                other.make_way(self, way)

    # Making way

    def make_way(self, other: "Driver", way: NDArray[np.float64] | None = None) -> None:
        """Drive off another's way, and wait there until it has passed or the time is up."""
        if not self._world_allows():
            return
        clear = other.way() if way is None else way
        gap = self._traffic.reach(other) + GAP + 0.05
        standing = self._traffic.all()
        plan = self._planner.aside(self.robot.pose, clear, gap, standing)
        if plan.path is None:
            return
        if self.goal is not None:
            self.goal.recoveries += 1
        self._aside = (other, self._world.time)
        self._replan = False
        self.mover.follow(plan.path, None)

    def _stay_aside(self) -> None:
        if self._aside is None:
            return
        other, since = self._aside
        now = self._world.time
        timed_out = now - since > ASIDE_TIME
        if not timed_out and (not self.mover.arrived or now < self._retry_at):
            return
        self._retry_at = now + RETRY
        if self.goal is None:
            if timed_out or self.mover.arrived:
                self._aside = None
            return
        if timed_out:
            self._aside, self._replan = None, True
            return
        plan = self._plan(self._traffic.all())
        if plan.path is None:
            return
        mine = plan.path.stretch(0.0, 3.0)
        theirs = other.way() if other.goal is not None else np.empty((0, 2))
        apart = np.hypot(
            mine[:, None, 0] - theirs[None, :, 0], mine[:, None, 1] - theirs[None, :, 1]
        )
        if apart.size == 0 or float(apart.min()) > self._traffic.reach(other) + GAP:
            self._aside = None
            self._take(plan.path)
