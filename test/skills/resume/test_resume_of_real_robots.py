# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

from pathlib import Path

import numpy as np
import pytest
from real_robots import PANDA, ROBOTS, TIAGO

from adhoc_teamwork.robot_model.arms import find_arms
from adhoc_teamwork.robot_model.limbs import Limbs
from adhoc_teamwork.robot_model.reaching import sample_configurations
from adhoc_teamwork.robot_model.urdf.robot import load_robot
from adhoc_teamwork.skills.resume.mobility import kind_of
from adhoc_teamwork.teamwork.bodies.capability import MobilityKind
from adhoc_teamwork.teamwork.bodies.resume import Resume

pytestmark = pytest.mark.slow

_WITHIN = 0.02
"""Metres by which a resume's limits may differ from dense sampling."""


def test_what_moves_them(b1_z1: Resume, tiago: Resume, panda: Resume, iris: Resume) -> None:
    kinds = [r.mobility.kind for r in (b1_z1, tiago, panda, iris)]
    assert kinds == [
        MobilityKind.LEGGED,
        MobilityKind.WHEELED,
        MobilityKind.FIXED,
        MobilityKind.AERIAL,
    ]
    assert [r.mobility.stairs for r in (b1_z1, tiago, panda, iris)] == [True, False, False, True]
    assert tiago.mobility.max_speed == pytest.approx(1.0, abs=0.03)
    assert [len(r.arms) for r in (b1_z1, tiago, panda, iris)] == [1, 1, 1, 0]


def test_wheels_that_the_urdf_holds_still_carry_a_robot_too() -> None:
    model = load_robot(ROBOTS / "pr2_description/urdf/pr2.urdf")
    assert kind_of(Limbs(model)) is MobilityKind.WHEELED


def test_b1_stands_on_its_feet(b1_z1: Resume) -> None:
    # Unitree's data sheet: 0.7 m high when standing, and Z1 mounted on its back.
    assert b1_z1.mobility.height == pytest.approx(0.7, abs=0.08)
    assert b1_z1.arms[0].payload == pytest.approx(5.0, abs=1.0)


def test_tiago_sees_and_lifts(tiago: Resume) -> None:
    (camera,) = tiago.cameras
    assert camera.height == pytest.approx(1.07, abs=0.02)
    assert camera.highest - camera.height == pytest.approx(0.35 + 0.04, abs=0.05)
    assert camera.pitch_up == pytest.approx(0.7854, abs=0.01)
    assert camera.pitch_down == pytest.approx(1.0472, abs=0.01)
    assert tiago.arms[0].joints == 8


def test_panda_reaches_as_its_maker_says(panda: Resume) -> None:
    # 0.855 m from the first axis to the flange, 0.1034 m from there to between the fingers.
    assert 0.855 < panda.arms[0].radius < 0.855 + 0.11
    assert panda.arms[0].payload == pytest.approx(3.0, abs=0.5)


@pytest.mark.parametrize(("name", "path"), [("panda", PANDA), ("tiago", TIAGO)])
def test_limits_are_those_of_dense_sampling(
    request: pytest.FixtureRequest, name: str, path: Path
) -> None:
    resume: Resume = request.getfixturevalue(name)
    model = load_robot(path)
    arm = find_arms(model)[0]
    kinematics = arm.kinematics(model, with_trunk=True)
    q = sample_configurations(kinematics, 100_000, seed=5)
    # Extremes are met with joints at their limits: half of the samples have some there.
    low, high = kinematics.sampling_bounds()
    shares = np.random.default_rng(6).uniform(-0.2, 1.2, (len(q) // 2, kinematics.dof))
    q[: len(shares)] = np.clip(low + shares * (high - low), low, high)
    points = kinematics.positions(q, arm.tip)
    space = resume.arms[0]
    assert space.radius >= np.hypot(points[:, 0], points[:, 1]).max() - 1e-3
    assert space.radius == pytest.approx(np.hypot(points[:, 0], points[:, 1]).max(), abs=_WITHIN)
    assert space.highest == pytest.approx(points[:, 2].max(), abs=_WITHIN)
    assert space.lowest == 0.0
    for band in space.bands[::4]:
        near = (np.abs(points[:, 2] - band.height) < 0.01) & (np.abs(points[:, 1]) < 0.05)
        assert points[near, 0].max(initial=0.0) <= band.farthest + _WITHIN
