# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""An arm comes into a task that is under way, one leaves with a tool in its hand; in physics."""

import asyncio

import pytest
from physical import CELLS, FLAT

from adhoc_teamwork.adhoc_planner.model_queries.offline_in_process import OfflineModel
from adhoc_teamwork.cells.cell_file import Cell, Standing, Thing
from adhoc_teamwork.cells.compiling import compile_cell, load_kinds
from adhoc_teamwork.cells.dialog import Dialog, Known, Planners, Round, Talk, load_dialog
from adhoc_teamwork.cells.episode import Episode, Played, Rules
from adhoc_teamwork.cells.script import Script
from adhoc_teamwork.cells.simple_teams import Waiting
from adhoc_teamwork.cells.switching import read_switches
from adhoc_teamwork.cells.task_file import Action, Agent, CellTask, Condition, Goal, load_task
from adhoc_teamwork.cells.task_world import begin
from adhoc_teamwork.cells.world import CellWorld
from adhoc_teamwork.teamwork.settings.config import ConfigError


def episode(name: str, switches: str) -> Episode:
    task = load_task(CELLS / f"{name}.yaml")
    world = CellWorld(compile_cell(task.cell, load_kinds(task.cell, CELLS)))
    goal = begin(task, world, 1).goal
    return Episode(task, world, goal, 1, read_switches(switches))


def talking(known: Known) -> Planners:
    return Dialog(load_dialog(CELLS), known, lambda _: OfflineModel())


def actors(played: Played) -> list[set[str]]:
    return [{name for name, _ in past.actions} for past in played.rounds]


def test_one_that_is_switched_off_keeps_its_tool_and_goes_on_later() -> None:
    own = episode("sweep_floor", "Bob off 2, Bob on 3")
    played = asyncio.run(own.play(talking, Rules()))
    assert (played.success, played.unmoved) == (True, 0)
    assert actors(played)[1:4] == [{"Alice", "Bob"}, {"Alice"}, {"Alice", "Bob"}]
    (farewell,), (hello,) = played.rounds[2].news, played.rounds[3].news
    assert "keeps broom in its hand" in farewell
    assert hello.startswith("I am Bob, ")
    assert "I reach blue_cube, green_cube, red_cube." in hello
    assert [past.news for past in played.rounds[4:]] == [()] * (played.steps - 4)


class _Hears:
    """Wait, and keep what all are told."""

    def __init__(self, known: Known, heard: list[tuple[Known, Round]]) -> None:
        self._known, self._heard = known, heard

    async def talk(self, now: Round) -> Talk:
        self._heard.append((self._known, now))
        return await Waiting(self._known).talk(now)


def test_a_newcomer_introduces_itself_and_is_in_the_next_plan() -> None:
    own, heard = episode("sort_cubes", "Chad off 0, Chad on 1"), list[tuple[Known, Round]]()
    asyncio.run(own.play(lambda known: _Hears(known, heard), Rules()))
    (alone, first), (together, _), *_ = heard
    assert (alone.robots, first.news, set(first.own)) == (("Alice", "Bob"), (), {"Alice", "Bob"})
    assert together.robots == ("Alice", "Bob", "Chad")
    prompts = [
        Dialog(load_dialog(CELLS), known, lambda _: OfflineModel()).prompt("Alice", now)[1].content
        for known, now in heard[:2]
    ]
    assert "Chad" not in prompts[0]
    assert "- I am Chad, an arm (ur5e_suction) with a suction" in prompts[1]
    assert "panel5, panel6, panel7" in prompts[1]
    assert own.script.task.agents.keys() == {"Alice", "Bob", "Chad"}


def test_a_suction_that_is_switched_off_lets_go() -> None:
    block = Thing(FLAT_PARTS, at=(2.0, 0.0, 0.01), mass=0.1)
    cell = Cell({"Ann": Standing("ur5e_suction", (0.0, 0.0, 0.0))}, {"plate": block})
    agents = {"Ann": Agent((Action("WAIT"),), ("plate",), holds="plate")}
    goal = Goal("nothing", (Condition(stack=("plate", "plate")),))
    task = CellTask("nothing", cell, agents, (goal,))
    world = CellWorld(compile_cell(cell, load_kinds(cell, CELLS)))
    world.reset(in_hands={"Ann": "plate"})
    script = Script(task, world)
    high = world.observe().things["plate"][2, 3]
    assert not script.switch_off("Ann")
    assert script.hands.held("Ann") is None
    assert world.observe().things["plate"][2, 3] < high - 0.2


FLAT_PARTS = (FLAT,)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("Chad of 3", "--switch: 'Chad of 3': expected a robot, on or off, and a round"),
        ("Zoe off 1", "sort_cubes has no Zoe; it has Alice, Bob, Chad"),
        ("Chad on 1", "--switch: Chad on 1: it is so before"),
        ("Alice off 1, Bob off 1, Chad off 1", "in round 1 all robots of sort_cubes are off"),
        ("Chad off 1, Chad off 2", "Chad off 2: it is so before"),
        ("Chad off 99999", "expected a robot, on or off, and a round"),
    ],
)
def test_wrong_switches_are_refused_in_one_line(words: str, expected: str) -> None:
    task = load_task(CELLS / "sort_cubes.yaml")
    with pytest.raises(ConfigError) as caught:
        read_switches(words).check(task, "sort_cubes")
    assert expected in str(caught.value)
    assert "\n" not in str(caught.value)


def test_switches_are_written_as_they_are_read() -> None:
    assert str(read_switches(" Bob on 4,Bob off 2 ")) == "Bob off 2, Bob on 4"
    assert str(read_switches("")) == ""
