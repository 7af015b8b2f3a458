# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What it costs a robot that knows everything to tidy sets of objects, each set in its best order.

Exact: the fewest actions between two states is the number of moves between their cells plus the
turns between their headings, as a robot moves in all four directions whichever way it faces.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from adhoc_teamwork.benchmark.tasks.task import BenchRobot, BenchTask, Build
from adhoc_teamwork.benchmark.tasks.touch import State, Touch
from adhoc_teamwork.simulation.lattice.config import HEADINGS
from adhoc_teamwork.simulation.lattice.scene import Scene

_HAND = 1
"""Actions that picking up or putting down takes by itself."""
_NEVER = 1 << 20
_TURNS = np.array([[min((a - b) % 4, (b - a) % 4) for b in range(4)] for a in range(4)], np.int32)

Costs = NDArray[np.int32]
"""Fewest actions to have come to each of some cells (rows) with each heading (columns)."""


@dataclass(frozen=True)
class Stand:
    """Hold the states from which something can be done: cells, and headings allowed at each."""

    cells: NDArray[np.int32]
    barred: Costs
    """Zero at allowed headings, `_NEVER` at others."""

    @classmethod
    def of(cls, states: Iterable[State]) -> "Stand":
        """Return the stand for a set of states."""
        ordered = sorted(states)
        cells = np.array(sorted({cell for cell, _ in ordered}), np.int32)
        barred = np.full((len(cells), HEADINGS), _NEVER, np.int32)
        rows = np.searchsorted(cells, [cell for cell, _ in ordered])
        barred[rows, [heading for _, heading in ordered]] = 0
        return cls(cells, barred)


@dataclass(frozen=True)
class Job:
    """Hold what it takes to tidy one object (mass in kilograms) with a robot of one build.

    `moves` tells from each cell in which it can be picked up (rows) to every cell of the house.
    """

    mass: float
    pick: Stand
    put: Stand
    moves: Costs

    def after(self, came: Costs, cells: NDArray[np.int32]) -> Costs:
        """Return the costs of having it tidied, by where it is put; `came` are those before."""
        picked = _least(self.moves[:, cells], came) + self.pick.barred + _HAND
        put: Costs = _least(self.moves[:, self.put.cells].T, picked) + self.put.barred + _HAND
        return np.minimum(put, _NEVER)

    @cached_property
    def is_possible(self) -> bool:
        """Tell whether there is anywhere to pick it up and to put it."""
        return bool(len(self.pick.cells) and len(self.put.cells))


@dataclass(frozen=True)
class Tour:
    """Hold jobs (numbers) in the order done, each with the step by which it is done at best."""

    done: tuple[tuple[int, int], ...] = ()

    @property
    def cost(self) -> int:
        """Return how many actions it takes."""
        return self.done[-1][1] if self.done else 0


@dataclass
class _End:
    """Hold the costs of having done a set of jobs with a certain one last, and the one before."""

    costs: Costs
    before: int

    @property
    def least(self) -> int:
        return int(self.costs.min())


class TourCosts:
    """Work out the cheapest tours of one task's robots."""

    def __init__(self, touch: Touch, task: BenchTask) -> None:
        self._touch = touch
        self._task = task
        self._jobs: dict[Build, tuple[Job, ...]] = {}

    @cached_property
    def _scene(self) -> Scene:
        return self._touch.scene(self._task.misplaced)

    def tours(self, robot: BenchRobot, limit: int) -> dict[int, Tour]:
        """Return the cheapest tour for each set of jobs (bit masks) that takes up to `limit` steps.

        A step is an action; each object is carried by this robot from where it lies to one of the
        places where it is tidy.
        """
        if not robot.can_manipulate:
            return {0: Tour()}
        jobs = self.jobs(robot.build)
        able = [n for n, job in enumerate(jobs) if job.mass <= robot.payload and job.is_possible]
        ends: dict[tuple[int, int], _End] = {}
        cell, heading = self._start(robot)
        there = np.full((1, HEADINGS), _NEVER, np.int32)
        there[0, heading] = 0
        for number in able:
            costs = jobs[number].after(there, np.array([cell], np.int32))
            ends[1 << number, number] = _End(costs, -1)
        for mask in range(1, 1 << len(jobs)):
            for last in able:
                end = ends.get((mask, last))
                if end is None or end.least > limit:
                    continue
                for number in able:
                    if not mask >> number & 1:
                        costs = jobs[number].after(end.costs, jobs[last].put.cells)
                        _keep(ends, (mask | 1 << number, number), _End(costs, last))
        return {0: Tour(), **_tours(ends, limit)}

    def jobs(self, build: Build) -> tuple[Job, ...]:
        """Return the jobs for robots of a build, in the order of the task's objects."""
        if build not in self._jobs:
            count = len(self._task.misplaced)
            self._jobs[build] = tuple(self._job(number, build) for number in range(count))
        return self._jobs[build]

    def _job(self, index: int, build: Build) -> Job:
        house, item = self._touch.step_house, self._task.misplaced[index]
        number = house.by_name[item.object]
        pick = Stand.of(self._touch.to_pick(self._scene, number, build))
        put = Stand.of(self._touch.to_put(self._scene, number, item.goal, build))
        moves = [house.paths.distances([cell]) for cell in pick.cells.tolist()]
        rows = np.array(moves, np.int32).reshape(len(moves), len(house.lattice))
        return Job(house.house.objects[number].mass, pick, put, rows)

    def _start(self, robot: BenchRobot) -> State:
        lattice, pose = self._touch.step_house.lattice, robot.start
        cell = lattice.at(pose.x, pose.y)
        if cell < 0:
            cell = lattice.nearest(pose.x, pose.y)
        return cell, round(pose.yaw / (math.pi / 2.0)) % HEADINGS


def _least(moves: Costs, came: Costs) -> Costs:
    """Return the least costs to each row's cell of `moves`, whose columns are those of `came`."""
    turned = (came[:, :, None] + _TURNS).min(axis=1)
    columns = [(moves + turned[:, heading]).min(axis=1) for heading in range(HEADINGS)]
    return np.column_stack(columns)


def _keep(ends: dict[tuple[int, int], _End], key: tuple[int, int], end: _End) -> None:
    """Keep for each state the cheaper of what is known and `end`; the cheapest names the order."""
    known = ends.get(key)
    if known is None:
        ends[key] = end
        return
    before = end.before if end.least < known.least else known.before
    ends[key] = _End(np.minimum(known.costs, end.costs), before)


def _tours(ends: dict[tuple[int, int], _End], limit: int) -> dict[int, Tour]:
    best: dict[int, int] = {}
    for (mask, last), end in ends.items():
        if end.least <= limit and (mask not in best or end.least < ends[mask, best[mask]].least):
            best[mask] = last
    tours = {}
    for mask, final in sorted(best.items()):
        done, left, last = [], mask, final
        while last >= 0:
            end = ends[left, last]
            done.append((last, end.least))
            left, last = left & ~(1 << last), end.before
        tours[mask] = Tour(tuple(reversed(done)))
    return tours
