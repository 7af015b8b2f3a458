# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Draw houses of a suite until one holds the goods as they are wanted."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np

from adhoc_teamwork.benchmark.agents.house_plan import HousePlan
from adhoc_teamwork.benchmark.generation.chance import generator_for
from adhoc_teamwork.benchmark.generation.house_work import HouseWork
from adhoc_teamwork.benchmark.generation.suites.plan import HouseOrder, SuitePlan, draw_alike
from adhoc_teamwork.benchmark.proofs.solving import prove_in
from adhoc_teamwork.benchmark.tasks.task import Assignment, BenchTask
from adhoc_teamwork.benchmark.tasks.task_check import difficulty_of
from adhoc_teamwork.simulation.generation.furniture.brief import Brief
from adhoc_teamwork.simulation.generation.house_drawing import HouseDrawing
from adhoc_teamwork.simulation.generation.house_generator import generate_briefed
from adhoc_teamwork.simulation.houses.house import House
from adhoc_teamwork.simulation.houses.house_file.assets import shipped_assets
from adhoc_teamwork.simulation.houses.house_file.fields import Fields
from adhoc_teamwork.simulation.houses.house_file.procthor import house_of
from adhoc_teamwork.simulation.lattice.house import StepHouse
from adhoc_teamwork.teamwork.team.task import MisplacedObject, TidyPlace

DRAWN_AGAIN = 40
"""How often a house that does not come out as it is wanted, or a place for a thing, is drawn."""

Put = TypeVar("Put")


@dataclass(frozen=True)
class DrawnHouse:
    """Hold a house that was drawn for an order."""

    order: HouseOrder
    plan: SuitePlan
    house: House

    def task(
        self,
        kind: str,
        rng: np.random.Generator,
        *,
        goods: Sequence[str],
        place: TidyPlace,
        count: int,
        assignment: Assignment,
    ) -> BenchTask:
        """Return a task in the house; its robots and its seed are drawn from `rng`, in this order.

        Args:
            kind: What it is about, the end of its id.
            rng: To draw from.
            goods: The things by name that can fulfil the goal.
            place: Where these belong.
            count: How many have to be there.
            assignment: What is to be done.

        Raises:
            ConfigError: The floor has no room for the robots.
        """
        team, adhoc = draw_alike(self.plan, StepHouse.of(self.house).lattice, rng)
        return BenchTask(
            task_id=f"{self.order.stem}_{kind}",
            house=self.order.file,
            rooms=len(self.house.rooms),
            difficulty=difficulty_of(len(self.house.rooms)),
            scenario=count,
            seed=int(rng.integers(2**31)),
            misplaced=tuple(MisplacedObject(name, place) for name in sorted(goods)),
            team=team,
            adhoc=adhoc,
            assignment=assignment,
            suite=self.plan.suite.name,
        )


def draw_until(
    order: HouseOrder,
    plan: SuitePlan,
    brief: Brief,
    put: Callable[[HouseDrawing, np.random.Generator], Put | None],
    make_tasks: Callable[[DrawnHouse, Put, np.random.Generator], tuple[BenchTask, ...]],
) -> HouseWork | None:
    """Return a house and its tasks; None where none of many came out as it is wanted.

    A house is wanted where robots that know everything do each of its tasks in time (`prove_in`).

    Args:
        order: Which house of the set.
        plan: What is asked of the set.
        brief: What the house is like.
        put: Puts the goods into it; returns None where there is no room for them.
        make_tasks: Makes the tasks of what was put; none where the house will not do.
    """
    for attempt in range(DRAWN_AGAIN):
        rng = generator_for(plan.seed, plan.suite.name, order.stem, attempt)
        drawing = generate_briefed(brief, int(rng.integers(2**31)))
        goods = put(drawing, rng)
        if goods is None:
            continue
        data = drawing.to_json()
        house = house_of(Fields(data, order.file), shipped_assets())
        tasks = make_tasks(DrawnHouse(order, plan, house), goods, rng)
        plan_of_house = HousePlan(StepHouse.of(house))
        if tasks and all(prove_in(task, plan_of_house).holds for task in tasks):
            return HouseWork(order.file, json.dumps(data, separators=(",", ":")) + "\n", tasks)
    return None
