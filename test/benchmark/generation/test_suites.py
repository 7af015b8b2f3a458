# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Suites: what is drawn, how it is played, proved and told."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from adhoc_teamwork.benchmark.cli import main
from adhoc_teamwork.benchmark.episodes.play import house_plan, play
from adhoc_teamwork.benchmark.generation.suites import c_wah
from adhoc_teamwork.benchmark.generation.suites.episode_files import READERS
from adhoc_teamwork.benchmark.generation.suites.goods import (
    CONTAINER,
    TARGET,
    Spot,
    goods_of,
)
from adhoc_teamwork.benchmark.generation.suites.house_draws import DrawnHouse, draw_until
from adhoc_teamwork.benchmark.generation.suites.house_goods import GoodsDrawing
from adhoc_teamwork.benchmark.generation.suites.plan import HouseOrder, SuitePlan
from adhoc_teamwork.benchmark.proofs.solving import prove
from adhoc_teamwork.benchmark.suites.registry import C_WAH, find_suite
from adhoc_teamwork.benchmark.tasks.task import Assignment, BenchTask, TaskSet
from adhoc_teamwork.benchmark.tasks.taskset import load_taskset
from adhoc_teamwork.simulation.generation.furniture.brief import Brief
from adhoc_teamwork.simulation.generation.furniture.furniture_groups import bed, living
from adhoc_teamwork.simulation.generation.house_drawing import HouseDrawing
from adhoc_teamwork.simulation.generation.rooms.room_programs import BEDROOM, LIVING
from adhoc_teamwork.teamwork.scene import FLOOR, Predicate
from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.team.goal import CountedPredicate, Goal
from adhoc_teamwork.teamwork.team.task import TidyPlace

pytestmark = pytest.mark.slow

Set = tuple[Path, TaskSet]


def test_a_household_episode_is_as_the_paper_has_it(household: Set) -> None:
    folder, made = household
    (task,) = made.tasks
    assert load_taskset(folder) == made
    assert (task.suite, made.suite, task.rooms) == ("c-wah", "c-wah", 4)
    assert task.assignment is not None
    wishes = task.assignment.goal.wishes
    assert {(w.category, str(w.relation), w.receptacle) for w in wishes} == {
        ("Plate", "IN", "Dishwasher"),
        ("Fork", "IN", "Dishwasher"),
    }
    assert sum(wish.count for wish in wishes) in c_wah.SUB_GOALS
    house = house_plan(folder, task.house).house.house
    assert [thing.category for thing in house.objects].count("Dishwasher") == 1
    robots = (*task.team, task.adhoc)
    assert [(r.hands, r.battery, r.can_manipulate) for r in robots] == [(2, 1000, True)] * 2
    # The same order and plan give the same bytes.
    again = c_wah.draw_house(HouseOrder(0, 1), SuitePlan(C_WAH, 0))
    assert (again.text, again.tasks) == ((folder / task.house).read_text(), made.tasks)


def test_two_planners_do_it_in_steps_of_the_suite_the_same_way_twice(household: Set) -> None:
    folder, made = household
    task = made.tasks[0]
    one = play(task, folder, "mhp", "none", 0, "")
    assert one.success
    assert 0 < one.team_steps <= find_suite("c-wah").horizon
    assert max(step for _, step in one.tidied_at) == one.team_steps
    assert one == play(task, folder, "mhp", "none", 0, "")
    two = play(task, folder, "mhp", "mhp", 0, "")
    assert two.cooperation is not None
    assert two.cooperation.subgoals > two.cooperation.duplicated
    with pytest.raises(ConfigError, match=r"--t0 250: .*expected a step from 0 to 249"):
        play(task, folder, "mhp", "mhp", 250, "")


def test_a_layout_has_goods_and_containers_of_both_kinds(transport: Set) -> None:
    folder, made = transport
    food, stuff = made.tasks
    assert food.assignment is not None
    assert stuff.assignment is not None
    goal = food.assignment.goal
    assert (sum(goal.objects.values()), goal.zone) == (10, 3.0)
    assert food.assignment.furnishing is not None
    assert set(food.assignment.furnishing.containers.values()) == {3}
    house = house_plan(folder, food.house).house.house
    assert [thing.category for thing in house.objects].count("Bed") == 1
    lying = {thing.name: thing for thing in house.objects if thing.pickupable}
    vessels = [t for t in lying.values() if t.category in food.assignment.furnishing.containers]
    assert len(vessels) in (4, 5)
    assert {thing.box.bottom for thing in vessels} == {0.0}
    assert all(lying[item.object].parent for item in food.misplaced)


