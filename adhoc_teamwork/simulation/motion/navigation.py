# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Plan paths on the floor: the simulator's stand-in for Nav2's planner; metres, map frame."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import distance_transform_edt
from skimage.graph import MCP_Geometric

from adhoc_teamwork.simulation.motion.motion import Path
from adhoc_teamwork.simulation.motion.nav_grid import CELL_SLACK, RESOLUTION, Cell, Mask, NavGrid
from adhoc_teamwork.teamwork.geometry import Pose

GOAL_TOLERANCE = 0.25
"""A goal where the body does not fit is moved by at most this, metres."""
START_TOLERANCE = 0.6
"""A robot that stands too near to something first drives at most this far into the open, metres."""
COMFORT_MARGIN = 0.35
"""Ways cost more where the body's side comes nearer than this to anything, metres."""
NEAR_COST = 4.0
SOFT_COST = 30.0
"""What driving over a small object on the floor costs: the robot drives round it if it can."""
STANDING_GAP = 0.08
"""Planned distance between a body and a standing robot's, metres."""
ASIDE_RANGE = 6.0
"""A robot makes way by a detour of at most about this, in metres of open floor."""


class NavError(IntEnum):
    """Say why a navigation goal ended early: the numbers of Nav2's planner, controller and back-up.

    Nav2 leaves those from 10000 on to others.
    """

    NONE = 0
    PATIENCE_EXCEEDED = 104
    FAILED_TO_MAKE_PROGRESS = 105
    START_OCCUPIED = 205
    GOAL_OUTSIDE_MAP = 204
    GOAL_OCCUPIED = 206
    NO_VALID_PATH = 208
    COLLISION_AHEAD = 714
    BATTERY_EMPTY = 10000


@dataclass(frozen=True)
class Disc:
    """Hold a round thing on the floor: centre and radius, metres."""

    x: float
    y: float
    radius: float


@dataclass(frozen=True)
class Plan:
    """Hold a path, or why there is none in one sentence."""

    path: Path | None
    error: NavError = NavError.NONE
    reason: str = ""


WhyNot = Callable[[Pose, Pose], str]
"""Says why a body gets from a pose to no place near another, or nothing where it does not know."""


