# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""`adhoc skills --joint-speed`: measure planning of two and three arms of cells as one mechanism.

The arms are those of two tasks, with 13 and 19 joints, among what stands there; they go from and to
random free postures, and so past one another.
"""

import argparse
from collections.abc import Sequence

import numpy as np

from adhoc_teamwork.benchmark.arms.playing import cell_of
from adhoc_teamwork.benchmark.terminal.markdown import table
from adhoc_teamwork.cells.hands import arms_of
from adhoc_teamwork.cells.task_world import begin
from adhoc_teamwork.cells.world import CellWorld
from adhoc_teamwork.measuring.arms import Timing, ends_at, free_state, timed_plan
from adhoc_teamwork.measuring.cells.random_states import obstacles_of
from adhoc_teamwork.skills.arms.manipulator import Cell
from adhoc_teamwork.skills.arms.planner import ArmSettings
from adhoc_teamwork.skills.several_arms.jointly import JointPlanner
from adhoc_teamwork.teamwork.settings.command_line import DONE, FAILED, Parser
from adhoc_teamwork.teamwork.settings.number_words import whole_number
from adhoc_teamwork.teamwork.text.console import say_lines

PROGRAM = "adhoc skills --joint-speed"
SOLVED = 95.0
"""Per cent of goals that must be solved."""
LIMITS = {"pack_grocery": 0.3, "sort_cubes": 2.0}
"""Seconds of processor time that half of the plans may take, by the task with the arms."""
_ITERATIONS = 3000


def build_parser() -> argparse.ArgumentParser:
    """Return the parser."""
    parser = Parser(
        prog=PROGRAM,
        description=(
            "Plan two and three arms of cells together from and to random postures, and measure "
            "the processor's time. Exit code 1: a limit is missed."
        ),
    )
    parser.add_argument("--joint-speed", action="store_true", required=True, help="measure")
    parser.add_argument("--goals", type=whole_number(1), default=40, metavar="N", help="in a cell")
    return parser


def run(words: Sequence[str]) -> int:
    """Measure, print, and return 0 where the limits are kept, 1 otherwise.

    Raises:
        ConfigError: MuJoCo is missing.
    """
    options = build_parser().parse_args(words)
    found = {task: planned_together(task, options.goals) for task in LIMITS}
    headings = ["arms", "goals", "solved %", "p50 s", "p95 s"]
    say_lines(table(headings, [one.row() for one in found.values()], texts=1))
    kept = all(one.meets(SOLVED, LIMITS[task], np.inf) for task, one in found.items())
    return DONE if kept else FAILED


def planned_together(task: str, goals: int) -> Timing:
    """Return what planning all arms of a task's cell took, between random free postures."""
    description, model = cell_of(task)
    world = CellWorld(model)
    begin(description, world, 1)
    arms = list(arms_of(model).values())
    cell = Cell(arms, obstacles_of(model, world))
    random = np.random.default_rng(1)
    seconds, solved = [], 0
    for number in range(goals):
        start, goal = free_state(cell, random), free_state(cell, random)
        targets = [arm.tool_poses(cell.part(i, goal))[0] for i, arm in enumerate(arms)]
        planner = JointPlanner(cell, ArmSettings(iterations=_ITERATIONS), seed=number)
        took, found = timed_plan(
            lambda p=planner, s=start, t=targets: p.to_poses(s, t)  # type: ignore[misc]
        )
        seconds.append(took)
        solved += found is not None and all(
            ends_at(arm, cell.part(i, found.positions[-1]), targets[i])
            for i, arm in enumerate(arms)
        )
    return Timing(f"{len(arms)} arms, {cell.dof} joints", tuple(seconds), solved)
