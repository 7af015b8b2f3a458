# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Making task sets: same bytes whoever does the work, all or nothing, and what cannot be done."""

import hashlib
import json
import math
from pathlib import Path

import numpy as np
import pytest
from unseen_houses import DATA, with_others

from adhoc_teamwork.benchmark.cli import main
from adhoc_teamwork.benchmark.episodes.play import play
from adhoc_teamwork.benchmark.errors import BenchError
from adhoc_teamwork.benchmark.generation import houses, whole_set
from adhoc_teamwork.benchmark.generation.chance import generator_for
from adhoc_teamwork.benchmark.generation.houses import (
    SIZES,
    HouseRequest,
    houses_in,
    own_houses,
    procthor_houses,
)
from adhoc_teamwork.benchmark.generation.robots import (
    BATTERIES,
    CAMERA_HEIGHTS,
    PAYLOADS,
    draw_robots,
)
from adhoc_teamwork.benchmark.generation.tasks import Plan
from adhoc_teamwork.benchmark.generation.whole_set import make_taskset, refuse_to_overwrite
from adhoc_teamwork.benchmark.tasks.task import TaskSet
from adhoc_teamwork.benchmark.tasks.task_check import check_task_in_house
from adhoc_teamwork.benchmark.tasks.taskset import load_taskset, task_house
from adhoc_teamwork.simulation.evaluation.tidiness import ObjectPlace, is_tidy
from adhoc_teamwork.simulation.lattice.cells import Lattice
from adhoc_teamwork.simulation.lattice.config import StepConfig
from adhoc_teamwork.teamwork.geometry import Point
from adhoc_teamwork.teamwork.scene import FLOOR
from adhoc_teamwork.teamwork.settings.config import ConfigError

CONFIG_HOUSES = Path(__file__).resolve().parents[3] / "config" / "houses"
PLAN = Plan(5, (1, 3))


def small_request() -> list[HouseRequest]:
    return [r for r in own_houses(5, 1) if r.rooms in (1, 3)]


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("drawn") / "set"
    make_taskset(folder, "drawn", small_request(), PLAN, 1)
    return folder


def sums(folder: Path) -> dict[str, str]:
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


@pytest.mark.slow
def test_the_number_of_processes_changes_nothing(drawn: Path, tmp_path: Path) -> None:
    make_taskset(tmp_path / "two", "drawn", small_request(), PLAN, 2)
    assert sums(tmp_path / "two") == sums(drawn)


def test_pairs_may_be_alike_and_have_two_hands(drawn: Path, tmp_path: Path) -> None:
    plan = Plan(5, (1,), (1, 2), are_alike=True, hands=2)
    requests = [r for r in own_houses(5, 1) if r.rooms == 1]
    made = make_taskset(tmp_path / "pairs", "pairs", requests, plan, 1)
    assert load_taskset(tmp_path / "pairs") == made
    assert [len(task.team) for task in made.tasks] == [1, 2]
    for task in made.tasks:
        robots = (*task.team, task.adhoc)
        assert len({(r.camera_height, r.payload, r.battery) for r in robots}) == 1
        assert all(robot.can_manipulate and robot.hands == 2 for robot in robots)
        assert len({robot.start for robot in robots}) == len(robots)
    assert '"hands"' not in (drawn / "taskset.json").read_text()


def test_another_seed_gives_another_set(drawn: Path, tmp_path: Path) -> None:
    requests = [r for r in own_houses(6, 1) if r.rooms in (1, 3)]
    made = make_taskset(tmp_path / "six", "drawn", requests, Plan(6, (1, 3)), 1)
    assert made.digest != load_taskset(drawn).digest


def test_a_whole_set_has_the_papers_numbers() -> None:
    requests = own_houses(0, 10)
    plan = Plan(0)
    assert len(requests) == 90
    assert len(requests) * len(plan.scenarios) * len(plan.teams) == 1350
    assert {r.rooms for r in requests} == set(SIZES) == {1, 2, 3, 4, 5, 6, 7, 8, 10}
    assert len({r.seed for r in requests}) == 90


