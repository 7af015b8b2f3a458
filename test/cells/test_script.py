# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Scripted robots with the right plan solve tasks in physics; wrong plans move nothing."""

from collections import deque
from functools import cache

import pytest
from physical import CELLS

from adhoc_teamwork.cells.compiling import compile_cell, load_kinds
from adhoc_teamwork.cells.script import Script
from adhoc_teamwork.cells.task_file import CellTask, load_task
from adhoc_teamwork.cells.task_world import begin, judge
from adhoc_teamwork.cells.world import CellWorld
from adhoc_teamwork.skills.arms.failure import ArmFailure, Step

REACHED = {"Alice": (1, 2, 3), "Bob": (3, 4, 5), "Chad": (5, 6, 7)}
GOALS = {"blue_square": 2, "pink_polygon": 4, "yellow_trapezoid": 6}
Panels = tuple[int, ...]


@cache
def played(name: str) -> tuple[CellTask, CellWorld]:
    path = CELLS / f"{name}.yaml"
    task = load_task(path)
    return task, CellWorld(compile_cell(task.cell, load_kinds(task.cell, CELLS), str(path)))


def plan_of(start: Panels) -> list[dict[str, str]]:
    """Return the fewest moves of one cube each that bring all cubes to their panels."""
    names, goal = list(GOALS), tuple(GOALS.values())
    seen: dict[Panels, list[dict[str, str]]] = {start: []}
    queue = deque([start])
    while queue:
        here = queue.popleft()
        if here == goal:
            return seen[here]
        for robot, panels in REACHED.items():
            for number, panel in enumerate(here):
                for to in set(panels) - set(here) if panel in panels else ():
                    there = (*here[:number], to, *here[number + 1 :])
                    if there not in seen:
                        seen[there] = [
                            *seen[here],
                            {robot: f"PICK {names[number]} PLACE panel{to}"},
                        ]
                        queue.append(there)
    raise AssertionError("no plan")


def panel_of(x: float) -> int:
    return round(x / 0.36) + 4


def test_the_right_plan_sorts_the_cubes() -> None:
    task, world = played("sort_cubes")
    start = begin(task, world, seed=18)
    panels = tuple(panel_of(start.things[cube][0, 3]) for cube in GOALS)
    script = Script(task, world)
    for actions in plan_of(panels):
        script.round(actions)
    assert judge(task, start.goal, world) == []


def test_two_hands_carry_a_rope_over_a_wall() -> None:
    task, world = played("move_rope")
    start = begin(task, world, seed=1)
    script = Script(task, world)
    script.round({"Alice": "PICK rope_front", "Bob": "PICK rope_back"})
    assert all("rope" in held for held in world.observe().held.values())
    script.round({"Alice": "PUT rope_front groove_left", "Bob": "PUT rope_back groove_right"})
    assert judge(task, start.goal, world) == []


REFUSED = (
    ({"Alice": "PICK blue_square PLACE panel7"}, Step.INVERSE_KINEMATICS, "Alice"),
    ({"Alice": "PICK green_square PLACE panel2"}, Step.TASK, "green_square"),
    ({"Alice": "PICK blue_square PLACE panel8"}, Step.TASK, "panel8"),
    ({"Bob": "PLACE pink_polygon panel4"}, Step.TASK, "Bob does not hold pink_polygon"),
    ({"Bob": "DANCE"}, Step.TASK, "Bob cannot DANCE"),
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
