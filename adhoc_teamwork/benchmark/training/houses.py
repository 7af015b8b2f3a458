# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The houses to train in: drawn like those of task sets, from seeds of their own."""

import json
from dataclasses import dataclass, replace

from adhoc_teamwork.benchmark.generation.chance import generator_for
from adhoc_teamwork.benchmark.generation.houses import HouseRequest, house_data
from adhoc_teamwork.benchmark.generation.tasks import Plan, make_tasks
from adhoc_teamwork.benchmark.tasks.task import BenchTask
from adhoc_teamwork.benchmark.tasks.taskset import HOUSES
from adhoc_teamwork.simulation.houses.house import House
from adhoc_teamwork.simulation.houses.house_file.assets import shipped_assets
from adhoc_teamwork.simulation.houses.house_file.fields import Fields
from adhoc_teamwork.simulation.houses.house_file.procthor import house_of
from adhoc_teamwork.teamwork.settings.config import ConfigError

KEPT_OUT = 5
"""Every so many houses one is kept out of the training, to measure what was learned."""

SIZES = (1, 2, 3, 4, 5, 6)
"""Numbers of rooms, which take turns: larger houses take long and show little that is new."""

_TEAMS = (3, 4, 5)
_REDRAWN = 10
"""How often a house that cannot carry its tasks is drawn anew."""


@dataclass(frozen=True)
class TrainingHouse:
    """Hold a drawn house as its file's text, and the tasks to play in it."""

    number: int
    file: str
    text: str
    tasks: tuple[BenchTask, ...]

    @property
    def is_kept_out(self) -> bool:
        """Tell whether what it shows is for measuring, not for training."""
        return self.number % KEPT_OUT == KEPT_OUT - 1

    def house(self) -> House:
        """Return the house as the simulator holds it."""
        return house_of(Fields(json.loads(self.text), self.file), shipped_assets())


def training_request(seed: int, number: int, variant: int = 0) -> HouseRequest:
    """Return the request for the house of a number; sizes take turns, the smallest first.

    The seed is drawn for training alone: no task set draws its houses from it. Variants are other
    houses of the same size.
    """
    rooms = SIZES[number % len(SIZES)]
    chance = generator_for(seed, "training house", rooms, number, variant)
    house_seed = int(chance.integers(2**31))
    return HouseRequest(f"training_{number:03d}", rooms, house_seed)


def draw_training_house(seed: int, number: int) -> TrainingHouse:
    """Return a house of its own with a task for each k, team sizes taking turns.

    Raises:
        ConfigError: No house that carries tasks was found.
    """
    request = training_request(seed, number)
    plan = Plan(seed, teams=(_TEAMS[number % len(_TEAMS)],))
    for attempt in range(_REDRAWN):
        again = replace(request, seed=request.seed + attempt)
        file = f"{HOUSES}/{request.stem}.json"
        try:
            data = house_data(again)
            tasks = make_tasks(house_of(Fields(data, file), shipped_assets()), file, plan)
        except ConfigError:
            continue
        return TrainingHouse(number, file, json.dumps(data), tasks)
    raise ConfigError(f"{request.stem}: no house of {request.rooms} rooms carries tasks")


def tidy_house(seed: int, number: int, variant: int) -> House:
    """Return another house of the size of a number, with all things where they were drawn.

    Raises:
        ConfigError: None can be drawn.
    """
    request = training_request(seed, number, variant)
    file = f"{HOUSES}/{request.stem}_{variant}.json"
    return house_of(Fields(house_data(request), file), shipped_assets())
