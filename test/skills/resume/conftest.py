# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Resumes that several tests look at, made once."""

import sys
from pathlib import Path

import pytest

from adhoc_teamwork.robot_model.urdf.robot import load_robot
from adhoc_teamwork.skills.resume.make import make_resume
from adhoc_teamwork.teamwork.bodies.resume import Resume

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parents[2] / "robot_model"))

CONFIG = Path(__file__).parents[3] / "config" / "robots"


def _made(path: Path) -> Resume:
    return make_resume(load_robot(path))


@pytest.fixture(scope="session")
def quadruped() -> Resume:
    return _made(CONFIG / "quadruped.urdf")


@pytest.fixture(scope="session")
def tiago() -> Resume:
    from real_robots import TIAGO

    return _made(TIAGO)


@pytest.fixture(scope="session")
def panda() -> Resume:
    from real_robots import PANDA

    return _made(PANDA)


@pytest.fixture(scope="session")
def b1_z1() -> Resume:
    from real_robots import B1_Z1

    return _made(B1_Z1)


@pytest.fixture(scope="session")
def iris() -> Resume:
    from real_robots import IRIS

    return _made(IRIS)
