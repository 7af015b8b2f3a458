"""Say why a task cannot be done by anybody, or nothing where it can be done as far as is known.

The bound knows everything and grants a lot: no robot is in another's way, nobody looks for
anything, the ad hoc robot is there from the first step. Each object is carried from where it lies
to where it is tidy by one robot: handing over is not counted on.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from benchmark.task import HORIZON, BenchRobot
from simulation.house import HouseObject
from simulation.steps.paths import FAR, Field

_PICK_AND_PUT = 2
"""Actions of the hand itself for one object."""


@dataclass(frozen=True)
class Job:
    """Hold what it takes to tidy one object.

    `to_pick` and `to_put` are the fewest actions to where it can be picked up and put down;
    `pick_cells` and `put_cells` are those places.
    """

    thing: HouseObject
    to_pick: Field
    to_put: Field
    pick_cells: frozenset[int]
    put_cells: frozenset[int]

    @property
    def carry(self) -> int:
        """Return the fewest actions from picking it up to having put it down, both included."""
        return _between(self.pick_cells, self.to_put) + _PICK_AND_PUT

    def after(self, before: "Job") -> int:
        """Return the fewest actions from having tidied another to where this one is picked up."""
        return _between(before.put_cells, self.to_pick)


def why_infeasible(
    jobs: Sequence[Job],
    robots: Sequence[BenchRobot],
    start: Callable[[BenchRobot], tuple[int, int]],
) -> str:
    """Return why these robots cannot do all jobs, or an empty text.

    Args:
        jobs: One for each misplaced object.
        robots: Team and ad hoc robot.
        start: From a robot to its cell and heading at the beginning.
    """
    hands = [robot for robot in robots if robot.can_manipulate]
    strongest = max((robot.payload for robot in hands), default=0.0)
    for job in jobs:
        if job.thing.mass > strongest:
            return (
                f"payload: {job.thing.name} weighs {job.thing.mass:g} kg; "
                f"who manipulates lifts up to {strongest:g} kg"
            )
    for job in jobs:
        if job.carry >= FAR:
            return f"reach: no way from {job.thing.name} to where it belongs"
    costs = {robot.name: _costs(robot, jobs, *start(robot)) for robot in hands}
    for index, job in enumerate(jobs):
        single = [costs[r.name].get(1 << index, FAR) for r in hands]
        if not any(cost <= _limit(r) for r, cost in zip(hands, single, strict=True)):
            return _too_far(job, hands, single)
    if not _shared_out([_within(costs[r.name], _limit(r)) for r in hands], len(jobs)):
        return (
            f"battery: no way to share out the {len(jobs)} objects keeps each robot that "
            f"manipulates within its battery and {HORIZON} steps"
        )
    return ""


def _limit(robot: BenchRobot) -> int:
    return min(robot.battery, HORIZON)


def _too_far(job: Job, hands: Sequence[BenchRobot], single: Sequence[int]) -> str:
    able = [(cost, r) for cost, r in zip(single, hands, strict=True) if cost < FAR]
    cost, robot = min(able, key=lambda pair: pair[0] - _limit(pair[1]))
    return (
        f"battery: tidying {job.thing.name} takes {robot.name} at least {cost} steps of its "
        f"{_limit(robot)}; nobody else who can lift it is nearer to managing it"
    )


def _costs(robot: BenchRobot, jobs: Sequence[Job], cell: int, heading: int) -> dict[int, int]:
    """Return the fewest steps in which a robot does each set of jobs it can lift (bit masks)."""
    liftable = [n for n, job in enumerate(jobs) if job.thing.mass <= robot.payload]
    ending: dict[tuple[int, int], int] = {
        (1 << n, n): jobs[n].to_pick.actions(cell, heading) + jobs[n].carry for n in liftable
    }
    for count in range(2, len(liftable) + 1):
        for chosen in combinations(liftable, count):
            mask = sum(1 << n for n in chosen)
            for last in chosen:
                ending[mask, last] = (
                    min(
                        ending[mask & ~(1 << last), before] + jobs[last].after(jobs[before])
                        for before in chosen
                        if before != last
                    )
                    + jobs[last].carry
                )
    costs: dict[int, int] = {}
    for (mask, _), cost in ending.items():
        costs[mask] = min(cost, costs.get(mask, cost))
    return costs


def _within(costs: Mapping[int, int], limit: int) -> set[int]:
    return {mask for mask, cost in costs.items() if cost <= limit}


def _shared_out(able: Sequence[set[int]], count: int) -> bool:
    """Tell whether sets of jobs, one per robot, can cover all jobs."""
    covered = {0}
    for sets in able:
        covered |= {done | more for done in covered for more in sets}
    return (1 << count) - 1 in covered


def _between(cells: frozenset[int], field: Field) -> int:
    """Return the fewest actions from any of the cells, at any heading, to the field's goals."""
    if not cells:
        return int(FAR)
    return int(field.cost[sorted(cells)].min())