def test_transport_is_rated_by_frames_and_proved_possible(transport: Set) -> None:
    folder, made = transport
    result = play(made.tasks[0], folder, "rhp", "none", 0, "")
    assert 0 < result.tidied < 10 or result.success
    assert result.team_steps % 5 == 0
    proof = prove(made.tasks[0], folder)
    assert proof.holds
    assert proof.steps <= 3000


def test_what_has_too_little_time_is_not_proved(household: Set) -> None:
    folder, made = household
    weak = tuple(replace(robot, battery=8) for robot in made.tasks[0].team)
    proof = prove(replace(made.tasks[0], team=weak, adhoc=replace(weak[0], name="adhoc")), folder)
    assert not proof.holds


def test_a_house_whose_task_is_not_proved_is_drawn_again() -> None:
    order, plan = HouseOrder(0, 1), SuitePlan(C_WAH, 0)
    drawn: list[DrawnHouse] = []

    def put(drawing: HouseDrawing, rng: np.random.Generator) -> str:
        goods = GoodsDrawing(drawing, rng)
        assert goods.put(goods_of("c-wah", role=TARGET)[0], Spot("LivingRoom", FLOOR))
        return drawing.things[-1].category

    def make_tasks(
        house: DrawnHouse, category: str, rng: np.random.Generator
    ) -> tuple[BenchTask, ...]:
        drawn.append(house)
        thing = next(one for one in house.house.objects if one.category == category)
        wish = CountedPredicate(category, "Bed", Predicate.ON, count=1)
        task = house.task(
            "bed",
            rng,
            goods=[thing.name],
            place=TidyPlace(("Bed",)),
            count=1,
            assignment=Assignment("household", Goal(predicates=(wish,))),
        )
        # In the first house the robots do not get far.
        lasts = 3 if len(drawn) == 1 else plan.suite.battery
        team = tuple(replace(robot, battery=lasts) for robot in task.team)
        return (replace(task, team=team, adhoc=replace(task.adhoc, battery=lasts)),)

    brief = Brief((LIVING, BEDROOM), needed={LIVING: (living,), BEDROOM: (bed,)}, bare=True)
    work = draw_until(order, plan, brief, put, make_tasks)
    assert len(drawn) > 1
    assert work is not None
    assert work.tasks[0].team[0].battery == plan.suite.battery


def test_own_episode_files_are_read_and_broken_ones_named(tmp_path: Path) -> None:
    placed = [
        {"$type": "create_avatar", "id": "a"},
        {"$type": "add_object", "name": "apple", "position": {"x": 1, "y": 0.1, "z": 2}},
        {"$type": "add_object", "name": "teatray", "position": {"x": 1, "y": 0.7, "z": 2}},
    ]
    rooms = {"object_room_list": [["apple", "Kitchen"], ["teatray", "Office"]]}
    (tmp_path / "1a_0_0.json").write_text(json.dumps(placed))
    (tmp_path / "1a_0_0_metadata.json").write_text(json.dumps(rooms))
    assert READERS["tdw-mat"](tmp_path).counts == {
        (TARGET, Spot("Kitchen", FLOOR)): 1,
        (CONTAINER, Spot("Office", "")): 1,
    }
    (tmp_path / "1a_0_0_metadata.json").write_text('{"object_room_list": [["apple"]]}')
    with pytest.raises(ConfigError, match=r"1a_0_0_metadata\.json: object_room_list"):
        READERS["tdw-mat"](tmp_path)
    thing = {"id": 1, "class_name": "plate", "properties": ["GRABBABLE"]}
    nodes = [thing, {"id": 2, "class_name": "desk"}]
    edges = [{"from_id": 1, "to_id": 2, "relation_type": "ON"}]
    graph = {"nodes": nodes, "edges": edges}
    (tmp_path / "TestScene1_graph.json").write_text(json.dumps(graph))
    assert READERS["c-wah"](tmp_path).counts == {(TARGET, Spot("", "Desk")): 1}


def test_options_of_suites_are_checked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = ["generate", "--out", str(tmp_path / "set")]
    assert main([*out, "--suite", "c-wah", "--task", "household"]) == 2
    assert main([*out, "--draws", "2"]) == 2
    assert main([*out, "--suite", "tdw-mat", "--episodes", str(tmp_path)]) == 2
    said = capsys.readouterr().err.splitlines()
    assert ["--task: not with --suite" in said[0], "--draws: only with" in said[1]] == [True, True]
    assert "no episode files" in said[2]
