# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""How the cost of a step grows with the number of robots, and of things in the house."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import process_time

from adhoc_teamwork.benchmark.agents.house_plan import HousePlan
from adhoc_teamwork.benchmark.speed.trial import Trial, play_all
from adhoc_teamwork.benchmark.tasks.task import BenchTask
from adhoc_teamwork.simulation.lattice.actions import Action, ActionKind
from adhoc_teamwork.simulation.lattice.world import StepWorld

AGENTS = (1, 2, 5, 10, 20)
SHARES = (0.25, 0.5, 1.0)
_ROUNDS = 3
_GO, _TURN = Action(ActionKind.MOVE_AHEAD), Action(ActionKind.ROTATE_LEFT)

Play = Callable[[HousePlan, tuple[BenchTask, ...]], int]
"""What plays tasks and says how many actions that took."""


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
    """Return how the cost grows with the number of robots that play as a team."""
    plan = trial.plan()
    return _of_team([_cost(plan, trial.with_team(plan, size)) for size in AGENTS])


def grow_crowd(trial: Trial) -> Growth:
    """Return how the cost of the world alone grows with robots that wander and look about."""
    plan = trial.plan()
    return _of_team([_least(_wander, plan, trial.with_team(plan, size)) for size in AGENTS])


def _of_team(costs: list[float]) -> Growth:
    steps = [cost * size for cost, size in zip(costs, AGENTS, strict=True)]
    return Growth(AGENTS, tuple(costs), growth_exponent(AGENTS, steps))


def grow_house(trial: Trial) -> Growth:
    """Return how the cost grows with the number of things in the house."""
    counts, costs = [], []
    for share in SHARES:
        smaller = trial.with_things(share)
        plan = smaller.plan()
        counts.append(len(smaller.house.objects))
        costs.append(_cost(plan, smaller.with_team(plan, 5)))
    return Growth(tuple(counts), tuple(costs), growth_exponent(counts, costs))


def _cost(plan: HousePlan, tasks: tuple[BenchTask, ...]) -> float:
    return _least(play_all, plan, tasks)


def _least(play: Play, plan: HousePlan, tasks: tuple[BenchTask, ...]) -> float:
    """Return the least of several measurements, microseconds an action."""
    play(plan, tasks)
    costs = []
    for _ in range(_ROUNDS):
        start = process_time()
        actions = play(plan, tasks)
        costs.append(1e6 * (process_time() - start) / actions)
    return min(costs)


def _wander(plan: HousePlan, tasks: Sequence[BenchTask]) -> int:
    """Let robots turn where they cannot go on, and look at each step; return how many actions."""
    actions = 0
    for task in tasks:
        world = StepWorld(plan.house, task.misplaced)
        turns = {robot.name: False for robot in task.team}
        for robot in task.team:
            world.join(robot.name, robot)
        while not all(world.robot(name).stopped for name in turns):
            kinds = {name: _TURN if turn else _GO for name, turn in turns.items()}
            for name, result in world.step(kinds).items():
                turns[name] = not result.success
                world.observe(name)
        actions += sum(world.robot(name).steps for name in turns)
    return actions


def growth_exponent(counts: Sequence[int], costs: Sequence[float]) -> float:
    """Return the slope of a straight line through the logarithms."""
    xs, ys = [math.log(c) for c in counts], [math.log(c) for c in costs]
    mean_x, mean_y = sum(xs) / len(xs), sum(ys) / len(ys)
    across = sum((x - mean_x) * (y - mean_y) for x, y in zip(xs, ys, strict=True))
    return across / sum((x - mean_x) ** 2 for x in xs)
