# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Errands for different bodies: what is drawn, that bodies decide it, and who then does what."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from adhoc_teamwork.benchmark.cli import main
from adhoc_teamwork.benchmark.episodes.play import house_plan, play
from adhoc_teamwork.benchmark.generation.suites import habitat_mas
from adhoc_teamwork.benchmark.generation.suites.bodies import BodyCard, body_card, body_cards
from adhoc_teamwork.benchmark.generation.suites.plan import HouseOrder, SuitePlan
from adhoc_teamwork.benchmark.generation.whole_set import write_set
from adhoc_teamwork.benchmark.proofs.errands import prove_task
from adhoc_teamwork.benchmark.suites.errand_world import parts_of
from adhoc_teamwork.benchmark.suites.registry import HABITAT_MAS
from adhoc_teamwork.benchmark.tasks.task import BenchRobot, BenchTask, Deed, TaskSet
from adhoc_teamwork.benchmark.tasks.taskset import load_taskset
from adhoc_teamwork.robot_model.urdf.robot import load_robot
from adhoc_teamwork.skills.resume import make
from adhoc_teamwork.teamwork.maps.room_graph import Climb, climb_between
from adhoc_teamwork.teamwork.settings.places import config_dir

Set = tuple[Path, TaskSet]
SURE = "offline t0.0 h0.0 s0"


@pytest.fixture(scope="module")
def errands(tmp_path_factory: pytest.TempPathFactory) -> Set:
    """Return a set with a task in which reach decides, and one on two floors."""
    folder = tmp_path_factory.mktemp("suite") / "habitat-mas"
    work = partial(habitat_mas.draw_house, plan=SuitePlan(HABITAT_MAS, 0))
    return folder, write_set(
        folder, "habitat-mas", 0, [HouseOrder(0, 2), HouseOrder(0, 3)], work, 1
    )


def test_tasks_are_written_and_read_and_bodies_decide_them(
    errands: Set, capsys: pytest.CaptureFixture[str]
) -> None:
    folder, made = errands
    reach, floors = made.tasks
    assert load_taskset(folder) == made
    assert [robot.body.kind if robot.body else "" for robot in floors.team] != []
    assert main(["check", "--taskset", str(folder)]) == 0
    said = capsys.readouterr().out
    assert "2 of 2 swapped ones failed" in said
    assert "2 of 2 tasks are decided by bodies" in said
    # Nobody is told whose body an errand is for, nor in which order they were thought of.
    assert reach.assignment is not None
    assert "robot" not in reach.assignment.text
    # Arms that both get as far and as high decide nothing.
    giant = next(r.body for r in reach.team if r.body is not None)
    alike = tuple(
        replace(r, reach_max_height=2.2, body=replace(giant, reach=1.3)) for r in reach.team
    )
    assert not prove_task(replace(reach, team=alike), folder).holds


def test_a_house_of_two_floors_parts_bodies_by_steps(errands: Set) -> None:
    folder, made = errands
    plan = house_plan(folder, made.tasks[1].house)
    first, last = plan.rooms[0], plan.rooms[-1]
    assert (first.floor, last.floor) == (0.0, pytest.approx(2.7))
    assert climb_between(plan.rooms, first.room_id, last.room_id) == Climb(0.18)
    lattice = plan.house.lattice
    up = [c for c in range(len(lattice)) if lattice.rooms[c] == len(plan.rooms) - 1]
    start = int(lattice.rooms.tolist().index(0))
    for step, gets_up in ((0.03, False), (0.17, False), (0.18, True), (0.3, True)):
        ways = plan.house.ways(step).paths.distances(up)
        assert (int(ways[start]) < 1000) is gets_up
    # Things are told as high as they lie above their own floor, upstairs as downstairs.
    heights = [thing.box.z for thing in plan.house.house.objects]
    assert max(heights) < 2.2


def test_sub_goals_and_success_are_those_of_the_errands(errands: Set) -> None:
    folder, made = errands
    task = made.tasks[0]
    assert task.assignment is not None
    result = play(task, folder, "emos", "none", 0, SURE)
    assert result.success
    assert {name for name, _ in result.tidied_at} == set(parts_of(task.assignment.errands))
    assert result == play(task, folder, "emos", "none", 0, SURE)
    assert dict(result.counts)["expressions"] > 0
    assert dict(result.counts)["divided_again"] == 0
    # Without the numbers nobody refuses what it does not reach before it has tried.
    blind = play(task, folder, "emos-no-numbers", "none", 0, SURE)
    assert not blind.success
    assert dict(blind.counts)["divided_again"] > 0


