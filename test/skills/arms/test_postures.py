# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Postures from which inverse kinematics of an arm begins near a target."""

import numpy as np

from adhoc_teamwork.robot_model.arrays import Floats, transform
from adhoc_teamwork.skills.arms.from_urdf import load_arms
from adhoc_teamwork.skills.arms.inverse import seeds, solve_each
from adhoc_teamwork.skills.arms.manipulator import Manipulator
from adhoc_teamwork.skills.arms.postures import postures_of
from adhoc_teamwork.teamwork.settings.places import config_dir


def _reachable(arm: Manipulator, count: int) -> tuple[Floats, Floats]:
    random = np.random.default_rng(3)
    states = random.uniform(arm.lower, arm.upper, (count, arm.dof))
    return states, arm.tool_poses(states)


def test_two_near_postures_lead_to_more_poses_than_two_random_seeds(arm: Manipulator) -> None:
    random = np.random.default_rng(1)
    _, targets = _reachable(arm, 200)
    reached = []
    for begin in (
        postures_of(arm).near(arm, targets, 2),
        seeds(arm, arm.middle, 2, random),
    ):
        _, which, _ = solve_each(arm, targets, begin)
        reached.append(len(np.unique(which)))
    near, spread = reached
    assert 200 - near < 0.6 * (200 - spread)
    assert near > 170


def test_what_is_found_reaches_the_pose_wherever_the_robot_stands(arm: Manipulator) -> None:
    there = arm.at(transform((3.0, -2.0, 0.0), (0.0, 0.0, 2.0)))
    _, targets = _reachable(there, 40)
    states, which, _ = solve_each(there, targets, postures_of(there).near(there, targets, 3))
    assert len(states)
    assert np.allclose(there.tool_poses(states), targets[which], atol=6e-3)
    assert there.within(states).all()


def test_postures_are_the_same_each_time_and_made_once(arm: Manipulator) -> None:
    _, targets = _reachable(arm, 5)
    known = postures_of(arm)
    assert postures_of(arm.at(transform((1.0, 0.0, 0.0), (0.0, 0.0, 0.0)))) is known
    other = load_arms(config_dir() / "robots" / "quadruped.urdf", payload=3.0)[0]
    assert postures_of(other) is not known
    assert np.array_equal(postures_of(other).near(other, targets, 4), known.near(arm, targets, 4))
