# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""A broom pushes a cube into a dustpan, in physics; what cannot be done moves nothing."""

from functools import cache

import pytest
from physical import CELLS

from adhoc_teamwork.cells.compiling import compile_cell, load_kinds
from adhoc_teamwork.cells.relations import relations
from adhoc_teamwork.cells.script import Script
from adhoc_teamwork.cells.task_file import CellTask, load_task
from adhoc_teamwork.cells.task_world import begin
from adhoc_teamwork.cells.world import CellWorld
from adhoc_teamwork.skills.arms.failure import ArmFailure, Step


@cache
def played(name: str) -> tuple[CellTask, CellWorld]:
    path = CELLS / f"{name}.yaml"
    task = load_task(path)
    return task, CellWorld(compile_cell(task.cell, load_kinds(task.cell, CELLS), str(path)))


REFUSED = (
    ({"Alice": "PICK blue_square PLACE panel7"}, Step.INVERSE_KINEMATICS, "Alice"),
    ({"Alice": "PICK green_square PLACE panel2"}, Step.TASK, "green_square"),
    ({"Alice": "PICK blue_square PLACE panel8"}, Step.TASK, "panel8"),
    ({"Bob": "PLACE pink_polygon panel4"}, Step.TASK, "none of its actions"),
    ({"Bob": "DANCE"}, Step.TASK, "Bob: 'DANCE' is none of its actions"),
)


def test_what_cannot_be_done_moves_nothing() -> None:
    task, world = played("sort_cubes")
    begin(task, world, seed=1)
    script, before = Script(task, world), world.digest()
    for actions, step, words in REFUSED:
        with pytest.raises(ArmFailure, match=words) as caught:
            script.round(actions)
        assert caught.value.step is step
        assert world.digest() == before


def test_a_broom_pushes_a_cube_into_a_dustpan() -> None:
    task, world = played("sweep_floor")
    begin(task, world, seed=1)
    script = Script(task, world)
    script.round({"Alice": "MOVE red_cube", "Bob": "MOVE red_cube"})
    script.round({"Bob": "SWEEP red_cube"})
    now = relations(script, world.observe())
    assert now.place["red_cube"] == "dustpan"
    assert now.holds == {"Alice": "dustpan", "Bob": "broom"}
