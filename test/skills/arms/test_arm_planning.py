# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

import sys
import time
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from adhoc_teamwork.robot_model.arrays import pose
from adhoc_teamwork.robot_model.collision.collision import Collisions
from adhoc_teamwork.robot_model.collision.obstacles import box
from adhoc_teamwork.skills.arms.failure import ArmFailure, Step
from adhoc_teamwork.skills.arms.inverse import seeds, solve
from adhoc_teamwork.skills.arms.manipulator import Cell, Manipulator
from adhoc_teamwork.skills.arms.ompl_search import PLANNERS, Search
from adhoc_teamwork.skills.arms.planner import ArmSettings, OmplPlanner, find_path
from adhoc_teamwork.skills.arms.search import path_is_free, shortened
from adhoc_teamwork.skills.arms.stowed import stowed
from adhoc_teamwork.skills.arms.timing import timed
from adhoc_teamwork.teamwork.team.causes import Cause

TABLE = box("table", (0.8, 0.0, 0.5), (0.6, 1.2, 0.04))
POST = box("post", (0.65, 0.0, 0.8), (0.06, 0.06, 0.6))


def free_states(cell: Cell, count: int, seed: int = 0) -> np.ndarray:
    random = np.random.default_rng(seed).uniform(cell.lower, cell.upper, (40 * count, cell.dof))
    return random[cell.collisions.free(random)][:count]


def test_the_arm_of_the_quadruped_is_read(arm: Manipulator) -> None:
    assert arm.dof == 6
    assert arm.opening == pytest.approx(0.08)
    assert {name.split("/")[1] for name in arm.hand} >= {"gripper_left_finger", "arm_6_link"}
    straight = arm.tool_poses(np.zeros((1, 6)))[0]
    assert straight[:3, 0] == pytest.approx([1.0, 0.0, 0.0])  # it approaches ahead
    distance = np.linalg.norm(straight[:3, 3] - arm.shoulder)
    assert distance <= arm.longest + 1e-9


def test_inverse_kinematics_gets_back_to_where_a_state_was(arm: Manipulator) -> None:
    rng = np.random.default_rng(3)
    states = rng.uniform(arm.lower, arm.upper, (12, arm.dof))
    solved = 0
    for target in arm.tool_poses(states):
        found = solve(arm, target, seeds(arm, arm.middle, 24, rng)).states
        assert arm.within(found).all()
        solved += len(found) > 0
        for reached in arm.tool_poses(found) if len(found) else ():
            assert np.abs(reached - target).max() < 0.006
    assert solved >= 11


def test_a_hand_is_turned_right_round(arm: Manipulator) -> None:
    """From half a turn off, where differences of rotations do not say about which axis."""
    begin = arm.middle.copy()
    begin[-1] = -np.pi / 2.0
    turned = begin + np.pi * np.eye(arm.dof)[-1]
    assert arm.within(np.stack([begin, turned])).all()
    found = solve(arm, arm.tool_poses(turned[None])[0], begin[None]).states
    assert len(found) == 1


def test_a_target_out_of_reach_is_told_with_the_gap(arm: Manipulator) -> None:
    planner = OmplPlanner(Cell([arm]), ArmSettings(seeds=(8,)))
    with pytest.raises(ArmFailure, match=r"2\.00, 0\.00, 0\.50.*m off") as failed:
        planner.reaching(stowed(arm), pose((2.0, 0.0, 0.5)))
    assert failed.value.step is Step.INVERSE_KINEMATICS
    assert failed.value.cause is Cause.TOO_FAR


def test_a_target_inside_the_table_is_told_as_a_collision(arm: Manipulator) -> None:
    planner = OmplPlanner(Cell([arm], [TABLE]), ArmSettings(seeds=(24,)))
    with pytest.raises(ArmFailure, match="touches table") as failed:
        planner.reaching(stowed(arm), pose((0.75, 0.0, 0.5)))
    assert failed.value.step is Step.COLLISION


def test_a_planned_motion_is_free_and_keeps_all_limits(arm: Manipulator) -> None:
    cell = Cell([arm], [TABLE, POST])
    start, goal = free_states(cell, 2)
    trajectory = OmplPlanner(cell).to_state(start, goal)
    assert trajectory.positions[0] == pytest.approx(start)
    assert trajectory.positions[-1] == pytest.approx(goal)
    fine = np.array([trajectory.at(t) for t in np.arange(0.0, trajectory.duration, 0.01)])
    assert cell.collisions.free(fine).all()
    assert arm.within(fine, slack=1e-3).all()
    assert (np.abs(trajectory.velocities) <= arm.velocity * 1.001).all()
    assert (np.abs(trajectory.accelerations) <= arm.acceleration * 1.05).all()
    assert not trajectory.velocities[[0, -1]].any()
    speed = np.abs(np.diff(fine, axis=0) / 0.01)
    assert (speed <= arm.velocity * 1.02).all()


def test_a_start_that_touches_is_refused(arm: Manipulator) -> None:
    cell = Cell([arm], [box("block", arm.shoulder + np.array([0.2, 0.0, 0.0]), (0.3, 0.3, 0.3))])
    with pytest.raises(ArmFailure, match=r"present state .* touches block"):
        OmplPlanner(cell).to_state(np.zeros(6), stowed(arm))


class Walled:
    """Let nothing pass from the left to the right."""

    def free(self, states: np.ndarray) -> np.ndarray:
        return np.abs(states[:, 0]) > 0.1


HERE, BEYOND = np.array([-0.5, 0.0]), np.array([0.5, 0.0])


@pytest.fixture
def walled() -> Search:
    lower, upper = np.full(2, -1.0), np.full(2, 1.0)
    return Search(Walled(), lower, upper)  # type: ignore[arg-type]


