# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Everything that a team in Gazebo starts from lies in one folder and fits together."""

import re
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest
import yaml
from raised_robot import RAISED, raised_quadruped

from adhoc_teamwork.simulation.gazebo.files import write_team
from adhoc_teamwork.simulation.gazebo.sdf_world import sdf_world
from adhoc_teamwork.simulation.houses.house import House
from adhoc_teamwork.simulation.houses.house_file.procthor import load_house
from adhoc_teamwork.simulation.motion.occupancy import occupancy_grid
from adhoc_teamwork.simulation.world_command import main
from adhoc_teamwork.teamwork.bodies.robot_card import load_robot_card
from adhoc_teamwork.teamwork.geometry import Pose
from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.settings.places import config_dir

TEAM = (("rex", "quadruped"), ("tiny", "small"))


def test_the_folder_holds_what_it_says(tmp_path: Path) -> None:
    team = write_team(tmp_path / "run", "two_rooms", TEAM, config_dir())
    world = ElementTree.parse(team.world).getroot().find("world")
    assert world is not None
    assert world.get("name") == team.world_name
    assert (team.map.parent / yaml.safe_load(team.map.read_text())["image"]).is_file()
    assert [entry["ros_topic_name"] for entry in yaml.safe_load(team.clock_bridge.read_text())] == [
        "/clock"
    ]
    house: House = load_house(team.house)
    for robot in team.robots:
        root = ElementTree.parse(robot.urdf).getroot()
        assert root.get("name") == robot.name
        assert root.find(f"link[@name='{robot.base}']") is not None
        assert all(entry["gz_topic_name"] for entry in yaml.safe_load(robot.bridge.read_text()))
        named = root.findtext(".//plugin/parameters")
        assert (named == str(robot.controller_file)) is bool(robot.controllers)
        assert robot.controller_file.is_file() is bool(robot.controllers)
        grid = occupancy_grid(house, 0.7)
        assert grid.clearance[grid.cell(robot.pose.x, robot.pose.y)] >= 0.25


def test_robots_are_put_on_the_ground_where_it_is_not_level(tmp_path: Path) -> None:
    heights = set()
    for seed in range(2):
        team = write_team(tmp_path / "run", "split_level", TEAM, config_dir(), seed)
        ground = load_house(team.house).ground
        for robot in team.robots:
            assert robot.height == pytest.approx(ground.height(robot.pose.x, robot.pose.y), abs=0.1)
            heights.add(round(robot.height, 1))
    assert min(heights) == 0.0


def test_a_robot_stands_on_the_floor_wherever_its_urdf_has_its_root(tmp_path: Path) -> None:
    card = raised_quadruped(tmp_path)
    (robot,) = write_team(tmp_path / "run", "two_rooms", (("rex", str(card)),), config_dir()).robots
    assert (robot.base, robot.height) == ("body", pytest.approx(RAISED))
    (laser,) = ElementTree.parse(robot.urdf).getroot().iterfind("joint[@name='scan_joint']/origin")
    assert laser.get("xyz") == f"0 0 {load_robot_card(card).body.scan_height:g}"


def test_robots_stand_where_they_are_told_to(tmp_path: Path) -> None:
    starts = (Pose(2.0, 2.0, 0.5), Pose(4.0, 2.0, 0.0))
    team = write_team(tmp_path / "run", "two_rooms", TEAM, config_dir(), starts=starts)
    assert tuple(robot.pose for robot in team.robots) == starts


@pytest.mark.parametrize(
    ("starts", "complaint"),
    [
        (((2.0, 2.0), (99.0, 2.0)), "tiny@99,2: not on the free floor of"),
        (((2.0, 2.0), (0.03, 2.0)), "tiny@0.03,2: n"),
        (((2.0, 2.0), (2.3, 2.0)), "tiny@2.3,2: stands in rex; expected"),
    ],
)
def test_robots_are_not_put_where_they_cannot_stand(
    tmp_path: Path, starts: tuple[tuple[float, float], ...], complaint: str
) -> None:
    poses = [Pose(x, y, 0.0) for x, y in starts]
    with pytest.raises(ConfigError, match=re.escape(complaint)):
        write_team(tmp_path / "run", "two_rooms", TEAM, config_dir(), starts=poses)
    assert not (tmp_path / "run").exists()


@pytest.mark.slow
def test_nothing_is_written_where_something_is_wrong(tmp_path: Path) -> None:
    for team, house in (((("a", "none"),), "two_rooms"), (TEAM, "none")):
        with pytest.raises(ConfigError, match="no such"):
            write_team(tmp_path / "run", house, team, config_dir())
    crowd = tuple((f"r{n}", "small") for n in range(60))
    with pytest.raises(ConfigError, match="no free floor for 60 robots"):
        write_team(tmp_path / "run", "sample_1_room", crowd, config_dir())
    assert not (tmp_path / "run").exists()


def test_the_command_writes_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["two_rooms", "--gazebo", str(tmp_path / "run"), "--robots", "a=tall"]) == 0
    assert (tmp_path / "run" / "a" / "robot.urdf").is_file()
    assert main(["two_rooms", "--gazebo", str(tmp_path / "run"), "--robots", "a"]) == 2
    assert "--robots" in capsys.readouterr().err


def test_gazebos_own_parser_takes_the_world(parse: Callable[[Path], str], tmp_path: Path) -> None:
    for house in sorted((config_dir() / "houses").glob("*.json")):
        path = tmp_path / f"{house.stem}.sdf"
        path.write_text(sdf_world(load_house(house), house.stem))
        parse(path)
