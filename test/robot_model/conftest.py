# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Small robots written in place."""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from adhoc_teamwork.robot_model.model import RobotModel
from adhoc_teamwork.robot_model.urdf.robot import load_robot

sys.path.insert(0, str(Path(__file__).parent))

ELBOW = """
<robot name="elbow">
  <link name="base"/>
  <link name="upper"/>
  <link name="lower"/>
  <link name="slide"/>
  <joint name="shoulder" type="revolute">
    <parent link="base"/><child link="upper"/>
    <origin xyz="0 0 1"/><axis xyz="0 0 2"/>
    <limit lower="-3" upper="3" velocity="2" effort="10"/>
  </joint>
  <joint name="elbow" type="revolute">
    <parent link="upper"/><child link="lower"/>
    <origin xyz="1 0 0"/><axis xyz="0 0 1"/>
    <limit lower="-2" upper="2" velocity="1" effort="5" acceleration="7"/>
  </joint>
  <joint name="extension" type="prismatic">
    <parent link="lower"/><child link="slide"/>
    <origin xyz="0.5 0 0" rpy="0 1.5707963267948966 0"/><axis xyz="0 0 1"/>
    <limit lower="0" upper="0.3"/>
  </joint>
</robot>
"""
"""Two turning joints about z, links of 1 m and 0.5 m, and a slide along the second."""


@pytest.fixture
def write_urdf(tmp_path: Path) -> Callable[[str], Path]:
    def write(text: str) -> Path:
        path = tmp_path / "robot.urdf"
        path.write_text(text, encoding="utf-8")
        return path

    return write


@pytest.fixture
def elbow(write_urdf: Callable[[str], Path]) -> RobotModel:
    return load_robot(write_urdf(ELBOW))
