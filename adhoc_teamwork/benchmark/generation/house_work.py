# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What one process does for a task set: one house, with all its tasks."""

import json
from dataclasses import dataclass, replace

from adhoc_teamwork.benchmark.generation.houses import HouseRequest, house_data
from adhoc_teamwork.benchmark.generation.tasks import Plan, make_tasks
from adhoc_teamwork.benchmark.tasks.task import BenchTask
from adhoc_teamwork.benchmark.tasks.taskset import HOUSES
from adhoc_teamwork.simulation.houses.house_file.assets import shipped_assets
from adhoc_teamwork.simulation.houses.house_file.fields import Fields
from adhoc_teamwork.simulation.houses.house_file.procthor import house_of
from adhoc_teamwork.teamwork.settings.config import ConfigError

_REDRAWN = 20
"""How often a drawn house that cannot carry its tasks is drawn anew."""


@dataclass(frozen=True)
class HouseWork:
    """Hold a house's file and text, and its tasks; `note` says why there are few or none."""

    file: str
    text: str = ""
    tasks: tuple[BenchTask, ...] = ()
    note: str = ""


def work_on(request: HouseRequest, plan: Plan) -> HouseWork:
    """Return a house's work.

    A drawn house that cannot carry all tasks is drawn anew; one that was given carries those that
    it can, and none is no error.
    """
    file = f"{HOUSES}/{request.stem}.json"
    drawn = request.path is None and not request.data
    whole = len(plan.scenarios) * len(plan.teams)
    note = ""
    for attempt in range(_REDRAWN if drawn else 1):
        again = replace(request, seed=request.seed + attempt)
        try:
            data = house_data(again)
            tasks = make_tasks(house_of(Fields(data, file), shipped_assets()), file, plan)
        except ConfigError as error:
            note = str(error)
            continue
        if len(tasks) == whole or not drawn:
            text = json.dumps(data, separators=(",", ":")) + "\n"
            missing = f"{len(tasks)} of {whole} tasks: nothing more can be out of place there"
            return HouseWork(file, text, tasks, missing if len(tasks) < whole else "")
        note = f"{file}: {len(tasks)} tasks; expected {whole}"
    return HouseWork(file, note=f"skipped: {note.removeprefix(f'{file}: ')}")
