# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The task of a run in a cell, for the processes that watch and record it."""

from pathlib import Path

from pydantic import TypeAdapter

from adhoc_teamwork.bringup.demo_run.demo_options import DemoOptions
from adhoc_teamwork.cells.physics import mujoco
from adhoc_teamwork.cells.referee import condition_name
from adhoc_teamwork.cells.task_file import Condition, load_task
from adhoc_teamwork.cells.task_world import draw_start
from adhoc_teamwork.teamwork.geometry import Pose
from adhoc_teamwork.teamwork.settings.places import within
from adhoc_teamwork.teamwork.team.task import MisplacedObject, Task, TaskRobot, TidyPlace

TIME_LIMIT = 3600.0
"""Seconds of the cell's time after which a run is given up, where nobody says otherwise."""


def cell_file(cell: str, config: Path) -> Path:
    """Return the file of a cell's task: as given, or in config/cells by its name.

    Raises:
        ConfigError: The name leads out of that folder.
    """
    if Path(cell).is_file():
        return Path(cell).resolve()
    name = cell if cell.endswith(".yaml") else f"{cell}.yaml"
    return within(config / "cells", name, "cell")


def make_cell_task(options: DemoOptions, config: Path, path: Path) -> Task:
    """Write the task of a run in a cell to `path`; return it.

    Who speaks last is the robot that `--policy` is of.

    Raises:
        ConfigError: The cell's file is missing or wrong, or MuJoCo is missing.
    """
    mujoco()
    file = cell_file(options.cell, config)
    task = load_task(file)
    goal = draw_start(task, options.seed).goal
    last = list(task.agents)[-1]
    standing = task.cell.robots
    made = Task(
        scenario=file.stem,
        house="",
        seed=options.seed,
        misplaced=tuple(_wanted(one) for one in goal.success),
        robots=tuple(
            TaskRobot(
                name,
                standing[name].arm,
                Pose(standing[name].at[0], standing[name].at[1], standing[name].yaw),
                ad_hoc=name == last,
            )
            for name in task.agents
        ),
        time_limit=TIME_LIMIT if options.time_limit is None else options.time_limit,
    )
    path.write_bytes(TypeAdapter(Task).dump_json(made, indent=2) + b"\n")
    return made


def _wanted(condition: Condition) -> MisplacedObject:
    name = condition_name(condition)
    places = [one for one in (condition.at or condition.inside or condition.ends or ())[1:]]
    return MisplacedObject(name, TidyPlace(tuple(places)), text=name)