def test_tasks_are_what_the_format_says(drawn: Path) -> None:
    taskset = load_taskset(drawn)
    assert len(taskset.tasks) == 12
    for task in taskset.tasks:
        house = task_house(drawn, task.house)
        check_task_in_house(task, house)
        assert len(task.misplaced) == task.scenario
        assert len(task.team) in (3, 4, 5)
        for item in task.misplaced:
            thing = house.object(item.object)
            assert thing is not None
            assert thing.pickupable
            assert item.position is not None
            carrier = house.object(item.moved_to)
            room = next(r for r in house.rooms if r.contains(Point(*item.position[:2])))
            place = ObjectPlace(carrier.category if carrier else FLOOR, room.room_type)
            assert not is_tidy(item.goal, place)
            assert item.goal.receptacles


def test_the_teams_of_a_scenario_find_the_same_things_out_of_place(drawn: Path) -> None:
    by_scenario: dict[tuple[str, int], set[object]] = {}
    for task in load_taskset(drawn).tasks:
        by_scenario.setdefault((task.house, task.scenario), set()).add(task.misplaced)
    assert all(len(found) == 1 for found in by_scenario.values())


def test_the_oracle_does_all_that_is_not_marked(drawn: Path) -> None:
    for task in load_taskset(drawn).tasks:
        result = play(task, drawn, "heuristic", "oracle", 0, "")
        assert result.success or task.infeasible, task.task_id


def test_robots_are_drawn_as_the_paper_says(drawn: Path) -> None:
    lattice = Lattice.of(task_house(drawn, "houses/r03_00.json"), StepConfig())
    rng = np.random.default_rng(0)
    robots = []
    for _ in range(300):
        team, adhoc = draw_robots(3, lattice, rng)
        assert any(robot.can_manipulate for robot in team)
        starts = [r.start for r in (*team, adhoc)]
        assert all(lattice.at(s.x, s.y) >= 0 for s in starts)
        assert all(
            math.hypot(a.x - b.x, a.y - b.y) >= 0.6
            for i, a in enumerate(starts) for b in starts[:i]
        )  # fmt: skip
        robots += [*team, adhoc]
    assert {r.camera_height for r in robots} == set(CAMERA_HEIGHTS)
    assert all(PAYLOADS[0] <= r.payload <= PAYLOADS[1] for r in robots)
    assert all(BATTERIES[0] <= r.battery <= BATTERIES[1] for r in robots)
    assert 0.4 < np.mean([r.can_manipulate for r in robots if r.name == "adhoc"]) < 0.6
    assert 9.0 < np.mean([r.payload for r in robots]) < 11.0
    assert 260 < np.mean([r.battery for r in robots]) < 290
    assert {round(r.start.yaw / (math.pi / 2.0)) for r in robots} == {0, 1, 2, 3}


def test_a_house_without_floor_for_all_is_refused(drawn: Path) -> None:
    whole = Lattice.of(task_house(drawn, "houses/r01_00.json"), StepConfig())
    with pytest.raises(ConfigError, match="no free floor for 900 robots"):
        draw_robots(899, whole, np.random.default_rng(0))


def test_chance_depends_on_its_purpose_alone() -> None:
    first = generator_for(1, "house", 2).random()
    assert generator_for(1, "house", 2).random() == first
    assert generator_for(1, "house", 3).random() != first
    assert generator_for(2, "house", 2).random() != first


def test_an_interruption_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> TaskSet:
        raise KeyboardInterrupt

    monkeypatch.setattr(whole_set, "save_taskset", interrupted)
    with pytest.raises(KeyboardInterrupt):
        make_taskset(tmp_path / "set", "x", small_request()[:1], Plan(0, (1,)), 1)
    assert list(tmp_path.iterdir()) == []


def test_a_full_disk_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> TaskSet:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(whole_set, "save_taskset", full)
    with pytest.raises(BenchError, match="No space left"):
        make_taskset(tmp_path / "set", "x", small_request()[:1], Plan(0, (1,)), 1)
    assert list(tmp_path.iterdir()) == []


def test_what_others_wrote_meanwhile_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, save = tmp_path / "set", whole_set.save_taskset

    def save_beside_another(draft: Path, made: TaskSet) -> TaskSet:
        folder.mkdir()
        (folder / "taskset.json").write_text("another's")
        return save(draft, made)

    monkeypatch.setattr(whole_set, "save_taskset", save_beside_another)
    with pytest.raises(BenchError, match="others wrote there meanwhile"):
        make_taskset(folder, "x", small_request()[:1], Plan(0, (1,)), 1)
    assert (folder / "taskset.json").read_text() == "another's"
    assert list(tmp_path.iterdir()) == [folder]


