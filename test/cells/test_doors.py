# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Two hands open doors by their handles, in physics; what is behind shut ones is not taken."""

from physical import CELLS

from adhoc_teamwork.cells.compiling import compile_cell, load_kinds
from adhoc_teamwork.cells.plan_check import PlanCheck
from adhoc_teamwork.cells.relations import relations
from adhoc_teamwork.cells.script import Script
from adhoc_teamwork.cells.task_file import load_task
from adhoc_teamwork.cells.task_world import begin
from adhoc_teamwork.cells.world import CellWorld
from adhoc_teamwork.skills.arms.failure import Step

WAITS = "NAME Alice ACTION WAIT\nNAME Bob ACTION WAIT\n"


def test_doors_are_opened_and_held_before_a_hand_reaches_in() -> None:
    task = load_task(CELLS / "arrange_cabinet.yaml")
    world = CellWorld(compile_cell(task.cell, load_kinds(task.cell, CELLS)))
    goal = begin(task, world, seed=1).goal
    script = Script(task, world)
    check, plan = PlanCheck(script, goal), f"EXECUTE\n{WAITS}NAME Chad ACTION PICK mug"
    shut = check.check(plan, world.observe())
    assert (shut.failed, "left_door is not open" in shut.feedback) == (Step.TASK, True)
    script.round({"Alice": "OPEN left_door", "Bob": "OPEN right_door"})
    now = relations(script, world.observe())
    assert now.open == {"left_door", "right_door"}
    assert now.holds == {"Alice": "left_door", "Bob": "right_door"}
    assert check.check(plan, world.observe()).failed is None
