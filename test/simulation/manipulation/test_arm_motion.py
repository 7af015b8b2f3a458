# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""An arm's joints along trajectories: cubic, within limits, refused and given up with a code."""

import math
from dataclasses import replace

import numpy as np
import pytest
from arm_bench import CONFIG, shipped_arm, wanted
from hypothesis import given
from hypothesis import strategies as st

from adhoc_teamwork.simulation.manipulation.arm_model import load_arm
from adhoc_teamwork.simulation.manipulation.arm_motion import ArmGoal, ArmMotion, Tolerances
from adhoc_teamwork.simulation.manipulation.joint_trajectory import (
    ArmError,
    JointCurve,
    TrajectoryPoint,
    WantedTrajectory,
)
from adhoc_teamwork.simulation.motion.nav_goal import NavStatus
from adhoc_teamwork.simulation.simulator import STEP
from adhoc_teamwork.simulation.tasks.scenario import load_card
from adhoc_teamwork.teamwork.settings.config import ConfigError

ARM = shipped_arm()
HERE = ARM.stowed.tolist()


def run(motion: ArmMotion, goal: ArmGoal, start: float = 0.0, limit: float = 20.0) -> float:
    """Step until the goal has ended; return the time."""
    now = start
    while not goal.done:
        assert now < limit, "the goal never ends"
        now += STEP
        motion.step(STEP, now)
    return now


def turned(by: float, joint: int = 0) -> list[float]:
    state = list(HERE)
    state[joint] += by
    return state


def test_the_shipped_arm_begins_stowed() -> None:
    card = load_card("quadruped", CONFIG)
    assert ARM.stowed == pytest.approx(card.stowed)
    assert ARM.tip == "gripper_tcp"
    assert ARM.opening == pytest.approx(0.08)
    assert ARM.finger_positions(0.08) == {"gripper_joint": pytest.approx(0.04)}
    assert load_arm(load_card("small", CONFIG), CONFIG / "robots" / "small.yaml") is None


@pytest.mark.parametrize(
    ("stowed", "message"), [((0.0, 0.1), "expected 6 values"), ((9.0,) * 6, "beyond its limits")]
)
def test_a_stowed_posture_that_does_not_suit_the_arm_is_named(
    stowed: tuple[float, ...], message: str
) -> None:
    card = replace(load_card("quadruped", CONFIG), stowed=stowed)
    with pytest.raises(ConfigError, match=message):
        load_arm(card, CONFIG / "robots" / "quadruped.yaml")


def test_follows_a_cubic_and_arrives_in_time() -> None:
    motion, there = ArmMotion(ARM), turned(0.8)
    goal = motion.follow(wanted(ARM, (2.0, there), velocities=True), Tolerances(), 0.0)
    assert run(motion, goal) == pytest.approx(2.0, abs=STEP)
    assert goal.status is NavStatus.SUCCEEDED
    assert motion.state == pytest.approx(there)
    assert not motion.speed.any()


def test_the_middle_of_a_cubic_is_half_way_and_fastest() -> None:
    curve = JointCurve(wanted(ARM, (2.0, turned(0.8)), velocities=True), ARM.stowed)
    assert curve.at(1.0)[0] == pytest.approx(turned(0.4)[0])
    early, middle = (curve.at(t + 0.05)[0] - curve.at(t)[0] for t in (0.0, 0.975))
    assert middle > 5.0 * early
    assert curve.at(99.0) == pytest.approx(turned(0.8))


def test_takes_columns_in_any_order() -> None:
    motion, there = ArmMotion(ARM), turned(0.3, joint=2)
    order = [3, 1, 5, 0, 2, 4]
    point = TrajectoryPoint(1.5, tuple(there[i] for i in order))
    shuffled = WantedTrajectory(tuple(ARM.joints[i] for i in order), (point,))
    goal = motion.follow(shuffled, Tolerances(), 0.0)
    run(motion, goal)
    assert motion.state == pytest.approx(there)


def _points(*points: TrajectoryPoint) -> WantedTrajectory:
    return WantedTrajectory(ARM.joints, points)


@pytest.mark.parametrize(
    ("goal", "error"),
    [
        (WantedTrajectory((), ()), ArmError.INVALID_JOINTS),
        (WantedTrajectory(ARM.joints[:5], ()), ArmError.INVALID_JOINTS),
        (WantedTrajectory((*ARM.joints[:5], "elbow"), ()), ArmError.INVALID_JOINTS),
        (_points(), ArmError.INVALID_GOAL),
        (_points(TrajectoryPoint(1.0, (0.0,))), ArmError.INVALID_GOAL),
        (_points(TrajectoryPoint(1.0, (math.nan,) * 6)), ArmError.INVALID_GOAL),
        (_points(TrajectoryPoint(-1.0, (0.0,) * 6)), ArmError.INVALID_GOAL),
        (wanted(ARM, (1.0, HERE), (1.0, HERE)), ArmError.INVALID_GOAL),
        (_points(TrajectoryPoint(1.0, (0.0,) * 6, (0.1,) * 6)), ArmError.INVALID_GOAL),
        (
            replace(wanted(ARM, (1.0, HERE)), starts_at=2.0),
            ArmError.OLD_HEADER_TIMESTAMP,
        ),
    ],
)
def test_refuses_with_a_code_and_goes_on_with_what_it_does(
    goal: WantedTrajectory, error: ArmError
) -> None:
    motion = ArmMotion(ARM)
    under_way = motion.follow(wanted(ARM, (9.0, turned(0.2))), Tolerances(), 4.0)
    refused = motion.follow(goal, Tolerances(), 5.0)
    assert (refused.status, refused.error) == (NavStatus.ABORTED, error)
    assert refused.reason
    assert motion.goal is under_way
    assert not under_way.done


