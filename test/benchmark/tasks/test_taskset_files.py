# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Task sets on disk: what is written comes back, and what is wrong is told in one line."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from adhoc_teamwork.benchmark.generation.houses import HouseRequest, houses_in
from adhoc_teamwork.benchmark.generation.tasks import Plan
from adhoc_teamwork.benchmark.generation.whole_set import make_taskset
from adhoc_teamwork.benchmark.tasks.task import TaskSet
from adhoc_teamwork.benchmark.tasks.task_check import check_task_in_house, difficulty_of
from adhoc_teamwork.benchmark.tasks.taskset import FILE, load_taskset, save_taskset, task_house
from adhoc_teamwork.teamwork.settings.config import ConfigError

SAMPLE = Path(__file__).resolve().parents[3] / "config" / "houses" / "sample_1_room.json"
Change = Callable[[dict[str, Any]], object]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sets") / "set"
    make_taskset(folder, "small", [HouseRequest("sample", path=SAMPLE)], Plan(3, (1, 2)), 1)
    return folder


@pytest.fixture
def folder(made: Path, tmp_path: Path) -> Path:
    copy = tmp_path / "copy"
    (copy / "houses").mkdir(parents=True)
    for path in (made / FILE, made / "houses" / "sample.json"):
        (copy / path.relative_to(made)).write_bytes(path.read_bytes())
    return copy


def edit(folder: Path, change: Change, sealed: bool = False) -> None:
    data = json.loads((folder / FILE).read_text())
    if not sealed:
        del data["digest"], data["houses"]
    change(data)
    (folder / FILE).write_text(json.dumps(data))


def test_a_set_comes_back_as_it_was_written(folder: Path) -> None:
    taskset = load_taskset(folder)
    assert [t.task_id for t in taskset.tasks] == [
        f"sample_k{k}_t{size}" for k in (1, 2) for size in (3, 4, 5)
    ]
    before = (folder / FILE).read_bytes()
    assert save_taskset(folder, taskset) == taskset
    assert (folder / FILE).read_bytes() == before


def test_the_digest_knows_the_contents_and_not_the_name(folder: Path) -> None:
    digest = load_taskset(folder).digest
    edit(folder, lambda d: d.update(name="another"))
    assert load_taskset(folder).digest == digest
    edit(folder, lambda d: d["tasks"].pop(), sealed=True)
    assert load_taskset(folder).digest != digest


def test_how_high_an_arm_reaches_stands_in_the_file_where_it_is_not_the_usual(folder: Path) -> None:
    assert "reach_max_height" not in (folder / FILE).read_text()
    digest = load_taskset(folder).digest
    edit(folder, lambda d: d["tasks"][0]["adhoc"].update(reach_max_height=1.1))
    taskset = save_taskset(folder, load_taskset(folder))
    assert (folder / FILE).read_text().count("reach_max_height") == 1
    assert load_taskset(folder) == taskset
    assert taskset.tasks[0].adhoc.reach_max_height == 1.1
    assert taskset.digest != digest


