# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Robots whose arm, on a lift, cannot turn itself to a thing and reaches to any side of them."""

from pathlib import Path

from adhoc_teamwork.skills.arms.from_urdf import load_arms
from adhoc_teamwork.skills.arms.manipulator import Manipulator

ROBOTS = Path(__file__).parents[2] / "config" / "robots"


def telescope(folder: Path, x: float, y: float, yaw: float) -> Manipulator:
    """Return the arm of the robot with a telescope, its mast standing there, turned so far."""
    text = (ROBOTS / "wheels_and_telescope.urdf").read_text(encoding="utf-8")
    mast = '<origin xyz="0 0 0.12" rpy="0 0 0"/>'
    assert text.count(mast) == 1
    file = folder / "robot.urdf"
    file.write_text(text.replace(mast, f'<origin xyz="{x} {y} 0.12" rpy="0 0 {yaw}"/>'))
    return load_arms(file, payload=1.0)[0]
