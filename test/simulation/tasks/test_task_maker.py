# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Tasks: scenarios as they ship, and tasks drawn in houses."""

import json
import re
from pathlib import Path

import pytest
import yaml

from adhoc_teamwork.simulation.evaluation.tidiness import ObjectPlace, evaluate, goal_text, is_tidy
from adhoc_teamwork.simulation.generation.house_generator import generate_house
from adhoc_teamwork.simulation.houses.boxes import covers
from adhoc_teamwork.simulation.houses.placement import placement_table
from adhoc_teamwork.simulation.motion.occupancy import components, occupancy_grid
from adhoc_teamwork.simulation.simulator import Simulator
from adhoc_teamwork.simulation.tasks.scenario import load_card
from adhoc_teamwork.simulation.tasks.task_maker import (
    TaskRequest,
    list_misplaced,
    load_task,
    main,
    make_task,
    write_task,
)
from adhoc_teamwork.teamwork.scene import FLOOR
from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.settings.navigation import NAV2_PACKAGES, NAV2_PLUGINS, Navigation
from adhoc_teamwork.teamwork.team.task import TidyPlace

CONFIG = Path(__file__).resolve().parents[3] / "config"
SAMPLES = sorted(CONFIG.glob("houses/sample_*.json"))


def test_scenarios_differ_in_who_joins_late() -> None:
    late = {r.name: r for r in make_task(TaskRequest(CONFIG, "late_helper"))[0].robots}
    missing = {r.name: r for r in make_task(TaskRequest(CONFIG, "missing_arm"))[0].robots}
    assert late["small"].ad_hoc
    assert missing["quadruped"].ad_hoc
    assert [late["small"].joins_at, missing["quadruped"].joins_at] == [60.0, 60.0]
    alone = make_task(TaskRequest(CONFIG, "missing_arm", without_adhoc=True))[0]
    assert {r.name for r in alone.robots} == {"tall", "small"}


@pytest.mark.parametrize("house", SAMPLES, ids=lambda p: p.stem)
@pytest.mark.parametrize("seed", range(3))
def test_drawn_tasks_can_be_done(house: Path, seed: int) -> None:
    task, loaded = make_task(TaskRequest(CONFIG, house=str(house), misplaced=2, seed=seed))
    table = placement_table()
    cards = {r.name: load_card(r.card, CONFIG) for r in task.robots}
    hand = next(c for c in cards.values() if c.capability.can_manipulate)
    assert len({m.object for m in task.misplaced}) == 2
    for misplaced in task.misplaced:
        thing = loaded.object(misplaced.object)
        assert thing is not None
        assert thing.pickupable
        assert thing.mass <= hand.capability.payload
        assert misplaced.position is not None
        x, y, z = misplaced.position
        assert z + thing.box.size_z / 2.0 <= hand.capability.reach_max_height
        if misplaced.moved_to == FLOOR:
            assert z == 0.0
            receptacle = FLOOR
        else:
            carrier = loaded.object(misplaced.moved_to)
            assert carrier is not None
            receptacle = carrier.category
            assert any(covers(s, x, y) and abs(s.z - z) < 0.01 for s in carrier.surfaces)
        assert not is_tidy(misplaced.goal, ObjectPlace(receptacle))
        assert not table.reasonable(thing.category, receptacle, "Kitchen")


@pytest.mark.parametrize("house", SAMPLES, ids=lambda p: p.stem)
def test_robots_start_where_all_can_meet(house: Path) -> None:
    task, loaded = make_task(TaskRequest(CONFIG, house=str(house), misplaced=1, seed=4))
    cards = [load_card(r.card, CONFIG) for r in task.robots]
    grid = occupancy_grid(loaded, max(c.body.height for c in cards))
    labels = components(grid, max(c.body.radius for c in cards))
    assert {int(labels[grid.cell(r.pose.x, r.pose.y)]) for r in task.robots} == {1}


def test_the_same_seed_misplaces_the_same_with_and_without_the_adhoc_robot() -> None:
    request = {"house": str(SAMPLES[-1]), "misplaced": 3, "seed": 2}
    whole, _ = make_task(TaskRequest(CONFIG, **request))  # type: ignore[arg-type]
    alone, _ = make_task(TaskRequest(CONFIG, without_adhoc=True, **request))  # type: ignore[arg-type]
    assert whole.misplaced == alone.misplaced
    assert alone.robots == tuple(r for r in whole.robots if not r.ad_hoc)
    other, _ = make_task(TaskRequest(CONFIG, **{**request, "seed": 3}))  # type: ignore[arg-type]
    assert other.misplaced != whole.misplaced