def test_what_is_there_is_not_overwritten(drawn: Path, tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="--replace"):
        refuse_to_overwrite(drawn, replace=False)
    refuse_to_overwrite(drawn, replace=True)
    (tmp_path / "notes.txt").write_text("mine")
    for replace in (False, True):
        with pytest.raises(ConfigError, match="not empty"):
            refuse_to_overwrite(tmp_path, replace)
    with pytest.raises(ConfigError, match="is a file"):
        refuse_to_overwrite(tmp_path / "notes.txt", replace=True)
    with pytest.raises(ConfigError, match=r"notes\.txt is a file; expected a folder"):
        refuse_to_overwrite(tmp_path / "notes.txt" / "set", replace=False)


@pytest.mark.slow
def test_the_command_names_houses_that_carry_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    there = tmp_path / "houses"
    there.mkdir()
    (there / "good.json").write_text((CONFIG_HOUSES / "sample_3_rooms.json").read_text())
    (there / "torn.json").write_text("{")
    (there / "empty.json").write_text('{"rooms": [], "objects": []}')
    arguments = ["generate", "--out", "set", "--houses", str(there), "--jobs", "1"]
    assert main(arguments) == 0
    captured = capsys.readouterr()
    assert "torn.json: skipped" in captured.err
    assert "empty.json: skipped" in captured.err
    assert "in 1 houses" in captured.out
    assert {t.house for t in load_taskset(Path("set")).tasks} == {"houses/good.json"}
    assert main(arguments) == 2
    assert "--replace" in capsys.readouterr().err
    before = sums(Path("set"))
    assert main([*arguments, "--replace"]) == 0
    assert sums(Path("set")) == before
    assert [p.name for p in tmp_path.iterdir() if p.name.startswith(".")] == []


@pytest.mark.slow
def test_a_folder_in_which_nothing_can_be_done_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "houses").mkdir()
    (tmp_path / "houses" / "torn.json").write_text("{")
    out = tmp_path / "set"
    assert main(["generate", "--out", str(out), "--houses", str(tmp_path / "houses")]) == 2
    assert "not one of 1 houses" in capsys.readouterr().err
    assert not out.exists()


@pytest.mark.parametrize("option", [["--jobs", "0"], ["--seed", "x"], ["--per-size", "-1"]])
def test_wrong_numbers_exit_with_2(option: list[str], tmp_path: Path) -> None:
    with pytest.raises(SystemExit) as caught:
        main(["generate", "--out", str(tmp_path / "x"), *option])
    assert caught.value.code == 2


def test_procthor_10k_is_taken_through_its_package(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys
    from types import SimpleNamespace

    house = json.loads((CONFIG_HOUSES / "sample_1_room.json").read_text())
    split = [house, {**house, "rooms": house["rooms"] * 9}, house, house]
    fake = SimpleNamespace(load_dataset=lambda name: {"test": split} if name else None)
    monkeypatch.setitem(sys.modules, "prior", fake)
    requests = list(procthor_houses(0, 2))
    assert len(requests) == 2
    assert {r.stem for r in requests} <= {"procthor_0000", "procthor_0002", "procthor_0003"}
    assert houses.house_data(requests[0])["rooms"] == house["rooms"]
    monkeypatch.setitem(sys.modules, "prior", None)
    with pytest.raises(ConfigError, match="pip install prior"):
        list(procthor_houses(0, 2))


@with_others
def test_real_houses_keep_their_exact_boxes(tmp_path: Path) -> None:
    request = next(r for r in houses_in(DATA / "houses") if r.stem == "house_7")
    make_taskset(tmp_path / "set", "real", [request], Plan(0, (1, 2)), 1)
    from adhoc_teamwork.simulation.houses.house_file.procthor import load_house

    exact = load_house(DATA / "houses" / "house_7.json")
    ours = task_house(tmp_path / "set", "houses/house_7.json")
    assert [o.category for o in ours.objects] == [o.category for o in exact.objects]
    assert [
        (o.box.size_x, o.box.size_y, o.box.size_z) for o in ours.objects
    ] == [(o.box.size_x, o.box.size_y, o.box.size_z) for o in exact.objects]  # fmt: skip
    assert len(load_taskset(tmp_path / "set").tasks) == 6