def test_the_search_ends_after_its_iterations(walled: Search) -> None:
    rng = np.random.default_rng(0)
    asked: list[int] = []
    for iterations in (50, 100):
        asked.append(0)

        def count() -> bool:
            asked[-1] += 1
            return False

        assert walled.path(HERE, [BEYOND], iterations, rng, count) is None
    assert asked == [50, 100]
    near = np.array([-0.5, 0.5])
    assert walled.path(HERE, [BEYOND, near], 50, rng) is not None


def test_a_search_that_nobody_waits_for_ends_at_once(walled: Search) -> None:
    answers = iter([False, False, True])
    rng = np.random.default_rng(0)
    assert walled.path(HERE, [BEYOND], 10**9, rng, lambda: next(answers)) is None
    assert next(answers, None) is None


def test_a_search_in_vain_tells_its_iterations_and_one_given_up_that_it_was(
    arm: Manipulator,
) -> None:
    cell = Cell([arm], [TABLE, POST])
    start, goal = free_states(cell, 2)
    settings = ArmSettings(iterations=0)
    with pytest.raises(ArmFailure, match="was found in 0 iterations") as failed:
        OmplPlanner(cell, settings).path(start, [goal])
    assert failed.value.cause is Cause.BLOCKED
    with pytest.raises(ArmFailure, match="planning was given up") as given_up:
        OmplPlanner(cell, give_up=lambda: True).path(start, [goal])
    assert given_up.value.cause is Cause.CANCELLED


def test_the_same_seed_plans_the_same_whatever_was_planned_before(arm: Manipulator) -> None:
    cell = Cell([arm], [TABLE, POST])
    start, goal = free_states(cell, 2)
    first = OmplPlanner(cell, seed=1).path(start, [goal])
    assert len(first) > 2
    other = OmplPlanner(cell, seed=2).path(start, [goal])
    assert first.shape != other.shape or not np.allclose(first, other)
    assert np.array_equal(OmplPlanner(cell, seed=1).path(start, [goal]), first)


def test_a_starved_process_plans_the_same(
    arm: Manipulator, monkeypatch: pytest.MonkeyPatch
) -> None:
    cell = Cell([arm], [TABLE, POST])
    start, goal = free_states(cell, 2, seed=4)
    plan = OmplPlanner(cell).to_state(start, goal)
    free, took = Collisions.free, [0.0]

    def starved(self: Collisions, states: np.ndarray) -> np.ndarray:
        began = time.monotonic()
        time.sleep(0.015)
        took[0] += time.monotonic() - began
        return free(self, states)

    monkeypatch.setattr(Collisions, "free", starved)
    again = OmplPlanner(cell).to_state(start, goal)
    assert took[0] > 1.0
    assert np.array_equal(plan.positions, again.positions)
    assert np.array_equal(plan.times, again.times)


@pytest.mark.parametrize("planner", sorted(PLANNERS))
def test_every_planner_goes_by_the_seed(arm: Manipulator, planner: str) -> None:
    cell = Cell([arm], [TABLE, POST])
    start, goal = free_states(cell, 2)
    search = Search(cell.collisions, cell.lower, cell.upper, planner)
    paths = [search.path(start, [goal], 60, np.random.default_rng(4)) for _ in range(2)]
    assert (paths[0] is None) == (paths[1] is None)
    if paths[0] is not None:
        assert np.array_equal(paths[0], paths[1])


def test_shortcuts_shorten_and_stay_free(arm: Manipulator) -> None:
    cell = Cell([arm], [TABLE, POST])
    search = Search(cell.collisions, cell.lower, cell.upper)
    start, via, goal = free_states(cell, 3, seed=2)
    rng = np.random.default_rng(0)
    parts = [search.path(start, [via], 2000, rng), search.path(via, [goal], 2000, rng)]
    assert parts[0] is not None
    assert parts[1] is not None
    path = np.concatenate([parts[0], parts[1][1:]])
    short = shortened(cell.collisions, path, np.random.default_rng(0))
    assert path_is_free(cell.collisions, short)
    length = np.linalg.norm(np.diff(short, axis=0), axis=1).sum()
    assert length <= np.linalg.norm(np.diff(path, axis=0), axis=1).sum() + 1e-9
    assert short[0] == pytest.approx(start)
    assert short[-1] == pytest.approx(goal)


def test_without_ompl_an_arm_moves_straight_or_says_why_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delitem(sys.modules, "adhoc_teamwork.skills.arms.ompl_search", raising=False)
    monkeypatch.setitem(sys.modules, "ompl", None)
    lower, upper = np.full(2, -1.0), np.full(2, 1.0)
    cell: Any = SimpleNamespace(collisions=Walled(), lower=lower, upper=upper)
    rng, near = np.random.default_rng(0), np.array([-0.5, 0.5])
    path = find_path(cell, HERE, [BEYOND, near], ArmSettings(), rng)
    assert path[-1] == pytest.approx(near)
    with pytest.raises(ArmFailure, match="this Python has no OMPL") as failed:
        find_path(cell, HERE, [BEYOND], ArmSettings(), rng)
    assert (failed.value.step, failed.value.cause) == (Step.SEARCH, Cause.BLOCKED)


def test_an_unknown_planner_is_refused(arm: Manipulator) -> None:
    with pytest.raises(ValueError, match="RRTConnect"):
        Search(Cell([arm]).collisions, arm.lower, arm.upper, "Dijkstra")


def test_a_path_that_goes_nowhere_takes_no_time(arm: Manipulator) -> None:
    still = timed(np.zeros((2, 6)), arm.joints, arm.velocity, arm.acceleration)
    assert still.duration == 0.0