def far_alone(task: BenchTask, change: Callable[[int, BenchRobot], BenchRobot]) -> BenchTask:
    """Return a task with the far thing alone, for two robots with the arm that gets there."""
    assert task.assignment is not None
    (far,) = (one for one in task.assignment.errands if one.receptacle.startswith("Desk"))
    able = next(robot for robot in task.team if robot.name == far.robot)
    team = tuple(
        change(n, replace(able, name=r.name, start=r.start)) for n, r in enumerate(task.team)
    )
    thing = far.object.partition("|")[0]
    told = replace(task.assignment, errands=(far,), text=f"Bring the {thing} to the Desk.")
    return replace(task, team=team, assignment=told)


@pytest.fixture(scope="module")
def telescopes(tmp_path_factory: pytest.TempPathFactory) -> tuple[BodyCard, BodyCard]:
    """Return the body with the telescope as its URDF has it, and 0.2 m shorter, both renamed."""
    text = (config_dir() / "robots" / "wheels_and_telescope.urdf").read_text(encoding="utf-8")
    text = text.replace('robot name="wheels_and_telescope"', 'robot name="drone"')
    file = tmp_path_factory.mktemp("urdf") / "robot.urdf"
    cards = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(make, "find_grasp_shares", lambda *_: None)
        for told in (text.replace("arm_", "rotor_"), text.replace('upper="0.13"', 'upper="0.08"')):
            file.write_text(told, encoding="utf-8")
            cards.append(body_card("drone", make.make_resume(load_robot(file))))
    return cards[0], cards[1]


def test_bodies_are_those_of_the_urdfs_whatever_they_are_called(
    telescopes: tuple[BodyCard, BodyCard],
) -> None:
    cards = body_cards()
    whole, short = telescopes
    assert whole == replace(cards[1], body=replace(cards[1].body, kind="drone"))
    assert short.body.reach == pytest.approx(whole.body.reach - 0.2, abs=0.01)
    # What the suite's houses are drawn for: who gets high, who gets far, who climbs, who sees.
    arm, telescope, legs, rotors = cards
    assert arm.highest > 1.9 > max(telescope.highest, legs.highest)
    assert telescope.body.reach > 1.05 > max(arm.body.reach, legs.body.reach)
    assert legs.body.step > 0.18 > max(arm.body.step, telescope.body.step)
    assert rotors.payload == 0.0
    assert min(rotors.body.pitches) < min(legs.body.pitches)


@pytest.fixture(scope="module")
def reaches(tmp_path_factory: pytest.TempPathFactory) -> Set:
    """Return a set of tasks in which reach decides."""
    folder = tmp_path_factory.mktemp("reaches") / "habitat-mas"
    work = partial(habitat_mas.draw_house, plan=SuitePlan(HABITAT_MAS, 0))
    orders = [HouseOrder(0, number) for number in (2, 6, 10, 14, 18)]
    return folder, write_set(folder, "habitat-mas", 0, orders, work, 1)


def test_an_arm_that_is_cut_in_the_urdf_turns_the_assignment_in_each_episode(
    reaches: Set, telescopes: tuple[BodyCard, BodyCard]
) -> None:
    folder, made = reaches
    whole, short = telescopes
    turned = 0
    for task in made.tasks:
        for cut in (0, 1):
            team = {cut: short, 1 - cut: whole}
            alone = far_alone(task, lambda n, robot, of=team: replace(robot, body=of[n].body))
            result = play(alone, folder, "emos", "none", 0, SURE)
            assert result.success
            took = [agent.name for agent in result.agents if agent.pickups]
            assert took == [alone.team[1 - cut].name]
            turned += 1
    assert turned == 2 * len(made.tasks) == 10


def test_what_bodies_are_called_turns_nothing_in_any_episode(reaches: Set) -> None:
    folder, made = reaches
    for task in made.tasks:
        assert task.assignment is not None
        named = replace(
            task,
            team=tuple(
                replace(robot, body=replace(robot.body, kind="drone"))
                for robot in task.team
                if robot.body is not None
            ),
        )
        one, other = (play(told, folder, "emos", "none", 0, SURE) for told in (task, named))
        assert one.success
        assert one.tidied_at == other.tidied_at
        assert one.agents == other.agents


def test_deeds_of_all_kinds_are_there(errands: Set) -> None:
    deeds = {
        errand.deed
        for task in errands[1].tasks
        for errand in (task.assignment.errands if task.assignment else ())
    }
    assert deeds == {Deed.BRING, Deed.LOOK}


@pytest.mark.parametrize("option", [["--team", "2"], ["--episodes", "."]])
def test_what_the_suite_brings_itself_is_refused_in_one_line(
    option: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    made = tmp_path / "set"
    assert main(["generate", "--suite", "habitat-mas", "--out", str(made), *option]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert f"{option[0]}: not with --suite habitat-mas" in line
    assert not made.exists()