def test_a_task_comes_back_from_its_file(tmp_path: Path) -> None:
    task, _ = make_task(TaskRequest(CONFIG, house=SAMPLES[0].stem, misplaced=1))
    write_task(task, tmp_path / "run" / "task.json")
    assert load_task(tmp_path / "run" / "task.json") == task
    assert [p.name for p in (tmp_path / "run").iterdir()] == ["task.json"]


def test_command_line_lists_what_was_moved(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "task.json"
    arguments = ["--config", str(CONFIG), "--house", str(SAMPLES[-1]), "--misplaced", "2"]
    assert main([*arguments, "--out", str(out), "--list-misplaced"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines == list_misplaced(load_task(out))
    assert all(" from " in line and " to " in line and "tidy on:" in line for line in lines)


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["household", "transport", "open_ended"])
@pytest.mark.parametrize("house", ["two_rooms", "sample_3_rooms"])
def test_goals_are_drawn_for_the_house_and_not_fulfilled_yet(kind: str, house: str) -> None:
    request = TaskRequest(CONFIG, house=house, seed=1, task=kind)
    task, loaded = make_task(request)
    assert make_task(request)[0] == task
    assert task.kind == kind
    assert sum(wish.count for wish in task.wishes) == len(task.misplaced) == 3
    assert task.told.text if kind == "open_ended" else task.told.wishes == task.wishes
    cards = {robot.name: load_card(robot.card, CONFIG) for robot in task.robots}
    simulator = Simulator(loaded, task, cards)
    assert len(simulator.evaluation().untidied) == 3
    inner = dict(task.inside)
    assert all(simulator.world.holders.is_shut(holder) for holder in inner.values())
    wanted = {(wish.receptacle, wish.category) for wish in task.wishes}
    for item in task.misplaced:
        thing = loaded.object(item.object)
        assert thing is not None
        assert (item.goal.receptacles[0], thing.category) in wanted


def test_a_goal_is_fulfilled_by_any_thing_of_the_kind() -> None:
    request = TaskRequest(CONFIG, house="two_rooms", misplaced=1, seed=3, task="household")
    task, loaded = make_task(request)
    cards = {robot.name: load_card(robot.card, CONFIG) for robot in task.robots}
    (wish,) = task.wishes
    simulator = Simulator(loaded, task, cards)
    world = simulator.world
    category = next(
        o.source.category for o in world.objects.values() if o.name == task.misplaced[0].object
    )
    target = next(o for o in world.objects.values() if o.source.category == wish.receptacle)
    other = next(o for o in world.objects.values() if o.source.category == category)
    surface = target.source.surfaces[0]
    support = world.support_below(surface.x, surface.y, surface.z)
    world.rest(other, surface.x, surface.y, support)
    assert simulator.evaluation().task_success
    world.take(other, next(iter(world.robots.values())))
    assert not simulator.evaluation().task_success


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--task", "fly"], "no such task; expected one of household, mixed_bodies, open_end"),
        (["--task", "household", "--misplaced", "99"], "no goal with 99 things"),
        (["--scenario", "nowhere"], "no such scenario"),
        (["--house", "nowhere.json"], "no such house"),
        (
            ["--house", "sample_1_room", "--misplaced", "99"],
            "expected at least 99: its arms lift 3 kg (0 of 7 things weigh more)",
        ),
    ],
)
def test_wrong_input_ends_in_one_line(
    arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--config", str(CONFIG), *arguments]) == 2
    error = capsys.readouterr().err
    assert words in error
    assert error.count("\n") == 1


@pytest.mark.parametrize("arguments", [["--misplaced", "0"], ["--seed", "x"], ["--seed", "-1"]])
def test_wrong_numbers_exit_with_2(arguments: list[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main(arguments)
    assert caught.value.code == 2


def test_an_empty_house_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "empty.json"
    path.write_text(json.dumps({"rooms": []}), encoding="utf-8")
    with pytest.raises(ConfigError, match=r"empty\.json"):
        make_task(TaskRequest(CONFIG, house=str(path)))


def test_tidy_is_what_the_goal_says() -> None:
    goal = TidyPlace(("CounterTop", "Sink"), ("Kitchen",))
    assert is_tidy(goal, ObjectPlace("Sink", "Kitchen"))
    assert not is_tidy(goal, ObjectPlace("Sink", "Bathroom"))
    assert not is_tidy(goal, ObjectPlace("Bed", "Kitchen"))
    assert not is_tidy(goal, ObjectPlace("", "Kitchen", held_by="quadruped"))
    assert is_tidy(TidyPlace(("Shelf",)), ObjectPlace("Shelf", "Bedroom"))
    assert goal_text(goal) == "on CounterTop or Sink in Kitchen"


def test_evaluation_names_what_is_left() -> None:
    task, _ = make_task(TaskRequest(CONFIG, "late_helper"))
    done = {
        "EmptyBottle|0|1": ObjectPlace("GarbageCan", "LivingRoom"),
        "FullBottle|2|0": ObjectPlace("", "Bedroom", held_by="quadruped"),
    }
    half = evaluate(task, done)
    assert half.tidied == ("EmptyBottle|0|1",)
    assert not half.task_success
    assert "held by quadruped" in half.reasons[0]
    assert evaluate(task, {**done, "FullBottle|2|0": ObjectPlace("Shelf", "Bedroom")}).task_success


def test_the_placement_table_agrees_with_common_sense() -> None:
    table = placement_table()
    assert table.reasonable("Pillow", "Bed", "Bedroom")
    assert table.reasonable("Spoon", "CounterTop", "Kitchen")
    assert not table.reasonable("Spoon", "CounterTop", "Bathroom")
    assert table.reasonable("TissueBox", "Dresser", "Bedroom")
    assert table.unreasonable("Spoon", "Bed", "Bedroom")
    assert table.unreasonable("Book", FLOOR, "Bedroom")
    assert not table.unreasonable("BasketBall", FLOOR, "Bedroom")
    assert not table.unreasonable("Spoon", "NeverHeardOf", "Bedroom")


def test_generated_houses_are_repeatable() -> None:
    assert generate_house(3, 7).to_json() == generate_house(3, 7).to_json()
    with pytest.raises(ConfigError):
        generate_house(11, 0)


def test_a_scenario_says_what_its_team_may_say(tmp_path: Path) -> None:
    text = (CONFIG / "scenarios" / "missing_arm.yaml").read_text(encoding="utf-8")
    assert make_task(TaskRequest(CONFIG, "missing_arm"))[0].channel == "open"
    scenario = tmp_path / "quiet.yaml"
    scenario.write_text(f"{text}\nchannel: paper\n", encoding="utf-8")
    task = make_task(TaskRequest(CONFIG, str(scenario)))[0]
    write_task(task, tmp_path / "task.json")
    assert load_task(tmp_path / "task.json").channel == "paper"
    scenario.write_text(f"{text}\nchannel: loud\n", encoding="utf-8")
    with pytest.raises(ConfigError, match=r"quiet\.yaml: channel loud: no such channel; expected"):
        make_task(TaskRequest(CONFIG, str(scenario)))


@pytest.mark.parametrize(
    ("key", "value", "said"),
    [
        ("pose", [float("nan"), 1.0, 0.0], "robots.0.pose.0: expected a finite number, got nan"),
        ("pose", [1e9, 1.0, 0.0], "quadruped starts at 1e+09, 1; expected a place in"),
        ("joins_at", -1.0, "robots.0.joins_at: Input should be greater than or equal to 0"),
    ],
)
def test_a_robot_that_could_never_be_there_is_refused(
    tmp_path: Path, key: str, value: object, said: str
) -> None:
    scenario = yaml.safe_load((CONFIG / "scenarios" / "late_helper.yaml").read_text())
    scenario["robots"][0][key] = value
    path = tmp_path / "mine.yaml"
    path.write_text(yaml.safe_dump(scenario))
    with pytest.raises(ConfigError, match=re.escape(said)):
        make_task(TaskRequest(CONFIG, str(path)))


def test_a_thing_is_out_of_place_once(tmp_path: Path) -> None:
    scenario = yaml.safe_load((CONFIG / "scenarios" / "late_helper.yaml").read_text())
    scenario["misplaced"] *= 2
    path = tmp_path / "mine.yaml"
    path.write_text(yaml.safe_dump(scenario))
    with pytest.raises(
        ConfigError, match=r"mine.yaml: misplaced: 'EmptyBottle\|0\|1' occurs twice"
    ):
        make_task(TaskRequest(CONFIG, str(path)))


def test_where_nav2_drives_a_map_lies_beside_the_task(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["--config", str(CONFIG), "--navigation", "nav2", "--out", str(tmp_path / "task.json")]
    monkeypatch.setenv("AMENT_PREFIX_PATH", "/nowhere")
    assert main(words) == 2
    assert "navigation nav2: nav2_bringup" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())
    packages = (*NAV2_PACKAGES, "nav2_common", *NAV2_PLUGINS)
    files = [f"share/{package}/package.xml" for package in packages]
    files += ["lib/twist_mux/twist_mux", *(f"lib/lib{plugin}.so" for plugin in NAV2_PLUGINS)]
    for file in files:
        (tmp_path / "ros" / file).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "ros" / file).touch()
    monkeypatch.setenv("AMENT_PREFIX_PATH", str(tmp_path / "ros"))
    assert main(words) == 0
    assert load_task(tmp_path / "task.json").navigation is Navigation.NAV2
    assert "image: map.pgm" in (tmp_path / "map.yaml").read_text(encoding="utf-8")
    assert (tmp_path / "map.pgm").read_bytes().startswith(b"P5")
