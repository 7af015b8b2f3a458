# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Draw what is to be done in a house for a task other than tidying up."""

from dataclasses import replace

import numpy as np

from adhoc_teamwork.benchmark.agents.llm_session import named_task
from adhoc_teamwork.benchmark.tasks.task import Assignment
from adhoc_teamwork.simulation.houses.house import House
from adhoc_teamwork.simulation.tasks.goal_drawing import TaskGoal, draw_goal
from adhoc_teamwork.teamwork.settings.places import config_dir
from adhoc_teamwork.teamwork.task_names import task_names
from adhoc_teamwork.teamwork.team.subtask import SubTaskKind
from adhoc_teamwork.teamwork.team.task import MisplacedObject

Drawn = tuple[Assignment, tuple[MisplacedObject, ...]]


def draw_assignment(house: House, task: str, count: int, rng: np.random.Generator) -> Drawn | None:
    """Return an assignment with `count` things, and what can fulfil it; None where none fits.

    Args:
        house: Where.
        task: The name of a task, whose goal says of which sort the drawn one is.
        count: How many things are to be somewhere in the end.
        rng: Takes the decisions.
    """
    config = named_task(task)
    drawn = draw_goal(house, TaskGoal(config.goal, config.furnishing), count, rng)
    if drawn is None:
        return None
    goal = drawn.goal if drawn.goal.place is None else replace(drawn.goal, zone=config.goal.zone)
    return Assignment(task, goal, drawn.inside, drawn.text), drawn.witnesses


def drawable_tasks() -> tuple[str, ...]:
    """Return the tasks whose goals can be drawn, by name.

    Visits are drawn by suites alone: where a robot has been, no thing shows in the end.
    """
    tasks = {name: named_task(name) for name in task_names(config_dir())}
    return tuple(
        name
        for name, task in tasks.items()
        if task.goal.says_all and SubTaskKind.VISIT not in task.subtasks
    )
