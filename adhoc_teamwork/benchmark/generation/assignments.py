# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Draw what is to be done in a house for a task other than tidying up."""

import numpy as np

from adhoc_teamwork.benchmark.agents.llm_session import shipped_task, tasks_dir
from adhoc_teamwork.benchmark.tasks.task import Assignment
from adhoc_teamwork.simulation.houses.house import House
from adhoc_teamwork.simulation.tasks.goal_drawing import TaskGoal, draw_goal
from adhoc_teamwork.teamwork.team.task import MisplacedObject

Drawn = tuple[Assignment, tuple[MisplacedObject, ...]]


def draw_assignment(house: House, task: str, count: int, rng: np.random.Generator) -> Drawn | None:
    """Return an assignment with `count` things, and what can fulfil it; None where none fits.

    Args:
        house: Where.
        task: A folder of config/tasks, whose goal says of which sort the drawn one is.
        count: How many things are to be somewhere in the end.
        rng: Takes the decisions.
    """
    config = shipped_task(task)
    drawn = draw_goal(house, TaskGoal(config.goal, config.furnishing), count, rng)
    if drawn is None:
        return None
    return Assignment(task, drawn.goal, drawn.inside, drawn.text), drawn.witnesses


def task_names() -> tuple[str, ...]:
    """Return the folders of config/tasks whose goals can be drawn."""
    names = sorted(path.name for path in tasks_dir().iterdir() if path.is_dir())
    return tuple(name for name in names if shipped_task(name).goal.says_all)