def test_houses_are_the_same_with_and_without_a_database(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = task_house(folder, "houses/sample.json")
    monkeypatch.setenv("ADHOC_PROCTHOR_DB", str(folder))
    assert task_house(folder, "houses/sample.json") == before


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda d: d.update(version=2), "version: expected 1"),
        (lambda d: d.update(tasks=[]), "tasks: nothing there"),
        (lambda d: d.update(colour="red"), "unknown key 'colour'"),
        (lambda d: d["tasks"][0].pop("team"), "tasks.0.team"),
        (lambda d: d["tasks"][1].update(task_id="sample_k1_t3"), "tasks[1].task_id"),
        (lambda d: d["tasks"][0].update(task_id=""), "task_id: empty"),
        (lambda d: d["tasks"][0].update(house="../x.json"), "tasks[0].house: '../x.json'"),
        (lambda d: d["tasks"][0].update(house="/etc/x.json"), "tasks[0].house"),
        (lambda d: d["tasks"][0].update(house="houses/none.json"), "none.json: No such file"),
        (lambda d: d["tasks"][0].update(difficulty="medium"), "difficulty: medium; expected easy"),
        (lambda d: d["tasks"][0].update(misplaced=[]), "misplaced: nothing"),
        (lambda d: d["tasks"][3]["misplaced"].append(d["tasks"][3]["misplaced"][0]), "twice"),
        (lambda d: d["tasks"][0]["misplaced"][0]["goal"].update(receptacles=[]), "receptacles"),
        (lambda d: d["tasks"][0]["misplaced"][0].update(position=[0, 0, float("nan")]), "position"),
        (lambda d: d["tasks"][0]["team"][0].update(camera_height=0), "camera_height: 0"),
        (lambda d: d["tasks"][0]["team"][0].update(payload=-1), "team[0].payload: -1"),
        (lambda d: d["tasks"][0]["adhoc"].update(battery=0), "adhoc.battery: 0"),
        (
            lambda d: d["tasks"][0]["adhoc"].update(reach_max_height=-1),
            "adhoc.reach_max_height: -1; expected metres, 0 to 10",
        ),
        (lambda d: d["tasks"][0]["adhoc"].update(reach_max_height=float("nan")), "finite"),
        (lambda d: d["tasks"][0]["adhoc"].update(name="robot_1"), "a name occurs twice"),
        (lambda d: d["tasks"][0]["adhoc"]["start"].update(yaw=0.5), "adhoc.start.yaw: 0.5"),
        (lambda d: d["tasks"][0]["adhoc"]["start"].update(x=float("inf")), "finite"),
        (lambda d: d["tasks"][0].update(team=[]), "team: nobody"),
        (
            lambda d: [r.update(can_manipulate=False) for r in d["tasks"][0]["team"]],
            "nobody manipulates",
        ),
    ],
)
def test_what_is_wrong_is_told_in_one_line(folder: Path, change: Change, words: str) -> None:
    edit(folder, change)
    with pytest.raises(ConfigError) as caught:
        load_taskset(folder)
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_set_changed_after_it_was_made_is_refused(folder: Path) -> None:
    edit(folder, lambda d: d["tasks"][0]["adhoc"].update(battery=77), sealed=True)
    with pytest.raises(ConfigError, match="digest"):
        load_taskset(folder)


def test_a_house_changed_after_the_set_was_made_is_named(folder: Path) -> None:
    house = folder / "houses" / "sample.json"
    house.write_text(house.read_text() + " ")
    with pytest.raises(ConfigError, match=r"sample\.json: changed"):
        load_taskset(folder)


@pytest.mark.parametrize("text", ["", "{", "[]", '{"version": 1}'])
def test_broken_files_end_in_one_line(folder: Path, text: str) -> None:
    (folder / FILE).write_text(text)
    with pytest.raises(ConfigError) as caught:
        load_taskset(folder)
    assert "\n" not in str(caught.value)


def test_a_missing_set_ends_in_one_line(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"taskset\.json: No such file"):
        load_taskset(tmp_path / "nowhere")


@pytest.mark.parametrize(
    "change",
    [
        lambda d: d["tasks"][0]["misplaced"][0].update(object="Mug|9|9"),
        lambda d: d["tasks"][0]["adhoc"]["start"].update(x=-50.0),
        lambda d: d["tasks"][0].update(rooms=2),
    ],
)
def test_a_task_that_does_not_fit_its_house_is_refused(folder: Path, change: Change) -> None:
    taskset: TaskSet = load_taskset(folder)
    house = task_house(folder, taskset.tasks[0].house)
    for task in taskset.tasks:
        check_task_in_house(task, house)
    edit(folder, change)
    with pytest.raises(ConfigError, match="task sample_k1_t3"):
        check_task_in_house(load_taskset(folder).tasks[0], house)


def test_classes_are_the_papers() -> None:
    assert [str(difficulty_of(n)) for n in (1, 3, 4, 6, 7, 8, 10)] == [
        "easy", "easy", "medium", "medium", "difficult", "difficult", "difficult",
    ]  # fmt: skip


def test_folders_without_houses_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="no such folder"):
        houses_in(tmp_path / "none")
    with pytest.raises(ConfigError, match="no house files"):
        houses_in(tmp_path)
