# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Say why a task cannot be done by anybody, or nothing where it can be done as far as is known.

The bound knows everything and grants a lot: no robot is in another's way, nobody looks for
anything, cameras look as high or low as needed, the ad hoc robot is there from the first step. Each
object is carried from where it lies to where it is tidy by one robot: handing over is not counted.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from adhoc_teamwork.benchmark.tasks.task import HORIZON, BenchRobot, Build
from adhoc_teamwork.benchmark.tasks.touch import State
from adhoc_teamwork.simulation.lattice.paths import FAR, Field, Paths

_PICK_AND_PUT = 2
"""Actions of the hand itself for one object."""

Jobs = Sequence["Job"]


@dataclass(frozen=True)
class Job:
    """Hold what it takes to tidy one object (mass in kilograms) with a robot of one build.

    `pick` and `put` are the states in which it can be picked up, and put down where it is tidy;
    `to_pick` and `to_put` tell the fewest actions to there.
    """

    name: str
    mass: float
    pick: frozenset[State]
    put: frozenset[State]
    to_pick: Field
    to_put: Field
    carry: int
    """Fewest actions from picking it up to having put it down, both included."""

    @classmethod
    def of(
        cls, name: str, mass: float, paths: Paths, pick: frozenset[State], put: frozenset[State]
    ) -> "Job":
        """Return the job with the ways worked out."""
        to_put = paths.to_states(put)
        carry = _between(pick, to_put) + _PICK_AND_PUT
        return cls(name, mass, pick, put, paths.to_states(pick), to_put, carry)

    @property
    def possible(self) -> bool:
        """Tell whether there is a way from picking the object up to putting it where it belongs."""
        return self.carry < FAR

    def first(self, home: Field) -> int:
        """Return the fewest actions from a start to having tidied this object.

        Args:
            home: How far each state is from the start; ways are as long there as back.
        """
        if not self.possible:
            return int(FAR)
        cells, headings = (list(numbers) for numbers in zip(*self.pick, strict=True))
        there = home.cost[cells, headings].astype(int) + self.to_put.cost[cells, headings]
        return int(there.min()) + _PICK_AND_PUT

    def after(self, before: "Job") -> int:
        """Return the fewest actions from having tidied another to where this one is picked up."""
        return _between(before.put, self.to_pick)


def why_infeasible(jobs: Mapping[Build, Jobs], robots: Mapping[BenchRobot, Field]) -> str:
    """Return why robots cannot do all jobs, or an empty text.

    Args:
        jobs: For each build of a robot one job for each misplaced object, in the same order.
        robots: Team and ad hoc robot, and how far each state is from where each starts.
    """
    hands = [robot for robot in robots if robot.can_manipulate]
    strongest = max((robot.payload for robot in hands), default=0.0)
    some = next(iter(jobs.values()))
    for job in some:
        if job.mass > strongest:
            return (
                f"payload: {job.name} weighs {job.mass:g} kg; "
                f"who manipulates lifts up to {strongest:g} kg"
            )
    costs = {robot: _costs(robot, jobs[robot.build], robots[robot]) for robot in hands}
    for index, job in enumerate(some):
        single = {robot: costs[robot].get(1 << index, int(FAR)) for robot in hands}
        if all(cost >= FAR for cost in single.values()):
            return f"reach: nobody who can lift {job.name} sees and reaches it and where it belongs"
        if all(cost > _limit(robot) for robot, cost in single.items()):
            robot = min(single, key=lambda r: (single[r] - _limit(r), r.name))
            return (
                f"battery: tidying {job.name} takes at least {single[robot]} steps; "
                f"{robot.name}, who comes nearest to managing it, has {_limit(robot)}"
            )
    able = [{m for m, cost in costs[robot].items() if cost <= _limit(robot)} for robot in hands]
    if not _shared_out(able, len(some)):
        return (
            f"battery: however the {len(some)} objects are shared out, somebody needs more steps "
            "than there are"
        )
    return ""


def _limit(robot: BenchRobot) -> int:
    return min(robot.battery, HORIZON)


def _costs(robot: BenchRobot, jobs: Jobs, home: Field) -> dict[int, int]:
    """Return the fewest steps in which a robot does each set of jobs it can do (bit masks).

    Exact for one job. For more, each way begins at whichever place the one before could have ended
    at, but no set takes fewer steps than a part of it.
    """
    able = [n for n, job in enumerate(jobs) if job.mass <= robot.payload and job.possible]
    ending = {(1 << n, n): jobs[n].first(home) for n in able}
    between = {(n, m): jobs[m].after(jobs[n]) for n in able for m in able if n != m}
    for count in range(2, len(able) + 1):
        for chosen in combinations(able, count):
            mask = sum(1 << n for n in chosen)
            for last in chosen:
                before = mask & ~(1 << last)
                ending[mask, last] = jobs[last].carry + min(
                    ending[before, n] + between[n, last] for n in chosen if n != last
                )
    costs: dict[int, int] = {}
    for (mask, _), cost in ending.items():
        costs[mask] = min(cost, costs.get(mask, cost))
    for mask in sorted(costs):
        parts = (mask & ~(1 << n) for n in able if mask >> n & 1)
        costs[mask] = max(costs[mask], *(costs.get(part, 0) for part in parts))
    return costs


def _shared_out(able: Sequence[set[int]], count: int) -> bool:
    """Tell whether sets of jobs, one per robot, can cover all jobs."""
    covered = {0}
    for sets in able:
        covered |= {done | more for done in covered for more in sets}
    return (1 << count) - 1 in covered


def _between(states: frozenset[State], field: Field) -> int:
    """Return the fewest actions from any of the states to the field's goals."""
    if not states:
        return int(FAR)
    cells, headings = zip(*states, strict=True)
    return int(field.cost[list(cells), list(headings)].min())
