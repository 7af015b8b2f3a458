# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The oracle's search against one that tries everything, and its costs against robots that act."""

from itertools import product
from random import Random

from bench_episodes import DrawnSet
from hypothesis import given, settings
from hypothesis import strategies as st

from adhoc_teamwork.benchmark.oracle.costs import Tour, TourCosts
from adhoc_teamwork.benchmark.oracle.oracle import Worker, share_out
from adhoc_teamwork.benchmark.tasks.task import HORIZON, BenchRobot
from adhoc_teamwork.teamwork.geometry import Pose

ROBOT = BenchRobot("r", True, 1.6, 5.0, 100, Pose(0.0, 0.0))


def tours(costs: dict[int, int]) -> dict[int, Tour]:
    return {0: Tour(), **{mask: Tour(((mask, cost),)) for mask, cost in costs.items()}}


@st.composite
def teams(draw: st.DrawFn) -> tuple[Worker, ...]:
    count = draw(st.integers(1, 3))
    masks = range(1, 1 << count)
    workers = []
    for _ in range(draw(st.integers(1, 3))):
        able = draw(st.sets(st.sampled_from(list(masks))))
        costs = {mask: draw(st.integers(1, HORIZON)) for mask in sorted(able)}
        workers.append(Worker(ROBOT, draw(st.sampled_from([0, 50, 400])), tours(costs)))
    return tuple(workers)


def value(workers: tuple[Worker, ...], shares: tuple[int, ...]) -> tuple[int, int, int]:
    """Return what is to be least: objects left (negative count), last end, sum of actions."""
    done = 0
    for mask in shares:
        done |= mask
    pairs = list(zip(workers, shares, strict=True))
    last = max(worker.ends(mask) for worker, mask in pairs)
    return -done.bit_count(), last, sum(worker.tours[mask].cost for worker, mask in pairs)


@settings(max_examples=200)
@given(teams())
def test_the_best_share_is_found(workers: tuple[Worker, ...]):
    found = share_out(workers)
    allowed = [
        shares
        for shares in product(*(worker.tours for worker in workers))
        if sum(mask.bit_count() for mask in shares)
        == len({n for mask in shares for n in range(3) if mask >> n & 1})
        and all(w.ends(m) <= HORIZON for w, m in zip(workers, shares, strict=True))
    ]
    assert found in allowed
    assert value(workers, found) == min(value(workers, shares) for shares in allowed)


def test_more_jobs_never_cost_less_and_no_tour_exceeds_its_limit(drawn: DrawnSet):
    task = drawn.task(4, 3)
    errands = TourCosts(drawn.plan(task).touch, task)
    robot = BenchRobot("r", True, 1.6, 20.0, 500, task.team[0].start)
    found = errands.tours(robot, 500)
    assert max(mask.bit_count() for mask in found) >= 2
    for mask, tour in found.items():
        assert {1 << number for number, _ in tour.done} == {
            1 << n for n in range(3) if mask >> n & 1
        }
        for part in found:
            assert part & ~mask or found[part].cost <= tour.cost
    limit = Random(1).randint(10, max(tour.cost for tour in found.values()) - 1)
    short = errands.tours(robot, limit)
    assert short == {mask: tour for mask, tour in found.items() if tour.cost <= limit}


def test_what_is_too_heavy_too_high_or_without_an_arm_is_not_done(drawn: DrawnSet):
    task = drawn.task(4, 3)
    errands = TourCosts(drawn.plan(task).touch, task)
    weak = BenchRobot("r", True, 1.6, 0.0, 500, task.team[0].start)
    armless = BenchRobot("r", False, 1.6, 20.0, 500, task.team[0].start)
    low = BenchRobot("r", True, 1.6, 20.0, 500, task.team[0].start, reach_max_height=-1.0)
    for robot in (weak, armless, low):
        assert set(errands.tours(robot, 500)) == {0}
