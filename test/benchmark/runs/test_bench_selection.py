# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Which tasks are played."""

from collections import Counter
from pathlib import Path

import pytest
from bench_fakes import a_task_set

from adhoc_teamwork.benchmark.runs.selection import select_tasks, spread
from adhoc_teamwork.teamwork.settings.config import ConfigError

TASKS = a_task_set(houses=10, sizes=(1, 2, 3, 4, 5, 6, 7, 8, 10)).tasks


def test_the_whole_set_has_the_papers_size() -> None:
    assert len(select_tasks(TASKS, "all")) == 1350


@pytest.mark.parametrize("number", [9, 30, 45, 135, 600])
def test_a_number_is_spread_evenly(number: int) -> None:
    chosen = select_tasks(TASKS, str(number))
    assert len(chosen) == len({task.task_id for task in chosen}) == number
    for trait in (lambda t: t.rooms, lambda t: t.scenario, lambda t: len(t.team)):
        counts = Counter(trait(task) for task in chosen)
        assert max(counts.values()) - min(counts.values()) <= 1 + number // 100
    houses = Counter(task.house for task in chosen)
    assert max(houses.values()) <= -(-number // 90) + 1


def test_fewer_tasks_are_among_more_of_them() -> None:
    order = [task.task_id for task in spread(TASKS)]
    assert sorted(order) == sorted(task.task_id for task in TASKS)
    assert order == [task.task_id for task in spread(tuple(reversed(TASKS)))]
    fewer = {task.task_id for task in select_tasks(TASKS, "30")}
    assert fewer == set(order[:30])
    assert fewer < {task.task_id for task in select_tasks(TASKS, "60")}


def test_a_file_names_tasks(tmp_path: Path) -> None:
    path = tmp_path / "tasks.txt"
    path.write_text("# two\nr02_h1_k3_t4  # medium\n\nr01_h0_k1_t3\nr01_h0_k1_t3\n")
    assert [t.task_id for t in select_tasks(TASKS, str(path))] == ["r01_h0_k1_t3", "r02_h1_k3_t4"]


@pytest.mark.parametrize(
    ("wanted", "message"),
    [
        ("0", "expected 1 to 1350"), ("1351", "expected 1 to 1350"), ("-3", "expected 1 to 1350"),
        ("some", "expected all, a number, or a file"),
    ],
)  # fmt: skip
def test_other_choices_are_refused(wanted: str, message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        select_tasks(TASKS, wanted)


@pytest.mark.parametrize(
    ("text", "message"), [("r01\n", ":1: no task 'r01'"), ("# none\n", "no task in it")]
)
def test_a_wrong_file_is_refused_in_one_line(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "tasks.txt"
    path.write_text(text)
    with pytest.raises(ConfigError, match=message) as error:
        select_tasks(TASKS, str(path))
    assert "\n" not in str(error.value)
