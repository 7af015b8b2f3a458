# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Tasks with a goal of their own in the benchmark: drawn, written, read, and solved."""

from dataclasses import replace
from pathlib import Path

import pytest

from adhoc_teamwork.benchmark.cli import main
from adhoc_teamwork.benchmark.episodes.play import play
from adhoc_teamwork.benchmark.generation.assignments import drawable_tasks
from adhoc_teamwork.benchmark.generation.houses import HouseRequest
from adhoc_teamwork.benchmark.generation.tasks import Plan
from adhoc_teamwork.benchmark.generation.whole_set import make_taskset
from adhoc_teamwork.benchmark.tasks.task import BenchTask, TaskSet
from adhoc_teamwork.benchmark.tasks.taskset import load_taskset
from adhoc_teamwork.teamwork.settings.config import ConfigError

pytestmark = pytest.mark.slow

STRONG = {"can_manipulate": True, "payload": 20.0, "battery": 500}


@pytest.fixture(scope="module", params=drawable_tasks())
def assigned(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> tuple[Path, TaskSet]:
    folder = tmp_path_factory.mktemp("assigned") / request.param
    plan = Plan(3, (3,), (3,), request.param)
    return folder, make_taskset(folder, "assigned", [HouseRequest("r02", 2, 8)], plan, 1)


def strong(task: BenchTask) -> BenchTask:
    return replace(task, team=tuple(replace(robot, **STRONG) for robot in task.team))


def test_what_is_written_is_read(assigned: tuple[Path, TaskSet]) -> None:
    folder, made = assigned
    assert load_taskset(folder) == made
    (task,) = made.tasks
    assert task.assignment is not None
    assert task.assignment.task == folder.name
    assert sum(wish.count for wish in task.assignment.goal.wishes) == len(task.misplaced) == 3


@pytest.mark.parametrize("team", ["irot", "heuristic", "learning"])
def test_each_task_is_solved_the_same_way_twice(assigned: tuple[Path, TaskSet], team: str) -> None:
    folder, made = assigned
    task = strong(made.tasks[0])
    assert task.assignment is not None
    if task.assignment.told.text and team != "irot":
        with pytest.raises(ConfigError, match="a rule understands no goal in words"):
            play(task, folder, team, "none", 0, "offline")
        return
    result = play(task, folder, team, "none", 0, "offline")
    assert (result.tidied, result.total) == (3, 3)
    assert result.success
    again = play(task, folder, team, "none", 0, "offline")
    assert replace(again, time=None) == replace(result, time=None)


def test_the_oracle_refuses_such_a_task_in_one_line(assigned: tuple[Path, TaskSet]) -> None:
    folder, made = assigned
    with pytest.raises(ConfigError, match="knows no task but tidying up"):
        play(made.tasks[0], folder, "irot", "oracle", 0, "offline")


def test_an_unknown_task_is_named_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["generate", "--out", str(tmp_path / "set"), "--task", "flying"]) == 2
    expected = ", ".join(drawable_tasks())
    assert (
        f"--task flying: no such task with a goal; expected {expected}" in capsys.readouterr().err
    )
