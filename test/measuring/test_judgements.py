# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What the stand-in's common sense gets right in a task set, counted by kinds."""

from pathlib import Path

import pytest

from adhoc_teamwork.benchmark.generation.houses import HouseRequest
from adhoc_teamwork.benchmark.generation.tasks import Plan
from adhoc_teamwork.benchmark.generation.whole_set import make_taskset
from adhoc_teamwork.benchmark.tasks.taskset import load_taskset
from adhoc_teamwork.measuring.common_sense import Share
from adhoc_teamwork.measuring.judgements import Counted, count, judgement, run

SAMPLE = Path(__file__).resolve().parents[2] / "config" / "houses" / "sample_1_room.json"


@pytest.mark.parametrize(
    ("category", "place", "said"),
    [
        ("Mug", ("CounterTop", "Kitchen"), (False, False)),
        ("Mug", ("Toilet", "Bathroom"), (True, False)),
        ("Bowl", ("Desk", "Bedroom"), (False, True)),
    ],
)
def test_what_is_out_of_place_is_so_surely_or_doubted(
    category: str, place: tuple[str, str], said: tuple[bool, bool]
) -> None:
    assert judgement(category, place) == said


def test_each_displacement_counts_and_each_house_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "set"
    make_taskset(folder, "small", [HouseRequest("sample", path=SAMPLE)], Plan(3, (1, 2)), 1)
    total = sum(count(folder).values(), Counted())
    displaced = sum(len(task.misplaced) for task in load_taskset(folder).tasks)
    assert total.sure.of == total.doubted.of == total.homes.of == displaced
    assert total.sure.right + total.doubted.right <= displaced
    assert total.alarms.of == total.doubted_alarms.of < 60
    assert run(["--taskset", str(folder)]) == 0
    shown = capsys.readouterr().out
    assert f"{total.homes.right} of {displaced}" in shown.splitlines()[-1]


def test_shares_add_up() -> None:
    one = Counted(sure=Share(1, 2), alarms=Share(0, 3))
    assert one + one == Counted(sure=Share(2, 4), alarms=Share(0, 6))
