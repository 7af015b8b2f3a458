"""What one process does for a task set: one house, with all its tasks."""

import json
from dataclasses import dataclass

from benchmark.generation.houses import HouseRequest, house_data
from benchmark.generation.tasks import Plan, make_tasks
from benchmark.task import BenchTask
from benchmark.taskset import HOUSES
from simulation.assets import shipped_assets
from simulation.fields import Fields
from simulation.procthor import house_of
from teamwork.config import ConfigError

_REDRAWN = 20
"""How often a drawn house that cannot carry its tasks is drawn anew."""


@dataclass(frozen=True)
class HouseWork:
    """Hold a house's file and text, and its tasks; `skipped` says why there are none."""

    file: str
    text: str = ""
    tasks: tuple[BenchTask, ...] = ()
    skipped: str = ""


def work_on(request: HouseRequest, plan: Plan) -> HouseWork:
    """Return a house's work; a house that cannot carry the tasks is skipped, not an error."""
    file = f"{HOUSES}/{request.stem}.json"
    drawn = request.path is None and not request.data
    reason = ""
    for attempt in range(_REDRAWN if drawn else 1):
        again = HouseRequest(
            request.stem, request.rooms, request.seed + attempt, request.path, request.data
        )
        try:
            data = house_data(again)
            house = house_of(Fields(data, file), shipped_assets())
            tasks = make_tasks(house, file, plan)
        except ConfigError as error:
            reason = str(error)
            continue
        return HouseWork(file, json.dumps(data, separators=(",", ":")) + "\n", tasks)
    return HouseWork(file, skipped=reason)
