# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""A task for the simulator's node: a house of one room, a robot, and one that never joins."""

import json
from dataclasses import asdict
from pathlib import Path

import pytest

from adhoc_teamwork.teamwork.bodies.robot_card import RobotCard
from adhoc_teamwork.teamwork.geometry import Pose
from adhoc_teamwork.teamwork.settings.radio_setting import RadioSetting
from adhoc_teamwork.teamwork.team.task import MisplacedObject, Task, TaskRobot, TidyPlace


@pytest.fixture
def task_folder(tmp_path: Path, arm_card: RobotCard, plain_card: RobotCard) -> Path:
    """Return a folder with cards, a house of one room with a bottle, and a task."""
    robots = tmp_path / "robots"
    robots.mkdir()
    for name, card in (("arm", arm_card), ("plain", plain_card)):
        (robots / f"{name}.yaml").write_text(json.dumps(asdict(card)), encoding="utf-8")
    corners = [(0, 0), (0, 5), (5, 5), (5, 0)]
    house = {
        "rooms": [
            {
                "id": "room|0",
                "roomType": "Kitchen",
                "floorPolygon": [{"x": x, "y": 0, "z": z} for x, z in corners],
            }
        ],
        "walls": [],
        "doors": [],
        "windows": [],
        "objects": [
            {
                "id": "Bottle|0|1",
                "assetId": "Bottle_1",
                "objectType": "Bottle",
                "position": {"x": 1.5, "y": 0.1, "z": 1.5},
                "rotation": {"x": 0, "y": 0, "z": 0},
                "kinematic": False,
            }
        ],
        "metadata": {"schema": "1.0.0"},
    }
    (tmp_path / "house.json").write_text(json.dumps(house), encoding="utf-8")
    task = Task(
        "test", str(tmp_path / "house.json"), 0,
        (MisplacedObject("Bottle|0|1", TidyPlace(("GarbageCan",))),),
        (
            TaskRobot("al", "arm", Pose(2.5, 2.5)),
            TaskRobot("bo", "plain", Pose(4.0, 4.0), joins_at=1e6),
        ),
        radio=RadioSetting(loss=0.25, delay=0.5),
    )  # fmt: skip
    (tmp_path / "task.json").write_text(json.dumps(asdict(task)), encoding="utf-8")
    return tmp_path
