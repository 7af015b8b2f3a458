# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What is told of a cell: what hands take, and what of the task is done two seconds after."""

from physical import CELLS

from adhoc_teamwork.cells.compiling import compile_cell, load_kinds
from adhoc_teamwork.cells.referee import Referee
from adhoc_teamwork.cells.task_file import load_task
from adhoc_teamwork.cells.task_world import begin
from adhoc_teamwork.cells.world import CellWorld
from adhoc_teamwork.robot_model.arrays import pose
from adhoc_teamwork.simulation.events import EventKind

TASK = load_task(CELLS / "sort_cubes.yaml")


def test_a_task_is_done_two_seconds_after_the_last_command_and_not_before() -> None:
    world = CellWorld(compile_cell(TASK.cell, load_kinds(TASK.cell, CELLS)))
    wanted = {"blue_square": "panel2", "pink_polygon": "panel4", "yellow_trapezoid": "panel6"}
    moved = {thing: pose(TASK.cell.places[place].at) for thing, place in wanted.items()}
    referee = Referee(TASK, begin(TASK, world, 1, moved).goal)
    world.step(3.0)
    assert list(referee.look(world.observe(), is_busy=True)) == []
    world.step(1.0)
    assert list(referee.look(world.observe(), is_busy=False)) == []
    world.step(1.1)
    told = list(referee.look(world.observe(), is_busy=False))
    assert [event.object for event in told] == list(wanted)
    assert "all of the task is done" in told[-1].text
    assert (referee.met, referee.total) == (3, 3)
    assert list(referee.look(world.observe(), is_busy=False)) == []


def test_what_a_hand_takes_and_lets_go_is_told_once() -> None:
    world = CellWorld(compile_cell(TASK.cell, load_kinds(TASK.cell, CELLS)))
    referee = Referee(TASK, begin(TASK, world, 1).goal)
    world.reset(in_hands={"Bob": "blue_square"})
    taken = list(referee.look(world.observe(), is_busy=True))
    assert [(one.kind, one.robot, one.object) for one in taken] == [
        (EventKind.GRASP, "Bob", "blue_square")
    ]
    assert list(referee.look(world.observe(), is_busy=True)) == []
    world.open("Bob")
    world.step(1.0)
    left = list(referee.look(world.observe(), is_busy=True))
    assert [(one.kind, one.object) for one in left] == [(EventKind.RELEASE, "blue_square")]