@pytest.mark.parametrize(
    ("tolerances", "error"),
    [
        (Tolerances(goal={"elbow": 0.1}), ArmError.INVALID_JOINTS),
        (Tolerances(path={ARM.joints[0]: math.nan}), ArmError.INVALID_GOAL),
    ],
)
def test_refuses_tolerances_that_say_nothing(tolerances: Tolerances, error: ArmError) -> None:
    motion = ArmMotion(ARM)
    assert motion.follow(wanted(ARM, (1.0, HERE)), tolerances, 0.0).error is error
    assert motion.goal is None


def test_too_fast_a_trajectory_violates_the_path() -> None:
    motion = ArmMotion(ARM)
    goal = motion.follow(wanted(ARM, (0.2, turned(2.0))), Tolerances(), 0.0)
    ended = run(motion, goal)
    assert goal.error is ArmError.PATH_TOLERANCE_VIOLATED
    assert ARM.joints[0] in goal.reason
    assert ended < 0.3
    stopped = motion.state.copy()
    motion.step(STEP, ended + STEP)
    assert motion.state == pytest.approx(stopped)


def test_with_any_path_it_gets_there_late_but_in_time() -> None:
    motion = ArmMotion(ARM)
    anyhow = Tolerances(path={ARM.joints[0]: math.inf})
    goal = motion.follow(wanted(ARM, (0.2, turned(2.0))), anyhow, 0.0)
    assert run(motion, goal) == pytest.approx(2.0 / ARM.velocity[0], abs=2 * STEP)
    assert goal.status is NavStatus.SUCCEEDED


def test_beyond_a_limit_it_ends_at_the_limit_with_a_violation() -> None:
    motion, far = ArmMotion(ARM), list(HERE)
    far[0] = float(ARM.kinematics.upper[0]) + 0.05
    goal = motion.follow(wanted(ARM, (4.0, far)), Tolerances(goal_time=0.5), 0.0)
    assert run(motion, goal) == pytest.approx(4.5, abs=2 * STEP)
    assert goal.error is ArmError.GOAL_TOLERANCE_VIOLATED
    assert motion.state[0] == pytest.approx(ARM.kinematics.upper[0])


def test_cancel_holds_and_a_newer_goal_takes_over() -> None:
    motion = ArmMotion(ARM)
    first = motion.follow(wanted(ARM, (2.0, turned(1.0))), Tolerances(), 0.0)
    motion.step(STEP, STEP)
    second = motion.follow(wanted(ARM, (2.0, HERE)), Tolerances(), STEP)
    assert (first.status, first.error) == (NavStatus.ABORTED, ArmError.INVALID_GOAL)
    motion.step(STEP, 2 * STEP)
    motion.cancel(second)
    held = motion.state.copy()
    motion.step(STEP, 2.0)
    assert second.status is NavStatus.CANCELED
    assert motion.state == pytest.approx(held)
    motion.cancel(first)
    assert first.status is NavStatus.ABORTED


def test_a_stamp_ahead_waits() -> None:
    motion = ArmMotion(ARM)
    later = replace(wanted(ARM, (1.0, turned(0.3))), starts_at=5.0)
    goal = motion.follow(later, Tolerances(), 0.0)
    motion.step(STEP, 4.9)
    assert motion.state == pytest.approx(HERE)
    assert run(motion, goal, start=4.9) == pytest.approx(6.0, abs=2 * STEP)


@given(
    st.lists(st.lists(st.floats(-7.0, 7.0), min_size=6, max_size=6), min_size=1, max_size=5),
    st.floats(0.02, 3.0),
    st.booleans(),
)
def test_joints_never_break_their_limits(
    states: list[list[float]], spacing: float, velocities: bool
) -> None:
    motion: ArmMotion = ArmMotion(ARM)
    points = [((i + 1) * spacing, state) for i, state in enumerate(states)]
    anyhow = Tolerances(path=dict.fromkeys(ARM.joints, math.inf))
    goal = motion.follow(wanted(ARM, *points, velocities=velocities), anyhow, 0.0)
    now = 0.0
    while not goal.done:
        before, now = motion.state, now + STEP
        motion.step(STEP, now)
        assert (np.abs(motion.state - before) <= ARM.velocity * STEP + 1e-9).all()
        assert (motion.state >= ARM.kinematics.lower - 1e-9).all()
        assert (motion.state <= ARM.kinematics.upper + 1e-9).all()
        assert now < len(states) * spacing + 2.0, "every goal ends"
