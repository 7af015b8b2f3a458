# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The limit that no policy can pass: everything known, centrally assigned, nobody in the way.

The oracle does not act; it is worked out. It knows the house, every object and every capability
from the first step, and shares the objects out among all robots by exhaustive search: first as many
objects as batteries, payloads and the horizon allow, then done as early as possible, then with as
few actions as possible. Ways are the fewest actions on the world's own lattice.

What it is granted beyond any policy: robots do not stand in each other's way, cameras tilt without
an action, small things on a receptacle leave room within reach, and the robot that joins late finds
its work laid out. What it does not do: hand an object over from one robot to another on its way.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from adhoc_teamwork.benchmark.oracle.costs import Tour, TourCosts
from adhoc_teamwork.benchmark.store.episode import AgentOutcome, EpisodeKey, EpisodeResult
from adhoc_teamwork.benchmark.tasks.task import HORIZON, BenchRobot, BenchTask
from adhoc_teamwork.benchmark.tasks.touch import Touch

Share = tuple[int, tuple[int, ...]]
"""A price, and the set of jobs (bit mask) of each worker."""


@dataclass(frozen=True)
class Worker:
    """Hold a robot that works from step `joins` on, and its cheapest tour for each set of jobs."""

    robot: BenchRobot
    joins: int
    tours: Mapping[int, Tour]

    def ends(self, mask: int) -> int:
        """Return the step at which it has done a set of jobs; 0 for none."""
        return self.joins + self.tours[mask].cost if mask else 0


def oracle_result(key: EpisodeKey, task: BenchTask, touch: Touch) -> EpisodeResult:
    """Return the outcome of the best that team and ad hoc robot could do."""
    tour_costs = TourCosts(touch, task)
    workers = [_worker(tour_costs, robot, 0) for robot in task.team]
    if key.t0 < HORIZON:
        workers.append(_worker(tour_costs, task.adhoc, key.t0))
    shares = share_out(workers)
    done = {
        task.misplaced[number].object: worker.joins + step
        for worker, mask in zip(workers, shares, strict=True)
        for number, step in worker.tours[mask].done
    }
    success = len(done) == len(task.misplaced)
    steps = max(done.values(), default=0) if success else HORIZON
    outcomes = [
        _outcome(worker, worker.tours[mask], worker.robot is task.adhoc, success)
        for worker, mask in zip(workers, shares, strict=True)
        if worker.joins < steps or not worker.joins
    ]
    return EpisodeResult(
        key=key,
        success=success,
        tidied=len(done),
        total=len(task.misplaced),
        team_steps=steps,
        agents=tuple(sorted(outcomes, key=lambda o: o.name)),
        tidied_at=tuple(sorted(done.items())),
    )


def share_out(workers: Sequence[Worker]) -> tuple[int, ...]:
    """Return a set of jobs (bit mask) for each worker: most jobs, soonest done, fewest actions."""
    soonest = _shares(workers, HORIZON, _end)
    most = max(mask.bit_count() for mask in soonest)
    latest = min(cost for mask, (cost, _) in soonest.items() if mask.bit_count() == most)
    cheapest = _shares(workers, latest, _sum)
    return min(share for mask, share in cheapest.items() if mask.bit_count() == most)[1]


def _end(before: int, worker: Worker, mask: int) -> int:
    return max(before, worker.ends(mask))


def _sum(before: int, worker: Worker, mask: int) -> int:
    return before + worker.tours[mask].cost


def _shares(
    workers: Iterable[Worker], latest: int, price: Callable[[int, Worker, int], int]
) -> dict[int, Share]:
    """Return for each set of jobs the least price, and how it is shared out for that.

    Args:
        workers: Each takes one of its tours, or none.
        latest: The step by which all have done.
        price: Returns the price so far with a worker's tour added.
    """
    best: dict[int, Share] = {0: (0, ())}
    for worker in workers:
        able = [mask for mask in worker.tours if worker.ends(mask) <= latest]
        more: dict[int, Share] = {}
        for done, (cost, shares) in best.items():
            for mask in able:
                share = (price(cost, worker, mask), (*shares, mask))
                if not done & mask and (done | mask not in more or share < more[done | mask]):
                    more[done | mask] = share
        best = more
    return best


def _worker(tour_costs: TourCosts, robot: BenchRobot, joins: int) -> Worker:
    return Worker(robot, joins, tour_costs.tours(robot, min(robot.battery, HORIZON - joins)))


def _outcome(worker: Worker, tour: Tour, ad_hoc: bool, success: bool) -> AgentOutcome:
    robot = worker.robot
    return AgentOutcome(
        name=robot.name,
        ad_hoc=ad_hoc,
        can_manipulate=robot.can_manipulate,
        battery=robot.battery,
        joined=worker.joins,
        steps=tour.cost,
        stopped="done" if success else "Stop",
        pickups=len(tour.done),
        puts=len(tour.done),
    )
