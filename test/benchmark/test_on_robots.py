# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""An episode of a suite as robots have it: the same goods, goal and judge as in the benchmark."""

import re
import shutil
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from bench_episodes import DrawnSet
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from adhoc_teamwork.benchmark.on_robots import (
    CARDS,
    EpisodeRequest,
    hard_goods,
    main,
    make_task,
    robots_task,
)
from adhoc_teamwork.benchmark.suites.registry import C_WAH, TDW_MAT, find_suite
from adhoc_teamwork.benchmark.tasks.task import Assignment, BenchTask, TaskSet
from adhoc_teamwork.benchmark.tasks.taskset import save_taskset
from adhoc_teamwork.simulation.evaluation.aims import CountedAims, evaluate_aims
from adhoc_teamwork.simulation.evaluation.tidiness import Evaluation, ObjectPlace
from adhoc_teamwork.simulation.houses.house import House
from adhoc_teamwork.simulation.lattice.actions import Action, ActionKind
from adhoc_teamwork.simulation.lattice.house import StepHouse
from adhoc_teamwork.simulation.lattice.world import StepWorld
from adhoc_teamwork.simulation.simulator import Simulator
from adhoc_teamwork.simulation.tasks.scenario import load_card
from adhoc_teamwork.simulation.tasks.task_maker import load_task
from adhoc_teamwork.simulation.world import Support
from adhoc_teamwork.teamwork.scene import FLOOR
from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.settings.places import config_dir
from adhoc_teamwork.teamwork.team.task import MisplacedObject, Task

pytestmark = pytest.mark.slow

Set = tuple[Path, TaskSet]
Position = tuple[float, float, float]
WITHOUT_SHRINKING = settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


@dataclass(frozen=True)
class Played:
    """Hold an episode in both worlds: the benchmark's house, and the robots' task."""

    bench: BenchTask
    steps: StepHouse
    task: Task
    house: House

    @property
    def assignment(self) -> Assignment:
        assert self.bench.assignment is not None
        return self.bench.assignment

    def step_world(self) -> StepWorld:
        return find_suite(self.bench.suite).world(self.bench, self.steps)

    def simulator(self) -> Simulator:
        cards = {r.name: load_card(r.card, config_dir()) for r in self.task.robots}
        return Simulator(self.house, self.task, cards)

    def judged(self, world: StepWorld) -> Evaluation:
        categories = {thing.name: thing.category for thing in self.house.objects}
        aims = CountedAims(self.assignment.goal.wishes, categories)
        return evaluate_aims(aims, world.places().__getitem__)


def played(made: Set) -> Played:
    folder, taskset = made
    bench = taskset.tasks[0]
    task, house = make_task(EpisodeRequest(folder, bench.task_id))
    return Played(bench, StepHouse.of(house), task, house)


def converted(bench: BenchTask, one: Played) -> Played:
    """Return another episode in the house of one."""
    task = robots_task(bench, find_suite(bench.suite), one.house, Path(one.task.house))
    return replace(one, bench=bench, task=task)


def where(simulator: Simulator) -> dict[str, ObjectPlace]:
    """Return where things are for the robots' evaluator, by name."""
    return {name: simulator.place(name) for name in simulator.world.objects}


@pytest.fixture(scope="module")
def dishes(household: Set) -> Played:
    return played(household)


@pytest.fixture(scope="module")
def food(transport: Set) -> Played:
    return played(transport)


def test_robots_are_told_what_the_episode_asks_for(dishes: Played, food: Played) -> None:
    for one, suite, seconds in ((dishes, C_WAH, 1000.0), (food, TDW_MAT, 600.0)):
        task, goal = one.task, one.assignment.goal
        assert task.wishes == goal.wishes
        assert (task.kind, task.zone, task.time_limit) == (one.assignment.task, goal.zone, seconds)
        assert task.told == replace(goal, zone=0.0)
        assert task.inside == one.assignment.inside
        robots = (*one.bench.team, one.bench.adhoc)
        assert [(r.name, r.pose) for r in task.robots] == [(r.name, r.start) for r in robots]
        assert [r.ad_hoc for r in task.robots] == [False, True]
        assert {(r.card, r.joins_at) for r in task.robots} == {(CARDS[suite.name], 0.0)}
        assert task.episode is not None
        assert task.episode.steps(seconds) == suite.horizon
        assert task.episode.steps(0.0) == 0
        assert "a robot has one hand, where the suite has 2" in task.episode.differs
    assert food.task.furnishing.capacity("Bowl") == 3
    assert dishes.task.furnishing.openable["Dishwasher"] == 6


def test_things_lie_where_the_episode_has_them_and_doors_hide_them(
    dishes: Played, food: Played
) -> None:
    for one in (dishes, food):
        simulator, there = one.simulator(), one.step_world().places()
        here = where(simulator)
        goods = [item.object for item in one.task.misplaced]
        assert {name: here[name] for name in goods} == {name: there[name] for name in goods}
        holders = simulator.world.holders
        hidden = {name for name in simulator.world.objects if holders.hidden(name)}
        assert hidden == {name for name, _ in one.assignment.inside}
        assert simulator.evaluation() == one.judged(one.step_world())
        assert not simulator.evaluation().tidied
    assert dishes.assignment.inside


