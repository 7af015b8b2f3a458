# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Tests of the parameters that bring-up finds out itself."""

from pathlib import Path

import pytest
import yaml

from adhoc_teamwork.simulation.gazebo.robot import load_gazebo_robot
from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.settings.places import config_dir

_WHY = "{} is not importable: it comes with a ROS 2 installation, not with the wheels"
pytest.importorskip("launch.actions", reason=_WHY.format("launch"))
pytest.importorskip("launch_ros.actions", reason=_WHY.format("launch_ros"))

FOUND_OUT = {"/rex/skills": {"gripper_closed": 0.0, "gripper_open": 0.04}}


def test_a_gripper_is_described_by_its_urdf() -> None:
    from adhoc_teamwork.bringup.ros.launch_files.team_parameters import gripper_parameters

    cards = config_dir() / "robots"
    rex = load_gazebo_robot("rex", 0, cards / "quadruped.yaml")
    tiny = load_gazebo_robot("tiny", 1, cards / "small.yaml")
    assert gripper_parameters(rex.name, rex.finger_ends) == FOUND_OUT
    assert gripper_parameters(tiny.name, tiny.finger_ends) == {}


def test_what_a_user_says_wins(tmp_path: Path) -> None:
    from adhoc_teamwork.bringup.ros.launch_files.team_parameters import team_file

    own = tmp_path / "own.yaml"
    own.write_text("/rex/skills: {ros__parameters: {gripper_open: 0.03}}\n/**: {other: 1}\n")
    made = yaml.safe_load(Path(team_file(str(own), FOUND_OUT)).read_text())
    assert made["/rex/skills"]["ros__parameters"] == {"gripper_closed": 0.0, "gripper_open": 0.03}
    assert made["/**"]["other"] == 1
    assert team_file(str(own), {}) == str(own)
    assert team_file("", {}) == ""


@pytest.mark.parametrize(
    "wrong", ["- a\n", "/rex/skills: 3\n", "/rex/skills: {ros__parameters: 3}\n"]
)
def test_a_file_of_another_form_is_named(wrong: str, tmp_path: Path) -> None:
    from adhoc_teamwork.bringup.ros.launch_files.team_parameters import team_file

    own = tmp_path / "own.yaml"
    own.write_text(wrong)
    with pytest.raises(ConfigError, match=r"own\.yaml: expected nodes with their parameters"):
        team_file(str(own), FOUND_OUT)
