# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Write the task file of a run in a cell, for the processes that watch and record it (executable).

``python -m adhoc_teamwork.cells.task_maker --cell FILE --seed N --out task.json``. Who speaks last
is the robot that counts as ad hoc.
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from pydantic import TypeAdapter

from adhoc_teamwork.cells.physics import mujoco
from adhoc_teamwork.cells.referee import condition_name
from adhoc_teamwork.cells.switching import read_switches
from adhoc_teamwork.cells.task_file import Condition, load_task
from adhoc_teamwork.cells.task_world import draw_start
from adhoc_teamwork.teamwork.geometry import Pose
from adhoc_teamwork.teamwork.settings.command_line import BAD_INPUT, DONE, Parser
from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.settings.files import write_whole
from adhoc_teamwork.teamwork.settings.number_words import positive_number, whole_number
from adhoc_teamwork.teamwork.team.task import MisplacedObject, Task, TaskRobot, TidyPlace
from adhoc_teamwork.teamwork.text.console import complain

TIME_LIMIT = 3600.0
"""Seconds of the cell's time after which a run is given up, where nobody says otherwise."""


def make_task(file: Path, seed: int, time_limit: float = TIME_LIMIT) -> Task:
    """Return the task of a run in a cell.

    Raises:
        ConfigError: The cell's file is missing or wrong, or MuJoCo is missing.
    """
    mujoco()
    task = load_task(file)
    last = list(task.agents)[-1]
    standing = task.cell.robots
    return Task(
        scenario=file.stem,
        house="",
        seed=seed,
        misplaced=tuple(_wanted(one) for one in draw_start(task, seed).goal.success),
        robots=tuple(
            TaskRobot(
                name,
                standing[name].arm,
                Pose(standing[name].at[0], standing[name].at[1], standing[name].yaw),
                ad_hoc=name == last,
            )
            for name in task.agents
        ),
        time_limit=time_limit,
    )


def _wanted(condition: Condition) -> MisplacedObject:
    name = condition_name(condition)
    places = (condition.at or condition.inside or condition.ends or ())[1:]
    return MisplacedObject(name, TidyPlace(tuple(places)), text=name)


def main(words: Sequence[str]) -> int:
    """Write a task file; return the exit code."""
    parser = Parser(
        prog="python -m adhoc_teamwork.cells.task_maker",
        description="Write the task file of a run in a cell.",
        formatter_class=argparse.HelpFormatter,
    )
    parser.add_argument("--cell", type=Path, required=True, help="file of the cell's task")
    parser.add_argument("--seed", type=whole_number(), default=0, help="how it begins")
    parser.add_argument("--switch", default="", help="who is switched on and off before rounds")
    parser.add_argument("--time-limit", type=positive_number, default=TIME_LIMIT,
        help="seconds of the cell's time")  # fmt: skip
    parser.add_argument("--out", type=Path, required=True, help="the task file")
    options = parser.parse_args(words)
    try:
        task = make_task(options.cell, options.seed, options.time_limit)
        read_switches(options.switch).check(load_task(options.cell), options.cell.stem)
        write_whole(options.out, [TypeAdapter(Task).dump_json(task, indent=2), b"\n"])
    except ConfigError as error:
        complain(str(error))
        return BAD_INPUT
    except OSError as error:
        complain(f"{options.out}: {error.strerror or error}; expected a writable place")
        return BAD_INPUT
    return DONE


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
