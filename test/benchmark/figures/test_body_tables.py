# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The table of errands: by kind, by sub-goal, beside the paper's figures."""

from dataclasses import replace

from bench_fakes import a_result, a_task

from adhoc_teamwork.benchmark.figures.body_tables import body_text
from adhoc_teamwork.benchmark.store.episode import EpisodeKey, EpisodeResult
from adhoc_teamwork.benchmark.tasks.task import Assignment, BenchTask, Deed, Errand
from adhoc_teamwork.teamwork.team.goal import Goal


def a_reach_task(number: int) -> BenchTask:
    errands = (Errand(Deed.BRING, "Mug|0", "Bed|0", "robot_1"),)
    return replace(
        a_task(house=number),
        task_id=f"d0_{number:02d}_reach",
        assignment=Assignment("mixed_bodies", Goal(), text="x", errands=errands),
    )


def test_rates_steps_and_p_values_are_those_of_the_episodes() -> None:
    tasks = [a_reach_task(number) for number in range(4)]
    results: dict[EpisodeKey, EpisodeResult] = {}
    for policy, won in (("emos", 4), ("emos-no-numbers", 1)):
        for number, task in enumerate(tasks):
            done = number < won
            parts = ("Robot_At_Object(Mug|0)", "Robot_At_Receptacle(Bed|0)",
                "Object_At_Receptacle(Mug|0, Bed|0)")[: 3 if done else 1]  # fmt: skip
            key = EpisodeKey(task.task_id, policy, "none", 0)
            one = a_result(key, len(parts), 3, 100)
            results[key] = replace(one, tidied_at=tuple((part, 5) for part in parts))
    text = "\n".join(body_text(results, tasks, 500))
    rows = {
        tuple(cells[:3]): cells[3:]
        for line in text.splitlines()
        if line.startswith("|")
        for cells in [[cell.strip() for cell in line.strip("|").split("|")]]
    }
    ours = rows["reach", "emos-no-numbers", "ours"]
    assert ours[0] == "4"
    assert ours[1].startswith("25.0 (")
    # 6 of 12 sub-goals; at the object always, at the receptacle and brought once of four.
    assert ours[2:6] == ["50.0", "100.0", "25.0", "25.0"]
    assert ours[8] == "400"
    assert 0.0 < float(ours[9]) < 1.0
    assert rows["reach", "emos", "ours"][1].startswith("100.0")
    assert rows["all", "emos", "paper"][1] == "37.82"
