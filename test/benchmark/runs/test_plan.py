# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Which episodes a run needs: those of each setting, and of the team alone to compare with."""

from dataclasses import replace

from bench_fakes import a_result, a_task

from adhoc_teamwork.benchmark.figures.summary import group, team_alone
from adhoc_teamwork.benchmark.runs.plan import make_setting, plan
from adhoc_teamwork.benchmark.store.facts import facts_of
from adhoc_teamwork.benchmark.tasks.task import TaskSet

ONE, THREE = a_task(team=1), a_task(house=1, team=3)
PRICES = ("text", "text:1", "text:3 loss=0.2")
SETTINGS = [make_setting("coela", "coela", 0, "offline", channel) for channel in PRICES]


def test_one_robot_is_played_alone_once_whatever_talk_would_cost() -> None:
    works = plan(SETTINGS, [ONE, THREE])
    alone = [(work.task.task_id, work.key.channel) for work in works if work.key.adhoc == "none"]
    assert sorted(alone) == sorted(
        [(ONE.task_id, "text"), *((THREE.task_id, channel) for channel in PRICES)]
    )
    assert len(works) == len(alone) + 2 * len(PRICES)
    without = [replace(setting, adhoc="none") for setting in SETTINGS]
    assert {work.key for work in plan(without, [ONE])} == {
        work.key for work in works if work.key.adhoc == "none" and work.task == ONE
    }


def test_each_price_is_compared_with_the_robot_that_was_played_alone() -> None:
    facts = facts_of(TaskSet(1, "made up", 0, (ONE, THREE), "d" * 64)).by_id()
    results = {
        work.key: a_result(work.key, steps=100 + number, team=len(work.task.team))
        for number, work in enumerate(plan(SETTINGS, [ONE, THREE]))
    }
    groups = group(results, facts)
    for setting in SETTINGS:
        found = {task: result.key for (task, _), result in team_alone(groups, setting).items()}
        assert found[ONE.task_id].channel == "text"
        assert found[THREE.task_id].channel == setting.channel
