"""What it costs a robot that knows everything to tidy sets of objects, in whichever order."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from benchmark.generation.touch import State, Touch
from benchmark.task import BenchRobot, BenchTask
from simulation.steps.config import HEADINGS
from simulation.steps.paths import FAR, Field

_HAND = 1
"""Actions that picking up or putting down takes by itself."""

Indices = tuple[NDArray[np.int64], NDArray[np.int64]]


@dataclass(frozen=True)
class Job:
    """Hold what it takes to tidy one object (mass in kilograms) with a camera of one height.

    `to_pick` tells the fewest actions to where it can be picked up, `carry` those from there to
    having put it down at each of its places, both hands' actions included, and `put` from where
    it is put down at each place.
    """

    name: str
    mass: float
    to_pick: Field
    put: tuple[Indices, ...]
    carry: tuple[int, ...]


@dataclass(frozen=True)
class Tour:
    """Hold jobs (numbers) done one after the other, each with the step at which it is done."""

    done: tuple[tuple[int, int], ...] = ()

    @property
    def cost(self) -> int:
        """Return how many actions it takes."""
        return self.done[-1][1] if self.done else 0


@dataclass
class Errands:
    """Work out the cheapest tours of one task's robots."""

    touch: Touch
    task: BenchTask

    def __post_init__(self) -> None:
        self._scene = self.touch.scene(self.task.misplaced)
        self._jobs: dict[float, tuple[Job, ...]] = {}

    def tours(self, robot: BenchRobot, limit: int) -> dict[int, Tour]:
        """Return the cheapest tour for each set of jobs (bit masks) that takes up to `limit` steps.

        A step is an action; each object is carried by this robot from where it lies to one of the
        places where it is tidy, the same place from which the robot goes on.
        """
        if not robot.can_manipulate:
            return {0: Tour()}
        jobs = self.jobs(robot.camera_height)
        able = [n for n, job in enumerate(jobs) if job.mass <= robot.payload]
        best: dict[int, Tour] = {0: Tour()}
        ends: dict[tuple[int, int, int], Tour] = {}
        start = self._start(robot)
        for number in able:
            there = jobs[number].to_pick.actions(*start)
            _extend(ends, Tour(), 1 << number, number, there, jobs[number].carry, limit)
        for mask in range(1, 1 << len(jobs)):
            here = [(key, tour) for key, tour in ends.items() if key[0] == mask]
            for (_, last, place), tour in here:
                if mask not in best or tour.cost < best[mask].cost:
                    best[mask] = tour
                for number in able:
                    if not mask >> number & 1:
                        there = _fewest(jobs[number].to_pick, jobs[last].put[place])
                        more = mask | 1 << number
                        _extend(ends, tour, more, number, there, jobs[number].carry, limit)
        return best

    def jobs(self, height: float) -> tuple[Job, ...]:
        """Return the jobs for cameras at a height, in the order of the task's objects."""
        if height not in self._jobs:
            self._jobs[height] = tuple(
                self._job(number, height) for number in range(len(self.task.misplaced))
            )
        return self._jobs[height]

    def _job(self, index: int, height: float) -> Job:
        house, item = self.touch.step_house, self.task.misplaced[index]
        number = house.by_name[item.object]
        pick = self.touch.to_pick(self._scene, number, height)
        places = self.touch.places_to_put(self._scene, number, item.goal, height)
        found: Sequence[frozenset[State]] = [states for states in places.values() if states]
        picked = _indices(pick)
        carry = [_fewest(house.paths.to_states(states), picked) for states in found]
        return Job(
            item.object,
            house.house.objects[number].mass,
            house.paths.to_states(pick),
            tuple(_indices(states) for states in found),
            tuple(min(FAR, steps + 2 * _HAND) for steps in carry),
        )

    def _start(self, robot: BenchRobot) -> State:
        lattice, pose = self.touch.step_house.lattice, robot.start
        cell = lattice.at(pose.x, pose.y)
        if cell < 0:
            cell = lattice.nearest(pose.x, pose.y)
        return cell, round(pose.yaw / (math.pi / 2.0)) % HEADINGS


def _extend(
    ends: dict[tuple[int, int, int], Tour],
    tour: Tour,
    mask: int,
    number: int,
    there: int,
    carry: Sequence[int],
    limit: int,
) -> None:
    """Add a job to a tour, once for each place where its object may end."""
    for place, steps in enumerate(carry):
        cost = tour.cost + there + steps
        key = (mask, number, place)
        if cost <= limit and (key not in ends or cost < ends[key].cost):
            ends[key] = Tour((*tour.done, (number, cost)))


def _indices(states: frozenset[State]) -> Indices:
    ordered = sorted(states)
    cells = np.array([cell for cell, _ in ordered], np.int64)
    return cells, np.array([heading for _, heading in ordered], np.int64)


def _fewest(field: Field, states: Indices) -> int:
    """Return the fewest actions from any of the states to the field's goals."""
    return int(field.cost[states].min()) if len(states[0]) else int(FAR)
