# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Make the fakes and the shared contracts of this folder importable; an arm for tests of arms."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from adhoc_teamwork.skills.arms.from_urdf import load_arms
from adhoc_teamwork.skills.arms.manipulator import Manipulator

ROBOTS = Path(__file__).parents[2] / "config" / "robots"


@pytest.fixture(scope="session")
def arm() -> Manipulator:
    """Return the arm of the quadruped."""
    return load_arms(ROBOTS / "quadruped.urdf", payload=3.0)[0]
