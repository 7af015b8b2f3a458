# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What training houses show, house by house and by as many processes as there are."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from adhoc_teamwork.adhoc_planner.policies.learned.weights_file import Weights
from adhoc_teamwork.benchmark.agents.house_plan import HousePlan
from adhoc_teamwork.benchmark.engines.spread import spread
from adhoc_teamwork.benchmark.training.demonstrations import Examples, show_adhoc, show_team
from adhoc_teamwork.benchmark.training.houses import TrainingHouse, draw_training_house, tidy_house
from adhoc_teamwork.benchmark.training.placements import PlacementExample, placement_examples
from adhoc_teamwork.benchmark.training.teams import known_teams
from adhoc_teamwork.simulation.lattice.house import StepHouse
from adhoc_teamwork.teamwork.text.progress import Progress

TO_LOOK_AT = 5
"""How many more houses are drawn for each that is played in, to learn where things lie."""
_TASKS_BESIDE = slice(1, None, 2)
"""Which of a house's tasks are played beside each known team."""
_WHAT = "played demonstrations"


@dataclass(frozen=True)
class Shown:
    """Hold what one house has shown: where things lie, and what a team of experts did there."""

    house: TrainingHouse
    placements: tuple[PlacementExample, ...]
    team: Examples


@dataclass(frozen=True)
class Beside:
    """Hold what one house has shown beside each known team: the expert's and the team's choices."""

    house: TrainingHouse
    own: Mapping[str, Examples]
    seen: Mapping[str, Examples]


def show_houses(seed: int, count: int, jobs: int) -> list[Shown]:
    """Draw houses and let teams of experts tidy them.

    Raises:
        ConfigError: A house cannot be drawn.
        BenchError: A process was killed.
    """
    found = []
    with Progress("drawing and tidying", count, "houses") as progress:
        for shown in spread(partial(show_house, seed), range(count), jobs, _WHAT):
            found.append(shown)
            progress.advance()
    return found


def show_beside(houses: Sequence[TrainingHouse], learning: Weights, jobs: int) -> list[Beside]:
    """Let an expert tidy houses beside each known team.

    Raises:
        BenchError: A process was killed.
    """
    found = []
    with Progress("tidying beside known teams", len(houses), "houses") as progress:
        for beside in spread(partial(_beside, learning), houses, jobs, _WHAT):
            found.append(beside)
            progress.advance()
    return found


def draw_houses(seed: int, count: int, jobs: int) -> list[TrainingHouse]:
    """Draw houses; see `show_houses` for errors."""
    with Progress("drawing", count, "houses") as progress:
        found = []
        for house in spread(partial(draw_training_house, seed), range(count), jobs, _WHAT):
            found.append(house)
            progress.advance()
    return found


def show_house(seed: int, number: int) -> Shown:
    """Draw the house of a number and let teams of experts tidy it; see `show_houses` for errors."""
    house = draw_training_house(seed, number)
    plan = HousePlan(StepHouse.of(house.house()))
    examples = Examples()
    for task in house.tasks:
        examples.extend(show_team(task, plan))
    placements = placement_examples(plan.house, seed)
    for variant in range(1, TO_LOOK_AT + 1):
        other = tidy_house(seed, number, variant)
        placements += placement_examples(StepHouse.of(other), seed)
    return Shown(house, tuple(placements), examples)


def _beside(learning: Weights, house: TrainingHouse) -> Beside:
    plan = HousePlan(StepHouse.of(house.house()))
    own, seen = {}, {}
    for team, make in known_teams(learning).items():
        own[team], seen[team] = Examples(), Examples()
        for task in house.tasks[_TASKS_BESIDE]:
            by_expert, by_team = show_adhoc(task, plan, team, make)
            own[team].extend(by_expert)
            seen[team].extend(by_team)
    return Beside(house, own, seen)
