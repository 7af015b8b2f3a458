# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What is timed: the heuristic team in a drawn house, as a run plays it."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from adhoc_teamwork.benchmark.agents.house_plan import HousePlan
from adhoc_teamwork.benchmark.agents.llm_session import LlmSession
from adhoc_teamwork.benchmark.episodes.play import Episode
from adhoc_teamwork.benchmark.generation.house_work import work_on
from adhoc_teamwork.benchmark.generation.houses import HouseRequest
from adhoc_teamwork.benchmark.generation.robots import draw_robots
from adhoc_teamwork.benchmark.generation.tasks import Plan
from adhoc_teamwork.benchmark.store.episode import EpisodeKey
from adhoc_teamwork.benchmark.tasks.task import BenchTask
from adhoc_teamwork.simulation.houses.house import House
from adhoc_teamwork.simulation.houses.house_file.assets import shipped_assets
from adhoc_teamwork.simulation.houses.house_file.fields import Fields
from adhoc_teamwork.simulation.houses.house_file.procthor import house_of
from adhoc_teamwork.simulation.lattice.house import StepHouse
from adhoc_teamwork.teamwork.settings.config import ConfigError

ROOMS = 6
TEAM = 5
POLICY = "heuristic"
_SEED = 1
_FULL = 500
"""Battery of robots whose number or surroundings are varied."""


@dataclass(frozen=True)
class Trial:
    """Hold a house and tasks in it, with 1 to 5 things out of place and a team of five."""

    house: House
    tasks: tuple[BenchTask, ...]

    @classmethod
    def drawn(cls) -> "Trial":
        """Return the same house and tasks each time.

        Raises:
            ConfigError: The generator gave no such house.
        """
        work = work_on(HouseRequest("speed", ROOMS, _SEED), Plan(_SEED, teams=(TEAM,)))
        if not work.tasks:
            raise ConfigError(f"{work.file}: {work.note}; expected a drawn house with tasks")
        data = Fields(json.loads(work.text), work.file)
        return cls(house_of(data, shipped_assets()), work.tasks)

    def plan(self) -> HousePlan:
        """Return the house ready for step worlds, its sight lines not drawn yet."""
        return HousePlan(StepHouse.of(self.house))

    def with_team(self, plan: HousePlan, size: int) -> tuple[BenchTask, ...]:
        """Return the tasks with so many robots, all able and with full batteries."""
        team, _ = draw_robots(size, plan.house.lattice, np.random.default_rng(_SEED))
        able = tuple(replace(r, can_manipulate=True, payload=20.0, battery=_FULL) for r in team)
        return tuple(replace(task, team=able) for task in self.tasks)

    def with_things(self, share: float) -> "Trial":
        """Return the trial with that share of the small things, those out of place included."""
        wanted = {item.object for task in self.tasks for item in task.misplaced}
        small = [o.name for o in self.house.objects if o.pickupable and o.name not in wanted]
        kept = wanted | set(small[: round(share * len(small))])
        things = tuple(o for o in self.house.objects if not o.pickupable or o.name in kept)
        return replace(self, house=replace(self.house, objects=things))


def play_all(plan: HousePlan, tasks: Sequence[BenchTask]) -> int:
    """Play all tasks; return how many actions the robots did."""
    return sum(play_one(plan, task) for task in tasks)


def play_one(plan: HousePlan, task: BenchTask) -> int:
    """Play a task; return how many actions the robots did."""
    key = EpisodeKey(task.task_id, POLICY, "none", 0)
    session = LlmSession("")
    try:
        result = Episode(key, task, plan, session).run()
    finally:
        session.close()
    return sum(agent.steps for agent in result.agents)
