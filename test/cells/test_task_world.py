# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Episodes of the six tasks: what a seed decides, who sees what, and what counts as done."""

from functools import cache
from pathlib import Path

import numpy as np
import pytest
from physical import CELLS

from adhoc_teamwork.cells.compiling import compile_cell, load_kinds
from adhoc_teamwork.cells.task_file import CellTask, load_task
from adhoc_teamwork.cells.task_world import begin, judge, observe
from adhoc_teamwork.cells.world import CellWorld
from adhoc_teamwork.robot_model.arrays import Floats, pose


@cache
def played(name: str) -> tuple[CellTask, CellWorld]:
    path: Path = CELLS / f"{name}.yaml"
    task = load_task(path)
    return task, CellWorld(compile_cell(task.cell, load_kinds(task.cell, CELLS), str(path)))


def stacked(task: CellTask, names: tuple[str, ...]) -> dict[str, Floats]:
    """Return poses of things on one another, on the first, which is fixed."""
    base = task.cell.things[names[0]]
    at = np.add(base.at, (0.0, 0.0, base.top))
    made = {}
    for name in names[1:]:
        made[name] = pose(np.add(at, (0.0, 0.0, 0.001)))
        at = np.add(at, (0.0, 0.0, task.cell.things[name].top))
    return made


def done(name: str) -> dict[str, Floats]:
    """Return poses in which a task's first goal is reached."""
    task, _ = played(name)
    cell, goal = task.cell, task.goals[0]
    if name == "make_sandwich":
        return stacked(task, next(one.stack for one in goal.success if one.stack))
    if name == "move_rope":
        return {"rope": pose(cell.places["groove_left"].at)}
    if name == "arrange_cabinet":
        pairs = [one.at for one in goal.success if one.at]
        return {thing: pose(cell.places[place].at) for thing, place in pairs}
    if name == "sort_cubes":
        pairs = [one.at for one in goal.success if one.at]
        return {thing: pose(cell.places[place].at) for thing, place in pairs}
    things = [one.inside[0] for one in goal.success if one.inside]
    if name == "pack_grocery":
        return {
            thing: pose(cell.places[f"slot{number + 1}"].at) for number, thing in enumerate(things)
        }
    middle = np.array(cell.places["in_bin"].at)
    return {
        thing: pose(np.add(middle, (0.05 * (number - 1), 0.0, -0.03)))
        for number, thing in enumerate(things)
    }


TASKS = [path.stem for path in sorted(CELLS.glob("*.yaml"))]


@pytest.mark.parametrize("name", TASKS)
def test_success_is_what_lies_there_two_seconds_later_and_not_how_it_begins(name: str) -> None:
    task, world = played(name)
    start = begin(task, world, seed=1)
    state = world.observe()
    for robot, agent in task.agents.items():
        assert state.held[robot] == (frozenset({agent.holds}) if agent.holds else frozenset())
        assert not any(
            robot in pair and set(pair) & set(task.agents) - {robot} for pair in state.touching
        )
    assert judge(task, start.goal, world) != []
    world.reset(done(name))
    assert judge(task, task.goals[0], world) == []


def test_a_seed_begins_alike_and_others_begin_otherwise() -> None:
    task, world = played("sort_cubes")
    begin(task, world, 3)
    first = world.digest()
    begin(task, world, 4)
    assert world.digest() != first
    begin(task, world, 3)
    assert world.digest() == first


def test_no_cube_begins_on_its_own_panel() -> None:
    task, world = played("sort_cubes")
    for seed in range(3):
        start = begin(task, world, seed)
        for one in start.goal.success:
            assert one.at is not None
            thing, place = one.at
            away = start.things[thing][:2, 3] - task.cell.places[place].at[:2]
            assert np.linalg.norm(away) > 0.2


def test_a_robot_sees_its_side_and_nothing_of_the_other() -> None:
    task, world = played("make_sandwich")
    start = begin(task, world, 0)
    state = world.observe()
    chad, dave = observe(task, state, "Chad"), observe(task, state, "Dave")
    food = set(start.things)
    assert len(set(chad.things) & food) == 4
    assert (set(chad.things) | set(dave.things)) >= food
    assert not set(chad.things) & set(dave.things) & food
    assert set(chad.hands) == {"Chad"}
    # What lies on the board is seen from both sides.
    world.reset({**start.things, "ham": pose((0.0, 0.0, 0.721))})
    state = world.observe()
    assert all("ham" in observe(task, state, robot).things for robot in task.agents)


def test_what_a_hand_still_holds_is_nowhere_yet() -> None:
    task, world = played("sort_cubes")
    world.reset(in_hands={"Alice": "blue_square"})
    lines = judge(task, task.goals[0], world)
    assert any("blue_square is still touched by Alice" in line for line in lines)
