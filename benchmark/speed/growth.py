"""How the cost of a step grows with the number of robots, and of things in the house."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from time import process_time

from benchmark.agents.house_plan import HousePlan
from benchmark.speed.trial import Trial, play_all
from benchmark.task import BenchTask

AGENTS = (1, 2, 4, 8)
SHARES = (0.25, 0.5, 1.0)
_ROUNDS = 3


@dataclass(frozen=True)
class Growth:
    """Hold microseconds of processor time for an action, by the number of robots or things.

    `exponent` is that of the power of the number with which the cost of a step of the whole world
    (for robots) or of one robot (for things) grows: 1 is linear.
    """

    counts: tuple[int, ...]
    microseconds: tuple[float, ...]
    exponent: float


def grow_team(trial: Trial) -> Growth:
    """Return how the cost grows with the number of robots."""
    plan = trial.plan()
    costs = [_cost(plan, trial.with_team(plan, size)) for size in AGENTS]
    steps = [cost * size for cost, size in zip(costs, AGENTS, strict=True)]
    return Growth(AGENTS, tuple(costs), _exponent(AGENTS, steps))


def grow_house(trial: Trial) -> Growth:
    """Return how the cost grows with the number of things in the house."""
    counts, costs = [], []
    for share in SHARES:
        smaller = trial.with_things(share)
        plan = smaller.plan()
        counts.append(len(smaller.house.objects))
        costs.append(_cost(plan, smaller.with_team(plan, 5)))
    return Growth(tuple(counts), tuple(costs), _exponent(counts, costs))


def _cost(plan: HousePlan, tasks: tuple[BenchTask, ...]) -> float:
    """Return the least of several measurements, microseconds an action."""
    play_all(plan, tasks)
    return min(_timed(lambda: play_all(plan, tasks)) for _ in range(_ROUNDS))


def _timed(play: Callable[[], int]) -> float:
    start = process_time()
    actions = play()
    return 1e6 * (process_time() - start) / actions


def _exponent(counts: "tuple[int, ...] | list[int]", costs: list[float]) -> float:
    """Return the slope of a straight line through the logarithms."""
    xs, ys = [math.log(c) for c in counts], [math.log(c) for c in costs]
    mean_x, mean_y = sum(xs) / len(xs), sum(ys) / len(ys)
    across = sum((x - mean_x) * (y - mean_y) for x, y in zip(xs, ys, strict=True))
    return across / sum((x - mean_x) ** 2 for x in xs)