def spots(house: House) -> list[tuple[str, str, Position]]:
    """Return names and categories of what things lie on, and where; the floor of rooms too."""
    on = [
        (thing.name, thing.category, (top.x, top.y, top.z))
        for thing in house.objects
        for top in thing.surfaces
        if not thing.pickupable and not top.inside
    ]
    centres = [[sum(c) / len(c) for c in zip(*r.outline, strict=True)] for r in house.rooms]
    return [*on, *((FLOOR, FLOOR, (x, y, 0.0)) for x, y in centres)]


@st.composite
def elsewhere(draw: st.DrawFn, one: Played) -> Played:
    """Return an episode with its goods somewhere else: at the goal, anywhere, in what holds."""
    choices = spots(one.house)
    wanted = {wish.receptacle for wish in one.task.wishes}
    targets = [at for at in choices if at[1] in wanted] or choices
    room_left = dict(one.simulator().world.holders.capacity)
    inside: list[tuple[str, str]] = []
    lying: list[MisplacedObject] = []
    for item in one.bench.misplaced:
        where = draw(st.sampled_from(["goal", "anywhere", "inside"]))
        free = sorted(name for name, left in room_left.items() if left)
        if where == "inside" and free:
            holder = draw(st.sampled_from(free))
            room_left[holder] -= 1
            inside.append((item.object, holder))
            lying.append(item)
            continue
        name, _, place = draw(st.sampled_from(targets if where == "goal" else choices))
        lying.append(replace(item, moved_to=name, position=place))
    assignment = replace(one.assignment, inside=tuple(inside))
    return converted(replace(one.bench, misplaced=tuple(lying), assignment=assignment), one)


@WITHOUT_SHRINKING
@given(st.data())
def test_wherever_goods_are_both_worlds_judge_alike(
    dishes: Played, food: Played, data: st.DataObject
) -> None:
    one = data.draw(elsewhere(data.draw(st.sampled_from([dishes, food]))))
    simulator, steps = one.simulator(), one.step_world()
    assert simulator.evaluation() == one.judged(steps)
    goods = [item.object for item in one.task.misplaced]
    here, there = where(simulator), steps.places()
    assert {name: here[name] for name in goods} == {name: there[name] for name in goods}


@WITHOUT_SHRINKING
@given(st.data())
def test_what_is_let_go_of_counts_for_good_from_the_same_places(
    food: Played, data: st.DataObject
) -> None:
    cell = data.draw(st.sampled_from(range(len(food.steps.poses))))
    start = food.steps.poses[cell][0]
    name = data.draw(st.sampled_from([item.object for item in food.task.misplaced]))
    steps = food.step_world()
    robot = steps.join("al", replace(food.bench.adhoc, name="al", start=start))
    number = steps.step_house.by_name[name]
    steps.scene.take(number)
    robot.held = (number,)
    assert steps.step({"al": Action(ActionKind.DROP)})["al"].success

    simulator = food.simulator()
    world = simulator.world
    body, thing = world.robots[food.task.robots[0].name], world.objects[name]
    body.pose = steps.pose("al")
    world.take(thing, body)
    body.let_go()
    world.rest(thing, start.x, start.y, Support(FLOOR, FLOOR, 0.0))
    world.deliver(body, thing)
    assert simulator.evaluation() == food.judged(steps)


def test_goods_that_arms_do_not_get_to_are_said(food: Played) -> None:
    hard = hard_goods(food.task, food.house)
    assert set(hard) < {item.object for item in food.task.misplaced}
    high = [
        replace(thing, box=replace(thing.box, z=2.6)) if thing.name not in hard else thing
        for thing in food.house.objects
    ]
    assert food.task.episode is not None
    assert bool(hard) == any("may not get to" in text for text in food.task.episode.differs)
    everything = hard_goods(food.task, replace(food.house, objects=tuple(high)))
    assert set(everything) == {item.object for item in food.task.misplaced}


def test_the_command_writes_the_task_or_says_in_a_line_what_is_wrong(
    household: Set, drawn: DrawnSet, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder, made = household
    name, out = made.tasks[0].task_id, tmp_path / "task.json"
    words = ["--taskset", str(folder), "--episode", name, "--seed", "3", "--without-adhoc"]
    assert main([*words, "--list-misplaced", "--out", str(out)]) == 0
    task = load_task(out)
    assert (task.scenario, task.seed) == (f"c-wah {name}", 3)
    assert [robot.name for robot in task.robots] == ["robot_1"]
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == len(task.misplaced)
    assert all(line.endswith("wanted at Dishwasher") for line in lines)
    (tmp_path / "empty").mkdir()
    bodies = tmp_path / "bodies"
    shutil.copytree(folder, bodies)
    save_taskset(bodies, replace(made, tasks=(replace(made.tasks[0], suite="habitat-mas"),)))
    for where, wrong in (
        (folder, "episode 'other': not in .*; expected one of d0_01_wash_dishes"),
        (drawn.folder, "no set of a suite; expected one of c-wah or tdw-mat"),
        (bodies, "a task set of the suite habitat-mas; expected one of c-wah or tdw-mat"),
        (tmp_path / "empty", "taskset.json"),
    ):
        assert main(["--taskset", str(where), "--episode", "other", "--out", str(out)]) == 2
        (line,) = capsys.readouterr().err.splitlines()
        assert re.search(wrong, line), line


def test_what_has_no_goal_is_no_episode(food: Played) -> None:
    with pytest.raises(ConfigError, match="no goal; expected a task of a suite"):
        converted(replace(food.bench, assignment=None), food)
