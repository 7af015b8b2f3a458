# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The team for Isaac Sim, walked: every node, parameter and argument against the contract."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from launch_walk import nodes, settled, started, visit
from other_packages import write_packages

from adhoc_teamwork.bringup.isaac_contract import Source, load_contract
from adhoc_teamwork.simulation.world_command import main
from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.settings.places import config_dir

_WHY = "{} is not importable: it comes with a ROS 2 installation, not with the wheels"
pytest.importorskip("launch.actions", reason=_WHY.format("launch"))
pytest.importorskip("launch_ros.actions", reason=_WHY.format("launch_ros"))

NAME = "isaac.launch.py"
ARM = ("ros2_control_node", "spawner")
STARTS = {"tall": ("1.0", "2.0", "0.0"), "dog": ("3.5", "-2.0", "1.57")}


@pytest.fixture(scope="module")
def arguments(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    """Return arguments, with all packages in place that the launch file needs."""
    folder = tmp_path_factory.mktemp("isaac")
    write_packages(folder / "prefix")
    table, house = folder / "classes.yaml", folder / "house.yaml"
    assert main(["two_rooms", "--classes", str(table), "--map", str(house)]) == 0
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("AMENT_PREFIX_PATH", str(folder / "prefix"))
        patch.setattr("tempfile.tempdir", str(folder))
        yield {"robots": "tall=tall@1,2,0 dog=quadruped@3.5,-2,1.57", "isaac_classes": str(table)}


@pytest.fixture(scope="module")
def walked(arguments: dict[str, str]) -> list[Any]:
    """Return all actions of a start with the usual arguments."""
    return visit(NAME, arguments)


def test_the_team_has_what_each_robot_needs(arguments: dict[str, str], walked: list[Any]) -> None:
    own = ("isaac_masks", "perception", "planner", "skills", "base_stop", "robot_state_publisher")
    actions = walked
    expected = ["broker", "isaac", *(2 * [*own, "static_transform_publisher"]), *ARM]
    assert sorted(nodes(actions)) == sorted(expected)
    for executable in set(expected):
        for action in started(actions, executable).values():
            assert settled(action)[1]["use_sim_time"] is True, executable
    for action in started(actions, "isaac_masks").values():
        assert settled(action)[1]["classes"] == arguments["isaac_classes"]
    _, given, _ = settled(started(actions, "isaac")["/"])
    assert (given["house"], given["robots"]) == ("", "tall=tall,dog=quadruped")


def test_the_arm_is_moved_over_isaac_sims_topics(
    arguments: dict[str, str], walked: list[Any]
) -> None:
    actions = walked
    space, _, words = settled(started(actions, "spawner")["/dog"])
    assert space == "/dog"
    assert words[:2] == ["arm_controller", "gripper_controller"]
    file = Path(words[words.index("--param-file") + 1])
    told = yaml.safe_load(file.read_text())
    assert set(told) == {f"/dog/{name}" for name in ("controller_manager", *words[:2])}
    assert list(started(actions, "ros2_control_node")) == ["/dog"]
    description = settled(started(actions, "robot_state_publisher")["/dog"])[1]["robot_description"]
    assert "<ros2_control" in description
    assert "move_group" in nodes(visit(NAME, {**arguments, "moveit": "true"}))


def test_without_controllers_there_are_none(arguments: dict[str, str]) -> None:
    alone = {"robots": "dog=quadruped@3.5,-2,1.57", "controllers": "false"}
    assert not set(ARM) & set(nodes(visit(NAME, {**arguments, **alone})))


def test_how_nodes_start_is_handed_on(arguments: dict[str, str]) -> None:
    told = {"robots": "tall=tall@1,2,0", "autostart": "false", "log_level": "debug"}
    actions = visit(NAME, {**arguments, **told})
    for executable in ("perception", "skills", "planner"):
        _, given, words = settled(started(actions, executable)["/tall"])
        assert given["autostart"] is False
        assert "debug" in words
    with pytest.raises(ConfigError, match="log_level"):
        visit(NAME, {**arguments, "log_level": "loud"})


def test_with_a_map_nav2_says_where_robots_are(
    arguments: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    house = Path(arguments["isaac_classes"]).with_name("house.yaml")
    found = nodes(visit(NAME, {**arguments, "map": str(house)}))
    assert found.count("nav2_node") == 2
    assert "static_transform_publisher" not in found
    written = [yaml.safe_load(path.read_text()) for path in tmp_path.rglob("nav2.yaml")]
    assert len(written) == 2
    assert any("base_footprint" in str(told) for told in written)


def test_transforms_are_those_of_the_contract(walked: list[Any]) -> None:
    contract = load_contract(config_dir() / "isaac" / "contract.yaml")
    frame = contract.frame(Source.LAUNCH)
    actions = walked
    publishers = started(actions, "robot_state_publisher")
    fixed = started(actions, "static_transform_publisher")
    for name, (x, y, yaw) in STARTS.items():
        _, given, _ = settled(publishers[f"/{name}"])
        assert given["frame_prefix"] == f"{name}/"
        for link in (f.child for f in contract.frames if f.by is Source.STATE_PUBLISHER):
            assert f'<link name="{link.partition("/")[2]}"' in given["robot_description"]
        _, _, words = settled(fixed[f"/{name}"])
        pairs = dict(zip(words[::2], words[1::2], strict=False))
        assert (pairs["--x"], pairs["--y"], pairs["--yaw"]) == (x, y, yaw)
        assert pairs["--frame-id"] == frame.parent
        assert pairs["--child-frame-id"] == frame.child.format(robot=name)


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"robots": "tall=tall"}, "NAME=CARD@X,Y,YAW"),
        ({"robots": "a=nobody@0,0,0"}, "no such robot card"),
        ({"isaac_classes": ""}, "isaac_classes: empty"),
        ({"isaac_classes": "/none.yaml"}, "no such file"),
        ({"contract": "/none.yaml"}, "/none.yaml"),
        ({"map": "/none.yaml"}, "no such file"),
    ],
)
def test_a_wrong_argument_is_named(
    arguments: dict[str, str], change: dict[str, str], complaint: str
) -> None:
    with pytest.raises(ConfigError, match=complaint):
        visit(NAME, {**arguments, **change})


@pytest.mark.parametrize(
    "package", ["robot_state_publisher", "tf2_ros", "joint_state_topic_hardware_interface"]
)
def test_a_missing_package_is_named(
    arguments: dict[str, str], package: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_packages(tmp_path / "poor", without=package)
    monkeypatch.setenv("AMENT_PREFIX_PATH", str(tmp_path / "poor"))
    with pytest.raises(ConfigError, match=f"the ROS package {package} is not installed"):
        visit(NAME, arguments)


def test_masks_come_from_one_source(arguments: dict[str, str], tmp_path: Path) -> None:
    model = tmp_path / "model.onnx"
    model.touch()
    given = {"namespace": "r", "robot_card": "small", "segmenter_model": str(model)}
    given["isaac_classes"] = arguments["isaac_classes"]
    with pytest.raises(ConfigError, match="masks come from one of them"):
        visit("robot.launch.py", given)
