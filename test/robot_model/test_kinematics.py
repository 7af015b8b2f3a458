# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from real_robots import PANDA, TIAGO

from adhoc_teamwork.robot_model.arms import find_arms
from adhoc_teamwork.robot_model.kinematics import Kinematics
from adhoc_teamwork.robot_model.model import RobotModel
from adhoc_teamwork.robot_model.urdf.robot import load_robot
from adhoc_teamwork.teamwork.settings.config import ConfigError

_ALL = ("shoulder", "elbow", "extension")


def test_two_links_and_a_slide_by_hand(elbow: RobotModel) -> None:
    kinematics = Kinematics(elbow, _ALL)
    q = np.array([[0.0, 0.0, 0.0], [np.pi / 2.0, 0.0, 0.3], [0.0, np.pi / 2.0, 0.1]])
    expected = [[1.5, 0.0, 1.0], [0.0, 1.8, 1.0], [1.0, 0.6, 1.0]]
    np.testing.assert_allclose(kinematics.positions(q, "slide"), expected, atol=1e-12)


def test_joints_that_stay_keep_their_rest(elbow: RobotModel) -> None:
    kinematics = Kinematics(elbow, ("elbow",), rest={"shoulder": np.pi / 2.0})
    np.testing.assert_allclose(
        kinematics.positions(np.zeros(1), "slide")[0], [0, 1.5, 1], atol=1e-9
    )
    assert kinematics.moved_links == ("lower", "slide")
    assert set(kinematics.fixed_poses) == {"base", "upper"}


def test_limits_come_in_the_order_of_the_joints(elbow: RobotModel) -> None:
    kinematics = Kinematics(elbow, ("elbow", "shoulder"))
    assert kinematics.lower.tolist() == [-2.0, -3.0]
    assert kinematics.velocity.tolist() == [1.0, 2.0]
    assert kinematics.acceleration.tolist() == [7.0, 4.0]


@pytest.mark.parametrize("joints", [("knee",), ("elbow", "elbow")])
def test_unknown_and_doubled_joints_are_refused(elbow: RobotModel, joints: tuple[str, ...]) -> None:
    with pytest.raises(ConfigError, match="expected joints that move by themselves"):
        Kinematics(elbow, joints)


@pytest.mark.parametrize("path", [PANDA, TIAGO])
@settings(max_examples=10)
@given(seed=st.integers(0, 2**32 - 1))
def test_jacobian_is_the_derivative_of_the_pose(path: object, seed: int) -> None:
    model = _loaded(path)
    arm = find_arms(model)[0]
    kinematics = arm.kinematics(model, with_trunk=True)
    low, high = kinematics.sampling_bounds()
    q = np.random.default_rng(seed).uniform(low, high)
    point = np.array([0.05, -0.02, 0.1])
    jacobian = kinematics.jacobian(q, arm.tip, point)[0]
    step = 1e-6
    near = kinematics.positions(q + step * np.eye(kinematics.dof), arm.tip, point)
    slope = (near - kinematics.positions(q, arm.tip, point)) / step
    np.testing.assert_allclose(jacobian[:3].T, slope, atol=1e-5)
    poses = kinematics.link_poses(q + step * np.eye(kinematics.dof), (arm.tip,))[arm.tip]
    here = kinematics.link_poses(q, (arm.tip,))[arm.tip][0]
    for column in range(kinematics.dof):
        turn = (poses[column, :3, :3] @ here[:3, :3].T - np.eye(3)) / step
        spin = [turn[2, 1], turn[0, 2], turn[1, 0]]
        np.testing.assert_allclose(jacobian[3:, column], spin, atol=1e-5)


def test_many_configurations_are_those_one_by_one() -> None:
    model = _loaded(PANDA)
    kinematics = find_arms(model)[0].kinematics(model)
    q = np.random.default_rng(1).uniform(kinematics.lower, kinematics.upper, (5, kinematics.dof))
    together = kinematics.link_poses(q)
    for row in range(5):
        for link, pose in kinematics.link_poses(q[row]).items():
            np.testing.assert_allclose(together[link][row], pose[0], atol=1e-12)


def test_fingers_that_mimic_follow() -> None:
    kinematics = Kinematics(_loaded(PANDA), ("panda_finger_joint1",))
    assert kinematics.moved_links == ("panda_leftfinger", "panda_rightfinger")
    poses = kinematics.link_poses(np.array([0.03]))
    apart = poses["panda_leftfinger"][0, :3, 3] - poses["panda_rightfinger"][0, :3, 3]
    assert np.linalg.norm(apart) == pytest.approx(0.06)


_CACHE: dict[object, RobotModel] = {}


def _loaded(path: object) -> RobotModel:
    if path not in _CACHE:
        _CACHE[path] = load_robot(path)  # type: ignore[arg-type]
    return _CACHE[path]
