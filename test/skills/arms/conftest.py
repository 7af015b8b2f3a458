from pathlib import Path

import pytest

from skills.arms.from_urdf import load_arms
from skills.arms.manipulator import Manipulator

ROBOTS = Path(__file__).parents[3] / "config" / "robots"
SHOULDER, AHEAD = 'xyz="0.2 0 0.44"', 'xyz="0.26 0 0.44"'


@pytest.fixture(scope="session")
def arm(tmp_path_factory: pytest.TempPathFactory) -> Manipulator:
    """Return the arm of the quadruped, its shoulder moved ahead from under the camera."""
    text = (ROBOTS / "quadruped.urdf").read_text()
    assert text.count(SHOULDER) == 1
    file = tmp_path_factory.mktemp("robots") / "quadruped.urdf"
    file.write_text(text.replace(SHOULDER, AHEAD))
    return load_arms(file, payload=3.0)[0]