class Planner:
    """Plan for bodies of one radius on one grid; `why_not` knows of steps that are in the way."""

    def __init__(self, grid: NavGrid, radius: float, why_not: WhyNot = lambda *_: "") -> None:
        self.grid = grid
        self.radius = radius
        self._why_not = why_not
        self._needed = radius + CELL_SLACK
        self._free: Mask = grid.clearance >= self._needed
        comfort = radius + COMFORT_MARGIN
        nearness = np.clip((comfort - grid.clearance) / COMFORT_MARGIN, 0.0, 1.0)
        self._cost: NDArray[np.float64] = 1.0 + NEAR_COST * nearness**2

    def fits(self, x: float, y: float) -> bool:
        """Tell whether the body fits at a point, among walls and furniture alone."""
        cell = self.grid.cell(x, y)
        return self.grid.holds(cell) and bool(self._free[cell])

    def nearest_free(
        self, x: float, y: float, standing: Sequence[Disc], within: float
    ) -> tuple[float, float] | None:
        """Return the nearest point where the body fits beside what stands there, or None."""
        cell = self.grid.nearest(x, y, self._free_beside(standing), within)
        return self.grid.point(cell) if cell else None

    def plan(
        self, start: Pose, goal: Pose, standing: Sequence[Disc] = (), soft: Sequence[Disc] = ()
    ) -> Plan:
        """Plan from start to goal, round standing robots and, if it can, small objects (`soft`)."""
        if not self.grid.holds(self.grid.cell(goal.x, goal.y)):
            return Plan(None, NavError.GOAL_OUTSIDE_MAP, "the goal is outside the house")
        free = self._free_beside(standing, start)
        first = self.grid.nearest(start.x, start.y, free, START_TOLERANCE)
        if first is None:
            return Plan(None, NavError.START_OCCUPIED, "the robot is shut in where it stands")
        cost = np.where(free, self._cost + self._soft_cost(soft), -1.0)
        search = MCP_Geometric(cost)
        # Stop as soon as the goal is reached; a goal that is not free is looked for all around it.
        goal_cell = self.grid.cell(goal.x, goal.y)
        exact = bool(free[goal_cell])
        totals, _ = search.find_costs([first], [goal_cell] if exact else None)
        if not exact or not math.isfinite(totals[goal_cell]):
            found = self.grid.nearest(goal.x, goal.y, np.isfinite(totals), GOAL_TOLERANCE)
            if found is None:
                return self._failure(start, goal, free)
            exact, goal_cell = False, found
        cells = search.traceback(goal_cell)
        points = self._straighten(cells, cost)
        points[0:0] = [(start.x, start.y)]
        if exact:
            points[-1] = self._exact_end(points, goal, cost)
        return Plan(Path(points))

    def aside(
        self, start: Pose, keep_clear: NDArray[np.float64], gap: float, standing: Sequence[Disc]
    ) -> Plan:
        """Plan to the cheapest place that is more than `gap` metres from a path's points."""
        free = self._free_beside(standing, start)
        first = self.grid.nearest(start.x, start.y, free, START_TOLERANCE)
        if first is None:
            return Plan(None, NavError.START_OCCUPIED, "the robot is shut in where it stands")
        rows, columns = free.shape
        away = np.ones((rows, columns), np.bool_)
        for x, y in keep_clear:
            cell = self.grid.cell(float(x), float(y))
            if self.grid.holds(cell):
                away[cell] = False
        distance = distance_transform_edt(away) * RESOLUTION
        cost = np.where(free, self._cost, -1.0)
        search = MCP_Geometric(cost)
        totals, _ = search.find_costs([first])
        totals = np.where(distance > gap + RESOLUTION, totals, np.inf)
        best = np.unravel_index(int(np.argmin(totals)), totals.shape)
        target = (int(best[0]), int(best[1]))
        if not totals[target] <= ASIDE_RANGE / RESOLUTION:
            return Plan(None, NavError.NO_VALID_PATH, "there is no room to make way")
        points = self._straighten(search.traceback(target), cost)
        return Plan(Path([(start.x, start.y), *points]))

    def _failure(self, start: Pose, goal: Pose, free: Mask) -> Plan:
        x, y = self.grid.point(self.grid.cell(goal.x, goal.y))
        why = self._why_not(start, goal)
        if self.grid.nearest(x, y, free, GOAL_TOLERANCE) is None:
            reason = f"the robot does not fit within {GOAL_TOLERANCE} m of the goal"
            return Plan(None, NavError.GOAL_OCCUPIED, why or reason)
        return Plan(None, NavError.NO_VALID_PATH, why or "no way leads to the goal")

    def _free_beside(self, standing: Sequence[Disc], start: Pose | None = None) -> Mask:
        if not standing:
            return self._free
        free = self._free.copy()
        for disc in standing:
            reach = disc.radius + self.radius + STANDING_GAP
            if start is not None:
                # Whoever already stands closer than planned must still be able to drive away.
                now = math.hypot(disc.x - start.x, disc.y - start.y)
                reach = min(reach, max(disc.radius, now - RESOLUTION))
            window, distance = self.grid.disc(disc.x, disc.y, reach)
            free[window] &= distance > reach
        return free

    def _soft_cost(self, soft: Sequence[Disc]) -> NDArray[np.float64]:
        extra = np.zeros(self.grid.clearance.shape)
        for disc in soft:
            reach = disc.radius + self.radius
            window, distance = self.grid.disc(disc.x, disc.y, reach)
            extra[window] = np.where(distance <= reach, SOFT_COST, extra[window])
        return extra

    def _exact_end(
        self, points: list[tuple[float, float]], goal: Pose, cost: NDArray[np.float64]
    ) -> tuple[float, float]:
        """Return the goal itself where the last stretch stays free with it, else its cell."""
        end = (goal.x, goal.y)
        return end if math.isfinite(self._price(points[-2], end, cost)) else points[-1]

    def _straighten(
        self, cells: Sequence[Cell], cost: NDArray[np.float64]
    ) -> list[tuple[float, float]]:
        """Leave out cells between which a straight line is free and costs no more than the way."""
        points = [self.grid.point(cell) for cell in cells]
        price = [0.0]
        for a, b in pairwise(cells):
            price.append(price[-1] + math.dist(a, b) * float(cost[a] + cost[b]) / 2.0)
        kept, here = [points[0]], 0
        while here < len(points) - 1:
            reach = here + 1
            step = 1
            while step:
                ahead = min(reach + step, len(points) - 1)
                along = (price[ahead] - price[here]) * RESOLUTION
                if ahead > reach and self._price(points[here], points[ahead], cost) <= along * 1.02:
                    reach, step = ahead, step * 2
                else:
                    step //= 2
            kept.append(points[reach])
            here = reach
        return kept

    def _price(
        self, one: tuple[float, float], other: tuple[float, float], cost: NDArray[np.float64]
    ) -> float:
        """Return what the straight line costs, infinite where it is not free."""
        length = math.dist(one, other)
        count = max(2, math.ceil(length / (RESOLUTION / 2.0)) + 1)
        xs = np.linspace(one[0], other[0], count)
        ys = np.linspace(one[1], other[1], count)
        rows, columns, _ = self.grid.frame.index(xs, ys)
        values = cost[rows, columns]
        return math.inf if (values < 0.0).any() else float(values.mean()) * length
