# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What three arms that sort cubes know and see as a round begins; no physics."""

from pathlib import Path

from adhoc_teamwork.cells.dialog import Known, Own
from adhoc_teamwork.cells.task_file import load_task
from adhoc_teamwork.cells.telling import options

CELLS = Path(__file__).parents[2] / "config" / "cells"
TASK = load_task(CELLS / "sort_cubes.yaml")
ROBOTS = tuple(TASK.agents)
KNOWN = Known(ROBOTS, TASK.words, TASK.goals[0].words, (), TASK.names)
_SEEN = (
    "Your hand is empty.",
    "blue_square is on panel5.",
    "pink_polygon is on panel4.",
    "yellow_trapezoid is on panel6.",
)
_REACHED = {
    "Alice": "In your reach: panel1, panel2, panel3.",
    "Bob": "In your reach: panel3, panel4, panel5, blue_square, pink_polygon.",
    "Chad": "In your reach: panel5, panel6, panel7, blue_square, yellow_trapezoid.",
}
OWN = {
    robot: Own(options(TASK, ROBOTS), (*_SEEN, _REACHED[robot]), agent.told)
    for robot, agent in TASK.agents.items()
}
